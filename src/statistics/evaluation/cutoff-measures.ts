import type { JudgedRanking } from './judged-ranking.ts';
import { relevantRetrieved, relevantWithin } from './judged-ranking.ts';

/**
 * Precision at k (P@k): the share of the first k documents that is relevant. Divides by k also when
 * fewer were retrieved: what is missing is not relevant, and neither is an unjudged document.
 * @example precisionAt(judgedRanking([1, 0, 1], [1, 1, 0]), 5) // 0.4
 */
export function precisionAt(ranking: JudgedRanking, k: number): number {
  return relevantWithin(ranking, k) / k;
}

/**
 * Recall at k (R@k): the share of all relevant documents that is among the first k. Without
 * relevant documents there is no value: the caller skips the query; the function then gives 0, as
 * trec_eval prints it.
 * @example recallAt(judgedRanking([1, 0, 1], [1, 1, 1, 1]), 3) // 0.5
 */
export function recallAt(ranking: JudgedRanking, k: number): number {
  return ranking.relevant === 0 ? 0 : relevantWithin(ranking, k) / ranking.relevant;
}

/**
 * Relative precision at k: precision divided by the best precision that is possible at k. Equal to
 * precision up to R, the number of relevant documents, and to recall after it.
 * @example relativePrecisionAt(judgedRanking([1, 0, 1], [1, 1]), 3) // 1
 */
export function relativePrecisionAt(ranking: JudgedRanking, k: number): number {
  if (ranking.relevant === 0) return 0;
  return relevantWithin(ranking, k) / Math.min(k, ranking.relevant);
}

/**
 * F1 at k: the harmonic mean of {@link precisionAt} and {@link recallAt}; 0 when nothing relevant
 * is among the first k.
 * @example f1At(judgedRanking([1, 0], [1, 1]), 2) // 0.5
 */
export function f1At(ranking: JudgedRanking, k: number): number {
  return relevantWithin(ranking, k) === 0
    ? 0
    : (2 * relevantWithin(ranking, k)) / (k + ranking.relevant);
}

/**
 * Success at k, also called hit@K: 1 when at least one of the first k documents is relevant, else
 * 0. Its mean over queries is the share of users who find something on the first page.
 * @example successAt(judgedRanking([0, 1], [1, 0]), 1) // 0
 */
export function successAt(ranking: JudgedRanking, k: number): number {
  return relevantWithin(ranking, k) > 0 ? 1 : 0;
}

/**
 * Reciprocal rank (RR): 1 divided by the rank of the first relevant document; 0 when none was
 * retrieved within the cutoff. For tasks where one good answer is enough.
 * @example reciprocalRank(judgedRanking([0, 0, 1], [1])) // 0.333
 */
export function reciprocalRank({ grades, level }: JudgedRanking, cutoff = Infinity): number {
  const end = Math.min(cutoff, grades.length);
  for (let rank = 0; rank < end; rank++) if (grades[rank] >= level) return 1 / (rank + 1);
  return 0;
}

/**
 * Judged at k (Judged@k): the share of the first k documents that has a judgment. When it is low,
 * measures that take unjudged documents for irrelevant say little. Divides by the documents that
 * are there; an empty ranking gives 0.
 * @example judgedAt(judgedRanking([1, -1, 0, -2], [1, 0]), 4) // 0.5
 */
export function judgedAt({ grades }: JudgedRanking, k: number): number {
  const end = Math.min(k, grades.length);
  let judged = 0;
  for (let rank = 0; rank < end; rank++) if (grades[rank] >= 0) judged++;
  return end === 0 ? 0 : judged / end;
}

/**
 * Unjudged at k (trec_eval's unj): documents without a judgment among the first k, divided by k
 * also when fewer were retrieved.
 * @example unjudgedAt(judgedRanking([1, -1, 0], [1, 0]), 5) // 0.2
 */
export function unjudgedAt({ grades }: JudgedRanking, k: number): number {
  const end = Math.min(k, grades.length);
  let unjudged = 0;
  for (let rank = 0; rank < end; rank++) if (grades[rank] < 0) unjudged++;
  return unjudged / k;
}

/**
 * R-precision (Rprec): precision at R, the number of relevant documents of the query; the point
 * where precision and recall are equal. With a multiple m, precision at m·R, rounded up as
 * trec_eval does (m·R + 0.9, cut off).
 * @example
 * rPrecision(judgedRanking([1, 0, 1], [1, 1])) // 0.5
 * rPrecision(judgedRanking([1, 0, 1], [1, 1]), 2) // 0.5
 */
export function rPrecision(ranking: JudgedRanking, multiple?: number): number {
  if (ranking.relevant === 0) return 0;
  if (multiple === undefined) return relevantWithin(ranking, ranking.relevant) / ranking.relevant;
  const cutoff = Math.trunc(multiple * ranking.relevant + 0.9);
  return cutoff <= 0 ? 0 : relevantWithin(ranking, cutoff) / cutoff;
}

/**
 * Interpolated precision at a recall: the best precision at any rank where at least this share of
 * the relevant documents was found; 0 when it never is. The share is rounded to whole documents, as
 * trec_eval 10 does (9 rounded up).
 * @example interpolatedPrecision(judgedRanking([1, 0, 1], [1, 1]), 1) // 0.667
 */
export function interpolatedPrecision(ranking: JudgedRanking, recall: number): number {
  const { grades, level } = ranking;
  const needed = roundHalfUp(recall * ranking.relevant);
  let found = relevantRetrieved(ranking);
  if (needed > found) return 0;
  let best = grades.length === 0 ? 0 : found / grades.length;
  for (let rank = grades.length; rank > 0 && found > 0; rank--) {
    best = Math.max(best, found / rank);
    if (grades[rank - 1] < level) continue;
    if (found <= needed) return best;
    found--;
  }
  return best;
}

/**
 * Interpolated precision averaged over recall points, eleven from 0 to 1 unless given.
 * @example elevenPointPrecision(judgedRanking([1, 0, 1], [1, 1])) // 0.909
 */
export function elevenPointPrecision(
  ranking: JudgedRanking,
  points: readonly number[] = elevenPoints,
): number {
  let sum = 0;
  for (let at = points.length - 1; at >= 0; at--) sum += interpolatedPrecision(ranking, points[at]);
  return sum / points.length;
}

/** The recall points at which interpolated precision is usually printed. */
export const elevenPoints = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

/** Halves away from zero, as the C library rounds; `Math.round` does so for positive numbers. */
function roundHalfUp(value: number): number {
  const whole = Math.floor(value);
  return value - whole >= 0.5 ? whole + 1 : whole;
}
