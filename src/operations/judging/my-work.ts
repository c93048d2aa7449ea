import type { LocalText } from '../../domain/local-text.ts';
import type { RoundKind } from '../../domain/rounds/round.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { lastJudgedAt } from '../../store/judging/progress.ts';
import {
  changesOfTask,
  isUnchanged,
  protocolChanges,
} from '../../truth/protocol/protocol-changes.ts';
import type { ProtocolChanges } from '../../truth/protocol/protocol-changes.ts';
import { isAdmitted } from '../../truth/rounds/admission.ts';
import type { Admission } from '../../truth/rounds/admission.ts';
import { ownProgress } from './own-progress.ts';
import type { OwnProgress } from './own-progress.ts';
import { projectProtocol } from '../project-protocol.ts';
import { projectAdmissions } from '../rounds/project-rounds.ts';
import { loadRunWork } from '../rounds/run-work.ts';
import { listProjects } from '../protocol/show-project.ts';
import type { ProjectEntry } from '../protocol/show-project.ts';
import type { WorkContext } from '../work-context.ts';

/** A run in which the actor takes part. */
interface MyRun extends RoundRun {
  readonly run: string;
  readonly kind: RoundKind;
  /** Whose suggestions are shown; null in a round without. */
  readonly assistedBy: string | null;
  readonly taskTitle: LocalText;
  readonly progress: OwnProgress;
  /** Units that they hold and have not judged. */
  readonly remaining: number;
  /** Changes on this task since the version they last judged under; null if there are none. */
  readonly changes: ProtocolChanges | null;
}

/** A project with what is new in it for the actor. */
interface MyProject extends ProjectEntry {
  /** Changes since the version they last judged under; null if there are none. */
  readonly changes: ProtocolChanges | null;
  /** How their trainings went, by task; empty without a training, or before they begin. */
  readonly admissions: readonly (Admission & {
    readonly task: string;
    readonly admitted: boolean;
  })[];
}

/** What the actor has to do and has done. */
export interface MyWork {
  readonly projects: readonly MyProject[];
  /** Open runs first, then closed ones, the latest first. */
  readonly runs: readonly MyRun[];
}

/** The actor's runs in all their projects, and what changed since they last judged. */
export async function myWork(context: WorkContext): Promise<MyWork> {
  const projects: MyProject[] = [];
  const runs: MyRun[] = [];
  for (const entry of await listProjects(context)) {
    const list = await context.store.read((db) => listRuns(db, entry.project));
    const last = await lastJudged(context, list);
    projects.push({
      ...entry,
      changes: await changesSince(context, last.get(null), entry.project, entry.version, null),
      admissions: await ownAdmissions(context, entry.project),
    });
    for (const run of list) {
      const mine = await myRun(context, run, last.get(run.task));
      if (mine !== null) runs.push(mine);
    }
  }
  return { projects, runs: runs.toSorted(openAndLatestFirst) };
}

function openAndLatestFirst(a: MyRun, b: MyRun): number {
  const byState = Number(a.closedAt !== null) - Number(b.closedAt !== null);
  return byState || (a.openedAt < b.openedAt ? 1 : -1);
}

async function myRun(
  context: WorkContext,
  run: RoundRun,
  last: RoundRun | undefined,
): Promise<MyRun | null> {
  const { login } = context.actor;
  const progress = await ownProgress(context, run.id, login);
  const isPart =
    progress.held > 0 ||
    (await context.store.read((db) => runAnnotators(db, run.id))).includes(login);
  const work = isPart ? await loadRunWork(context.store, run.id) : null;
  if (work === null) return null;
  const { project, protocolVersion, task, closedAt } = run;
  const isOpen = closedAt === null;
  return {
    ...run,
    run: run.id,
    kind: work.round.kind,
    assistedBy: work.round.assisted?.by ?? null,
    taskTitle: work.task.task.title,
    progress,
    remaining: isOpen ? Math.max(progress.held - progress.judged, 0) : 0,
    changes: isOpen ? await changesSince(context, last, project, protocolVersion, task) : null,
  };
}

/** The run in which the actor judged last, on each task and, under null, at all. */
async function lastJudged(
  context: WorkContext,
  runs: readonly RoundRun[],
): Promise<ReadonlyMap<string | null, RoundRun>> {
  const found = new Map<string | null, { readonly run: RoundRun; readonly at: string }>();
  for (const run of runs) {
    const at = await context.store.read((db) =>
      lastJudgedAt(db, { run: run.id, annotator: context.actor.login }),
    );
    if (at === null) continue;
    for (const key of [run.task, null])
      if (at >= (found.get(key)?.at ?? '')) found.set(key, { run, at });
  }
  return new Map([...found].map(([key, { run }]) => [key, run]));
}

async function changesSince(
  context: WorkContext,
  last: RoundRun | undefined,
  project: string,
  version: number,
  task: string | null,
): Promise<ProtocolChanges | null> {
  if (last === undefined || last.protocolVersion === version) return null;
  const after = await projectProtocol(context.store, project, version);
  const before = await projectProtocol(context.store, project, last.protocolVersion);
  const all = protocolChanges(before, after);
  const own = task === null ? undefined : after.tasks.get(task)?.task;
  const changes = own === undefined ? all : changesOfTask(all, own);
  return isUnchanged(changes) ? null : changes;
}

async function ownAdmissions(
  context: WorkContext,
  project: string,
): Promise<MyProject['admissions']> {
  const byTask = await projectAdmissions(context.store, project);
  return [...byTask].flatMap(([task, admissions]) => {
    const own = admissions.get(context.actor.login);
    return own === undefined ? [] : [{ ...own, task, admitted: isAdmitted(own) }];
  });
}
