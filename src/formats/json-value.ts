import { codedText, foundValue } from '../domain/text-values.ts';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { wrongField } from '../domain/field-fault.ts';
import { writtenInQuotes } from '../domain/units/unit.ts';
import { deepestNesting } from './json-depth.ts';
import { walkJson } from './json-walk.ts';
import { shownName } from './own-field.ts';

/** The value of a JSON text, or what is wrong with it. */
export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads JSON that came from outside: the one place where it becomes a value. What JSON.parse hides
 * is a fault: a key that appears twice at any depth, a number that it changes (22 digits, 1e400),
 * absurd nesting. Takes time and memory in proportion to the text.
 * @example readJson('{"a":1,"a":2}').ok // false
 */
export function readJson(text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const got = foundValue(text.slice(0, 200).trim());
    return { ok: false, faults: [fault('bad-json', { got })] };
  }
  const keys = countKeys(value);
  if (keys < 0) {
    const got = codedText('nested-row', { levels: deepestNesting });
    return { ok: false, faults: [fault('bad-json', { got })] };
  }
  // Counting is cheap, and only texts with quoted colons in them are walked in vain.
  const mayRepeat = countWrittenKeys(text) !== keys;
  if (!mayRepeat && !doubtfulNumber.test(text)) return { ok: true, value };
  const faults = hiddenFaults(text);
  return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
}

/** Many digits in a row, or an exponent of several digits. */
const doubtfulNumber = /\d{16}|\d[eE][+-]?\d\d/;

const mostFaults = 50;

function hiddenFaults(text: string): readonly Fault[] {
  const faults: Fault[] = [];
  const add = (found: Fault): void => void (faults.length < mostFaults && faults.push(found));
  walkJson(text, {
    key: (path, isTwice) => {
      if (isTwice) add(fault('duplicate-key', { field: shownName(path()) }));
    },
    number: (path, written) => {
      const expected = changedNumber(written);
      if (expected !== null) add(wrongField(shownName(path()), written.slice(0, 60), expected));
    },
  });
  return faults;
}

/** What is expected in place of a number that JavaScript would change; null for any other. */
function changedNumber(written: string) {
  const value = Number(written);
  if (!Number.isFinite(value)) return codedText('number-in-range');
  if (/^-?\d{16,}$/.test(written))
    return BigInt(value) === BigInt(written) ? null : writtenInQuotes;
  const isLost = value === 0 && /^-?[0.]*[1-9]/.test(written);
  return isLost ? codedText('number-in-range') : null;
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

/** The keys at every depth; -1 when nested too deep. Without recursion. */
function countKeys(value: unknown): number {
  let count = 0;
  const open: object[] = [];
  const depths: number[] = [];
  const look = (entry: unknown, depth: number): void => {
    if (entry === null || typeof entry !== 'object') return;
    open.push(entry);
    depths.push(depth);
  };
  look(value, 1);
  for (let entries = open.pop(); entries !== undefined; entries = open.pop()) {
    const depth = depths.pop()! + 1;
    if (depth > deepestNesting + 1) return -1;
    if (Array.isArray(entries)) {
      for (let at = 0; at < entries.length; at += 1) look(entries[at], depth);
      continue;
    }
    for (const key in entries) {
      count += 1;
      look((entries as Readonly<Record<string, unknown>>)[key], depth);
    }
  }
  return count;
}
