import type { Question } from '../../domain/protocol/question.ts';
import { isGraded } from '../../domain/protocol/scale.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes, Ratings } from '../../statistics/agreement/ratings.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import { codeCount } from '../protocol/answer-codes.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import type { TaskFold } from './task-fold.ts';

/** A measured question with everybody's answers, one column per family, and their patterns. */
export interface FoldRatings {
  readonly question: Question;
  /** Made when asked for: the patterns are enough for most measures. */
  readonly ratings: Ratings;
  /** On whether the label applies, for a graded label. */
  readonly patterns: RatingPatterns | undefined;
}

/** Per annotator, the column for measuring agreement (−1 for none), and what columns stand for. */
export type AgreementColumns = ReturnType<TaskFold['agreementColumns']>;

/**
 * The answers to the measured questions of a settled fold. Runs of one model are one voice; with
 * columns, only annotators who have one are counted.
 */
export function foldRatings(fold: TaskFold, columns?: AgreementColumns): readonly FoldRatings[] {
  const given = columns ?? fold.agreementColumns();
  const isAll = given.columnOf.join() === fold.agreementColumns().columnOf.join();
  return measuredQuestions(fold).map(({ question, at }) => ({
    question,
    get ratings() {
      return familyRatings(fold, at, given);
    },
    get patterns() {
      if (!isAll) return undefined;
      return isGraded(question.scale)
        ? fold.patterns.presencePatterns(at)
        : fold.patterns.patterns(at);
    },
  }));
}

/** The questions that agreement is measured on, with their places in the task. */
export function measuredQuestions({
  table,
}: Pick<TaskFold, 'table'>): readonly { readonly question: Question; readonly at: number }[] {
  return table.questions.flatMap((question, at) => (question.measured ? [{ question, at }] : []));
}

/** One annotator's answers to a question, by unit; −1 where there is none. */
export function answersBy({ table }: TaskFold, annotator: string, question: number): RatingCodes {
  const codes = emptyCodes(table.units, codeCount(table.questions[question]!));
  const who = table.findAnnotator(annotator);
  if (who < 0) return codes;
  for (let unit = 0; unit < table.units; unit += 1) {
    const place = table.place(unit, who);
    if (place >= 0) codes[unit] = table.code(place, question);
  }
  return codes;
}

/** How many units an annotator has judged. */
export function judgedBy({ table }: TaskFold, annotator: string): number {
  const who = table.findAnnotator(annotator);
  let count = 0;
  if (who < 0) return count;
  for (let unit = 0; unit < table.units; unit += 1) if (table.has(unit, who)) count += 1;
  return count;
}

function familyRatings(fold: TaskFold, question: number, columns: AgreementColumns): Ratings {
  return allSteps(ratingSteps(fold, question, columns));
}

/** Everybody's answers to a question, one column per family, made in steps. */
export function* ratingSteps(
  { compared: table }: TaskFold,
  question: number,
  { columnOf, names }: AgreementColumns,
): Generator<void, Ratings> {
  const categories = codeCount(table.questions[question]!);
  const codes = emptyCodes(table.units * names.length, categories);
  const counts = new Int32Array(names.length * categories);
  for (let unit = 0; unit < table.units; unit += 1) {
    if (unit % unitsTogether === 0) yield;
    counts.fill(0);
    for (let place = table.first(unit); place < table.end(unit); place += 1) {
      const column = columnOf[table.who(place)]!;
      const code = table.code(place, question);
      if (code >= 0 && column >= 0) counts[column * categories + code]! += 1;
    }
    for (let column = 0; column < names.length; column += 1)
      codes[unit * names.length + column] = leadingCategory(
        counts,
        column * categories,
        (column + 1) * categories,
      );
  }
  return { units: table.units, annotators: names.length, categories, codes };
}

/** How many units are looked at in one step. */
const unitsTogether = 2000;
