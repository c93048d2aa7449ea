import { CompiledQuery } from 'kysely';
import type { Database } from '../tables.ts';
import type { Coverage } from './coverage.ts';
import type { RowValues } from './row-content.ts';
import { databaseKind } from '../kysely-handle.ts';
import type { StoredValue } from './table-copy.ts';

/**
 * The rows of a covered table in their order, or of one group, piece by piece; the connection must
 * stream.
 */
export async function* readCovered(
  db: Database,
  coverage: Coverage,
  group: string | null = null,
): AsyncGenerator<readonly RowValues[], void> {
  const { table, manner, key, number } = coverage;
  const names = readColumns(coverage);
  const parameter = databaseKind(db) === 'sqlite' ? '?' : '$1';
  const where = group === null ? '' : ` where "${coverage.group}" = ${parameter}`;
  const order = manner === 'row' ? key : [number, ...key];
  const text = `select ${quoted(names)} from "${table}"${where} order by ${quoted(order)}`;
  const query = CompiledQuery.raw(text, group === null ? [] : [group]);
  const pieces = db.getExecutor().stream<Readonly<Record<string, StoredValue>>>(query, 500);
  for await (const { rows } of pieces)
    yield rows.map((row) => names.map((name) => row[name] ?? null));
}

/** The groups of a covered table. */
export async function groupsOf(
  db: Database,
  { table, group }: Coverage,
): Promise<readonly string[]> {
  const text = `select distinct "${group}" as "group" from "${table}" order by 1`;
  const { rows } = await db.executeQuery<{ group: string }>(CompiledQuery.raw(text));
  return rows.map((row) => row.group);
}

/** A page of a covered log, after a number. */
export async function pageOfLog(
  db: Database,
  { table, columns, number }: Coverage,
  after: number,
): Promise<readonly RowValues[]> {
  const parameter = databaseKind(db) === 'sqlite' ? '?' : '$1';
  const where = `where "${number}" > ${parameter} order by "${number}" limit 500`;
  const text = `select ${quoted(columns)} from "${table}" ${where}`;
  const query = CompiledQuery.raw(text, [after]);
  const { rows } = await db.executeQuery<Readonly<Record<string, StoredValue>>>(query);
  return rows.map((row) => columns.map((name) => row[name] ?? null));
}

/** Names as they are written in a query. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The covered columns, and for a slot what identifies a claim. */
function readColumns({ table, columns }: Coverage): readonly string[] {
  return table === 'slot' ? [...columns, 'leased_until'] : columns;
}
