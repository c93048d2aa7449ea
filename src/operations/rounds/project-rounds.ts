import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listWaivers } from '../../store/rounds/waivers.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { countHeld, sumOf } from '../../store/judging/progress.ts';
import { admissions, isAdmitted } from '../../truth/rounds/admission.ts';
import type { Admission, GateWaiver, TrainingRun } from '../../truth/rounds/admission.ts';
import { passes } from '../../truth/rounds/gate-report.ts';
import type { GateCheck } from '../../truth/rounds/gate-report.ts';
import { isForEverybody } from '../../truth/rounds/run-demand.ts';
import { roundStates } from '../../truth/rounds/round-state.ts';
import type { RoundState, RunFigures } from '../../truth/rounds/round-state.ts';
import type { RunTally } from '../../truth/fold/run-tally.ts';
import { trainingResult } from '../../truth/rounds/training-result.ts';
import type { TrainingResult } from '../../truth/rounds/training-result.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { runGateFigures, runTally } from '../monitoring/run-figures.ts';
import { loadRunWork } from './run-work.ts';
import type { RunWork } from './run-work.ts';

/** The state of a project: rounds, measured runs, and who is admitted to which task. */
export interface ProjectRounds {
  readonly project: ProjectProtocol;
  readonly states: readonly RoundState[];
  readonly runs: readonly MeasuredRun[];
  /** By task, then by annotator. Tasks without a training are left out. */
  readonly admissions: ReadonlyMap<string, ReadonlyMap<string, Admission>>;
}

/** A run, with what its judgments come to now. */
export interface MeasuredRun {
  readonly run: RoundRun;
  readonly work: RunWork;
  readonly figures: RunFigures;
  /** Judgments left out since they were given under other versions than the run's. */
  readonly leftOut: number;
  /** Everybody who takes part, and everybody who judged. */
  readonly annotators: readonly string[];
  readonly judgedBy: ReadonlyMap<string, number>;
  /** How everybody came out, in training. */
  readonly results: readonly TrainingResult[];
}

/** Computes the state of a project from its judgments. Only the folds are cached. */
export async function projectRounds(store: Store, id: string): Promise<ProjectRounds> {
  const project = await projectProtocol(store, id);
  const { list, waivers } = await store.read(async (db) => ({
    list: await listRuns(db, id),
    waivers: await listWaivers(db, { project: id }),
  }));
  const runs: MeasuredRun[] = [];
  for (const run of list) {
    const measured = await measureRun(
      store,
      run,
      waivers.filter((waiver) => waiver.run === run.id),
    );
    if (measured !== null) runs.push(measured);
  }
  const admitted = admissionsByTask(project, runs);
  const states = roundStates(
    project.protocol,
    runs.map((one) => one.figures),
    {
      guideline: project.protocol.guideline.version,
      taskHash: (task) => project.tasks.get(task)?.hash ?? '',
      admitted: (task) => [...(admitted.get(task)?.values() ?? [])].filter(isAdmitted).length,
    },
  );
  return { project, states, runs, admissions: admitted };
}

/** Who was admitted on which task; looks at the trainings only. */
export async function projectAdmissions(
  store: Store,
  id: string,
): Promise<ProjectRounds['admissions']> {
  const project = await projectProtocol(store, id);
  const { list, waivers } = await store.read(async (db) => ({
    list: await listRuns(db, id),
    waivers: await listWaivers(db, { project: id }),
  }));
  const runs: MeasuredRun[] = [];
  for (const run of list) {
    const isTraining = (await loadRunWork(store, run.id))?.round.kind === 'training';
    const measured = isTraining
      ? await measureRun(
          store,
          run,
          waivers.filter((waiver) => waiver.run === run.id),
        )
      : null;
    if (measured !== null) runs.push(measured);
  }
  return admissionsByTask(project, runs);
}

/** One measured run; null if its round is not in the protocol that it was opened with. */
export async function measureRun(
  store: Store,
  run: RoundRun,
  waivers: readonly GateWaiver[],
): Promise<MeasuredRun | null> {
  const work = await loadRunWork(store, run.id);
  if (work === null) return null;
  const isEven = !isForEverybody(work.round);
  const { slots, invited } = await store.read(async (db) => ({
    slots: isEven ? null : sumOf(await countHeld(db, run.id)),
    invited: await runAnnotators(db, run.id),
  }));
  const tally = await runTally(store, run.id);
  const wanted = slots ?? tally.units.length * run.perUnit;
  const annotators = [...new Set([...invited, ...tally.annotators])];
  const results = work.round.kind === 'training' ? trainingResults(work, tally, annotators) : [];
  const checks = checksOf(work, tally, wanted, results);
  return {
    run,
    work,
    annotators,
    results,
    leftOut: tally.stale,
    judgedBy: new Map(annotators.map((annotator) => [annotator, tally.judgedBy(annotator)])),
    figures: {
      run: run.id,
      round: run.round,
      attempt: run.attempt,
      openedAt: run.openedAt,
      closedAt: run.closedAt,
      guideline: run.guideline,
      taskHash: run.taskHash,
      wanted,
      judged: tally.judged,
      checks,
      waivers,
    },
  };
}

/** How everybody came out of a training run. */
function trainingResults(
  work: RunWork,
  tally: RunTally,
  annotators: readonly string[],
): readonly TrainingResult[] {
  const key = work.project.keys.get(work.round.id) ?? new Map();
  return annotators.map((annotator) => trainingResult(tally, key, work.round.gates, annotator));
}

/** The checks that were computed last, and from what. */
interface KeptChecks {
  readonly version: number;
  readonly wanted: number;
  readonly checks: readonly GateCheck[];
}

const keptChecks = new WeakMap<RunTally, KeptChecks>();

function checksOf(
  work: RunWork,
  tally: RunTally,
  wanted: number,
  results: readonly TrainingResult[],
): readonly GateCheck[] {
  const shared = work.round.gates.filter(
    (gate) => gate.kind !== 'measure' || gate.scope.kind !== 'key',
  );
  const known = keptChecks.get(tally);
  const isKnown = known !== undefined && known.version === tally.version && known.wanted === wanted;
  const checks = isKnown
    ? known.checks
    : passes(shared, runGateFigures(work, tally, wanted)).checks;
  keptChecks.set(tally, { version: tally.version, wanted, checks });
  return [...results.flatMap((result) => result.checks), ...checks];
}

function admissionsByTask(
  { protocol, tasks }: ProjectProtocol,
  runs: readonly MeasuredRun[],
): ProjectRounds['admissions'] {
  const trained = protocol.tasks.filter((task) =>
    protocol.rounds.some((round) => round.kind === 'training' && round.task === task.id),
  );
  return new Map(
    trained.map((task) => [
      task.id,
      admissions(trainingRuns(runs, task.id, tasks.get(task.id)!.hash)),
    ]),
  );
}

/** Training under other questions says nothing about these. */
function trainingRuns(
  runs: readonly MeasuredRun[],
  task: string,
  hash: string,
): readonly TrainingRun[] {
  return runs
    .filter(
      ({ run, work }) =>
        work.round.kind === 'training' && run.task === task && run.taskHash === hash,
    )
    .map(({ run, results, figures }) => ({ run: run.id, results, waivers: figures.waivers }));
}
