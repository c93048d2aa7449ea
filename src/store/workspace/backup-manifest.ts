import type BetterSqlite3 from 'better-sqlite3';
import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { tableNames, tableShapes } from '../tables.ts';
import { RowSum } from './table-copy.ts';
import type { StoredValue } from './table-copy.ts';

/** What a database file holds of one table: how many rows, and a hash over these columns. */
export interface ManifestTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sha256: string;
}

/** Tables, indexes and triggers, as a table of their own. */
export const schemaTable = 'sqlite_master';

/** The steps that a file has taken. No table of the record, and absent from older manifests. */
export const migrationTable = 'migration';

/** Sums the rows of every table in a file, its steps, and what defines the tables. */
export function sumFile(database: BetterSqlite3.Database): readonly ManifestTable[] {
  const existing = new Set(
    database
      .prepare<[], string>("select name from sqlite_master where type = 'table'")
      .pluck()
      .all(),
  );
  const tables = tableNames.filter((table) => existing.has(table));
  return [
    ...tables.map((table) => {
      const { columns, key } = tableShapes[table];
      const there = new Set(
        database
          .prepare<[], string>(`select name from pragma_table_info('${table}')`)
          .pluck()
          .all(),
      );
      const known = (columns as readonly string[]).filter((name) => there.has(name));
      return sumRows(database, table, known, '', key);
    }),
    ...(existing.has(migrationTable)
      ? [sumRows(database, migrationTable, migrationColumns, '', ['version'])]
      : []),
    sumRows(database, schemaTable, schemaColumns, `where tbl_name <> '${manifestName}'`, [
      'type',
      'name',
    ]),
  ];
}

/** The manifest that a backup carries; null when it has none. */
export function readManifest(
  database: BetterSqlite3.Database,
  file: string,
): readonly ManifestTable[] | null {
  const isThere = database
    .prepare<[string]>("select 1 from sqlite_master where type = 'table' and name = ?")
    .get(manifestName);
  if (isThere === undefined) return null;
  try {
    return database
      .prepare<[], ManifestRow>(`select name, columns, rows, sha256 from ${manifestName}`)
      .all()
      .map(({ name, columns, rows, sha256 }) => ({
        table: name,
        columns: JSON.parse(columns) as readonly string[],
        rows,
        sha256,
      }));
  } catch {
    // It cannot be read, so nothing can be compared with it.
    return refuse('backup-damaged', { file, reason: codedText('manifest-unreadable') });
  }
}

/** Stores a manifest in a copy of a database, in place of one that was copied with it. */
export function writeManifest(
  database: BetterSqlite3.Database,
  tables: readonly ManifestTable[],
): void {
  database.transaction(() => {
    dropManifest(database);
    database.exec(`create table ${manifestName} (name text primary key, columns text not null,
      rows integer not null, sha256 text not null) strict`);
    const insert = database.prepare(`insert into ${manifestName} values (?, ?, ?, ?)`);
    for (const { table, columns, rows, sha256 } of tables)
      insert.run(table, JSON.stringify(columns), rows, sha256);
  })();
}

/** Removes the manifest from a database that is no longer a backup. */
export function dropManifest(database: BetterSqlite3.Database): void {
  database.exec(`drop table if exists ${manifestName}`);
}

/** Refuses a file whose tables are not those of a manifest. */
export function compareTables(
  file: string,
  expected: readonly ManifestTable[],
  found: readonly ManifestTable[],
): void {
  const left = new Map(found.map((one) => [one.table, one]));
  for (const wanted of expected) {
    const { table } = wanted;
    const got = left.get(table);
    left.delete(table);
    if (got === undefined)
      refuse('backup-damaged', { file, reason: codedText('table-missing', { table }) });
    const difference = differenceOf(wanted, got);
    // A backup that is a database file can be opened as a workspace.
    if (difference !== null)
      refuse('backup-damaged', { file, reason: codedText('perhaps-worked-in', { difference }) });
  }
  left.delete(migrationTable);
  for (const table of left.keys())
    refuse('backup-damaged', { file, reason: codedText('table-unlisted', { table }) });
}

/** How the rows of a table differ from those that were written; null when they do not. */
export function differenceOf(
  expected: Omit<ManifestTable, 'columns'>,
  got: Omit<ManifestTable, 'columns'>,
): CodedText | null {
  const { table, rows } = expected;
  if (got.rows === rows && got.sha256 === expected.sha256) return null;
  if (table === schemaTable) return codedText('schema-changed');
  if (got.rows !== rows)
    return codedText('row-count-differs', { table, got: got.rows, expected: rows });
  return codedText('rows-changed', { table, rows });
}

const manifestName = 'backup_manifest';
const migrationColumns = ['version', 'name', 'applied_at'];
const schemaColumns = ['type', 'name', 'tbl_name', 'sql'];

interface ManifestRow {
  readonly name: string;
  readonly columns: string;
  readonly rows: number;
  readonly sha256: string;
}

function sumRows(
  database: BetterSqlite3.Database,
  table: string,
  columns: readonly string[],
  where: string,
  key: readonly string[],
): ManifestTable {
  const names = (list: readonly string[]): string => list.map((name) => `"${name}"`).join(', ');
  const rows = database
    .prepare<[], readonly StoredValue[]>(
      `select ${names(columns)} from "${table}" ${where} order by ${names(key)}`,
    )
    .raw()
    .iterate();
  const sum = new RowSum();
  for (const row of rows) sum.add([row as readonly StoredValue[]]);
  return { ...sum.result(table), columns };
}
