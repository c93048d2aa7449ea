import { annotatorFamily } from '../../domain/judging/annotator.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { comparedAtGates, familiesOf, familyRatings } from '../agreement/families.ts';
import { answersBy, measuredQuestions } from '../fold/fold-ratings.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { codeCount } from '../protocol/answer-codes.ts';
import { gateFigures } from './gate-figures.ts';
import { checkGates } from './gate-report.ts';
import type { GateCheck, GateFigures } from './gate-report.ts';
import type { TrainingResult } from './training-result.ts';

/** What somebody answered in a training that they finished. */
export interface TrainingAttempt {
  readonly annotator: string;
  /** By unit, the code of the answer to each measured question; −1 where there is none. */
  readonly codes: ReadonlyMap<string, readonly number[]>;
}

/** The attempts that were finished in a training. */
export function finishedAttempts(
  fold: TaskFold,
  results: readonly TrainingResult[],
): readonly TrainingAttempt[] {
  const questions = measuredQuestions(fold);
  return results
    .filter(({ judged, wanted }) => judged > 0 && judged >= wanted)
    .map(({ annotator }) => {
      const own = questions.map(({ at }) => answersBy(fold, annotator, at));
      const codes = new Map<string, readonly number[]>();
      for (let unit = 0; unit < fold.table.units; unit += 1) {
        const answers = own.map((all) => all[unit]!);
        if (answers.some((code) => code >= 0)) codes.set(fold.units.at(unit), answers);
      }
      return { annotator, codes };
    });
}

/** A training with the trainings on the same questions before it, the oldest first. */
export interface TraineeSource {
  readonly fold: TaskFold;
  readonly wanted: number;
  readonly attempts: readonly TrainingAttempt[];
  readonly earlier: readonly TrainingAttempt[];
}

/**
 * The gates of a training that are not against the key: agreement between the trainees, each by
 * the latest attempt that they finished until then, on the units that several of them judged.
 * Where somebody of this training shares no unit with another, there is no value.
 */
export function traineeChecks(gates: readonly Gate[], source: TraineeSource): readonly GateCheck[] {
  const { fold, wanted, attempts, earlier } = source;
  const all = new Map([...earlier, ...attempts].map((one) => [one.annotator, one]));
  const able = [...all.keys()].filter((name) => fold.plan.isCompared(name));
  const names = comparedAtGates(fold.plan.panel, able);
  const compared = names.map((name) => all.get(name)!);
  const why = missing(
    attempts.filter(({ annotator }) => names.includes(annotator)),
    compared,
  );
  const families = familiesOf(names, (name) => annotatorFamily(fold.plan.panel, name));
  const units = sharedUnits(compared);
  const rated = measuredQuestions(fold).map(({ question }, at) => ({
    question,
    ratings: familyRatings(ratingsOf(compared, units, at, codeCount(question)), families),
  }));
  const figures = gateFigures({
    rated,
    annotators: families.length,
    quotas: () => ({ wanted, given: fold.judged }),
  });
  return checkGates(gates, why === null ? figures : withoutValues(figures, why)).checks;
}

/** Why these attempts cannot be compared; null where everybody shares a unit with another. */
function missing(
  own: readonly TrainingAttempt[],
  compared: readonly TrainingAttempt[],
): Estimate | null {
  if (own.length === 0) return noValue(codedText('nobody-trained'));
  const alone = own.filter(
    (one) =>
      !compared.some(
        (other) =>
          other.annotator !== one.annotator &&
          [...one.codes.keys()].some((unit) => other.codes.has(unit)),
      ),
  );
  if (alone.length === 0) return null;
  return noValue(codedText('nothing-shared', { annotators: alone.map((one) => one.annotator) }));
}

function withoutValues(figures: GateFigures, none: Estimate): GateFigures {
  return { ...figures, overall: () => none, question: () => none };
}

function sharedUnits(attempts: readonly TrainingAttempt[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { codes } of attempts)
    for (const unit of codes.keys()) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].flatMap(([unit, count]) => (count > 1 ? [unit] : []));
}

function ratingsOf(
  attempts: readonly TrainingAttempt[],
  units: readonly string[],
  question: number,
  categories: number,
): Ratings {
  const annotators = attempts.length;
  const codes = emptyCodes(units.length * annotators, categories);
  units.forEach((unit, row) =>
    attempts.forEach((one, column) => {
      codes[row * annotators + column] = one.codes.get(unit)?.[question] ?? -1;
    }),
  );
  return { units: units.length, annotators, categories, codes };
}
