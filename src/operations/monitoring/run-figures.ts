import type { Store } from '../../store/open-store.ts';
import { foldRatings } from '../../truth/fold/fold-ratings.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { gateFigures } from '../../truth/rounds/gate-figures.ts';
import type { GateFigures } from '../../truth/rounds/gate-report.ts';
import { liveTally } from '../fold/live-tally.ts';

/** The judgments of a run, folded, as of now. */
export async function runFold(
  store: Store,
  run: { readonly project: string; readonly id: string },
): Promise<TaskFold> {
  return (await liveTally(store, { project: run.project, run: run.id })).tally;
}

/** What the gates of a run ask for. Agreement is measured between families. */
export function runGateFigures(fold: TaskFold, wanted: number): GateFigures {
  return gateFigures({
    rated: foldRatings(fold),
    annotators: fold.agreementColumns().names.length,
    quotas: () => ({ wanted, given: fold.judged }),
  });
}
