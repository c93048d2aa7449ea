import type { JudgedRanking } from './judged-ranking.ts';
import { gainFunction } from './ndcg.ts';
import type { Gain } from './ndcg.ts';

/**
 * Rank-biased precision (RBP): the gain that somebody collects who goes on to the next document
 * with probability p: (1 − p) · Σ_r gain(r) · p^(r − 1). Gains outside of 0 to 1 are scaled to that
 * range by the lowest and the highest of the query, 0 included. trec_eval 10 means to do the same,
 * but starts from memory it never set. Moffat and Zobel 2008,
 * https://doi.org/10.1145/1416950.1416952
 * @example rankBiasedPrecision(judgedRanking([1, 0, 1], [1, 1]), 0.5) // 0.625
 */
export function rankBiasedPrecision(
  { grades, levels }: JudgedRanking,
  p = 0.9,
  gain: Gain = 'linear',
): number {
  const gainOf = gainFunction(gain);
  let lowest = 0;
  let highest = 0;
  const known = gain instanceof Map ? [...gain.values()] : [];
  for (let grade = 0; grade < levels.length; grade++) known.push(gainOf(grade));
  for (const worth of known) {
    lowest = Math.min(lowest, worth);
    highest = Math.max(highest, worth);
  }
  const isScaled = lowest < 0 || highest > 1;
  let sum = 0;
  let weight = 1;
  for (let rank = 0; rank < grades.length; rank++) {
    const worth = grades[rank] < 0 ? null : gainOf(grades[rank]);
    if (worth !== null) sum += (isScaled ? (worth - lowest) / (highest - lowest) : worth) * weight;
    weight *= p;
  }
  return (1 - p) * sum;
}

/**
 * Residual of rank-biased precision: how much RBP could still rise if every unjudged document, and
 * everything below the end of the ranking, were relevant. 0 when every retrieved document was
 * judged, as trec_eval prints it.
 * @example rankBiasedResidual(judgedRanking([1, -1], [1]), 0.5) // 0.5
 */
export function rankBiasedResidual({ grades }: JudgedRanking, p = 0.9): number {
  let sum = 0;
  let weight = 1;
  let unjudged = 0;
  for (let rank = 0; rank < grades.length; rank++) {
    if (grades[rank] < 0) {
      unjudged++;
      sum += weight;
    }
    weight *= p;
  }
  return unjudged === 0 ? 0 : weight + (1 - p) * sum;
}

/**
 * Expected reciprocal rank (ERR): the expected 1/rank at which somebody stops who is satisfied by a
 * document of grade g with probability (2^g − 1) / 2^highest. A good document makes those below it
 * matter less. `highest` is the top of the scale, not the highest grade that occurs. Chapelle et
 * al. 2009, https://doi.org/10.1145/1645953.1646033
 * @example expectedReciprocalRank(judgedRanking([0, 1], [1]), { highest: 1 }) // 0.25
 */
export function expectedReciprocalRank(
  { grades }: JudgedRanking,
  { cutoff = Infinity, highest = 4 }: { readonly cutoff?: number; readonly highest?: number } = {},
): number {
  const end = Math.min(cutoff, grades.length);
  let reading = 1;
  let sum = 0;
  for (let rank = 0; rank < end; rank++) {
    if (grades[rank] <= 0) continue;
    const satisfied = Math.min(1, (2 ** grades[rank] - 1) / 2 ** highest);
    sum += (reading * satisfied) / (rank + 1);
    reading *= 1 - satisfied;
  }
  return sum;
}
