/** The grade of a retrieved document that is not in the pool: nobody was asked about it. */
export const notInPool = -1;

/** The grade of a document that is in the pool, but was not judged. */
export const notJudged = -2;

/** What a system retrieved for one query, rank by rank, beside what is known about the query. */
export interface JudgedRanking {
  /** Per rank: the grade of the document, {@link notInPool} or {@link notJudged}. */
  readonly grades: Int32Array;
  /** How many judged documents of the query have each grade, from 0 to the highest. */
  readonly levels: Int32Array;
  /** The lowest grade that counts as relevant. */
  readonly level: number;
  /** Relevant documents of the query, retrieved or not. */
  readonly relevant: number;
  /** Relevant documents among the first k, for k from 0 to all that were retrieved. */
  readonly relevantAt: Int32Array;
  /** Documents in the collection, where that is known. */
  readonly collection?: number;
}

/**
 * A judged ranking from the grades in the order of ranks and the grades of everything that was
 * judged for the query. Negative grades are not judged. `level` is the lowest grade that counts as
 * relevant.
 * @example judgedRanking([1, 0, -1, 2], [1, 0, 2, 2]).relevantAt // [0, 1, 1, 1, 2]
 */
export function judgedRanking(
  grades: ArrayLike<number>,
  judged: ArrayLike<number>,
  level = 1,
): JudgedRanking {
  let highest = -1;
  for (let at = 0; at < judged.length; at++) if (judged[at] > highest) highest = judged[at];
  const levels = new Int32Array(highest + 1);
  for (let at = 0; at < judged.length; at++) if (judged[at] >= 0) levels[judged[at]]++;
  return rankingOf(Int32Array.from(grades), levels, level);
}

/** The same from counts per grade. */
export function rankingOf(grades: Int32Array, levels: Int32Array, level = 1): JudgedRanking {
  const relevantAt = new Int32Array(grades.length + 1);
  for (let rank = 0, found = 0; rank < grades.length; rank++) {
    if (grades[rank] >= level) found++;
    relevantAt[rank + 1] = found;
  }
  let relevant = 0;
  for (let grade = Math.max(level, 0); grade < levels.length; grade++) relevant += levels[grade];
  return { grades, levels, level, relevant, relevantAt };
}

/** Relevant documents among the first k; beyond the end of the ranking nothing is relevant. */
export function relevantWithin({ relevantAt }: JudgedRanking, k: number): number {
  return relevantAt[Math.min(k, relevantAt.length - 1)];
}

/** Relevant documents that were retrieved. */
export function relevantRetrieved(ranking: JudgedRanking): number {
  return ranking.relevantAt[ranking.grades.length];
}

/** Retrieved documents with a judgment that calls them not relevant. */
export function nonrelevantRetrieved({ grades, level }: JudgedRanking): number {
  let found = 0;
  for (let rank = 0; rank < grades.length; rank++)
    if (grades[rank] >= 0 && grades[rank] < level) found++;
  return found;
}

/**
 * The grades of the first documents as a string, as trec_eval's relstring prints it: a digit, `>`
 * above 9, `-` for a document outside of the pool and `.` for one that was not judged.
 * @example relevanceString(judgedRanking([2, 0, -1, -2], [2, 0]), 10) // '20-.'
 */
export function relevanceString({ grades }: JudgedRanking, length = 10): string {
  let text = '';
  for (let rank = 0; rank < Math.min(length, grades.length); rank++) {
    const grade = grades[rank];
    if (grade > 9) text += '>';
    else if (grade >= 0) text += String(grade);
    else text += grade === notInPool ? '-' : '.';
  }
  return text;
}
