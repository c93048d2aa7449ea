import { refuse } from '../../domain/fault.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Store } from '../../store/open-store.ts';
import { findRun, runUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import type { RunAnnotator } from '../../store/rounds/slots.ts';
import {
  addForEverybody,
  firstJudgedAt,
  runAnnotators,
  setPerUnit,
  setRunAnnotators,
} from '../../store/rounds/work-runs.ts';
import { countOwn } from '../../store/judging/progress.ts';
import { hasAllUnits } from '../../truth/rounds/run-demand.ts';
import { audit } from '../audit.ts';
import { overseeingRoles } from '../authorise.ts';
import { reassignRun } from './reassign-run.ts';
import { projectAdmissions } from './project-rounds.ts';
import { chooseAnnotators, shownAdmissions } from './run-annotators.ts';
import { forgetProgress } from '../judging/own-progress.ts';
import { runWork } from './run-work.ts';
import type { RunWork } from './run-work.ts';
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
 * runs of models, and everybody in a run for everybody, get all units. Refuses those who could see
 * answers so far as lead, adjudicator or reviewer, even if they no longer are one. Leads.
 */
export async function addAnnotator(
  context: WorkContext,
  input: RunAnnotator,
): Promise<ChangedAnnotators> {
  const { annotator } = input;
  const work = await runWork(context, input.run, 'lead');
  const { facts, project, round } = work;
  const admitted = await projectAdmissions(context.store, facts.project);
  const admissions = await shownAdmissions(context, facts, admitted);
  return changeAnnotators(context, work, async (tx, run, before) => {
    // In the write: anybody who loses their role meanwhile leaves the run before or after it.
    const inWrite: Pick<Store, 'read'> = { read: (act) => act(tx) };
    await chooseAnnotators(inWrite, project, round, admissions, [annotator]);
    if (before.includes(annotator)) return null;
    if (round.kind !== 'training' && (await couldSee(tx, facts.project, input)))
      refuse('has-seen-answers', { annotator });
    const annotators = [...before, annotator].toSorted();
    let moved = 0;
    if (hasAllUnits(round, annotator)) {
      await giveEverything(tx, work, annotator);
      await setPerUnit(tx, run.id, run.perUnit + 1);
    } else if (run.handOut === 'balanced') moved = await reassignRun(tx, run, annotators);
    await setRunAnnotators(tx, run.id, annotators);
    const place = { project: facts.project, object: `run/${run.id}` };
    const at = timeOf(context);
    audit(tx, context.actor, at, 'annotator-add', { ...place, detail: { annotator, moved } });
    return { annotators, moved };
  });
}

/** Gives an annotator all units of a run, in their own order. */
export async function giveEverything(
  tx: WriteTransaction,
  { facts }: Pick<RunWork, 'facts'>,
  annotator: string,
): Promise<void> {
  const units = (await runUnits(tx, facts.id)).map((one) => one.unit).toSorted();
  const random = seededRandom(`${facts.seed}:order:${annotator}`);
  await addForEverybody(tx, facts.id, annotator, shuffle<string, string[]>(units, random));
}

/** Changes who takes part in an open run, which is locked meanwhile; null changes nothing. */
export async function changeAnnotators(
  { store }: WorkContext,
  { facts }: RunWork,
  change: (
    tx: WriteTransaction,
    run: RoundRun,
    before: readonly string[],
  ) => Promise<Pick<ChangedAnnotators, 'annotators' | 'moved'> | null>,
): Promise<ChangedAnnotators> {
  const changeLocked = async (tx: WriteTransaction): Promise<ChangedAnnotators> => {
    await lockRun(tx, facts.id);
    const run = await findRun(tx, facts.id);
    if (run === null || run.closedAt !== null) refuse('round-closed', { round: facts.round });
    const before = await runAnnotators(tx, facts.id);
    const changed = await change(tx, run, before);
    if (changed === null) return { run: run.id, annotators: before, moved: 0, changed: false };
    return { run: run.id, ...changed, changed: true };
  };
  const result = await store.write(changeLocked, { alone: true });
  forgetProgress(store, facts.id);
  return result;
}

/** Whether somebody oversaw the project while there were answers to see, and was not blind. */
async function couldSee(
  tx: WriteTransaction,
  project: string,
  { run, annotator }: RunAnnotator,
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
