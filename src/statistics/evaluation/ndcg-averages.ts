import type { JudgedRanking } from './judged-ranking.ts';
import { discount, gainFunction, idealGains } from './ndcg.ts';
import type { Gain } from './ndcg.ts';

/**
 * nDCG averaged over the relevant documents (trec_eval's ndcg_rel): the nDCG at the rank of each
 * relevant document, averaged as precision is in average precision; a relevant document that was
 * not retrieved counts with the nDCG at the end. 0 without gains, as trec_eval prints it.
 * @example ndcgOverRelevant(judgedRanking([0, 1], [1])) // 0.631
 */
export function ndcgOverRelevant(ranking: JudgedRanking, gain: Gain = 'linear'): number {
  const ideal = idealSteps(ranking, gain);
  const gainOf = gainFunction(gain);
  let own = 0;
  let best = 0;
  let sum = 0;
  let found = 0;
  for (let rank = 0; rank < ranking.grades.length; rank++) {
    const worth = ranking.grades[rank] < 0 ? 0 : gainOf(ranking.grades[rank]);
    if (worth !== 0) own += worth / discount(rank);
    if (rank < ideal.length) best += ideal[rank] / discount(rank);
    if (worth > 0) {
      sum += own / best;
      found++;
    }
  }
  for (let rank = ranking.grades.length; rank < ideal.length; rank++)
    best += ideal[rank] / discount(rank);
  if (best === 0) return 0;
  sum += ((ideal.length - found) * own) / best;
  return sum > 0 ? sum / ideal.length : 0;
}

/**
 * nDCG averaged over the ranks at which the best ranking passes to a lower gain (trec_eval's
 * Rndcg): what R-precision is to precision, for graded relevance. 0 without relevant documents, as
 * trec_eval prints it.
 * @example ndcgAtLevels(judgedRanking([1, 2, 0], [2, 1, 0])) // 0.680
 */
export function ndcgAtLevels(ranking: JudgedRanking, gain: Gain = 'linear'): number {
  if (ranking.relevant === 0) return 0;
  const ideal = idealSteps(ranking, gain);
  const gainOf = gainFunction(gain);
  const retrieved = ranking.grades.length;
  let own = 0;
  let best = 0;
  let sum = 0;
  let steps = 0;
  let before = ideal.length === 0 ? 0 : ideal[0];
  for (let rank = 0; rank < Math.max(retrieved, ideal.length + 1); rank++) {
    const worth = rank < ideal.length ? ideal[rank] : 0;
    if (worth !== before && best > 0) {
      sum += own / best;
      steps++;
    }
    before = worth;
    const grade = rank < retrieved ? ranking.grades[rank] : -1;
    const gained = grade < 0 ? 0 : gainOf(grade);
    if (gained !== 0) own += gained / discount(rank);
    if (worth > 0) best += worth / discount(rank);
  }
  // A ranking that is longer than the best one is also looked at where it ends.
  if (retrieved > ideal.length + 1 && best > 0) {
    sum += own / best;
    steps++;
  }
  return steps === 0 ? 0 : sum / steps;
}

/**
 * G: gain divided by the logarithm of the effort so far, where documents as good as the best cost
 * nothing extra (trec_eval's G). Like nDCG, but late documents are discounted by how much useless
 * reading came before, not by rank. 0 without gains, as trec_eval prints it.
 * @example gMeasure(judgedRanking([0, 1], [1])) // 0.631
 */
export function gMeasure(ranking: JudgedRanking, gain: Gain = 'linear'): number {
  const ideal = idealSteps(ranking, gain);
  const gainOf = gainFunction(gain);
  let total = 0;
  for (let rank = 0; rank < ideal.length; rank++) total += ideal[rank];
  if (total === 0) return 0;
  let sum = 0;
  let gained = 0;
  let cost = 0;
  for (let rank = 0; rank < ranking.grades.length; rank++) {
    const worth = ranking.grades[rank] < 0 ? 0 : gainOf(ranking.grades[rank]);
    gained += worth;
    cost += Math.max(1, rank < ideal.length ? ideal[rank] : 1);
    if (worth !== 0) sum += worth / Math.log2(2 + cost - gained);
  }
  return sum / total;
}

/**
 * Binary G: each relevant document counts 1 / log₂(2 + nonrelevant documents before it), averaged
 * over all relevant documents. 0 without relevant documents, as trec_eval prints it.
 * @example binaryG(judgedRanking([0, 1], [1])) // 0.631
 */
export function binaryG({ grades, level, relevant }: JudgedRanking): number {
  if (relevant === 0) return 0;
  let sum = 0;
  for (let rank = 0, found = 0; rank < grades.length; rank++) {
    if (grades[rank] < level) continue;
    found++;
    sum += 1 / Math.log2(3 + rank - found);
  }
  return sum / relevant;
}

/** The gain at each rank of the best ranking. */
function idealSteps(ranking: JudgedRanking, gain: Gain): Float64Array {
  const found = idealGains(ranking, gain);
  const length = found.reduce((sum, level) => sum + level.count, 0);
  const steps = new Float64Array(length);
  let rank = 0;
  for (const level of found) steps.fill(level.gain, rank, (rank += level.count));
  return steps;
}
