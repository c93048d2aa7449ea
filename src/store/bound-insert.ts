import { CompiledQuery } from 'kysely';
import type { QueryResult } from 'kysely';
import type { DatabaseKind } from './kysely-handle.ts';
import type { WriteTransaction } from './tables.ts';
import type { Bindings, GroupPiece } from './workspace/bindings.ts';
import type { Coverage } from './workspace/coverage.ts';
import { quoted } from './workspace/covered-rows.ts';
import type { RowValues } from './workspace/row-content.ts';

type Returned = Readonly<Record<string, RowValues[number]>>;

/**
 * What a bulk insert into a covered table must return: the numbers of a log, else whole rows.
 * SQLite numbers the rows of a statement one after the other and returns the last number anyway.
 */
export function returningText(
  { manner, columns, number, isNumbered }: Coverage,
  kind: DatabaseKind,
  isPiece: boolean,
): string {
  const isLog = manner === 'log' || (isPiece && isNumbered);
  if (isLog ? kind === 'sqlite' : manner === 'group') return '';
  return ` returning ${quoted(isLog ? [number] : columns)}`;
}

/**
 * Notes rows that a bulk insert added. Of a log only the numbers are returned, since the rest is
 * known; if some rows already existed, the new ones are read.
 */
export async function noteInserted(
  tx: WriteTransaction,
  bindings: Bindings,
  coverage: Coverage,
  columns: readonly string[],
  given: readonly (readonly unknown[])[],
  { rows: returned, numAffectedRows = 0n, insertId = 0n }: QueryResult<Returned>,
  piece?: GroupPiece,
): Promise<void> {
  const { manner, number, group, isNumbered } = coverage;
  const numbers =
    returned.length > 0
      ? returned.map((row) => Number(row[number])).toSorted((a, b) => a - b)
      : numbersUpTo(Number(insertId), Number(numAffectedRows));
  const valuesOfGiven = (): RowValues[number][][] => {
    const places = coverage.columns.map((name) => columns.indexOf(name));
    const values = given.map((row) =>
      places.map((place) => (place < 0 ? null : (row[place] ?? null)) as RowValues[number]),
    );
    const own = coverage.columns.indexOf(number);
    if (isNumbered) values.forEach((row, at) => (row[own] = numbers[at]!));
    return values;
  };
  if (manner === 'group' && piece !== undefined)
    bindings.addedToGroup(coverage, piece, valuesOfGiven());
  else if (manner === 'group') {
    const at = columns.indexOf(group);
    for (const row of given) bindings.changedGroup(coverage, String(row[at]));
  } else if (manner === 'row')
    for (const row of returned) bindings.changed(coverage, valuesOf(coverage, row));
  else if (numbers.length === given.length) bindings.added(coverage, valuesOfGiven());
  else if (numbers.length > 0) {
    const where = `"${number}" in (${numbers.join(', ')}) order by "${number}"`;
    const text = `select ${quoted(coverage.columns)} from "${coverage.table}" where ${where}`;
    const { rows } = await tx.executeQuery<Returned>(CompiledQuery.raw(text));
    bindings.added(
      coverage,
      rows.map((row) => valuesOf(coverage, row)),
    );
  }
}

function numbersUpTo(last: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}

function valuesOf({ columns }: Coverage, row: Returned): RowValues {
  return columns.map((name) => row[name] ?? null);
}
