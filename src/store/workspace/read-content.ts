import type { Binding, RowBinding, RowsBinding } from './bindings.ts';
import { coverageOf } from './coverage.ts';
import { checkLength } from './row-content.ts';
import { readRanges } from './number-ranges.ts';

/** What the content of an entry binds; null when the program did not write it so. */
export function readContent(text: string): readonly Binding[] | null {
  if (text === '[]') return [];
  try {
    const bound = JSON.parse(text) as readonly Binding[];
    return Array.isArray(bound) && bound.every(isBinding) ? bound : null;
  } catch {
    // Somebody wrote it by hand, and perhaps gave it a hash that fits.
    return null;
  }
}

function isBinding(value: Binding | null): value is Binding {
  if (typeof value !== 'object' || value === null) return false;
  return 'key' in value ? isRowBinding(value) : isRowsBinding(value);
}

function isRowBinding({ table, key, sha256, checks, lasting }: RowBinding): boolean {
  const coverage = coverageOf(table);
  if (coverage?.manner !== 'row' || !Array.isArray(key)) return false;
  if (key.length !== coverage.key.length) return false;
  if (sha256 === null) return checks === null && lasting === undefined;
  return isText(sha256, true) && isText(checks, true) && isText(lasting, coverage.hasLasting);
}

function isRowsBinding({ table, rows, of, part, parts, sha256, ...more }: RowsBinding): boolean {
  const coverage = coverageOf(table);
  const isGroup = coverage?.manner === 'group';
  if ((coverage?.manner !== 'log' && !isGroup) || (typeof of === 'string') !== isGroup)
    return false;
  if (!isCount(part) || !isCount(parts) || !isText(more.import, false)) return false;
  if (!isText(sha256, true) || !isText(more.checks, true) || !isText(rows, true)) return false;
  if (rows === '') return isGroup;
  const numbers = readRanges(rows);
  if (numbers === null) return false;
  const width = more.withdrawn === true ? 0 : more.checks.length / numbers.length;
  return width % checkLength === 0;
}

function isText(value: unknown, isNeeded: boolean): boolean {
  return typeof value === 'string' || (!isNeeded && value === undefined);
}

function isCount(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0);
}
