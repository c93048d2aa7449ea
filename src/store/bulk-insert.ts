import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { databaseKind } from './kysely-handle.ts';
import type { DatabaseKind } from './kysely-handle.ts';
import type { TableName, Tables, WriteTransaction } from './tables.ts';

/** Rows per statement: a few sizes only, so that the statements are prepared once. */
const sizes = [500, 100, 50, 20, 10, 5, 2, 1];
/** How long rows may be inserted before readers get a turn, in milliseconds. */
const longestTurn = 10;

/** How rows are inserted. */
export interface BulkOptions {
  /** Leaves out rows whose unique key is there already, instead of failing. */
  readonly skipKnown?: boolean;
}

/** Inserts many rows, given as values in the order of the columns; says how many were new. */
export async function bulkInsert<Table extends TableName>(
  tx: WriteTransaction,
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
  rows: readonly (readonly unknown[])[],
  options: BulkOptions = {},
): Promise<number> {
  const kind = databaseKind(tx);
  let inserted = 0;
  let started = performance.now();
  for (let at = 0; at < rows.length;) {
    const size = sizes.find((one) => one <= rows.length - at)!;
    const parameters = rows.slice(at, at + size).flat();
    const result = await tx.executeQuery(
      CompiledQuery.raw(
        statement(kind, table, columns, size, options.skipKnown === true),
        parameters,
      ),
    );
    inserted += Number(result.numAffectedRows ?? 0n);
    at += size;
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

const statements = new WeakMap<readonly string[], Map<string, string>>();

/** Kept by the list of columns, which nearly all callers have as a constant. */
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
  const text = known.get(key) ?? insertText(kind, table, columns, size, skipKnown);
  known.set(key, text);
  return text;
}

function insertText(
  kind: DatabaseKind,
  table: string,
  columns: readonly string[],
  size: number,
  skipKnown: boolean,
): string {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const parameter = (at: number): string => (kind === 'sqlite' ? '?' : `$${at + 1}`);
  const row = (at: number): string =>
    `(${columns.map((_, column) => parameter(at * columns.length + column)).join(', ')})`;
  const values = Array.from({ length: size }, (_, at) => row(at)).join(', ');
  const onConflict = skipKnown ? ' on conflict do nothing' : '';
  return `insert into "${table}" (${names}) values ${values}${onConflict}`;
}
