import type { Fault } from '../domain/fault.ts';
import { wrongField } from '../domain/field-fault.ts';
import { walkJson } from './json-walk.ts';
import { isExactNumber, writtenInQuotes } from '../domain/units/unit.ts';

/**
 * The whole numbers in a row that JSON.parse rounded: beyond 2^53 it keeps the nearest number, and
 * two ids become one. `text`, the row's line, shows which were rounded; without it every number
 * that large is a fault.
 * @example changedNumbers({ by: 1234567890123456800 }, '{"by":1234567890123456781}').length // 1
 */
export function changedNumbers(row: object, text?: string): readonly Fault[] {
  // Asked of every row, and hardly any has so many digits in a row.
  if (text !== undefined && !manyDigits.test(text)) return [];
  const large = largeNumbers(row);
  if (large.length === 0) return [];
  const written = text === undefined ? null : changedIn(text);
  return large.flatMap(({ path, value }) => {
    const got = written === null ? String(value) : written.get(value);
    return got === undefined ? [] : [wrongField(path, got.slice(0, 60), writtenInQuotes)];
  });
}

const manyDigits = /\d{16}/;

/** Numbers too large to be exact, with their paths. No recursion, so no nesting is too deep. */
function largeNumbers(row: object): readonly { readonly path: string; readonly value: number }[] {
  const found: { readonly path: string; readonly value: number }[] = [];
  const open: { readonly path: string; readonly entries: object }[] = [{ path: '', entries: row }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [key, value] of Object.entries(next.entries) as readonly [string, unknown][]) {
      const named = next.path === '' ? key : `${next.path}.${key}`;
      const path = Array.isArray(next.entries) ? `${next.path}[${key}]` : named;
      if (typeof value === 'object' && value !== null) open.push({ path, entries: value });
      else if (typeof value === 'number' && !isExactNumber(value)) found.push({ path, value });
    }
  }
  return found;
}

/** The whole numbers in a JSON text whose digits do not survive parsing, by the parsed value. */
function changedIn(text: string): ReadonlyMap<number, string> {
  const changed = new Map<number, string>();
  walkJson(text, {
    number: (_path, written) => {
      if (!/^-?\d{16,}$/.test(written)) return;
      const value = Number(written);
      if (!Number.isFinite(value) || BigInt(value) !== BigInt(written)) changed.set(value, written);
    },
  });
  return changed;
}
