import type { TableName } from '../tables.ts';
import { groupValues, keyOf } from './bindings.ts';
import type { RowBinding, RowsBinding } from './bindings.ts';
import type { Coverage } from './coverage.ts';
import { checkLength, nullCheck, rowChecks, rowsContent } from './row-content.ts';
import type { RowValues } from './row-content.ts';

/**
 * What is wrong with a row. `rows-changed`: one of several, when it is not known which. The last
 * four are of entries that say what the program never does.
 */
export type RowFaultKind =
  | 'row-changed'
  | 'row-missing'
  | 'row-inserted'
  | 'rows-changed'
  | 'change-unproven'
  | 'removal-unproven'
  | 'withdrawal-unproven'
  | 'import-unproven';

/** A row that is not as the log says. */
export interface RowFault {
  readonly kind: RowFaultKind;
  readonly table: TableName;
  /** The row by its key, and its id where the key is a number: `seq 17, id 01J…`. */
  readonly row: string;
  /** The changed column; null when the whole row is meant, or it is not known which. */
  readonly field: string | null;
}

/**
 * Compares rows of a log or a group with the block that binds them, by their numbers. Some may be
 * gone, where an unfinished import is being deleted.
 */
export function compareRows(
  coverage: Coverage,
  { rows: ranges, sha256, checks }: RowsBinding,
  numbers: readonly number[],
  found: readonly RowValues[],
  isGone: (number: number) => boolean = () => false,
): readonly RowFault[] {
  const width = numbers.length === 0 ? 0 : checks.length / numbers.length;
  const checksAt = (place: number): string => checks.slice(place * width, (place + 1) * width);
  const inOrder = found.map((row, at) => comparable(coverage, row, checksAt(at)));
  const place = coverage.columns.indexOf(coverage.number);
  const isWhole = found.length === numbers.length && rowsContent(inOrder).sha256 === sha256;
  if (isWhole) return [];
  const faults: RowFault[] = [];
  const left = new Map<number, RowValues[]>();
  for (const row of found) {
    const number = Number(row[place]);
    left.set(number, [...(left.get(number) ?? []), row]);
  }
  numbers.forEach((number, at) => {
    const row = left.get(number)?.shift();
    if (row === undefined) {
      if (!isGone(number)) faults.push(missingRow(coverage, [number]));
    } else
      faults.push(...differences(coverage, comparable(coverage, row, checksAt(at)), checksAt(at)));
  });
  for (const rows of left.values()) for (const row of rows) faults.push(insertedRow(coverage, row));
  // What is left of rows that were deleted again is known by its checks alone.
  if (faults.length > 0 || numbers.some(isGone)) return faults;
  const isOne = found.length === 1;
  const row = isOne ? placeOf(coverage, found[0]!) : `one of ${coverage.number} ${ranges}`;
  const kind = isOne ? 'row-changed' : 'rows-changed';
  return [{ table: coverage.table, row, field: null, kind }];
}

/** Compares a row with its latest binding. */
export function compareRow(
  coverage: Coverage,
  { sha256, checks }: RowBinding,
  row: RowValues,
): readonly RowFault[] {
  if (rowsContent([row]).sha256 === sha256) return [];
  const faults = differences(coverage, row, checks ?? '');
  if (faults.length > 0) return faults;
  const place = placeOf(coverage, row);
  return [{ table: coverage.table, row: place, field: null, kind: 'row-changed' }];
}

/** A row that no entry binds. */
export function insertedRow(coverage: Coverage, row: RowValues): RowFault {
  const place = placeOf(coverage, row);
  return { table: coverage.table, row: place, field: null, kind: 'row-inserted' };
}

/** A bound row that is no longer there, by its key or number. */
export function missingRow(coverage: Coverage, key: RowValues): RowFault {
  const names = key.length === coverage.key.length ? coverage.key : [coverage.number];
  const row = keyText(names, key);
  return { table: coverage.table, row, field: null, kind: 'row-missing' };
}

/** A slot that was bound as free may be claimed: that is not an assignment. */
function comparable(coverage: Coverage, row: RowValues, checks: string): RowValues {
  if (coverage.manner === 'log') return row;
  const values = groupValues(coverage, row);
  const annotator = coverage.columns.indexOf('annotator');
  const start = annotator * checkLength;
  const wasFree = checks.slice(start, start + checkLength) === nullCheck;
  if (coverage.table !== 'slot') return values;
  return values.with(annotator, wasFree ? null : row[annotator]!);
}

/** The columns of a row whose checks are others than they were. */
export function differences(
  coverage: Coverage,
  row: RowValues,
  checks: string,
): readonly RowFault[] {
  const now = rowChecks(row);
  const place = placeOf(coverage, row);
  return coverage.columns
    .filter((_, at) => {
      const [start, end] = [at * checkLength, (at + 1) * checkLength];
      // A column that was added later was null.
      const was = end <= checks.length ? checks.slice(start, end) : nullCheck;
      return now.slice(start, end) !== was;
    })
    .map((field) => ({ table: coverage.table, row: place, field, kind: 'row-changed' as const }));
}

/** A row by its key, for people. */
export function keyText(names: readonly string[], key: RowValues): string {
  return names.map((name, at) => `${name} ${key[at]!}`).join(', ');
}

function placeOf(coverage: Coverage, row: RowValues): string {
  const key = keyOf(coverage, row);
  const names = coverage.key.map((name, at) => `${name} ${key[at]!}`);
  const id = coverage.columns.indexOf('id');
  if (id >= 0 && !coverage.key.includes('id')) names.push(`id ${row[id]!}`);
  return names.join(', ');
}
