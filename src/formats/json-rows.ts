import { foundValue } from '../domain/text-values.ts';
import { fault, faultAbout } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { readJson } from './json-value.ts';
import { goesOnOverLines } from './jsonl.ts';
import type { JsonRow } from './jsonl.ts';
import { isFields } from './own-field.ts';

/** Where a row stands: its line in a JSONL or CSV file, and its position among the rows, from 0. */
export interface RowPlace {
  readonly line: number | null;
  readonly index: number;
}

/** A row with its place. */
export interface PlacedRow extends RowPlace {
  readonly row: JsonRow;
}

/** The rows of a text, and everything that was wrong. */
export interface JsonRows {
  readonly layout: 'array' | 'lines';
  readonly rows: readonly PlacedRow[];
  readonly faults: readonly Fault[];
}

/**
 * Reads the objects of a JSON text: one array, one object, or one object per line. Anything else,
 * or absurd nesting, is a fault with its place; so is an empty text, but not an empty array.
 * @example readJsonText('{"a":1}\n{"a":2}').rows.map((one) => one.row) // [{ a: 1 }, { a: 2 }]
 */
export function readJsonText(text: string): JsonRows {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const first = /\S/.exec(body)?.[0];
  if (first === undefined)
    return { layout: 'lines', rows: [], faults: [fault('file-empty', {}, { line: 1 })] };
  if (first === '[') return arrayRows(body);
  const lines = lineRows(body);
  if (lines.faults.length === 0 || first !== '{' || !body.trim().includes('\n')) return lines;
  // One object over several lines, as a tool writes a single record.
  const whole = readJson(body);
  const isOne = !whole.ok && lines.rows.length === 0 && goesOnOverLines(firstLine(body));
  if (!whole.ok && (isOne || whole.faults.some((one) => one.code !== 'bad-json')))
    return { layout: 'array', rows: [], faults: whole.faults };
  return whole.ok && isFields(whole.value)
    ? checkedRows('array', [{ value: whole.value, line: null }])
    : lines;
}

function firstLine(text: string): string {
  return /[^\r\n]*\S[^\r\n]*/.exec(text)?.[0] ?? '';
}

/** Places a fault: at the row's line, or at its position in the array as part of the field. */
export function faultAt(found: Fault, place: RowPlace): Fault {
  if (place.line !== null) return { ...found, line: place.line };
  const field = `[${place.index}]${found.field === undefined ? '' : `.${found.field}`}`;
  return { ...faultAbout(found, `[${place.index}]`), field };
}

interface PlacedValue {
  readonly value: unknown;
  readonly line: number | null;
}

function arrayRows(text: string): JsonRows {
  const read = readJson(text);
  if (read.ok && Array.isArray(read.value))
    return checkedRows(
      'array',
      read.value.map((value: unknown) => ({ value, line: null })),
    );
  // In a JSONL file whose first line is an array, faults are reported line by line.
  const lines = lineRows(text);
  if (lines.rows.length > 0 || read.ok) return lines;
  return { layout: 'array', rows: [], faults: read.faults.map((one) => ({ ...one, line: 1 })) };
}

function lineRows(text: string): JsonRows {
  const values: PlacedValue[] = [];
  const faults: Fault[] = [];
  let line = 1;
  for (let start = 0; start < text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const content = text.slice(start, end);
    start = end + 1;
    if (content.trim() === '') continue;
    const read = readJson(content);
    if (read.ok) values.push({ value: read.value, line });
    else faults.push(...read.faults.map((one) => ({ ...one, line })));
  }
  const checked = checkedRows('lines', values);
  return { ...checked, faults: [...faults, ...checked.faults] };
}

function checkedRows(layout: 'array' | 'lines', values: readonly PlacedValue[]): JsonRows {
  const faults: Fault[] = [];
  const rows: PlacedRow[] = [];
  values.forEach(({ value, line }, index) => {
    const place = { line, index };
    if (!isFields(value))
      faults.push(faultAt(fault('not-an-object', { got: foundValue(value) }), place));
    else rows.push({ row: value, ...place });
  });
  return { layout, rows, faults };
}
