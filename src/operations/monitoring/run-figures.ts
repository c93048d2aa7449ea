import type { Store } from '../../store/open-store.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { liveFigures, liveFold } from '../fold/live-fold.ts';

/** The judgments of a run, folded, as of now. */
export async function runFold(
  store: Store,
  run: { readonly project: string; readonly id: string },
): Promise<TaskFold> {
  return (await liveFold(store, { project: run.project, run: run.id })).fold;
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
    function* ({ fold }) {
      yield* fold.countingPatterns();
      return measure(fold);
    },
  );
  return figures;
}
