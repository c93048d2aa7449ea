import type { Answer } from '../../domain/answer.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import { confusionTable } from '../../statistics/agreement/confusion.ts';
import type { Confusion } from '../../statistics/agreement/confusion.ts';

/** How two annotators answered one question: units for every pair of answers. */
export interface ConfusionMatrix {
  readonly question: string;
  readonly first: string;
  readonly second: string;
  readonly answers: readonly Answer[];
  /** A row for each answer of the first, a column for each answer of the second. */
  readonly counts: readonly (readonly number[])[];
  /** Units that both answered. */
  readonly units: number;
  /** Units that one of them did not answer. */
  readonly skipped: number;
}

/**
 * The whole table of a confusion, with the answers that its codes stand for. Rows are the first
 * annotator's answers.
 */
export function confusionMatrix(
  question: Question,
  pair: Pick<ConfusionMatrix, 'first' | 'second'>,
  confusion: Confusion,
): ConfusionMatrix {
  return {
    question: question.id,
    first: pair.first,
    second: pair.second,
    answers: scaleAnswers(question.scale),
    counts: confusionTable(confusion),
    units: confusion.n,
    skipped: confusion.skipped,
  };
}

/** How many units the two answered differently: everything off the diagonal. */
export function differingUnits({ counts }: Pick<ConfusionMatrix, 'counts'>): number {
  return counts.reduce(
    (sum, cells, row) =>
      sum + cells.reduce((inRow, count, column) => inRow + (column === row ? 0 : count), 0),
    0,
  );
}
