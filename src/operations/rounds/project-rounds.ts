import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listWaivers } from '../../store/rounds/waivers.ts';
import { countRunUnits, runAnnotators } from '../../store/rounds/work-runs.ts';
import { countHeld, sumOf } from '../../store/judging/progress.ts';
import type { Admission, GateWaiver } from '../../truth/rounds/admission.ts';
import { presentState, runMeasures, taskAdmissions } from '../../truth/rounds/measured-run.ts';
import type { RunMeasures } from '../../truth/rounds/measured-run.ts';
import { isEven } from '../../truth/rounds/run-demand.ts';
import { retiredRuns, roundStates } from '../../truth/rounds/round-state.ts';
import type { RoundState, RunState } from '../../truth/rounds/round-state.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { runFigures } from '../monitoring/run-figures.ts';
import { loadRunWork } from './run-work.ts';
import type { RunWork } from './run-work.ts';

/** The state of a project: rounds, measured runs, and who is admitted to which task. */
export interface ProjectRounds {
  readonly project: ProjectProtocol;
  readonly states: readonly RoundState[];
  /** Runs of rounds that the protocol no longer has. */
  readonly retired: readonly RunState[];
  readonly runs: readonly MeasuredRun[];
  /** By task, then by annotator. Tasks that never had a training are left out. */
  readonly admissions: ReadonlyMap<string, ReadonlyMap<string, Admission>>;
}

/** A run with what its judgments amount to now. */
export interface MeasuredRun extends RunMeasures {
  readonly run: RoundRun;
  readonly work: RunWork;
}

/** Computes the state of a project from its judgments. Only the folds are cached. */
export async function projectRounds(store: Store, id: string): Promise<ProjectRounds> {
  const project = await projectProtocol(store, id);
  const runs = await measureRuns(store, id);
  const hashOf = taskHashes(project);
  const admitted = taskAdmissions(project.protocol, hashOf, runs);
  const figures = runs.map((one) => one.figures);
  const present = presentState(project.protocol.guideline.version, hashOf, admitted);
  const states = roundStates(project.protocol, figures, present);
  const retired = retiredRuns(project.protocol, figures, present);
  return { project, states, retired, runs, admissions: admitted };
}

/** Who was admitted on which task; looks at the trainings only. */
export async function projectAdmissions(
  store: Store,
  id: string,
): Promise<ProjectRounds['admissions']> {
  const project = await projectProtocol(store, id);
  return taskAdmissions(project.protocol, taskHashes(project), await measureTrainings(store, id));
}

/** The trainings of a project with what their judgments amount to now. */
export async function measureTrainings(store: Store, id: string): Promise<readonly MeasuredRun[]> {
  return await measureRuns(store, id, ({ round }) => round.kind === 'training');
}

async function measureRuns(
  store: Store,
  project: string,
  isWanted: (work: RunWork) => boolean = () => true,
): Promise<readonly MeasuredRun[]> {
  const { list, waivers } = await store.read(async (db) => ({
    list: await listRuns(db, project),
    waivers: await listWaivers(db, { project }),
  }));
  const measured: MeasuredRun[] = [];
  for (const run of list) {
    const work = await loadRunWork(store, run.id);
    if (work === null || !isWanted(work)) continue;
    const own = waivers.filter((waiver) => waiver.run === run.id);
    measured.push(await measureRun(store, work, run, { waivers: own, before: measured }));
  }
  return measured;
}

/** One run with what its judgments amount to now; in training, after the trainings before it. */
export async function measureRun(
  store: Store,
  work: RunWork,
  run: RoundRun,
  known: { readonly waivers: readonly GateWaiver[]; readonly before?: readonly RunMeasures[] },
): Promise<MeasuredRun> {
  const { slots, invited, units } = await store.read(async (db) => {
    const names = await runAnnotators(db, run.id);
    return {
      units: await countRunUnits(db, run.id),
      slots: isEven(work.round, names) ? null : sumOf(await countHeld(db, run.id)),
      invited: names,
    };
  });
  const { round, project, task } = work;
  const source = {
    run,
    round,
    rounds: project.protocol.rounds,
    taskHash: task.hash,
    key: project.keys.get(round.id) ?? new Map(),
    units,
    wanted: slots ?? units * run.perUnit,
    invited,
    waivers: known.waivers,
    before: known.before ?? [],
  };
  const measures = await runFigures(store, run, (fold) => runMeasures(fold, source));
  return { run, work, ...measures };
}

/** The present version of a task's questions; none for a task that the protocol does not have. */
function taskHashes({ tasks }: ProjectProtocol): (task: string) => string {
  return (task) => tasks.get(task)?.hash ?? '';
}
