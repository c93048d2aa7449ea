import { refuse } from '../domain/fault.ts';
import { appendAudit } from '../store/audit.ts';
import { findRun } from '../store/rounds.ts';
import { releaseAll, removeFromEverybody, runAnnotators, setPerUnit, setRunAnnotators } from '../store/work-runs.ts';
import { countOwn } from '../store/work-units.ts';
import { isForEverybody } from '../truth/run-demand.ts';
import type { ChangedAnnotators } from './add-annotator.ts';
import { auditEntry } from './audit-entry.ts';
import { handOutAgain } from './hand-out-again.ts';
import { forgetProgress } from './own-progress.ts';
import { runWork } from './run-work.ts';
import { timeOf } from './work-context.ts';
import type { WorkContext } from './work-context.ts';

/** Takes an annotator out of an open run. What they have submitted stays; the rest goes to the others, evenly. Leads. */
export async function removeAnnotator(context: WorkContext, input: { readonly run: string; readonly annotator: string }): Promise<ChangedAnnotators> {
  const { facts, round } = await runWork(context, input.run, 'lead');
  const at = timeOf(context);
  const result = await context.store.write(async (tx): Promise<ChangedAnnotators> => {
    const run = await findRun(tx, input.run);
    if (run === null || run.closedAt !== null) refuse('round-closed', { round: facts.round });
    const before = await runAnnotators(tx, input.run);
    if (!before.includes(input.annotator)) return { run: input.run, annotators: before, moved: 0, changed: false };
    const annotators = before.filter((one) => one !== input.annotator);
    const own = await countOwn(tx, { run: input.run, annotator: input.annotator });
    let moved = 0;
    if (isForEverybody(round)) {
      moved = await removeFromEverybody(tx, input.run, input.annotator);
      await setPerUnit(tx, input.run, Math.max(annotators.length, 1));
    } else if (run.handOut === 'open') moved = await releaseAll(tx, input.run, input.annotator);
    else if (own.judged < own.held) moved = await handOutAgain(tx, run, annotators);
    await setRunAnnotators(tx, input.run, annotators);
    appendAudit(tx, auditEntry(context, at, { action: 'annotator-remove', project: facts.project, object: `run/${input.run}`, detail: { annotator: input.annotator, moved } }));
    return { run: input.run, annotators, moved, changed: true };
  });
  forgetProgress(context.store, input.run);
  return result;
}
