import type { Store } from '../../store/open-store.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { liveTally } from '../fold/live-tally.ts';

/** The judgments of a run, folded, as of now. */
export async function runFold(
  store: Store,
  run: { readonly project: string; readonly id: string },
): Promise<TaskFold> {
  return (await liveTally(store, { project: run.project, run: run.id })).tally;
}
