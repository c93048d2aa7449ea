import { codedText, foundValue } from '../domain/text-values.ts';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { wrongField } from '../domain/field-fault.ts';
import { readJson } from './json-value.ts';
import { walkJson } from './json-walk.ts';
import { isFields } from './own-field.ts';

/** A row of a JSONL file. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** A row, or what is wrong with the line. */
export type ReadRow =
  | { readonly ok: true; readonly row: JsonRow }
  | { readonly ok: false; readonly fault: Fault };

/**
 * Parses one line as a JSON object; see {@link readJson} for what is refused.
 * @example parseRow('{"unit":"u1","unit":"u2"}').ok // false
 */
export function parseRow(text: string): ReadRow {
  const read = readJson(text);
  if (!read.ok) return { ok: false, fault: read.faults[0]! };
  return isFields(read.value)
    ? { ok: true, row: read.value }
    : { ok: false, fault: fault('not-an-object', { got: foundValue(read.value) }) };
}

/**
 * Whether the first line of a file is the beginning of JSON that goes on over several lines: then
 * every line would be a fault, and the file is one.
 * @example goesOnOverLines('{') // true
 * @example goesOnOverLines('{"a":1}') // false
 */
export function goesOnOverLines(firstLine: string): boolean {
  return /^\s*([[{]|\{\s*"[^"]*"\s*:.*[,[{])\s*$/s.test(firstLine) && !readJson(firstLine).ok;
}

/**
 * Numbers such as 1.0 or 1e0 where a whole number is required, which JSON.parse hides. Checks the
 * named fields in the row itself, its `answers` and its `grades`.
 * @example hiddenFaults('{"grade":1.0}', ['grade'])[0].values.got // '1.0'
 */
export function hiddenFaults(text: string, wholeNumbers: readonly string[]): readonly Fault[] {
  if (!hasFraction(text)) return [];
  const faults: Fault[] = [];
  walkJson(text, {
    key: (path, _isTwice, at) => {
      fractionHere.lastIndex = at;
      const written = fractionHere.exec(text)?.[1];
      // Another number is off every scale of whole numbers anyway, and that is said elsewhere.
      if (written === undefined || !Number.isInteger(Number(written))) return;
      const field = path();
      if (wholeNumbers.includes(field.replace(/^(answers|grades)\./, '')))
        faults.push(wrongField(field, written, codedText('unfractioned')));
    },
  });
  return faults;
}

const fractionHere = /\s*(-?\d+[.eE][0-9eE+-]*)/y;

/** Whether a number with a fraction follows a colon. By hand: a regex takes three times as long. */
function hasFraction(text: string): boolean {
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let next = at + 1;
    while (text.charCodeAt(next) <= 32) next += 1;
    if (text.charCodeAt(next) === 45) next += 1;
    if (!isDigit(text.charCodeAt(next))) continue;
    while (isDigit(text.charCodeAt(next))) next += 1;
    if (text[next] === '.' || text[next] === 'e' || text[next] === 'E') return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** In characters: more than anybody reads of one unit, and larger rows would delay saves. */
export const largestRow = 2_000_000;

/**
 * What is wrong with the size of a row, by its line or else by its texts; null when nothing is.
 * @example sizeFault({ row: { id: '1', text: 'short' } }) // null
 */
export function sizeFault({
  row,
  text,
}: {
  readonly row: JsonRow;
  readonly text?: string | undefined;
}): Fault | null {
  const got = text?.length ?? textSize(row);
  return got > largestRow ? fault('row-too-large', { got, limit: largestRow }) : null;
}

/**
 * How many characters a value has, keys and positions included.
 * @example textSize({ id: 'u1', tags: ['a'] }) // 10
 */
export function textSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + textSize(one), 0);
}
