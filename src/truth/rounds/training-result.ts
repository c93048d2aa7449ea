import { codedText } from '../../domain/text-values.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { isLabel } from '../../domain/protocol/scale.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { answerCode, codeApplies, codeCount } from '../protocol/answer-codes.ts';
import { gateFigures, oneMeasure } from './gate-figures.ts';
import { checkGates, isAgainstKey } from './gate-report.ts';
import type { GateCheck } from './gate-report.ts';
import { answersBy, judgedBy, measuredQuestions } from '../fold/fold-ratings.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import type { QuestionRatings } from '../agreement/task-agreement.ts';

/** The known answers about a unit, and why they are so. */
export interface KnownAnswers {
  readonly answers: Answers;
  readonly reason: string | null;
}

/** How an annotator's answers to one question compare with the key. @internal */
export interface QuestionResult {
  readonly question: string;
  readonly right: number;
  readonly wrong: number;
  /** Where the key says that the label applies and the annotator does not, and vice versa. */
  readonly missed: number;
  readonly extra: number;
  readonly kappa: Estimate;
}

/** The result of an annotator's training. */
export interface TrainingResult {
  readonly annotator: string;
  readonly judged: number;
  readonly wanted: number;
  /** The gates against the key, for this annotator. */
  readonly checks: readonly GateCheck[];
  readonly questions: readonly QuestionResult[];
  /** The questions with wrong answers, the worst first: their cards should be read again. */
  readonly study: readonly string[];
}

/**
 * Compares an annotator with the known answers of a training round: gates against the key, and
 * right and wrong answers per question. Where the scale has a threshold, whether the label applies
 * is compared. Only units that the annotator judged and the key contains count.
 */
export function trainingResult(
  fold: TaskFold,
  wanted: number,
  key: ReadonlyMap<string, KnownAnswers>,
  gates: readonly Gate[],
  annotator: string,
): TrainingResult {
  const rated = measuredQuestions(fold).map(({ question, at }): QuestionRatings => ({
    question,
    ratings: besideKey(fold, at, key, annotator),
  }));
  const judged = judgedBy(fold, annotator);
  const figures = gateFigures({ rated, annotators: 2, quotas: () => ({ wanted, given: judged }) });
  const { checks } = checkGates(gates.filter(isAgainstKey), {
    ...figures,
    key: (measure) => figures.overall(measure, 'macro'),
  });
  const questions = rated.map(questionResult);
  return {
    annotator,
    judged,
    wanted,
    checks: checks.map((check) => ({
      ...check,
      annotator,
      scope: codedText('scope-own-key', { annotator }),
    })),
    questions,
    study: worstFirst(questions),
  };
}

/** The annotator's answers in the first column, the known ones in the second. */
function besideKey(
  fold: TaskFold,
  at: number,
  key: ReadonlyMap<string, KnownAnswers>,
  annotator: string,
): Ratings {
  const question = fold.table.questions[at]!;
  const own = answersBy(fold, annotator, at);
  const codes = emptyCodes(own.length * 2, codeCount(question));
  for (let row = 0; row < own.length; row += 1) {
    if (own[row]! < 0) continue;
    codes[row * 2] = own[row]!;
    codes[row * 2 + 1] = answerCode(question, key.get(fold.units.at(row))?.answers[question.id]);
  }
  return { units: own.length, annotators: 2, categories: codeCount(question), codes };
}

function questionResult(rated: QuestionRatings): QuestionResult {
  const { question, ratings } = rated;
  const isPresence = isLabel(question.scale);
  const counts = { right: 0, wrong: 0, missed: 0, extra: 0 };
  for (let row = 0; row < ratings.units; row += 1) {
    const own = ratings.codes[row * 2]!;
    const known = ratings.codes[row * 2 + 1]!;
    if (own < 0 || known < 0) continue;
    const [ownApplies, knownApplies] = [codeApplies(question, own), codeApplies(question, known)];
    const isRight = isPresence ? ownApplies === knownApplies : own === known;
    counts[isRight ? 'right' : 'wrong'] += 1;
    if (!isRight && isPresence) counts[knownApplies ? 'missed' : 'extra'] += 1;
  }
  return { question: question.id, ...counts, kappa: oneMeasure('cohen_kappa', rated, 2) };
}

function worstFirst(questions: readonly QuestionResult[]): readonly string[] {
  const share = ({ right, wrong }: QuestionResult): number => right / (right + wrong);
  const value = ({ kappa }: QuestionResult): number => kappa.value ?? 0;
  return questions
    .filter((one) => one.wrong > 0)
    .toSorted((a, b) => share(a) - share(b) || value(a) - value(b))
    .map((one) => one.question);
}
