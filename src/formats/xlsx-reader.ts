import { strFromU8, unzipSync } from 'fflate';
import { refuse } from '../domain/fault.ts';
import { codedText } from '../domain/text-values.ts';
import type { TextValues } from '../domain/coded-text.ts';
import type { TextCode } from '../domain/texts.ts';

/** A row of a sheet: its number there, from 1, and its cells as a table would write them. */
interface SheetRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** The first visible sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** The names of the other sheets, which are not read. */
  readonly others: readonly string[];
  /** What stands above the header, which is not a row. */
  readonly titles: readonly string[];
}

/** What a workbook may hold unpacked: a few bytes of a zip file can announce any number. */
const mostBytes = 400_000_000;
const mostColumns = 4096;

/**
 * Reads the first visible sheet of an XLSX file. Numbers are written as JavaScript prints them,
 * dates as ISO 8601, truth values as true and false, and formulas as the value that was saved with
 * them. A cell with an error is a fault. Format: ECMA-376, part 1, chapter 18.
 */
export function readWorkbook(bytes: Uint8Array): Sheet {
  const parts = unpacked(bytes);
  const text = (path: string): string | null => {
    const part = parts[path];
    return part === undefined ? null : strFromU8(part);
  };
  const workbook = text('xl/workbook.xml') ?? refuseWorkbook('xlsx-no-workbook');
  const sheets = [...elements(workbook, 'sheet')].map(({ attributes }) => ({
    name: attributes.get('name') ?? '',
    id: attributes.get('r:id') ?? attributes.get('id') ?? '',
    isHidden: (attributes.get('state') ?? 'visible') !== 'visible',
  }));
  const visible = sheets.filter((one) => !one.isHidden);
  const sheet = visible[0] ?? refuseWorkbook('xlsx-no-sheet');
  const targets = new Map(
    [...elements(text('xl/_rels/workbook.xml.rels') ?? '', 'Relationship')].map(
      ({ attributes }) => [attributes.get('Id'), attributes.get('Target')] as const,
    ),
  );
  const target = targets.get(sheet.id) ?? 'worksheets/sheet1.xml';
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const content = text(path) ?? refuseWorkbook('xlsx-no-sheet');
  const shared = [...elements(text('xl/sharedStrings.xml') ?? '', 'si')].map(({ inner }) =>
    plainText(inner),
  );
  const isDate = dateStyles(text('xl/styles.xml') ?? '');
  const is1904 = /<workbookPr[^>]*date1904="(1|true)"/.test(workbook);
  const others = visible.slice(1).map((one) => one.name);
  const read = readRows(content, { shared, isDate, is1904 });
  const above = titleRows(content, read);
  const titles = read.slice(0, above).map(({ fields }) => fields.join(''));
  return { name: sheet.name, rows: asWideAsHeader(read.slice(above)), others, titles };
}

/** How cells of a workbook are read. */
interface CellContext {
  readonly shared: readonly string[];
  readonly isDate: (style: number) => boolean;
  readonly is1904: boolean;
}

function unpacked(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let left = mostBytes;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/|worksheets\/)/.test(name))
          return false;
        left -= originalSize;
        if (left < 0) refuseWorkbook('xlsx-large', { limit: mostBytes });
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Error && 'faults' in error) throw error;
    return refuseWorkbook('xlsx-damaged');
  }
}

function readRows(sheet: string, context: CellContext): readonly SheetRow[] {
  const rows: SheetRow[] = [];
  let last = 0;
  for (const { attributes, inner } of elements(sheet, 'row')) {
    const line = Number(attributes.get('r') ?? last + 1);
    last = line;
    const fields: string[] = [];
    for (const cell of elements(inner, 'c')) {
      const place = cell.attributes.get('r');
      const column = place === undefined ? fields.length : columnOf(place);
      if (!(column < mostColumns))
        refuseWorkbook('too-many-columns', { got: column, most: mostColumns });
      while (fields.length < column) fields.push('');
      fields[column] = cellText(cell, context, place ?? String(line));
    }
    if (fields.some((field) => field !== '')) rows.push({ line, fields });
  }
  return rows;
}

/**
 * How many rows above the header are titles: one text in cells that are merged over columns, or one
 * text above a row that can only be a header.
 */
function titleRows(sheet: string, rows: readonly SheetRow[]): number {
  const single = rows.findIndex((row) => filled(row).length > 1);
  if (single > 0 && isHeader(rows[single]!, rows.slice(single + 1))) return single;
  const merged = new Set(
    [...elements(sheet, 'mergeCell')].flatMap(({ attributes }) => {
      const [from = '', to = from] = (attributes.get('ref') ?? '').split(':');
      return columnOf(from) < columnOf(to) ? [Number(from.replace(/^[A-Z]+/, ''))] : [];
    }),
  );
  const isTitle = (row: SheetRow): boolean => merged.has(row.line) && filled(row).length === 1;
  return Math.max(
    0,
    rows.findIndex((row) => !isTitle(row)),
  );
}

function filled({ fields }: SheetRow): readonly string[] {
  return fields.filter((field) => field !== '');
}

/** Whether a row names every column of the rows below it: short names without gaps, each once. */
function isHeader(row: SheetRow, below: readonly SheetRow[]): boolean {
  const names = filled(row);
  const width = Math.max(0, ...below.slice(0, 100).map(widthOf));
  return (
    names.length === widthOf(row) &&
    names.length >= width &&
    new Set(names).size === names.length &&
    names.every((name) => name.length <= longestName && /\p{L}/u.test(name))
  );
}

const longestName = 60;

function widthOf({ fields }: SheetRow): number {
  return fields.findLastIndex((field) => field !== '') + 1;
}

function asWideAsHeader(rows: readonly SheetRow[]): readonly SheetRow[] {
  const width = Math.max(0, ...rows.slice(0, 1).map(({ fields }) => fields.length));
  // Spreadsheets leave out empty cells at the end of a row.
  return rows.map(({ line, fields }) => ({
    line,
    fields: [
      ...trimmed(fields, width),
      ...Array<string>(Math.max(0, width - fields.length)).fill(''),
    ],
  }));
}

/** Without empty cells beyond the header. */
function trimmed(fields: readonly string[], width: number): readonly string[] {
  let end = fields.length;
  while (end > width && fields[end - 1] === '') end -= 1;
  return fields.slice(0, end);
}

function cellText({ attributes, inner }: XmlElement, context: CellContext, place: string): string {
  const type = attributes.get('t') ?? 'n';
  if (type === 'inlineStr') return plainText(inner);
  const value = /<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(inner)?.[1];
  if (value === undefined) return '';
  const written = unescaped(value);
  if (type === 's') return context.shared[Number(written)] ?? refuseWorkbook('xlsx-damaged');
  if (type === 'b') return written === '1' || written === 'true' ? 'true' : 'false';
  if (type === 'e') return refuseWorkbook('xlsx-error', { cell: place, error: written });
  if (type === 'str' || type === 'd') return written;
  const number = Number(written);
  if (!Number.isFinite(number)) return refuseWorkbook('xlsx-damaged');
  return context.isDate(Number(attributes.get('s') ?? 0))
    ? dateText(number, context.is1904)
    : String(number);
}

/** Days since the end of 1899, of which the program that began it took 1900 for a leap year. */
function dateText(days: number, is1904: boolean): string {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(Math.round(start + days * 86_400_000));
  if (Number.isNaN(date.getTime())) return refuseWorkbook('xlsx-damaged');
  const text = date.toISOString();
  return Number.isInteger(days) ? text.slice(0, 10) : text.replace('.000Z', 'Z');
}

/** Which styles of cells are dates: by the built-in formats, or a format with days or years. */
function dateStyles(styles: string): (style: number) => boolean {
  const own = new Map(
    [...elements(styles, 'numFmt')].map(
      ({ attributes }) =>
        [Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? ''] as const,
    ),
  );
  const cells = /<cellXfs[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles)?.[1] ?? '';
  const dates = [...elements(cells, 'xf')].map(({ attributes }) => {
    const format = Number(attributes.get('numFmtId') ?? 0);
    const code = own.get(format)?.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    return code === undefined ? builtInDates.has(format) : /[dyhs]/i.test(code);
  });
  return (style) => dates[style] === true;
}

const builtInDates: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** `C7` is column 2. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(place)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

interface XmlElement {
  readonly attributes: ReadonlyMap<string, string>;
  readonly inner: string;
}

/**
 * The elements of a name, in order; none of those that are read lies in one of its own kind. By
 * searching for their marks: a workbook has millions of cells.
 */
function* elements(xml: string, name: string): Generator<XmlElement> {
  const open = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g');
  for (let found = open.exec(xml); found !== null; found = open.exec(xml)) {
    const start = xml.indexOf('>', open.lastIndex);
    if (start < 0) return;
    const isEmpty = xml[start - 1] === '/';
    const attributes = attributesOf(xml.slice(open.lastIndex, isEmpty ? start - 1 : start));
    if (isEmpty) {
      yield { attributes, inner: '' };
      continue;
    }
    const prefix = /^<(\w+:)?/.exec(found[0])?.[1] ?? '';
    const end = xml.indexOf(`</${prefix}${name}>`, start);
    if (end < 0) return;
    yield { attributes, inner: xml.slice(start + 1, end) };
    open.lastIndex = end;
  }
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name, double, single]) => [name!, unescaped(double ?? single ?? '')] as const,
    ),
  );
}

/** The text of a string item; readings of characters (phonetic runs) are not part of it. */
function plainText(xml: string): string {
  const spoken = xml.replaceAll(/<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  return [...elements(spoken, 't')].map(({ inner }) => unescaped(inner)).join('');
}

/** Entities, and characters that the format writes as _x000A_. */
function unescaped(text: string): string {
  return text
    .replaceAll(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
      if (name.startsWith('#')) {
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      }
      return entities[name] ?? whole;
    })
    .replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function refuseWorkbook(reason: TextCode, values: TextValues = {}): never {
  return refuse('bad-workbook', { reason: codedText(reason, values) });
}
