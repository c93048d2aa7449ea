import { storedJson } from '../../domain/stored-json.ts';
import { sql } from 'kysely';
import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** One import: the file, what it contained, and what was changed. */
export interface ImportEntry extends Omit<Row<'import_log'>, 'seq' | 'counts' | 'changes'> {
  readonly counts: Readonly<Record<string, number>>;
  /** Every change that was made to a value, in the order of the file. */
  readonly changes: readonly unknown[];
}

/** Adds an import to the log. */
export async function insertImport(tx: WriteTransaction, entry: ImportEntry): Promise<void> {
  const counts = JSON.stringify(entry.counts);
  const changes = JSON.stringify(entry.changes);
  const row = toColumns('import_log', { ...entry, counts, changes });
  await tx.insertInto('import_log').values(row).execute();
}

/** What an import is known by: the same content, of the same kind, for the same task. */
export interface ImportPlace extends Pick<ImportEntry, 'project' | 'task' | 'contentHash'> {
  readonly kind: string;
}

/** The first import of the same, if there was one. A file may hold units and judgments. */
export async function findImport(
  db: Database,
  { project, task, contentHash, kind }: ImportPlace,
): Promise<ImportEntry | null> {
  const row = await selectImport(db)
    .where((eb) => eb.and({ project, task, content_hash: contentHash }))
    .where('format', 'like', `${kind} %`)
    .orderBy('seq')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row === undefined ? null : readImport(row);
}

/** An import without the single changes, of which there may be many. */
export type ListedImport = Omit<ImportEntry, 'changes'>;

/** The imports of a project, oldest first. */
export async function listImports(db: Database, project: string): Promise<readonly ListedImport[]> {
  const query = db.selectFrom('import_log').select(fields('import_log', 'seq', 'changes'));
  return (await query.where('project', '=', project).orderBy('seq').execute()).map(withCounts);
}

/** One import with its changes; null if the project has none with this id. */
export async function importById(
  db: Database,
  { project, id }: Pick<ImportEntry, 'project' | 'id'>,
): Promise<ImportEntry | null> {
  const query = selectImport(db).where((eb) => eb.and({ project, id }));
  const row = await query.executeTakeFirst();
  return row === undefined ? null : readImport(row);
}

function selectImport(db: Database) {
  return db.selectFrom('import_log').select(fields('import_log', 'seq'));
}

function readImport(row: Omit<Row<'import_log'>, 'seq'>): ImportEntry {
  return {
    ...withCounts(row),
    changes: storedJson<readonly unknown[]>(row.changes, 'import_log', 'changes', row),
  };
}

function withCounts<Given extends Omit<Row<'import_log'>, 'seq' | 'changes'>>(row: Given) {
  const counts = storedJson<ImportEntry['counts']>(row.counts, 'import_log', 'counts', row);
  return { ...row, counts };
}
