import { refuse } from '../../domain/fault.ts';
import type { Suggestion } from '../../domain/judging/assistance.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { claimedUnits, nextAssigned } from '../../store/judging/assigned-units.ts';
import type {
  AssignedUnit,
  NextUnit,
  OwnDraft,
  WorkPlace,
} from '../../store/judging/assigned-units.ts';
import type { OwnJudgment } from '../../store/judging/assignment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import { judgingRoles } from '../authorise.ts';
import { claimUnits } from './claim-units.ts';
import { unitFields } from '../units/unit-cache.ts';
import { dealMore } from './deal-more.ts';
import { assistanceOn, shownSuggestion } from './suggestions.ts';
import { noteOpenFrom, openFrom, ownProgress } from './own-progress.ts';
import type { OwnProgress } from './own-progress.ts';
import { projectAdmissions } from '../rounds/project-rounds.ts';
import { admissionText, notAdmitted } from '../rounds/run-annotators.ts';
import { trainingBefore } from '../../truth/rounds/round-state.ts';
import { isAdmitted } from '../../truth/rounds/admission.ts';
import { runWork } from '../rounds/run-work.ts';
import type { RunWork } from '../rounds/run-work.ts';
import type { WorkContext } from '../work-context.ts';

/** A unit as an annotator sees it: only what the task shows and their own answers. */
export interface ShownUnit {
  readonly unit: string;
  readonly fields: UnitFields;
  /** The place in the annotator's own order. */
  readonly position: number;
  readonly draft: OwnDraft | null;
  readonly judgment: OwnJudgment | null;
  /** In an assisted run: what is suggested; null where nothing is, and in the control share. */
  readonly suggestion: Suggestion | null;
  /** When the claim expires; null in a balanced run. */
  readonly leasedUntil: string | null;
}

/** What an annotator has to do next. */
export interface NextUnits {
  readonly run: string;
  readonly units: readonly ShownUnit[];
  readonly progress: OwnProgress;
  /** Units that they hold and have not judged. */
  readonly remaining: number;
}

/** What is asked for. */
export interface NextRequest {
  readonly run: string;
  /** How many, 1 to 10, so that the next ones are at hand; 1 by default. Fewer if they are long. */
  readonly count?: number;
  /** Only units after this position in their own order, to pass one over. */
  readonly after?: number;
  /** Whether more units may be claimed in an open run; true by default. False only reads. */
  readonly claim?: boolean;
}

/** The actor's next units in their own order; in an open run, claims them. Annotators. */
export async function nextUnits(context: WorkContext, input: NextRequest): Promise<NextUnits> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { facts } = work;
  const annotator = context.actor.login;
  const count = Math.min(Math.max(Math.trunc(input.count ?? 1), 1), mostAtOnce);
  const place: WorkPlace = { project: facts.project, task: facts.task, run: input.run, annotator };
  const given =
    facts.handOut === 'open'
      ? await nextInOpenRun(context, work, place, count, input.claim ?? true)
      : await nextInOrder(context, work, place, input.after ?? -1, count);
  const found = atHand(given);
  const progress = await ownProgress(context, input.run, annotator);
  if (progress.held === 0) await checkPart(context, work);
  const ids = found.map((one) => one.unit);
  const assistance = await assistanceOn(context.store, work, annotator, ids);
  return {
    run: input.run,
    units: found.map((one) => ({
      ...shownUnit(work.task.task, one, null),
      suggestion: shownSuggestion(assistance.get(one.unit)),
    })),
    progress,
    remaining: Math.max(progress.held - progress.judged, 0),
  };
}

async function nextInOpenRun(
  context: WorkContext,
  work: RunWork,
  place: WorkPlace,
  count: number,
  mayClaim: boolean,
): Promise<readonly AssignedUnit[]> {
  await refuseClosed(context, work);
  if (mayClaim) return await claimUnits(context, work, place, count);
  return (await context.store.read((db) => claimedUnits(db, place))).slice(0, count);
}

async function nextInOrder(
  context: WorkContext,
  work: RunWork,
  place: WorkPlace,
  after: number,
  count: number,
): Promise<readonly AssignedUnit[]> {
  const { store } = context;
  const now = context.clock().getTime();
  const from = openFrom(store, place.run, place.annotator, now);
  const nextAfter = (position: number): Promise<readonly NextUnit[]> =>
    store.read((db) => nextAssigned(db, { ...place, after: position, limit: count }));
  let found = from <= after ? [] : await nextAfter(from);
  // Too few: what they were given in the meantime may be before that position.
  if (found.length < count) found = await nextAfter(after);
  while (found.length < count && (await dealMore(store, place))) found = await nextAfter(after);
  if (found[0] === undefined) await refuseClosed(context, work);
  else if (found[0].closedAt !== null) refuse('round-closed', { round: work.facts.round });
  else if (after < 0) noteOpenFrom(store, place.run, place.annotator, found[0].position - 1, now);
  const withFields = async (one: NextUnit): Promise<AssignedUnit> => {
    const fields = await unitFields(store, { ...place, unit: one.unit });
    return { ...one, fields };
  };
  return await Promise.all(found.map(withFields));
}

async function refuseClosed({ store }: WorkContext, { facts }: RunWork): Promise<void> {
  const run = await store.read((db) => findRun(db, facts.id));
  if (run === null || run.closedAt !== null) refuse('round-closed', { round: facts.round });
}

/** What an annotator is shown of a unit. */
export function shownUnit(
  task: Task,
  { unit, fields, position, draft, leasedUntil }: AssignedUnit,
  judgment: OwnJudgment | null,
): Omit<ShownUnit, 'suggestion'> {
  return { unit, fields: shownFields(task.unit, fields), position, draft, judgment, leasedUntil };
}

const mostAtOnce = 10;

/** How many characters go out together: more are read for longer than the next ones take. */
const mostCharacters = 1_000_000;

/** The first of some units, as many as are read soon. */
function atHand(units: readonly AssignedUnit[]): readonly AssignedUnit[] {
  let characters = 0;
  for (const [at, { fields }] of units.entries()) {
    for (const value of Object.values(fields))
      if (typeof value === 'string') characters += value.length;
    if (characters >= mostCharacters) return units.slice(0, at + 1);
  }
  return units;
}

/** Explains why somebody has no units: they take no part, or they have to train first. */
async function checkPart(context: WorkContext, { facts, round, project }: RunWork): Promise<void> {
  const { login } = context.actor;
  const annotators = await context.store.read((db) => runAnnotators(db, facts.id));
  if (annotators.includes(login)) return;
  if (trainingBefore(round, project.protocol) !== undefined) {
    const admissions = await projectAdmissions(context.store, facts.project);
    const admission = admissions.get(facts.task)?.get(login);
    if (!isAdmitted(admission))
      refuse('not-admitted', { reasons: [admissionText(notAdmitted(login, admission))] });
  }
  refuse('not-in-round', { round: facts.round });
}
