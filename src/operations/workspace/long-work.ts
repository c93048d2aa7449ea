import { listStaging } from '../../store/staging.ts';
import type { Staging } from '../../store/staging.ts';
import { authorise } from '../authorise.ts';
import type { WorkContext } from '../work-context.ts';

/** Work that is stored in pieces: a round that is being opened, or an import of units. */
export type LongWork = Pick<Staging, 'kind' | 'name' | 'done' | 'total' | 'startedAt'>;

/** How far the long work in a project is. Leads. */
export async function longWork(
  context: WorkContext,
  input: { readonly project: string },
): Promise<{ readonly items: readonly LongWork[] }> {
  authorise(context.actor, input.project, 'lead');
  const found = await context.store.read((db) => listStaging(db, input.project));
  // What a dead process left has a total of −1 while it is removed.
  const items = found.filter((one) => one.total >= 0);
  return {
    items: items.map(({ kind, name, done, total, startedAt }) => {
      return { kind, name, done, total, startedAt };
    }),
  };
}
