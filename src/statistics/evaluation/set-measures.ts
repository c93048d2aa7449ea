import type { JudgedRanking } from './judged-ranking.ts';
import { relevantRetrieved } from './judged-ranking.ts';

/**
 * Set precision: the share of everything that was retrieved that is relevant, whatever its rank.
 * @example setPrecision(judgedRanking([1, 0, 1, 0], [1, 1])) // 0.5
 */
export function setPrecision(ranking: JudgedRanking): number {
  const retrieved = ranking.grades.length;
  return retrieved === 0 ? 0 : relevantRetrieved(ranking) / retrieved;
}

/**
 * Set recall: the share of the relevant documents that was retrieved at all.
 * @example setRecall(judgedRanking([1, 0], [1, 1])) // 0.5
 */
export function setRecall(ranking: JudgedRanking): number {
  return ranking.relevant === 0 ? 0 : relevantRetrieved(ranking) / ranking.relevant;
}

/**
 * Set precision relative to the best that a set of this size can reach.
 * @example setRelativePrecision(judgedRanking([1, 0], [1])) // 1
 */
export function setRelativePrecision(ranking: JudgedRanking): number {
  const best = Math.min(ranking.grades.length, ranking.relevant);
  return best === 0 ? 0 : relevantRetrieved(ranking) / best;
}

/**
 * Set average precision: set precision times set recall.
 * @example setAveragePrecision(judgedRanking([1, 0], [1, 1])) // 0.25
 */
export function setAveragePrecision(ranking: JudgedRanking): number {
  const found = relevantRetrieved(ranking);
  const area = ranking.grades.length * ranking.relevant;
  return area === 0 ? 0 : (found * found) / area;
}

/**
 * Set F: the harmonic mean of set precision and set recall, recall weighing `x` times as much:
 * (x + 1)·P·R / (x·P + R). Van Rijsbergen 1979, Information Retrieval, chapter 7.
 * @example setF(judgedRanking([1, 0], [1])) // 0.667
 */
export function setF(ranking: JudgedRanking, x = 1): number {
  const found = relevantRetrieved(ranking);
  if (found === 0) return 0;
  const precision = found / ranking.grades.length;
  const recall = found / ranking.relevant;
  return ((x + 1) * precision * recall) / (x * precision + recall);
}

/** What a retrieved or missed document is worth in {@link utility}. */
export type UtilityWorths = readonly [
  relevantRetrieved: number,
  otherRetrieved: number,
  relevantMissed: number,
  otherMissed: number,
];

/**
 * Utility: the worth of the retrieved set, with a worth for each document that is relevant and
 * retrieved, retrieved only, relevant only, and neither. The last needs the size of the collection;
 * where the ranking does not have it, it is taken as 0, as trec_eval does.
 * @example utility(judgedRanking([1, 0, 0], [1])) // -1
 */
export function utility(ranking: JudgedRanking, worths: UtilityWorths = [1, -1, 0, 0]): number {
  const found = relevantRetrieved(ranking);
  const retrieved = ranking.grades.length;
  return (
    worths[0] * found +
    worths[1] * (retrieved - found) +
    worths[2] * (ranking.relevant - found) +
    worths[3] * ((ranking.collection ?? 0) + found - retrieved - ranking.relevant)
  );
}
