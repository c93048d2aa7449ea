import type { RunAnnotator } from '../../store/rounds/slots.ts';
import { changeAnnotators } from './add-annotator.ts';
import type { ChangedAnnotators } from './add-annotator.ts';
import { leaveRun } from './leave-run.ts';
import { runWork } from './run-work.ts';
import type { WorkContext } from '../work-context.ts';

/** Takes an annotator out of an open run; their open units go evenly to the others. Leads. */
export async function removeAnnotator(
  context: WorkContext,
  { run: id, annotator }: RunAnnotator,
): Promise<ChangedAnnotators> {
  const work = await runWork(context, id, 'lead');
  return changeAnnotators(context, work, async (tx, run, before) => {
    if (!before.includes(annotator)) return null;
    const moved = await leaveRun(tx, context, { work, run, annotator });
    return { annotators: before.filter((one) => one !== annotator), moved };
  });
}
