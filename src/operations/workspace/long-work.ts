import { listStaging } from '../../store/staging.ts';
import type { Staging } from '../../store/staging.ts';
import { authorise } from '../authorise.ts';
import { runningBulkActs } from '../units/bulk-progress.ts';
import type { BulkProgress } from '../units/bulk-progress.ts';
import type { WorkContext } from '../work-context.ts';

/** Work that takes a while: a round that is being opened, an import, a change of many units. */
export interface LongWork extends Pick<Staging, 'name' | 'done' | 'total' | 'startedAt'> {
  readonly kind: Staging['kind'] | BulkProgress['kind'];
}

/** How far the long work in a project is. Leads and adjudicators. */
export async function longWork(
  context: WorkContext,
  input: { readonly project: string },
): Promise<{ readonly items: readonly LongWork[] }> {
  authorise(context.actor, input.project, 'lead', 'adjudicator');
  const found = await context.store.read((db) => listStaging(db, input.project));
  // What a dead process left has a total of −1 while it is removed.
  const items = found.filter((one) => one.total >= 0);
  const acts = runningBulkActs(context.store, input.project);
  return {
    items: [...items, ...acts].map(({ kind, name, done, total, startedAt }) => {
      return { kind, name, done, total, startedAt };
    }),
  };
}
