import { strToU8, zipSync } from 'fflate';
import { type CsvStyle, forPeople } from './csv.ts';
import { isFormula, typedCell } from './formula-cells.ts';
import type { JsonRow } from './jsonl.ts';
import { ownField } from './own-field.ts';
import type { TypedColumn } from './parquet-writer.ts';

/** A column of a sheet; `choices` are offered as a list in each of its cells. */
export interface SheetColumn extends TypedColumn {
  readonly choices?: readonly (string | number | boolean)[];
}

/** Rows below those that are written in which the lists of choices are offered as well. */
const spareRows = 1000;

/**
 * Writes flat rows as an XLSX file with one sheet: numbers and truth values as such, everything
 * else as text, so that nothing is run as a formula, nor becomes one when somebody edits the cell.
 * The header stays in view, and columns with choices offer them as a list. Format: ECMA-376, part
 * 1, chapter 18.
 */
export function writeWorkbook(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly JsonRow[],
  { escapeFormulas }: Pick<CsvStyle, 'escapeFormulas'> = forPeople,
): Uint8Array {
  const text = escapeFormulas ? typedCell : (given: string): string => given;
  const valueCell = (place: string, value: unknown): string => cellOf(place, value, text);
  const head = columns.map((column, at) => valueCell(`${columnName(at)}1`, column.name)).join('');
  const body = rows.map((row, at) => {
    const line = at + 2;
    const cells = columns.map((column, place) =>
      valueCell(`${columnName(place)}${line}`, ownField(row, column.name)),
    );
    return `<row r="${line}">${cells.join('')}</row>`;
  });
  const lists = columns.flatMap(({ choices }, at) =>
    choices === undefined || choices.length === 0 ? [] : [{ at, choices }],
  );
  const last = rows.length + 1 + spareRows;
  const validations = lists.map(({ at, choices }, place) => {
    const cells = `${columnName(at)}2:${columnName(at)}${last}`;
    const source = `${listSheet}!$${columnName(place)}$1:$${columnName(place)}$${choices.length}`;
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}">` +
      `<formula1>${source}</formula1></dataValidation>`
    );
  });
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ' +
    'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const offered =
    validations.length === 0
      ? ''
      : `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`;
  const data = `<sheetData><row r="1">${head}</row>${body.join('')}</sheetData>`;
  const sheet = frozen + data + offered;
  const sheets = [sheet, ...(lists.length === 0 ? [] : [listData(lists, valueCell)])];
  return zipSync(packageParts(safeName(name), sheets), { mtime: '1980-01-01T00:00:00Z' });
}

/** The sheet that holds the choices: a list in the cell's own rule may have 255 characters only. */
const listSheet = 'choices';

function listData(
  lists: readonly { readonly choices: readonly (string | number | boolean)[] }[],
  valueCell: (place: string, value: unknown) => string,
): string {
  const most = Math.max(...lists.map(({ choices }) => choices.length));
  const rows = Array.from({ length: most }, (_, at) => {
    const cells = lists.flatMap(({ choices }, place) =>
      choices[at] === undefined ? [] : [valueCell(`${columnName(place)}${at + 1}`, choices[at])],
    );
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  return `<sheetData>${rows.join('')}</sheetData>`;
}

function packageParts(name: string, sheets: readonly string[]): Record<string, Uint8Array> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const part = (xml: string): Uint8Array =>
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
  const titles = [name, listSheet];
  const listed = sheets.map(
    (_, at) =>
      `<sheet name="${escaped(titles[at]!)}" sheetId="${at + 1}"` +
      `${at === 0 ? '' : ' state="hidden"'} r:id="rId${at + 1}"/>`,
  );
  const related = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" ` +
      `Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const typed = sheets.map(
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ` +
      `ContentType="${type}.worksheet+xml"/>`,
  );
  return {
    '[Content_Types].xml': part(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
        `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
        `${typed.join('')}</Types>`,
    ),
    '_rels/.rels': part(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" ` +
        `Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': part(
      `<workbook xmlns="${main}" xmlns:r="${office}">` +
        `<sheets>${listed.join('')}</sheets></workbook>`,
    ),
    'xl/styles.xml': part(
      `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts>` +
        '<fills count="1"><fill/></fills>' +
        `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
        `<cellXfs count="2"><xf/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
    ),
    'xl/_rels/workbook.xml.rels': part(
      `<Relationships xmlns="${packages}/relationships">${related.join('')}` +
        `<Relationship Id="rId0" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    ...Object.fromEntries(
      sheets.map((sheet, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        part(`<worksheet xmlns="${main}">${sheet}</worksheet>`),
      ]),
    ),
  };
}

function cellOf(place: string, value: unknown, text: (given: string) => string): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  // Beyond 15 digits a spreadsheet would round.
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15)
    return `<c r="${place}"><v>${value}</v></c>`;
  const given = typeof value === 'string' ? value : JSON.stringify(value);
  // Without the style, a formula is run once somebody has opened the cell and closed it again.
  const style = isFormula(given) ? ' s="1"' : '';
  const shown = escaped(text(given));
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}

/** Entities for the signs of XML, and _x000B_ for characters that it cannot hold. */
function escaped(text: string): string {
  return text
    .replaceAll(/_x[\dA-F]{4}_/gi, (mark) => `_x005F${mark}`)
    .replaceAll(/[&<>"]/g, (sign) => marks[sign]!)
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (character) =>
      character === '\t' || character === '\n' ? character : marked(character),
    );
}

function marked(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A sheet's name has at most 31 characters, and none of a few signs. */
function safeName(name: string): string {
  const plain = name
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31);
  return plain === '' || plain === listSheet ? 'rows' : plain;
}

/** 0 is A, 26 is AA. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}
