import type { CodedText } from '../domain/coded-text.ts';
import { codedText } from '../domain/text-values.ts';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { escapedCell, readCell } from './formula-cells.ts';
import { shownName } from './own-field.ts';

/** A longer quoted field counts as unclosed; keeping it would take unbounded memory. */
const longestField = 16 * 1024 * 1024;

/** A table with more columns is refused. */
const mostColumns = 4096;

/** Receives what a CSV file holds. */
export interface CsvListener {
  header(columns: readonly string[]): void;
  row(fields: readonly string[], line: number): void;
  fault(found: Fault): void;
}

/** What may separate the fields of a table. */
export type Delimiter = ',' | ';' | '\t';

/** What separates the fields of a table, and whether its first row names them (by default). */
export interface CsvLayout {
  /** `auto`: what separates the first line into the most fields; a comma when in doubt. */
  readonly delimiter?: Delimiter | 'auto';
  readonly header?: boolean;
  /** Takes cells as they are written. Else the apostrophe before a formula is no part of them. */
  readonly raw?: boolean;
}

/**
 * What separates the fields of a line; text in quotes does not count.
 * @example delimiterOf('a;"b,c";d') // ';'
 */
export function delimiterOf(line: string): Delimiter {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((one) => bare.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/**
 * Reads CSV (RFC 4180, LF or CRLF, line breaks allowed in quotes) from pieces of text that end at
 * line breaks. All rows must have as many fields as the first, the header. Blank lines are skipped.
 */
export class CsvReader {
  readonly #listener: CsvListener;
  readonly #layout: Required<CsvLayout>;
  #delimiter: Delimiter;
  /** The number of fields in a row, once the first is read. */
  #width = -1;
  /** The row whose quoted field goes on in the next line. */
  #open: OpenRow | null = null;
  /** A quote was never closed, or the header is unreadable: nothing after it makes sense. */
  #lost = false;

  constructor(listener: CsvListener, layout: CsvLayout = {}) {
    const { delimiter = 'auto', header = true, raw = false } = layout;
    this.#listener = listener;
    this.#layout = { delimiter, header, raw };
    this.#delimiter = delimiter === 'auto' ? ',' : delimiter;
  }

  /** What separates the fields, once the first line is read. */
  get delimiter(): Delimiter {
    return this.#delimiter;
  }

  /** Takes a piece of the text; `firstLine` is the number of its first line. */
  push(text: string, firstLine: number): void {
    let line = firstLine;
    for (let start = 0; start < text.length && !this.#lost; line += 1) {
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      this.#line(text.slice(start, end), line);
      start = end + 1;
    }
  }

  /** Takes a row whose fields are known, as those of a spreadsheet are. */
  cells(fields: readonly string[], line: number): void {
    if (!this.#lost) this.#row(fields, line);
  }

  /** Ends the text. */
  end(): void {
    if (this.#open !== null) this.#unclosed(this.#open);
    else if (this.#width < 0 && !this.#lost)
      this.#listener.fault(fault('file-empty', {}, { line: 1 }));
  }

  #line(text: string, line: number): void {
    if (
      this.#width < 0 &&
      this.#open === null &&
      /^\s*(\{\s*["}]|\[\s*[[{"]|[[{]\s*$)/.test(text)
    ) {
      this.#lost = true;
      this.#bad(codedText('not-a-table'), line);
      return;
    }
    if (this.#width < 0 && this.#open === null && this.#layout.delimiter === 'auto')
      this.#delimiter = delimiterOf(text);
    if (this.#open === null && !text.includes('"')) {
      const content = text.endsWith('\r') ? text.slice(0, -1) : text;
      if (content !== '') this.#row(content.split(this.#delimiter), line);
      return;
    }
    const row: OpenRow = this.#open ?? {
      line,
      fields: [],
      parts: [],
      length: 0,
      hasBareQuote: false,
    };
    const wrong = readQuoted(row, text, this.#delimiter, this.#open !== null);
    this.#open = wrong === 'open' ? row : null;
    if (wrong === 'open') {
      if (row.length > longestField) this.#unclosed(row);
    } else if (wrong === null && !this.#isTorn(row)) this.#row(row.fields, row.line);
    else {
      // Without a header the rows cannot be read.
      this.#lost ||= this.#width < 0;
      this.#bad(wrong ?? codedText('bare-quote'), row.line);
    }
  }

  /**
   * A quote inside an unquoted field belongs to its text (`5" nail`), as Python, pandas and
   * spreadsheets read it. Where the row then has another number of fields, it was meant to quote.
   */
  #isTorn({ hasBareQuote, fields }: OpenRow): boolean {
    return hasBareQuote && fields.length !== this.#width;
  }

  #row(fields: readonly string[], line: number): void {
    const isFirst = this.#width < 0;
    const { header, raw } = this.#layout;
    if (isFirst && fields.length > mostColumns) {
      this.#lost = true;
      this.#bad(codedText('too-many-columns', { got: fields.length, most: mostColumns }), line);
      return;
    }
    if (isFirst) this.#width = fields.length;
    const isEscaped = !raw && fields.some((field) => field.startsWith("'"));
    const read = isEscaped ? fields.map(readCell) : fields;
    if (isFirst && header) this.#header(read, line);
    else if (fields.length === this.#width) this.#listener.row(read, line);
    else {
      const counts = { got: fields.length, expected: this.#width };
      this.#bad(codedText(header ? 'field-count-header' : 'field-count-first', counts), line);
    }
  }

  #header(fields: readonly string[], line: number): void {
    const names = fields.map((name) => name.trim());
    const known = new Set<string>();
    const twice = names.find((name) => known.size === known.add(name).size);
    if (twice === '') this.#bad(codedText('unnamed-columns'), line);
    else if (twice !== undefined)
      this.#bad(codedText('column-twice', { column: JSON.stringify(shownName(twice)) }), line);
    this.#listener.header(names);
  }

  #unclosed(row: OpenRow): void {
    this.#lost = true;
    this.#open = null;
    this.#bad(codedText('open-quote'), row.line);
  }

  #bad(reason: CodedText, line: number): void {
    this.#listener.fault(badCsv(reason, line));
  }
}

/** The fault of a malformed line. */
export function badCsv(reason: CodedText, line: number): Fault {
  return fault('bad-csv', { reason }, { line });
}

/** How a CSV file is written. */
export interface CsvStyle {
  readonly lineEnd: '\n' | '\r\n';
  /** Escapes what a spreadsheet would run as a formula; see {@link escapedCell}. */
  readonly escapeFormulas: boolean;
}

/** How tables that people open are written. */
export const forPeople: CsvStyle = { lineEnd: '\n', escapeFormulas: true };

/**
 * One line of CSV, quoting what needs it.
 * @example csvLine(['a', 'b, "c"', null, 1, true]) // 'a,"b, ""c""",,1,true\n'
 */
export function csvLine(
  fields: readonly (string | number | boolean | null)[],
  style: CsvStyle = { lineEnd: '\n', escapeFormulas: false },
): string {
  const line = fields.map((field) => csvField(field, style)).join(',');
  // A reader would skip an empty line.
  return (line === '' ? '""' : line) + style.lineEnd;
}

function csvField(field: string | number | boolean | null, style: CsvStyle): string {
  if (field === null) return '';
  const isEscaped = style.escapeFormulas && typeof field === 'string';
  const text = isEscaped ? escapedCell(field) : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface OpenRow {
  readonly line: number;
  readonly fields: string[];
  /** What has been read of the quoted field that is open. */
  parts: string[];
  length: number;
  /** Whether an unquoted field has a quote in it. */
  hasBareQuote: boolean;
}

/** Reads a line with quotes: null when the row is complete, `open` when it goes on, or why not. */
function readQuoted(
  row: OpenRow,
  text: string,
  delimiter: string,
  inside: boolean,
): CodedText | 'open' | null {
  let at = 0;
  let quoted = inside;
  for (;;) {
    if (!quoted && text[at] === '"') {
      quoted = true;
      at += 1;
    }
    if (quoted) {
      const closing = readInside(row, text, at);
      if (closing < 0) return 'open';
      at = closing + 1;
      quoted = false;
      if (at < text.length && text[at] !== delimiter && text.slice(at) !== '\r')
        return codedText('after-quote', { got: JSON.stringify(text[at]) });
    } else {
      const found = text.indexOf(delimiter, at);
      const end = found < 0 ? text.length : found;
      const field = text.slice(at, end);
      row.hasBareQuote ||= field.includes('"');
      row.fields.push(found < 0 && field.endsWith('\r') ? field.slice(0, -1) : field);
      at = end;
    }
    if (text[at] !== delimiter) return null;
    at += 1;
  }
}

/** Reads a quoted field from `from`; the offset of the quote that closes it, or -1. */
function readInside(row: OpenRow, text: string, from: number): number {
  let start = from;
  for (;;) {
    const quote = text.indexOf('"', start);
    const doubled = quote >= 0 && text[quote + 1] === '"';
    const part =
      quote < 0 ? `${text.slice(start)}\n` : text.slice(start, doubled ? quote + 1 : quote);
    row.parts.push(part);
    row.length += part.length;
    if (quote < 0) return -1;
    if (!doubled) {
      row.fields.push(row.parts.join(''));
      row.parts = [];
      row.length = 0;
      return quote;
    }
    start = quote + 2;
  }
}
