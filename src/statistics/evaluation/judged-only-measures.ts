import type { JudgedRanking } from './judged-ranking.ts';
import { notInPool, notJudged } from './judged-ranking.ts';

/**
 * Binary preference (bpref): how often judged relevant documents stand above judged irrelevant
 * ones; documents without a judgment are passed over, so incomplete judgments do little harm.
 *
 * 1/R · Σ over retrieved relevant documents of 1 − min(n, R) / min(N, R), with n judged irrelevant
 * documents above it, N in all and R relevant. Without relevant documents there is no value: the
 * caller skips the query; the function then gives 0, as trec_eval prints it. Buckley and Voorhees
 * 2004, https://doi.org/10.1145/1008992.1009000
 * @example bpref(judgedRanking([1, 0, -1, 1], [1, 1, 0])) // 0.5
 */
export function bpref({ grades, levels, level, relevant }: JudgedRanking): number {
  if (relevant === 0) return 0;
  let irrelevant = 0;
  for (let grade = 0; grade < Math.min(level, levels.length); grade++) irrelevant += levels[grade];
  let above = 0;
  let sum = 0;
  for (let rank = 0; rank < grades.length; rank++) {
    const grade = grades[rank];
    if (grade < 0) continue;
    if (grade < level) above++;
    else sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / Math.min(irrelevant, relevant);
  }
  return sum / relevant;
}

/**
 * Inferred average precision (infAP): average precision estimated from a pool of which only a
 * random part was judged. Documents in the pool without a judgment count in the share that the
 * judged ones above suggest; documents outside of the pool count as irrelevant. Equal to AP (but
 * for a small smoothing) when the whole pool is judged.
 *
 * Per retrieved relevant document at rank j + 1: 1/(j + 1) + j/(j + 1) · pool/j · (r + ε)/(r + n +
 * 2ε), with ε = 0.00001. Yilmaz and Aslam 2006, https://doi.org/10.1145/1183614.1183633
 * @example inferredAveragePrecision(judgedRanking([1, -2, 1], [1, 1, -1])) // 1.000
 */
export function inferredAveragePrecision({ grades, level, relevant }: JudgedRanking): number {
  if (relevant === 0) return 0;
  const epsilon = 0.00001;
  let found = 0;
  let irrelevant = 0;
  let open = 0;
  let sum = 0;
  for (let rank = 0; rank < grades.length; rank++) {
    const grade = grades[rank];
    if (grade === notInPool) continue;
    if (grade === notJudged) open++;
    else if (grade < level) irrelevant++;
    else {
      const judged = found + irrelevant;
      sum +=
        rank === 0
          ? 1
          : 1 / (rank + 1) +
            (rank / (rank + 1)) *
              ((judged + open) / rank) *
              ((found + epsilon) / (judged + 2 * epsilon));
      found++;
    }
  }
  return sum / relevant;
}
