import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { groupBy } from '../../domain/group-by.ts';
import { jobsAttempted, lastAttemptSeq } from '../../store/models/attempts.ts';
import { listJobs } from '../../store/models/jobs.ts';
import { lastJudgmentSeq } from '../../store/judgments-under-way.ts';
import { wholeWorkspace } from '../../store/people/memberships.ts';
import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { countHeld, savedSince, sumOf } from '../../store/judging/progress.ts';
import type { SavedSince } from '../../store/judging/progress.ts';
import { authorise, everyRole, overseeingRoles } from '../authorise.ts';
import { askingWork } from '../rounds/asked-places.ts';
import { judgedAsOf } from './judged-counts.ts';
import { ownProgress } from './own-progress.ts';
import { requireProject } from '../people/people.ts';
import type { Actor, WorkContext } from '../work-context.ts';
import type { Database, Workspace } from '../workspace.ts';

/** How far somebody has followed a project. */
export interface ProgressMark {
  /** The last place in the log of judgments. */
  readonly judgment: number;
  /** All runs, and whether they were open. */
  readonly runs: ReadonlyMap<string, boolean>;
  /** How far each run is in which something was saved since. */
  readonly counts: ReadonlyMap<string, RunCount>;
  /** The last place in the log of attempts, and the state of each job of models. */
  readonly attempt: number;
  readonly jobs: ReadonlyMap<string, string>;
}

/** How far a run is, and when that was counted, in milliseconds; saves since then are included. */
interface RunCount {
  readonly judged: number;
  readonly wanted: number;
  readonly countedAt: number;
}

/** What happened in a project. Of progress `by` says whose, which is not for everybody. */
export type ProgressEvent =
  | ({ readonly kind: 'progress'; readonly by: readonly string[] } & OwnCount)
  | {
      readonly kind: 'round';
      readonly run: string;
      readonly round: string;
      readonly attempt: number;
      readonly state: 'opened' | 'closed';
    }
  | {
      /** Models were asked, or a job of theirs began, paused, went on or ended. */
      readonly kind: 'models';
      readonly task: string;
      readonly job: string;
      readonly state: string;
    };

/** How far a run is, or one annotator in it. */
interface OwnCount {
  readonly run: string;
  readonly judged: number;
  readonly wanted: number;
}

/** Whose progress somebody gets: overseers get everybody's, others only their own. */
export type Hearing = 'everybody' | 'own';

/** Lets members follow a project. */
export async function mayFollow(context: WorkContext, project: string): Promise<void> {
  authorise(context.actor, project, ...everyRole);
  // The workspace itself is not a project.
  if (project === wholeWorkspace)
    refuse('not-found', { what: codedText('project', { id: project }) });
  await context.store.read((db) => requireProject(db, project));
}

/**
 * What somebody gets with their current role; null if they are no longer a member. Whoever judges
 * where answers ask for further annotators gets their own progress only: the others' would tell
 * whether somebody disagreed with them.
 */
export async function hearingOf(
  workspace: Workspace,
  actor: Actor,
  project: string,
): Promise<Hearing | null> {
  const role = actor.roleIn(project);
  if (role === null) return null;
  if (!overseeingRoles.includes(role)) return 'own';
  return (await askingWork({ ...workspace, actor }, { project })).length > 0 ? 'own' : 'everybody';
}

/** How far one annotator is in a run, for themselves. */
export async function tellOwnProgress(
  workspace: Workspace,
  run: string,
  annotator: string,
): Promise<OwnCount> {
  const { judged, held } = await ownProgress(workspace, run, annotator);
  return { run, judged, wanted: held };
}

/**
 * What happened since a mark; nothing without one. The cost is proportional to what is new: a run
 * is counted once, then saves are added. People who join or leave show at the next count.
 */
export async function lookForProgress(
  workspace: Workspace,
  project: string,
  mark: ProgressMark | null,
): Promise<{ readonly mark: ProgressMark; readonly events: readonly ProgressEvent[] }> {
  const now = workspace.clock().getTime();
  // As of one moment, so that nothing is counted and then added.
  return await workspace.store.snapshot(async (db) => {
    const judgment = await lastJudgmentSeq(db);
    const runs = await listRuns(db, project);
    const states = new Map(runs.map((run) => [run.id, run.closedAt === null]));
    const models = await lookAtModels(db, project, mark);
    if (mark === null)
      return { mark: { judgment, runs: states, counts: new Map(), ...models.mark }, events: [] };
    const events: ProgressEvent[] = [...models.events];
    for (const { id, round, attempt, closedAt } of runs) {
      const before = mark.runs.get(id);
      if (before === undefined)
        events.push({ kind: 'round', run: id, round, attempt, state: 'opened' });
      if (before !== false && closedAt !== null)
        events.push({ kind: 'round', run: id, round, attempt, state: 'closed' });
    }
    const saved =
      judgment > mark.judgment ? await savedSince(db, { project, after: mark.judgment }) : [];
    const counts = new Map(mark.counts);
    for (const [run, own] of groupBy(saved, (one) => one.run)) {
      const count = await countOn(workspace.store, db, run, mark.counts.get(run), own, now);
      counts.set(run, count);
      const by = own.map((one) => one.annotator);
      events.push({ kind: 'progress', run, judged: count.judged, wanted: count.wanted, by });
    }
    return { mark: { judgment, runs: states, counts, ...models.mark }, events };
  });
}

/** What models did since a mark: jobs with new attempts, and those whose state changed. */
async function lookAtModels(
  db: Database,
  project: string,
  mark: ProgressMark | null,
): Promise<{
  readonly mark: Pick<ProgressMark, 'attempt' | 'jobs'>;
  readonly events: readonly ProgressEvent[];
}> {
  const attempt = await lastAttemptSeq(db);
  const jobs = await listJobs(db, { project });
  const states = new Map(jobs.map(({ id, state }) => [id, state as string]));
  if (mark === null) return { mark: { attempt, jobs: states }, events: [] };
  const asked =
    attempt > mark.attempt ? await jobsAttempted(db, { project, after: mark.attempt }) : null;
  const changed = jobs.filter(
    ({ id, state }) => asked?.has(id) === true || mark.jobs.get(id) !== state,
  );
  return {
    mark: { attempt, jobs: states },
    events: changed.map(({ id, task, state }) => ({ kind: 'models', task, job: id, state })),
  };
}

async function countOn(
  store: Store,
  db: Database,
  run: string,
  known: RunCount | undefined,
  saved: readonly SavedSince[],
  now: number,
): Promise<RunCount> {
  if (known !== undefined && now - known.countedAt < longestKept)
    return { ...known, judged: known.judged + saved.reduce((sum, one) => sum + one.first, 0) };
  return {
    judged: sumOf(await judgedAsOf(store, db, run)),
    wanted: sumOf(await countHeld(db, run)),
    countedAt: now,
  };
}

/** In milliseconds. */
const longestKept = 30_000;
