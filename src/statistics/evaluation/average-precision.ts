import type { JudgedRanking } from './judged-ranking.ts';

/**
 * Average precision (AP): the mean, over the relevant documents, of the precision at the rank of
 * each; a relevant document that was not retrieved counts 0. Rewards relevant documents near the
 * top, and has one number for a whole ranking. Its mean over queries is known as MAP.
 *
 * 1/R · Σ_r rel(r) · P@r, over the ranks up to the cutoff; R counts all relevant documents, also
 * those below the cutoff. Unjudged documents are not relevant. Without relevant documents there is
 * no value: the caller skips the query; the function then gives 0, as trec_eval prints it.
 * Buckley and Voorhees 2000, https://doi.org/10.1145/345508.345543
 * @example averagePrecision(judgedRanking([1, 0, 1, 0], [1, 1, 1])) // 0.556
 */
export function averagePrecision(ranking: JudgedRanking, cutoff = Infinity): number {
  return ranking.relevant === 0 ? 0 : precisionSum(ranking, cutoff) / ranking.relevant;
}

/**
 * Smoothed average precision (yaap): the log odds of average precision with one success and one
 * failure added, ln((1 + s) / (1 + R − s)) with s = Σ_r rel(r) · P@r. Averages better over queries
 * than AP, since its ends are not squeezed. Robertson 2012,
 * https://doi.org/10.1007/978-3-642-28997-2_14
 * @example smoothedAveragePrecision(judgedRanking([1, 0], [1])) // 0.693
 */
export function smoothedAveragePrecision(ranking: JudgedRanking): number {
  const sum = precisionSum(ranking, Infinity);
  return Math.log((1 + sum) / (1 + ranking.relevant - sum));
}

function precisionSum({ grades, level }: JudgedRanking, cutoff: number): number {
  const end = Math.min(cutoff, grades.length);
  let sum = 0;
  for (let rank = 0, found = 0; rank < end; rank++) {
    if (grades[rank] < level) continue;
    found++;
    sum += found / (rank + 1);
  }
  return sum;
}
