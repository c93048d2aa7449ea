import { fault, printValue } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';

/** A row of a JSONL file. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** A row, or what is wrong with the line. */
export type ReadRow = { readonly ok: true; readonly row: JsonRow } | { readonly ok: false; readonly fault: Fault };

/** Parses one line as a JSON object. */
export function parseRow(text: string): ReadRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: fault('bad-json', { came: printValue(text.trim()) }) };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { ok: false, fault: fault('not-an-object', { came: printValue(value) }) };
  return { ok: true, row: value as JsonRow };
}

/**
 * What JavaScript's parser hides: a number such as 1.0 where a whole number must stand, and a key that is there twice (the parser
 * keeps the last). Looks only at the named fields, so that it costs little per line.
 */
export function hiddenFaults(text: string, fields: readonly string[], wholeNumbers: readonly string[]): readonly Fault[] {
  let found: Fault[] | null = null;
  for (const field of fields) {
    const needle = `"${field}"`;
    const first = text.indexOf(needle);
    if (first < 0) continue;
    if (text.indexOf(needle, first + needle.length) >= 0 && topLevelKeys(text).filter((key) => key === field).length > 1) {
      (found ??= []).push(fault('duplicate-key', { field }));
    }
    if (wholeNumbers.includes(field)) {
      const written = fractionAt(text, first + needle.length);
      if (written !== null) (found ??= []).push(fault('wrong-value', { field, came: written, expected: 'a whole number, written without a fraction' }));
    }
  }
  return found ?? [];
}

/** The number after a key when it is written with a fraction or an exponent. */
function fractionAt(text: string, afterKey: number): string | null {
  const match = /\s*:\s*(-?\d+[.eE][0-9eE+-]*)/y;
  match.lastIndex = afterKey;
  return match.exec(text)?.[1] ?? null;
}

function topLevelKeys(text: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const end = stringEnd(text, at);
      if (depth === 1 && /^\s*:/.test(text.slice(end, end + 20))) keys.push(JSON.parse(text.slice(at, end)) as string);
      at = end - 1;
    }
  }
  return keys;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
