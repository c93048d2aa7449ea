import { refuse } from '../../domain/fault.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import { findRun, runUnits } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import {
  addForEverybody,
  firstJudgedAt,
  runAnnotators,
  setPerUnit,
  setRunAnnotators,
} from '../../store/rounds/work-runs.ts';
import { countOwn } from '../../store/judging/progress.ts';
import { isForEverybody } from '../../truth/rounds/run-demand.ts';
import { auditEntry } from '../audit-entry.ts';
import { overseeingRoles } from '../authorise.ts';
import { reassignRun } from './reassign-run.ts';
import { projectAdmissions } from './project-rounds.ts';
import { chooseAnnotators, shownAdmissions } from './run-annotators.ts';
import { forgetProgress } from '../judging/own-progress.ts';
import { runWork } from './run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** What changed in a run when somebody joined or left. */
export interface ChangedAnnotators {
  readonly run: string;
  readonly annotators: readonly string[];
  /** Units that somebody else has now. */
  readonly moved: number;
  /** False when nothing had to be done. */
  readonly changed: boolean;
}

/**
 * Lets an annotator join an open run. As much unsubmitted work moves to them as the balance needs;
 * in a run for everybody they get all units. Refuses those who could see answers so far as lead,
 * adjudicator or reviewer, even if they no longer are one. Leads.
 */
export async function addAnnotator(
  context: WorkContext,
  input: { readonly run: string; readonly annotator: string },
): Promise<ChangedAnnotators> {
  const { facts, project, round } = await runWork(context, input.run, 'lead');
  const admissions = await shownAdmissions(
    context,
    facts,
    await projectAdmissions(context.store, facts.project),
  );
  const at = timeOf(context);
  const result = await context.store.write(
    async (tx): Promise<ChangedAnnotators> => {
      await lockRun(tx, input.run);
      const run = await findRun(tx, input.run);
      if (run === null || run.closedAt !== null) refuse('round-closed', { round: facts.round });
      // In the write: whoever is losing their role is taken out of the run before or behind it.
      await chooseAnnotators({ read: (work) => work(tx) }, project, round, admissions, [
        input.annotator,
      ]);
      const before = await runAnnotators(tx, input.run);
      if (before.includes(input.annotator))
        return { run: input.run, annotators: before, moved: 0, changed: false };
      if (round.kind !== 'training' && (await couldSee(tx, { project: facts.project, ...input })))
        refuse('has-seen-answers', { annotator: input.annotator });
      const annotators = [...before, input.annotator].toSorted();
      let moved = 0;
      if (isForEverybody(round)) {
        const units = (await runUnits(tx, input.run)).map((one) => one.unit).toSorted();
        await addForEverybody(
          tx,
          input.run,
          input.annotator,
          shuffle<string, string[]>(units, seededRandom(`${facts.seed}:order:${input.annotator}`)),
        );
        await setPerUnit(tx, input.run, annotators.length);
      } else if (run.handOut === 'balanced') moved = await reassignRun(tx, run, annotators);
      await setRunAnnotators(tx, input.run, annotators);
      appendAudit(
        tx,
        auditEntry(context, at, {
          action: 'annotator-add',
          project: facts.project,
          object: `run/${input.run}`,
          detail: { annotator: input.annotator, moved },
        }),
      );
      return { run: input.run, annotators, moved, changed: true };
    },
    { alone: true },
  );
  forgetProgress(context.store, input.run);
  return result;
}

/** Whether somebody oversaw the project while there were answers to see, and was not blind. */
async function couldSee(
  tx: WriteTransaction,
  {
    project,
    run,
    annotator,
  }: { readonly project: string; readonly run: string; readonly annotator: string },
): Promise<boolean> {
  const first = await firstJudgedAt(tx, run);
  if (first === null || (await countOwn(tx, { run, annotator })).judged > 0) return false;
  const members = [...(await listMembers(tx, project)), ...(await listMembers(tx, wholeWorkspace))];
  return members.some(
    (one) =>
      one.login === annotator &&
      (one.endedAt === null || one.endedAt >= first) &&
      overseeingRoles.includes(one.role),
  );
}
