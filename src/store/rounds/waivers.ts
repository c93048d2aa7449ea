import type { Kysely, Transaction } from 'kysely';
import type { Tables, TimeText } from '../tables.ts';

/** Somebody's decision to go on although a gate did not pass, with the reason. */
export interface Waiver {
  readonly id: string;
  readonly project: string;
  readonly run: string;
  readonly gate: string;
  readonly by: string;
  readonly reason: string;
  readonly at: TimeText;
}

/** Adds a waiver. */
export async function insertWaiver(tx: Transaction<Tables>, waiver: Waiver): Promise<void> {
  const { id, project, run, gate, by, reason, at } = waiver;
  await tx.insertInto('waiver').values({ id, project, run, gate, by, reason, at }).execute();
}

/** The waivers of a project, or of one run, oldest first. */
export function listWaivers(
  db: Kysely<Tables>,
  filter: { readonly project: string; readonly run?: string },
): Promise<readonly (Waiver & { readonly seq: number })[]> {
  const query = db
    .selectFrom('waiver')
    .selectAll()
    .where('project', '=', filter.project)
    .orderBy('seq');
  return (filter.run === undefined ? query : query.where('run', '=', filter.run)).execute();
}
