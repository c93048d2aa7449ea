import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables, TimeText } from '../tables.ts';

/**
 * What came into a project from outside: which file, what it held, and what was changed on the way.
 */
export interface ImportEntry {
  readonly id: string;
  readonly project: string;
  readonly task: string;
  readonly name: string;
  readonly contentHash: string;
  readonly format: string;
  readonly mode: Tables['import_log']['mode'];
  readonly counts: Readonly<Record<string, number>>;
  /** Every change that was made to a value, in the order of the file. */
  readonly changes: readonly unknown[];
  readonly by: string;
  readonly at: TimeText;
}

/** Adds an import to the log. */
export async function insertImport(tx: Transaction<Tables>, entry: ImportEntry): Promise<void> {
  const { id, project, task, name, contentHash, format, mode, by, at } = entry;
  await tx
    .insertInto('import_log')
    .values({
      id,
      project,
      task,
      name,
      content_hash: contentHash,
      format,
      mode,
      counts: JSON.stringify(entry.counts),
      changes: JSON.stringify(entry.changes),
      by,
      at,
    })
    .execute();
}

/** The import of the same content into the same task, if there was one. */
export async function findImport(
  db: Kysely<Tables>,
  given: Pick<ImportEntry, 'project' | 'task' | 'contentHash'>,
): Promise<ImportEntry | null> {
  const row = await selectImport(db)
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .where('content_hash', '=', given.contentHash)
    .orderBy('seq')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row === undefined ? null : readImport(row);
}

/** The imports of a project, oldest first. */
export async function listImports(
  db: Kysely<Tables>,
  project: string,
): Promise<readonly ImportEntry[]> {
  return (await selectImport(db).where('project', '=', project).orderBy('seq').execute()).map(
    readImport,
  );
}

/** The columns as they are named outside the store. */
function selectImport(db: Kysely<Tables>) {
  return db
    .selectFrom('import_log')
    .select([
      'id',
      'project',
      'task',
      'name',
      'content_hash as contentHash',
      'format',
      'mode',
      'counts',
      'changes',
      'by',
      'at',
    ]);
}

function readImport<
  Row extends Omit<ImportEntry, 'counts' | 'changes'> & {
    readonly counts: string;
    readonly changes: string;
  },
>(row: Row): ImportEntry {
  return {
    ...row,
    counts: JSON.parse(row.counts) as ImportEntry['counts'],
    changes: JSON.parse(row.changes) as readonly unknown[],
  };
}
