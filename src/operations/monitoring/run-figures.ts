import type { Store } from '../../store/open-store.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { liveFigures, liveTally } from '../fold/live-tally.ts';

/** The judgments of a run, folded, as of now. */
export async function runFold(
  store: Store,
  run: { readonly project: string; readonly id: string },
): Promise<TaskFold> {
  return (await liveTally(store, { project: run.project, run: run.id })).tally;
}

/** What the judgments of a run amount to, with its patterns counted in steps. */
export async function runFigures<T>(
  store: Store,
  run: { readonly project: string; readonly id: string },
  measure: (fold: TaskFold) => T,
): Promise<T> {
  const { figures } = await liveFigures(
    store,
    { project: run.project, run: run.id },
    function* ({ tally }) {
      yield* tally.countingPatterns();
      return measure(tally);
    },
  );
  return figures;
}
