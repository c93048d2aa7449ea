import { pick } from '../../domain/pick.ts';
import type { Store } from '../../store/open-store.ts';
import { countRunUnits, listRuns } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listWaivers } from '../../store/rounds/waivers.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { countHeld, sumOf } from '../../store/judging/progress.ts';
import { admissions, isAdmitted } from '../../truth/rounds/admission.ts';
import type { Admission, GateWaiver, TrainingRun } from '../../truth/rounds/admission.ts';
import { passes } from '../../truth/rounds/gate-report.ts';
import type { GateCheck } from '../../truth/rounds/gate-report.ts';
import { isForEverybody } from '../../truth/rounds/run-demand.ts';
import { retiredRuns, roundStates } from '../../truth/rounds/round-state.ts';
import type {
  PresentState,
  RoundState,
  RunFigures,
  RunState,
} from '../../truth/rounds/round-state.ts';
import { judgedBy } from '../../truth/fold/fold-ratings.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { trainingResult } from '../../truth/rounds/training-result.ts';
import type { TrainingResult } from '../../truth/rounds/training-result.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { runFold, runGateFigures } from '../monitoring/run-figures.ts';
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
export interface MeasuredRun {
  readonly run: RoundRun;
  readonly work: RunWork;
  readonly figures: RunFigures;
  /** Judgments left out because they were given under other versions than the run's. */
  readonly leftOut: number;
  /** Everybody who takes part, and everybody who judged. */
  readonly annotators: readonly string[];
  readonly judgedBy: ReadonlyMap<string, number>;
  /** Everybody's results, in training. */
  readonly results: readonly TrainingResult[];
}

/** Computes the state of a project from its judgments. Only the folds are cached. */
export async function projectRounds(store: Store, id: string): Promise<ProjectRounds> {
  const project = await projectProtocol(store, id);
  const runs = await measureRuns(store, id);
  const admitted = admissionsByTask(project, runs);
  const figures = runs.map((one) => one.figures);
  const present: PresentState = {
    guideline: project.protocol.guideline.version,
    taskHash: (task) => project.tasks.get(task)?.hash ?? '',
    admitted: (task) => [...(admitted.get(task)?.values() ?? [])].filter(isAdmitted).length,
  };
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
  const isTraining = ({ round }: RunWork): boolean => round.kind === 'training';
  return admissionsByTask(project, await measureRuns(store, id, isTraining));
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
    measured.push(await measureRun(store, work, run, own));
  }
  return measured;
}

/** One run with what its judgments amount to now. */
export async function measureRun(
  store: Store,
  work: RunWork,
  run: RoundRun,
  waivers: readonly GateWaiver[],
): Promise<MeasuredRun> {
  const isEven = !isForEverybody(work.round);
  const { slots, invited, units } = await store.read(async (db) => ({
    units: await countRunUnits(db, run.id),
    slots: isEven ? null : sumOf(await countHeld(db, run.id)),
    invited: await runAnnotators(db, run.id),
  }));
  const fold = await runFold(store, run);
  const wanted = slots ?? units * run.perUnit;
  const annotators = [...new Set([...invited, ...fold.table.annotators])];
  const results =
    work.round.kind === 'training' ? trainingResults(work, fold, units, annotators) : [];
  const checks = checksOf(work, fold, wanted, results);
  return {
    run,
    work,
    annotators,
    results,
    leftOut: fold.leftOut.stale,
    judgedBy: new Map(annotators.map((annotator) => [annotator, judgedBy(fold, annotator)])),
    figures: {
      run: run.id,
      ...pick(run, 'round', 'attempt', 'task', 'openedAt', 'closedAt', 'guideline'),
      kind: work.round.kind,
      rounds: work.project.protocol.rounds,
      taskHash: work.task.hash,
      wanted,
      judged: fold.judged,
      checks,
      waivers,
    },
  };
}

function trainingResults(
  work: RunWork,
  fold: TaskFold,
  units: number,
  annotators: readonly string[],
): readonly TrainingResult[] {
  const key = work.project.keys.get(work.round.id) ?? new Map();
  return annotators.map((annotator) =>
    trainingResult(fold, units, key, work.round.gates, annotator),
  );
}

/** The checks that were computed last, and from what. */
interface KeptChecks {
  readonly version: number;
  readonly wanted: number;
  readonly checks: readonly GateCheck[];
}

const keptChecks = new WeakMap<TaskFold, KeptChecks>();

function checksOf(
  work: RunWork,
  fold: TaskFold,
  wanted: number,
  results: readonly TrainingResult[],
): readonly GateCheck[] {
  const shared = work.round.gates.filter(
    (gate) => gate.kind !== 'measure' || gate.scope.kind !== 'key',
  );
  const known = keptChecks.get(fold);
  const isKnown = known !== undefined && known.version === fold.version && known.wanted === wanted;
  const checks = isKnown ? known.checks : passes(shared, runGateFigures(fold, wanted)).checks;
  keptChecks.set(fold, { version: fold.version, wanted, checks });
  return [...results.flatMap((result) => result.checks), ...checks];
}

function admissionsByTask(
  { protocol, tasks }: ProjectProtocol,
  runs: readonly MeasuredRun[],
): ProjectRounds['admissions'] {
  const trainings = runs.filter(({ work }) => work.round.kind === 'training');
  // Who failed a training has failed it, also when the protocol no longer has it.
  const trained = protocol.tasks.filter(
    ({ id }) =>
      protocol.rounds.some((round) => round.kind === 'training' && round.task === id) ||
      trainings.some(({ run }) => run.task === id),
  );
  return new Map(
    trained.map(({ id }) => {
      // Training under other questions says nothing about the current ones.
      const own = trainings.filter(({ figures }) => figures.taskHash === tasks.get(id)!.hash);
      return [id, admissions(own.filter(({ run }) => run.task === id).map(asTraining))];
    }),
  );
}

function asTraining({ run, results, figures }: MeasuredRun): TrainingRun {
  return { run: run.id, results, waivers: figures.waivers };
}
