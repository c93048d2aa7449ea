import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** Somebody was given a role that sees the answers of an open run, or a way into one. */
export type RunAccess = Omit<Row<'run_access'>, 'seq'>;

/** Notes it with the run. */
export async function insertRunAccess(tx: WriteTransaction, access: RunAccess): Promise<void> {
  await tx.insertInto('run_access').values(toColumns('run_access', access)).execute();
}

/** What was noted of a run, in order. */
export function listRunAccess(db: Database, run: string): Promise<readonly RunAccess[]> {
  return db
    .selectFrom('run_access')
    .select(fields('run_access', 'seq'))
    .where('run', '=', run)
    .orderBy('seq')
    .execute();
}
