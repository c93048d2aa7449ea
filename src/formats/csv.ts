import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';

/**
 * Reads CSV (RFC 4180: comma, double quotes, LF or CRLF, quoted fields may hold commas, quotes and line breaks) from pieces of text
 * that end at line breaks. The first row is the header; every other row must have as many fields.
 */
export class CsvReader {
  /** Everything that was wrong; the caller stops when there is any. */
  readonly faults: Fault[] = [];
  #header: readonly string[] | null = null;
  readonly #onHeader: (columns: readonly string[]) => void;
  readonly #onRow: (fields: readonly string[], line: number) => void;
  #pending = '';
  #pendingLine = 0;

  constructor(onHeader: (columns: readonly string[]) => void, onRow: (fields: readonly string[], line: number) => void) {
    this.#onHeader = onHeader;
    this.#onRow = onRow;
  }

  /** Takes a piece of the text; `firstLine` is the number of its first line. */
  push(text: string, firstLine: number): void {
    let line = firstLine;
    for (let start = 0; start < text.length; line += 1) {
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      this.#line(text.slice(start, end), line);
      start = end + 1;
    }
  }

  /** Says that there is no more text. */
  end(): void {
    if (this.#pending !== '') this.faults.push(fault('bad-csv', { reason: 'a quoted field is not closed, expected a double quote at its end' }, { line: this.#pendingLine }));
    else if (this.#header === null) this.faults.push(fault('file-empty', {}, { line: 1 }));
  }

  #line(text: string, line: number): void {
    if (this.#pending === '' && !text.includes('"')) {
      const content = text.endsWith('\r') ? text.slice(0, -1) : text;
      if (content !== '') this.#row(content.split(','), line);
      return;
    }
    const whole = this.#pending === '' ? text : `${this.#pending}\n${text}`;
    const startedAt = this.#pending === '' ? line : this.#pendingLine;
    const fields = splitQuoted(whole);
    if (fields === 'open') {
      this.#pending = whole;
      this.#pendingLine = startedAt;
      return;
    }
    this.#pending = '';
    if (typeof fields === 'string') this.faults.push(fault('bad-csv', { reason: fields }, { line: startedAt }));
    else this.#row(fields, startedAt);
  }

  #row(fields: readonly string[], line: number): void {
    if (this.#header === null) {
      this.#header = fields.map((name) => name.trim());
      const twice = this.#header.find((name, at) => this.#header!.indexOf(name) !== at);
      if (twice !== undefined) this.faults.push(fault('bad-csv', { reason: `the column ${JSON.stringify(twice)} is there twice, expected each column once` }, { line }));
      this.#onHeader(this.#header);
    } else if (fields.length !== this.#header.length) {
      this.faults.push(fault('bad-csv', { reason: `the row has ${fields.length} fields, expected ${this.#header.length} as in the header` }, { line }));
    } else this.#onRow(fields, line);
  }
}

/** How a CSV file is written. */
export interface CsvStyle {
  readonly lineEnd: '\n' | '\r\n';
  /** Puts an apostrophe before cells that a spreadsheet would run as a formula. */
  readonly escapeFormulas: boolean;
}

/** One line of CSV, quoting what needs it. */
export function csvLine(fields: readonly (string | number | boolean | null)[], style: CsvStyle = { lineEnd: '\n', escapeFormulas: false }): string {
  return fields.map((field) => csvField(field, style)).join(',') + style.lineEnd;
}

function csvField(field: string | number | boolean | null, style: CsvStyle): string {
  if (field === null) return '';
  const text = style.escapeFormulas && typeof field === 'string' && /^[=+\-@\t\r]/.test(field) ? `'${field}` : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The fields of a line with quotes; `open` when a quoted field goes on in the next line; otherwise what is wrong. */
function splitQuoted(text: string): readonly string[] | 'open' | string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      let field = '';
      let from = at + 1;
      for (;;) {
        const quote = line.indexOf('"', from);
        if (quote < 0) return 'open';
        field += line.slice(from, quote);
        if (line[quote + 1] !== '"') {
          at = quote + 1;
          break;
        }
        field += '"';
        from = quote + 2;
      }
      fields.push(field);
      if (at < line.length && line[at] !== ',') return `after a quoted field came ${JSON.stringify(line[at])}, expected a comma or the end of the line`;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma < 0 ? line.length : comma;
      const field = line.slice(at, end);
      if (field.includes('"')) return 'a double quote stands inside an unquoted field; quote the field and double the quotes in it';
      fields.push(field);
      at = end;
    }
    if (at >= line.length) return fields;
    at += 1;
    if (at === line.length) return [...fields, ''];
  }
}
