import type { VoteResult } from './vote-tally.ts';
import { decideVotes, tallyVotes } from './vote-tally.ts';
import type { Votes } from '../votes.ts';
import { votesByUnit } from '../votes.ts';

/**
 * Weighted majority vote: the answer with the largest sum of weights.
 *
 * For panels whose weights are known beforehand, such as one run of a large model counting 3 and
 * runs of a small one counting 1. To have the weights estimated, see {@link dawidSkene}.
 *
 * answer(u) = argmax_c Σ weight of the votes for c; confidence(u) = winning weight / total weight
 *
 * Sums that differ by at most 1e-9 of the larger are tied (see {@link tieTolerance}), so that 0.1 +
 * 0.2 ties with 0.3 in whatever order they are added. A tie has no answer (−1). Weight 0 is heard
 * but never counted; a unit whose votes all have weight 0 has no answer. Without a weight column
 * every vote counts 1. Multiplying all weights by one number changes nothing.
 *
 * Littlestone and Warmuth 1994, https://doi.org/10.1006/inco.1994.1009
 *
 * @example
 * // gpt-5.1 (3), three mini (2 each) and five nano (1 each): all but one mini say category 1, 12 of 14
 * const weights = [3, 2, 2, 2, 1, 1, 1, 1, 1];
 * const votes = votesFrom(weights.map((weight, annotator) => [0, annotator, annotator === 1 ? 0 : 1, weight]));
 * weightedVote(votes).confidence // [0.857]
 */
export function weightedVote(votes: Votes): VoteResult {
  const grouped = votesByUnit(votes);
  return decideVotes(tallyVotes(grouped, grouped.weight));
}
