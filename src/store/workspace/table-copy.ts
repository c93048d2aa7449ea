import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { bindingsOf, databaseKind } from '../kysely-handle.ts';
import type { Store } from '../open-store.ts';
import { tableNames, tableShapes } from '../tables.ts';
import type { Database, TableName, WriteTransaction } from '../tables.ts';

/** A value as both databases keep it. */
export type StoredValue = string | number | null;

/** The rows of a table, in the order of its key. */
export interface TableRows {
  readonly table: TableName;
  readonly columns: readonly string[];
  /** Piece by piece, each row as values in the order of the columns. */
  readonly pieces: AsyncIterable<readonly (readonly StoredValue[])[]>;
}

/** What a table held: how many rows, and a hash over all of them. */
export interface TableSum {
  readonly table: string;
  readonly rows: number;
  readonly sha256: string;
}

/** Hashes rows as they pass: the same rows in the same order give the same hash on any database. */
export class RowSum {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(rows: readonly (readonly StoredValue[])[]): void {
    for (const row of rows) this.#hash.update(`${JSON.stringify(row)}\n`);
    this.#rows += rows.length;
  }

  result<Table extends string>(table: Table): TableSum & { readonly table: Table } {
    return { table, rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** Every table with its rows, from a snapshot whose queries can be streamed. */
export function* readTables(db: Database): Iterable<TableRows> {
  for (const table of tableNames) {
    const { columns } = tableShapes[table];
    yield { table, columns, pieces: readRows(db, table, columns) };
  }
}

/** The name of a table with rows, or null when the workspace is new. */
export async function firstFilledTable(db: Database): Promise<TableName | null> {
  for (const table of tableNames) {
    if (table === 'workspace') continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return table;
  }
  return null;
}

/** How many rows a write holds: so few that nobody on the same server waits for long. */
const rowsTogether = 2000;

/**
 * Fills an empty workspace with tables, piece by piece, and reads each back; throws unless the
 * hashes are equal. Nobody else may see it until it is complete.
 */
export async function fillTables(
  store: Store,
  tables: Iterable<TableRows> | AsyncIterable<TableRows>,
  progress: (rows: number) => void = () => undefined,
): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  let done = 0;
  const write = <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
    store.write(
      (tx) => {
        // The audit log that is copied with the rows binds them already.
        bindingsOf(tx).isOff = true;
        return work(tx);
      },
      { alone: true },
    );
  // The workspace gets the id of the copied one.
  await write((tx) => tx.deleteFrom('workspace').execute());
  for await (const { table, columns, pieces } of tables) {
    const got = new RowSum();
    for await (const rows of largerPieces(pieces)) {
      got.add(rows);
      await write((tx) => bulkInsert(tx, table, columns as never, rows));
      progress((done += rows.length));
    }
    const sum = got.result(table);
    await write((tx) => refreshStatistics(tx, table, sum.rows));
    const kept = await store.snapshot((db) => sumTable(db, table, columns));
    if (kept.sha256 !== sum.sha256)
      refuse('copy-differs', {
        table,
        detail: codedText('rows-copied', { got: sum.rows, kept: kept.rows }),
      });
    sums.push(sum);
  }
  await write(continueNumbers);
  return sums;
}

async function* largerPieces(pieces: TableRows['pieces']): TableRows['pieces'] {
  let larger: (readonly StoredValue[])[] = [];
  for await (const rows of pieces) {
    larger.push(...rows);
    if (larger.length < rowsTogether) continue;
    yield larger;
    larger = [];
  }
  if (larger.length > 0) yield larger;
}

async function sumTable(
  db: Database,
  table: TableName,
  columns: readonly string[],
): Promise<TableSum> {
  const sum = new RowSum();
  for await (const rows of readRows(db, table, columns)) sum.add(rows);
  return sum.result(table);
}

async function* readRows(
  db: Database,
  table: TableName,
  columns: readonly string[],
): TableRows['pieces'] {
  const names = (list: readonly string[]): string => list.map((name) => `"${name}"`).join(', ');
  const order = names(tableShapes[table].key);
  const query = CompiledQuery.raw(`select ${names(columns)} from "${table}" order by ${order}`);
  const pieces = db.getExecutor().stream<Readonly<Record<string, StoredValue>>>(query, 500);
  for await (const { rows } of pieces)
    yield rows.map((row) => columns.map((column) => row[column] ?? null));
}

/** PostgreSQL does not count inserted numbers, so its sequences are set to follow them. */
async function continueNumbers(tx: WriteTransaction): Promise<void> {
  if (databaseKind(tx) !== 'postgres') return;
  for (const table of tableNames) {
    const { numbered } = tableShapes[table];
    if (numbered === null) continue;
    const last = sql`select coalesce(max(${sql.ref(numbered)}), 0) + 1 from ${sql.table(table)}`;
    const sequence = sql`pg_get_serial_sequence(${table}, ${numbered})`;
    await sql`select setval(${sequence}, (${last}), false)`.execute(tx);
  }
}
