import type { Account } from '../../domain/fold/account.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import type { Store } from '../../store/open-store.ts';
import { countRunUnits } from '../../store/rounds/work-runs.ts';
import { countUnits } from '../../store/units/units.ts';
import { foldedAccount, withOthers } from '../../truth/fold/account.ts';
import { memoisedSteps } from './memoised-figures.ts';
import type { LiveFold } from './live-fold.ts';

/** Where all units of a task are now, or those of a run. */
export async function liveAccount(store: Store, live: LiveFold): Promise<Account> {
  const { fold, task, project, run } = live;
  const place = { project: project.project, task: task.task.id };
  const units = await store.read((db) =>
    run === null ? countUnits(db, place) : countRunUnits(db, run.id),
  );
  return withOthers(fold, allSteps(foldedAccountOf(live)), units);
}

/** The account of the units in a fold, in steps; kept until something is new. */
export function foldedAccountOf({ fold }: LiveFold): Generator<unknown, Account> {
  return memoisedSteps(fold, 'account', () => foldedAccount(fold));
}
