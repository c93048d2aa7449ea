import { refuse } from '../../domain/fault.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import type { ChangedAnnotators } from './add-annotator.ts';
import { leaveRun } from './leave-run.ts';
import { forgetProgress } from '../judging/own-progress.ts';
import { runWork } from './run-work.ts';
import type { WorkContext } from '../work-context.ts';

/** Takes an annotator out of an open run; their open units go evenly to the others. Leads. */
export async function removeAnnotator(
  context: WorkContext,
  input: { readonly run: string; readonly annotator: string },
): Promise<ChangedAnnotators> {
  const work = await runWork(context, input.run, 'lead');
  const result = await context.store.write(
    async (tx): Promise<ChangedAnnotators> => {
      await lockRun(tx, input.run);
      const run = await findRun(tx, input.run);
      if (run === null || run.closedAt !== null)
        refuse('round-closed', { round: work.facts.round });
      const before = await runAnnotators(tx, input.run);
      if (!before.includes(input.annotator))
        return { run: input.run, annotators: before, moved: 0, changed: false };
      const moved = await leaveRun(tx, context, { work, run, annotator: input.annotator });
      return {
        run: input.run,
        annotators: before.filter((one) => one !== input.annotator),
        moved,
        changed: true,
      };
    },
    { alone: true },
  );
  forgetProgress(context.store, input.run);
  return result;
}
