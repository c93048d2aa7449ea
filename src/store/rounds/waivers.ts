import { toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** Somebody's decision to go on although a gate did not pass, with the reason. */
export type Waiver = Omit<Row<'waiver'>, 'seq'>;

/** Adds a waiver. */
export async function insertWaiver(tx: WriteTransaction, waiver: Waiver): Promise<void> {
  await tx.insertInto('waiver').values(toColumns('waiver', waiver)).execute();
}

/** The waivers of a project, or of one run, oldest first. */
export function listWaivers(
  db: Database,
  filter: { readonly project: string; readonly run?: string },
): Promise<readonly Row<'waiver'>[]> {
  const query = db.selectFrom('waiver').selectAll().where('project', '=', filter.project);
  const ofRun = filter.run === undefined ? query : query.where('run', '=', filter.run);
  return ofRun.orderBy('seq').execute();
}
