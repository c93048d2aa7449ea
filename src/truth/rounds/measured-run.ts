import { isModelRun } from '../../domain/judging/annotator.ts';
import { pick } from '../../domain/pick.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { foldRatings, judgedBy } from '../fold/fold-ratings.ts';
import { comparedAtGates } from '../agreement/families.ts';
import type { AgreementColumns } from '../fold/fold-ratings.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { admissions, isAdmitted } from './admission.ts';
import type { Admission, GateWaiver, TrainingRun } from './admission.ts';
import { gateFigures } from './gate-figures.ts';
import type { NamedFigures } from './gate-figures.ts';
import { checkGates, isAgainstKey, isShared } from './gate-report.ts';
import type { GateCheck } from './gate-report.ts';
import type { PresentState, RunFigures } from './round-state.ts';
import { finishedAttempts, traineeChecks } from './trainee-gates.ts';
import type { TrainingAttempt } from './trainee-gates.ts';
import { trainingResult } from './training-result.ts';
import type { KnownAnswers, TrainingResult } from './training-result.ts';

/** The facts of a run that its figures repeat. */
type MeasuredFacts = Pick<
  RunFigures,
  'round' | 'attempt' | 'task' | 'openedAt' | 'closedAt' | 'guideline'
> & { readonly id: string };

/** A run with the version of the protocol that it was opened under. */
export interface RunSource {
  readonly run: MeasuredFacts;
  readonly round: Round;
  /** The rounds of that version. */
  readonly rounds: readonly Round[];
  /** The version of the task's questions at that time. */
  readonly taskHash: string;
  /** The known answers of a training. */
  readonly key: ReadonlyMap<string, KnownAnswers>;
  /** How many units it has, and how many judgments are wanted on them. */
  readonly units: number;
  readonly wanted: number;
  /** Who takes part. */
  readonly invited: readonly string[];
  readonly waivers: readonly GateWaiver[];
  /** The runs of the project that were opened before it and measured. */
  readonly before: readonly RunMeasures[];
}

/** What the judgments of a run amount to. */
export interface RunMeasures {
  readonly figures: RunFigures;
  /** Judgments left out because they were given under other versions than the run's. */
  readonly leftOut: number;
  /** Everybody who takes part, and everybody who judged. */
  readonly annotators: readonly string[];
  readonly judgedBy: ReadonlyMap<string, number>;
  /** Everybody's results, in training. */
  readonly results: readonly TrainingResult[];
  /** What those who finished it answered, in training. */
  readonly attempts: readonly TrainingAttempt[];
}

/** What the judgments of a run amount to: its gates, who judged how much, training results. */
export function runMeasures(fold: TaskFold, source: RunSource): RunMeasures {
  const { run, round, units, wanted, invited, waivers } = source;
  const annotators = [...new Set([...invited, ...fold.table.annotators])];
  const results =
    round.kind === 'training'
      ? annotators.map((name) => trainingResult(fold, units, source.key, round.gates, name))
      : [];
  const attempts = finishedAttempts(fold, results);
  return {
    annotators,
    results,
    attempts,
    leftOut: fold.leftOut.stale,
    judgedBy: new Map(annotators.map((annotator) => [annotator, judgedBy(fold, annotator)])),
    figures: {
      run: run.id,
      ...pick(run, 'round', 'attempt', 'task', 'openedAt', 'closedAt', 'guideline'),
      kind: round.kind,
      rounds: source.rounds,
      taskHash: source.taskHash,
      wanted,
      judged: fold.judged,
      checks:
        round.kind === 'training'
          ? trainingChecks(fold, source, results, attempts)
          : checksOf(round, fold, wanted),
      waivers,
    },
  };
}

/**
 * What the gates of a run ask for. Agreement is measured between people where people judge, since
 * models that agree with one another say nothing about the guideline; else between families.
 */
export function runGateFigures(fold: TaskFold, wanted: number): NamedFigures {
  const columns = gateColumns(fold);
  return gateFigures({
    rated: foldRatings(fold, columns),
    annotators: columns.names.length,
    quotas: () => ({ wanted, given: fold.judged }),
  });
}

/** Per annotator, the column that a gate compares; runs of models have none beside people. */
export function gateColumns(fold: TaskFold): AgreementColumns {
  const all = fold.agreementColumns();
  const compared = fold.table.annotators.filter((_, who) => all.columnOf[who]! >= 0);
  const people = new Set(comparedAtGates(fold.plan.panel, compared));
  if (people.size === compared.length) return all;
  const names: string[] = [];
  const columnOf = fold.table.annotators.map((name) =>
    people.has(name) ? names.push(name) - 1 : -1,
  );
  return { columnOf, names };
}

/** Who was admitted by the trainings on which task. Tasks that never had one are left out. */
export function taskAdmissions(
  { rounds, tasks }: Pick<Protocol, 'rounds' | 'tasks'>,
  taskHash: (task: string) => string,
  runs: readonly Pick<RunMeasures, 'figures' | 'results'>[],
): ReadonlyMap<string, ReadonlyMap<string, Admission>> {
  const trainings = runs.filter(({ figures }) => figures.kind === 'training');
  // Who failed a training has failed it, also when the protocol no longer has it.
  const trained = tasks.filter(
    ({ id }) =>
      rounds.some((round) => round.kind === 'training' && round.task === id) ||
      trainings.some(({ figures }) => figures.task === id),
  );
  return new Map(
    trained.map(({ id }) => {
      // Training under other questions says nothing about the current ones.
      const own = trainings.filter(
        ({ figures }) => figures.task === id && figures.taskHash === taskHash(id),
      );
      return [id, admissions(own.map(trainingRun))];
    }),
  );
}

/** A training as it decides who is admitted. */
export function trainingRun({
  figures,
  results,
}: Pick<RunMeasures, 'figures' | 'results'>): TrainingRun {
  return {
    ...pick(figures, 'run', 'waivers'),
    results,
    isClosed: figures.closedAt !== null,
    shared: figures.checks.filter(isShared),
  };
}

/** What the protocol has now, for the states of its rounds. */
export function presentState(
  guideline: string,
  taskHash: (task: string) => string,
  admitted: ReadonlyMap<string, ReadonlyMap<string, Admission>>,
): PresentState {
  return {
    guideline,
    taskHash,
    // What a round needs are people; a model that was tried takes the place of none.
    admitted: (task) =>
      [...(admitted.get(task)?.values() ?? [])].filter(
        (one) => isAdmitted(one) && !isModelRun(one.annotator),
      ).length,
  };
}

/** The checks that were computed last, and from what. */
interface KeptChecks {
  readonly version: number;
  readonly wanted: number;
  readonly checks: readonly GateCheck[];
}

const keptChecks = new WeakMap<TaskFold, KeptChecks>();

function checksOf({ gates }: Round, fold: TaskFold, wanted: number): readonly GateCheck[] {
  const known = keptChecks.get(fold);
  const isKnown = known !== undefined && known.version === fold.version && known.wanted === wanted;
  const checks = isKnown ? known.checks : checkGates(gates, runGateFigures(fold, wanted)).checks;
  keptChecks.set(fold, { version: fold.version, wanted, checks });
  return checks;
}

/** Everybody against the key, and the trainees against one another. */
function trainingChecks(
  fold: TaskFold,
  { round, run, taskHash, wanted, before }: RunSource,
  results: readonly TrainingResult[],
  attempts: readonly TrainingAttempt[],
): readonly GateCheck[] {
  const earlier = before.flatMap((one) =>
    one.figures.task === run.task && one.figures.taskHash === taskHash ? one.attempts : [],
  );
  const between = round.gates.filter((gate) => !isAgainstKey(gate));
  return [
    ...results.flatMap((result) => result.checks),
    ...traineeChecks(between, { fold, wanted, attempts, earlier }),
  ];
}
