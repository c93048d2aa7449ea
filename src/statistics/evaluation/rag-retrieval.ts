import { discount } from './ndcg.ts';

/** What is true of a retrieved chunk; yes is 1, no is 0. */
export interface JudgedChunk {
  readonly topicallyRelevant: number;
  readonly evidenceSufficient: number;
  readonly misleading: number;
}

/** How good the first K chunks of a query are. */
export interface ChunkMeasures {
  readonly topicalPrecision: number;
  readonly sufficiencyHit: number;
  readonly sufficiencyRate: number;
  readonly misleadingRate: number;
  readonly reciprocalRank: number;
  /** Null when none of the first K chunks is worth anything. */
  readonly ndcg: number | null;
}

/**
 * Measures of the first K chunks that a RAG system retrieved for a query, in the order of ranks:
 * the share that is on the topic, whether any is enough evidence and the share that is, the share
 * that misleads, 1 over the rank of the first that is on the topic, and nDCG with 2 for enough
 * evidence and 1 for the topic alone (gain 2^grade − 1; the ideal is the best order of these K
 * chunks, since nothing is known about chunks that were not retrieved). Shares divide by K, also
 * when fewer were retrieved.
 * @example
 * const chunks = [{ topicallyRelevant: 1, evidenceSufficient: 0, misleading: 0 }];
 * chunkMeasures(chunks, 2) // { topicalPrecision: 0.5, sufficiencyHit: 0, ndcg: 1 }
 */
export function chunkMeasures(chunks: readonly JudgedChunk[], k: number): ChunkMeasures {
  const first = chunks.slice(0, k);
  const sum = (of: (chunk: JudgedChunk) => number): number =>
    first.reduce((total, chunk) => total + of(chunk), 0);
  const gains = first.map((chunk) => (chunk.evidenceSufficient ? 3 : chunk.topicallyRelevant));
  const best = gains.toSorted((a, b) => b - a);
  const gained = (of: readonly number[]): number =>
    of.reduce((total, gain, rank) => total + gain / discount(rank), 0);
  const found = first.findIndex((chunk) => chunk.topicallyRelevant === 1);
  return {
    topicalPrecision: sum((chunk) => chunk.topicallyRelevant) / k,
    sufficiencyHit: first.some((chunk) => chunk.evidenceSufficient === 1) ? 1 : 0,
    sufficiencyRate: sum((chunk) => chunk.evidenceSufficient) / k,
    misleadingRate: sum((chunk) => chunk.misleading) / k,
    reciprocalRank: found < 0 ? 0 : 1 / (found + 1),
    ndcg: gained(best) === 0 ? null : gained(gains) / gained(best),
  };
}
