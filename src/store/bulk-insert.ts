import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { bindingsOf, databaseKind, directConnection } from './kysely-handle.ts';
import type { DatabaseKind } from './kysely-handle.ts';
import type { TableName, Tables, WriteTransaction } from './tables.ts';
import { noteInserted, returningText } from './bound-insert.ts';
import type { GroupPiece } from './workspace/bindings.ts';
import { coverageOf } from './workspace/coverage.ts';

/** Rows per statement: a few sizes only, so that the statements are prepared once. */
const sizes = [500, 100, 50, 20, 10, 5, 2, 1];
/** How long rows may be inserted before readers get a turn, in milliseconds. */
const longestTurn = 10;
/** How long a statement should take at most, in milliseconds: the next ones are so large. */
const longestStatement = 8;
const firstSize = 100;
const smallest = 20;

/** `skipKnown` leaves out rows whose unique key already exists, instead of failing. */
export interface BulkOptions {
  readonly skipKnown?: boolean;
  /** A piece of a run: the audit log binds the rows as they come, without reading the run again. */
  readonly piece?: GroupPiece;
}

/** Inserts many rows, given as values in the order of the columns; returns how many were new. */
export async function bulkInsert<Table extends TableName>(
  tx: WriteTransaction,
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
  rows: readonly (readonly unknown[])[],
  { skipKnown = false, piece }: BulkOptions = {},
): Promise<number> {
  const kind = databaseKind(tx);
  const bindings = bindingsOf(tx);
  const connection = directConnection(tx) ?? tx;
  const coverage = bindings.isOff ? undefined : coverageOf(table);
  const returning =
    coverage === undefined ? '' : returningText(coverage, kind, piece !== undefined);
  let inserted = 0;
  let started = performance.now();
  // Only SQLite does nothing else meanwhile.
  let most = kind === 'sqlite' ? firstSize : sizes[0]!;
  for (let at = 0; at < rows.length;) {
    const size = sizes.find((one) => one <= Math.min(rows.length - at, most))!;
    const begun = performance.now();
    const given = rows.slice(at, at + size);
    const text = statement(kind, table, columns, size, skipKnown) + returning;
    const result = await connection.executeQuery<never>(CompiledQuery.raw(text, given.flat()));
    inserted += returning === '' ? Number(result.numAffectedRows ?? 0n) : result.rows.length;
    if (coverage !== undefined)
      await noteInserted(tx, bindings, coverage, columns, given, result, piece);
    at += size;
    const took = performance.now() - begun;
    if (kind === 'postgres' || took * 5 < longestStatement) most = sizes[0]!;
    else if (took > longestStatement) most = Math.max(smallest, size / 5);
    if (performance.now() - started < longestTurn) continue;
    await nextTurn();
    started = performance.now();
  }
  return inserted;
}

/** Updates PostgreSQL's statistics; on its own it would use slow plans for minutes. */
export async function refreshStatistics(
  tx: WriteTransaction,
  table: TableName,
  inserted: number,
): Promise<void> {
  if (inserted >= 1000 && databaseKind(tx) === 'postgres')
    await sql`analyze ${sql.table(table)}`.execute(tx);
}

/** Splits a list into batches that fit into one query. */
export function* batches<T>(items: readonly T[], size = 500): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Cached by the list of columns, which nearly all callers have as a constant. */
const statements = new WeakMap<readonly string[], Map<string, string>>();

function statement(
  kind: DatabaseKind,
  table: string,
  columns: readonly string[],
  size: number,
  skipKnown: boolean,
): string {
  const known = statements.get(columns) ?? new Map<string, string>();
  statements.set(columns, known);
  const key = `${kind} ${table} ${size} ${skipKnown}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const names = columns.map((column) => `"${column}"`).join(', ');
  const parameter = (at: number): string => (kind === 'sqlite' ? '?' : `$${at + 1}`);
  const row = (at: number): string =>
    `(${columns.map((_, column) => parameter(at * columns.length + column)).join(', ')})`;
  const values = Array.from({ length: size }, (_, at) => row(at)).join(', ');
  const onConflict = skipKnown ? ' on conflict do nothing' : '';
  const text = `insert into "${table}" (${names}) values ${values}${onConflict}`;
  known.set(key, text);
  return text;
}
