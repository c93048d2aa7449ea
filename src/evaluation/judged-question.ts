import type { RatingCodes, Ratings } from '../statistics/agreement/ratings.ts';

/** One question with what the judge, the others and each person answered to it. */
export interface JudgedQuestion {
  /** Null where votes are about one question without a name. */
  readonly question: string | null;
  /** What the codes mean. */
  readonly answers: readonly string[];
  /** The number that an answer stands for; null where answers are mere names. */
  readonly values: readonly number[] | null;
  /** The code that means yes, where there are a yes and a no. */
  readonly yes: number | null;
  /** By unit, the judge's answer: the majority of its runs; −1 without one. */
  readonly judge: RatingCodes;
  /** By unit, what is true by everybody but the judge's family; −1 while unknown. */
  readonly truth: RatingCodes;
  /** By unit, what is true by people alone; −1 while unknown. */
  readonly human: RatingCodes;
  /** A column per person. */
  readonly people: Ratings;
}

/** A property of units by which the judge may be biased. */
export interface Slicing {
  /** `length`, `position`, `language`, or the name of a field. */
  readonly by: string;
  readonly groups: readonly string[];
  /** By unit, its group; −1 without one. */
  readonly groupOf: ArrayLike<number>;
}

/** What a judge is measured on. */
export interface JudgedWork {
  readonly judge: string;
  /** The annotators behind it: the runs of a model. */
  readonly members: readonly string[];
  /** The people it is compared with, as the columns of each question. */
  readonly people: readonly string[];
  /** Other annotators whose word is part of the truth: families of models. */
  readonly others: readonly string[];
  readonly questions: readonly JudgedQuestion[];
  readonly slicings: readonly Slicing[];
}
