import type { CodedText } from '../domain/coded-text.ts';
import { codedText } from '../domain/text-values.ts';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { shownName } from './own-field.ts';

/** How a table is written as text. */
export interface TableStyle {
  readonly delimiter: ',' | '\t';
  /** Whether the first row names the columns. */
  readonly header: boolean;
}

/** A row of a table, with the line that it begins on. */
interface TableRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/** A table with its columns (none without a header) and faults; rows with faults are left out. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly faults: readonly Fault[];
}

/**
 * Reads a table of comma- or tab-separated text (RFC 4180, LF or CRLF; skips a byte order mark and
 * blank lines) in one pass. See CsvReader for streams.
 * @example readTable('a,b\n1,"x,y"\n').rows // [{ fields: ['1', 'x,y'], line: 2 }]
 */
export function readTable(
  text: string,
  style: TableStyle = { delimiter: ',', header: true },
): Table {
  const faults: Fault[] = [];
  const rows: TableRow[] = [];
  let columns: readonly string[] = [];
  let width = -1;
  let line = 1;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    const row = rowAt(text, at, style.delimiter.charCodeAt(0));
    if (row.wrong !== null) faults.push(fault('bad-csv', { reason: row.wrong }, { line }));
    else if (row.fields.length > 1 || row.fields[0] !== '') {
      if (width < 0) {
        width = row.fields.length;
        if (style.header) columns = row.fields.map((name) => name.trim());
        for (const one of repeatedColumns(columns, line)) faults.push(one);
        if (!style.header) rows.push({ fields: row.fields, line });
      } else if (row.fields.length !== width) {
        faults.push(
          fault(
            'bad-csv',
            {
              reason: codedText(style.header ? 'field-count-header' : 'field-count-first', {
                got: row.fields.length,
                expected: width,
              }),
            },
            { line },
          ),
        );
      } else rows.push({ fields: row.fields, line });
    }
    line += row.breaks;
    at = row.next;
  }
  if (width < 0 && faults.length === 0) faults.push(fault('file-empty', {}, { line: 1 }));
  return { columns, rows, faults };
}

/** The cells of a row by column; empty cells are left out. */
export function cellsByColumn(
  columns: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap((column, at) =>
      fields[at] === undefined || fields[at] === '' ? [] : [[column, fields[at]] as const],
    ),
  );
}

interface ScannedRow {
  readonly fields: readonly string[];
  readonly next: number;
  readonly breaks: number;
  readonly wrong: CodedText | null;
}

const lineFeed = 10;
const quoteMark = 34;

function rowAt(text: string, start: number, delimiter: number): ScannedRow {
  const fields: string[] = [];
  let breaks = 0;
  for (let at = start; ;) {
    if (text.charCodeAt(at) === quoteMark) {
      const quoted = quotedAt(text, at);
      if (quoted === null)
        return { fields, next: text.length, breaks: breaks + 1, wrong: codedText('open-quote') };
      fields.push(quoted.field);
      breaks += countBreaks(text, at, quoted.end);
      at = quoted.end;
      if (
        text.charCodeAt(at) === 13 &&
        (at + 1 === text.length || text.charCodeAt(at + 1) === lineFeed)
      )
        at += 1;
      if (
        at < text.length &&
        text.charCodeAt(at) !== delimiter &&
        text.charCodeAt(at) !== lineFeed
      ) {
        return skipLine(
          text,
          at,
          fields,
          breaks,
          codedText('after-quote-table', { got: JSON.stringify(text[at]) }),
        );
      }
    } else {
      const from = at;
      let bare = false;
      for (
        ;
        at < text.length && text.charCodeAt(at) !== delimiter && text.charCodeAt(at) !== lineFeed;
        at += 1
      )
        bare ||= text.charCodeAt(at) === quoteMark;
      if (bare) return skipLine(text, at, fields, breaks, codedText('bare-quote'));
      const ends = at >= text.length || text.charCodeAt(at) === lineFeed;
      fields.push(
        text.slice(from, ends && at > from && text.charCodeAt(at - 1) === 13 ? at - 1 : at),
      );
    }
    if (at >= text.length) return { fields, next: at, breaks: breaks + 1, wrong: null };
    if (text.charCodeAt(at) === lineFeed)
      return { fields, next: at + 1, breaks: breaks + 1, wrong: null };
    at += 1;
  }
}

function quotedAt(
  text: string,
  start: number,
): { readonly field: string; readonly end: number } | null {
  const parts: string[] = [];
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    if (text.charCodeAt(quote + 1) !== quoteMark)
      return { field: parts.join('') + text.slice(from, quote), end: quote + 1 };
    parts.push(text.slice(from, quote + 1));
    from = quote + 2;
  }
}

function skipLine(
  text: string,
  at: number,
  fields: readonly string[],
  breaks: number,
  wrong: CodedText,
): ScannedRow {
  const found = text.indexOf('\n', at);
  return { fields, next: found < 0 ? text.length : found + 1, breaks: breaks + 1, wrong };
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === lineFeed) count += 1;
  return count;
}

function repeatedColumns(columns: readonly string[], line: number): readonly Fault[] {
  const seen = new Set<string>();
  return columns.flatMap((name) => {
    if (seen.has(name))
      return [
        fault(
          'bad-csv',
          { reason: codedText('column-twice', { column: JSON.stringify(shownName(name)) }) },
          { line },
        ),
      ];
    seen.add(name);
    return [];
  });
}
