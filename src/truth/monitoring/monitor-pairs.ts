import { codedText } from '../../domain/text-values.ts';
import type { Answer } from '../../domain/answer.ts';
import { cohenKappa } from '../../statistics/agreement/cohen-kappa.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { macroMean } from '../../statistics/agreement/macro-mean.ts';
import { percentAgreementOfTwo } from '../../statistics/agreement/percent-agreement.ts';
import { codeAnswer, comparedCodes } from '../protocol/answer-codes.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import { confusionMatrix } from '../agreement/confusion-matrix.ts';
import type { ConfusionMatrix } from '../agreement/confusion-matrix.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { pairTables } from './pair-tables.ts';

/** How two annotators agree on one question. */
interface PairQuestion {
  readonly question: string;
  readonly percent: Estimate;
  readonly kappa: Estimate;
}

/** How two annotators agree: one cell of the matrix. */
interface PairFigures {
  readonly first: string;
  readonly second: string;
  readonly units: number;
  /** Means over the questions. */
  readonly percent: Estimate;
  readonly kappa: Estimate;
  readonly questions: readonly PairQuestion[];
}

/** The matrix of all pairs of annotators who share a unit. */
export interface PairMatrix {
  readonly annotators: readonly string[];
  readonly pairs: readonly PairFigures[];
  /** Pairs that share no unit. */
  readonly apart: number;
}

/**
 * Cohen's kappa and percent agreement of every pair of annotators, over all measured questions and
 * on each, in steps. Light 1971, https://doi.org/10.1037/h0031643
 */
export function* pairMatrixSteps(fold: TaskFold): Generator<void, PairMatrix> {
  const { columnOf } = fold.agreementColumns();
  const annotators = fold.table.annotators.filter((_, at) => columnOf[at]! >= 0);
  const measured = fold.table.questions.flatMap((question, at) =>
    question.measured ? [{ question: question.id, at }] : [],
  );
  const pairs: PairFigures[] = [];
  for (const table of yield* pairTables(fold)) {
    yield;
    const questions = measured.map(({ question, at }): PairQuestion => {
      const confusion = table.presence(at);
      return { question, percent: percentAgreementOfTwo(confusion), kappa: cohenKappa(confusion) };
    });
    const { first, second, units } = table;
    const mean = (of: 'percent' | 'kappa'): Estimate =>
      meanOver(
        questions.map((one) => one[of]),
        units,
      );
    const means = { percent: mean('percent'), kappa: mean('kappa') };
    pairs.push({ first, second, units, ...means, questions });
  }
  return {
    annotators,
    pairs,
    apart: (annotators.length * (annotators.length - 1)) / 2 - pairs.length,
  };
}

/** How many units are looked at in one step. */
const unitsTogether = 5000;

/** A unit that two annotators answered differently. */
export interface PairDifference {
  readonly unit: string;
  readonly question: string;
  readonly first: Answer;
  readonly second: Answer;
}

/**
 * The units behind a cell of the matrix: where two annotators answer a question (or any measured
 * one) differently, in unit order. Where the scale has a threshold, only whether the label applies
 * counts, as in the matrix.
 */
export function* pairDifferences(
  fold: TaskFold,
  pair: { readonly first: string; readonly second: string; readonly question?: string },
): Generator<void, readonly PairDifference[]> {
  const { compared: table } = fold;
  const [first, second] = [
    table.annotators.indexOf(pair.first),
    table.annotators.indexOf(pair.second),
  ];
  const asked = table.questions.flatMap((question, at) =>
    question.measured && (pair.question === undefined || pair.question === question.id)
      ? [{ question, at, compared: comparedCodes(question) }]
      : [],
  );
  const found: PairDifference[] = [];
  if (first < 0 || second < 0) return found;
  for (let row = 0; row < table.units; row += 1) {
    if (row % unitsTogether === 0) yield;
    let left = -1;
    let right = -1;
    for (let at = table.first(row); at < table.end(row); at += 1) {
      if (table.who(at) === first) left = at;
      else if (table.who(at) === second) right = at;
    }
    if (left < 0 || right < 0) continue;
    for (const { question, at, compared } of asked) {
      const [a, b] = [table.code(left, at), table.code(right, at)];
      if (a < 0 || b < 0 || compared[a] === compared[b]) continue;
      found.push({
        unit: fold.units.at(row),
        question: question.id,
        first: codeAnswer(question, a)!,
        second: codeAnswer(question, b)!,
      });
    }
  }
  return found;
}

/**
 * How two annotators answered each question of a task (or one), unit by unit; none where they share
 * no unit. Free text and quotes have no table.
 */
export function* pairConfusions(
  fold: TaskFold,
  pair: { readonly first: string; readonly second: string; readonly question?: string },
): Generator<void, readonly ConfusionMatrix[]> {
  const names = [pair.first, pair.second];
  const table = (yield* pairTables(fold)).find(
    ({ first, second }) => names.includes(first) && names.includes(second) && first !== second,
  );
  if (table === undefined) return [];
  return fold.table.questions.flatMap((question, at) =>
    isClosed(question.scale) && (pair.question ?? question.id) === question.id
      ? [confusionMatrix(question, table, table.answers(at))]
      : [],
  );
}

function meanOver(estimates: readonly Estimate[], units: number): Estimate {
  if (estimates.length === 1) return estimates[0]!;
  const mean = macroMean(estimates);
  if (!hasValue(mean)) return mean;
  return { ...mean, n: units, method: codedText('no-interval-pair-mean') };
}
