import { codedText, foundValue } from '../domain/text-values.ts';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { wrongField } from '../domain/field-fault.ts';

/** A row of a JSONL file. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** A row, or what is wrong with the line. */
export type ReadRow =
  | { readonly ok: true; readonly row: JsonRow }
  | { readonly ok: false; readonly fault: Fault };

/**
 * Parses one line as a JSON object. A key that appears twice at any depth is a fault: JSON.parse
 * would silently keep the last.
 * @example parseRow('{"unit":"u1","unit":"u2"}').ok // false
 */
export function parseRow(text: string): ReadRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: fault('bad-json', { got: foundValue(text.trim()) }) };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { ok: false, fault: fault('not-an-object', { got: foundValue(value) }) };
  // Counting is cheap, and only texts with quoted colons in them are walked in vain.
  const twice =
    countWrittenKeys(text) === countKeys(value)
      ? undefined
      : writtenKeys(text).find((key) => key.twice);
  return twice === undefined
    ? { ok: true, row: value as JsonRow }
    : { ok: false, fault: fault('duplicate-key', { field: twice.path }) };
}

/**
 * Numbers such as 1.0 or 1e0 where a whole number is required, which JSON.parse hides. Checks the
 * named fields in the row itself, its `answers` and its `grades`.
 * @example hiddenFaults('{"grade":1.0}', ['grade'])[0].values.got // '1.0'
 */
export function hiddenFaults(text: string, wholeNumbers: readonly string[]): readonly Fault[] {
  if (!hasFraction(text)) return [];
  return writtenKeys(text).flatMap(({ path, at }) => {
    if (!wholeNumbers.includes(path.replace(/^(answers|grades)\./, ''))) return [];
    fractionHere.lastIndex = at;
    const written = fractionHere.exec(text)?.[1];
    // Another number is off every scale of whole numbers anyway, and that is said elsewhere.
    return written === undefined || !Number.isInteger(Number(written))
      ? []
      : [wrongField(path, written, codedText('unfractioned'))];
  });
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

/** At least as many as the text has keys: a colon after a quote inside a string counts too. */
function countWrittenKeys(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) <= 32) before -= 1;
    if (text.charCodeAt(before) === 34) count += 1;
  }
  return count;
}

/** Without recursion, so that no nesting is too deep. */
function countKeys(row: object): number {
  let count = 0;
  const open: object[] = [row];
  const look = (value: unknown): void => {
    if (value !== null && typeof value === 'object') open.push(value);
  };
  for (let entries = open.pop(); entries !== undefined; entries = open.pop()) {
    if (Array.isArray(entries)) {
      for (let at = 0; at < entries.length; at += 1) look(entries[at]);
      continue;
    }
    for (const key in entries) {
      count += 1;
      look((entries as JsonRow)[key]);
    }
  }
  return count;
}

interface WrittenKey {
  /** `grades.IRB` */
  readonly path: string;
  /** Where its value begins, white space included. */
  readonly at: number;
  readonly twice: boolean;
}

/** Every key of a text that is known to be JSON. */
function writtenKeys(text: string): readonly WrittenKey[] {
  const found: WrittenKey[] = [];
  const open: { readonly path: string; readonly keys: Set<string> | null }[] = [];
  let path = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[')
      open.push({ path, keys: character === '{' ? new Set() : null });
    else if (character === '}' || character === ']') path = open.pop()?.path ?? '';
    else if (character === '"') {
      const end = stringEnd(text, at);
      const colon = colonAfter(text, end);
      const inside = open.at(-1);
      if (colon > 0 && inside?.keys) {
        const key = JSON.parse(text.slice(at, end)) as string;
        path = inside.path === '' ? key : `${inside.path}.${key}`;
        found.push({ path, at: colon, twice: inside.keys.has(key) });
        inside.keys.add(key);
      }
      at = end - 1;
    }
  }
  return found;
}

/** The offset after the quote that closes the text starting at this quote. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The offset after the colon that follows, or 0 when something else does. */
function colonAfter(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at += 1;
  return text[at] === ':' ? at + 1 : 0;
}
