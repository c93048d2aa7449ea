import type { Store } from '../../store/open-store.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listWaivers } from '../../store/rounds/waivers.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { Counting } from '../../truth/fold/counting.ts';
import type { CountedRun } from '../../truth/fold/counting.ts';
import { isAdmitted } from '../../truth/rounds/admission.ts';
import { hasPassed, trainingBefore } from '../../truth/rounds/round-state.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import { measureRun, projectAdmissions } from '../rounds/project-rounds.ts';
import { loadRunWork } from '../rounds/run-work.ts';

/** Whose judgments count, by everything that decides it now. */
export interface KnownCounting {
  readonly counting: Counting;
  /** Changes when anything does that decides whose judgments count. */
  readonly key: string;
}

/** Whose judgments on a task count now. */
export async function taskCounting(
  store: Store,
  { project, task }: { readonly project: ProjectProtocol; readonly task: ProjectTask },
  all: readonly RoundRun[],
): Promise<KnownCounting> {
  const runs = new Map<string, CountedRun>();
  for (const run of all)
    if (run.task === task.task.id) runs.set(run.id, await countedRun(store, run, project));
  const isTrained = [...runs.values()].some((run) => run.trained);
  const admitted = isTrained ? await admittedTo(store, project.project, task.task.id) : noNames;
  const people = await projectPeople(store, project.project, all);
  // A round that a later version leaves out still was one.
  const isPlanned = project.protocol.rounds.some((round) => round.task === task.task.id);
  const hasRounds = runs.size > 0 || isPlanned;
  return knownCounting(project, task, { hasRounds, runs, admitted, people });
}

/** Whose judgments in a run count for its gate: admission and other rounds do not matter. */
export async function runCounting(
  store: Store,
  { project, task }: { readonly project: ProjectProtocol; readonly task: ProjectTask },
  all: readonly RoundRun[],
): Promise<KnownCounting> {
  const people = await projectPeople(store, project.project, all);
  return knownCounting(project, task, {
    hasRounds: false,
    runs: new Map(),
    admitted: noNames,
    people,
  });
}

const noNames: ReadonlySet<string> = new Set();

function knownCounting(
  { protocol }: ProjectProtocol,
  task: ProjectTask,
  facts: {
    readonly hasRounds: boolean;
    readonly runs: ReadonlyMap<string, CountedRun>;
    readonly admitted: ReadonlySet<string>;
    readonly people: ReadonlySet<string>;
  },
): KnownCounting {
  const { runs, admitted, people } = facts;
  return {
    counting: new Counting({ task: task.task.id, protocol, hashes: task.hashes, ...facts }),
    key: JSON.stringify([[...runs], [...admitted], [...people]]),
  };
}

/** A run by the version it was opened under; only of a pilot it matters whether it has passed. */
async function countedRun(
  store: Store,
  run: RoundRun,
  { protocol }: ProjectProtocol,
): Promise<CountedRun> {
  const work = await loadRunWork(store, run.id);
  // Every run has a round in its own version.
  if (work === null) return { round: run.round, kind: 'full', state: 'open', trained: false };
  const { kind } = work.round;
  const trained = trainingBefore(work.round, work.project.protocol) !== undefined;
  const common = { round: run.round, kind, trained };
  if (kind !== 'pilot' || run.closedAt === null || protocol.truth !== null)
    return { ...common, state: 'open' };
  const waivers = await store.read((db) => listWaivers(db, { project: run.project, run: run.id }));
  const { figures } = await measureRun(store, work, run, { waivers });
  return { ...common, state: hasPassed(figures, kind) ? 'passed' : 'failed' };
}

async function admittedTo(
  store: Store,
  project: string,
  task: string,
): Promise<ReadonlySet<string>> {
  const admissions = (await projectAdmissions(store, project)).get(task) ?? new Map();
  return new Set([...admissions].filter(([, one]) => isAdmitted(one)).map(([name]) => name));
}

/** Who holds or held the role of an annotator, and whom a lead put into a run. */
async function projectPeople(
  store: Store,
  project: string,
  runs: readonly RoundRun[],
): Promise<ReadonlySet<string>> {
  return await store.read(async (db) => {
    const members = [
      ...(await listMembers(db, project)),
      ...(await listMembers(db, wholeWorkspace)),
    ].filter((member) => member.role === 'annotator');
    const names = members.map((member) => member.login);
    for (const run of runs) names.push(...(await runAnnotators(db, run.id)));
    return new Set(names.toSorted());
  });
}
