import type { VoteResult } from './vote-tally.ts';
import { decideVotes, tallyVotes } from './vote-tally.ts';
import type { Votes } from '../votes.ts';
import { votesByUnit } from '../votes.ts';

/**
 * Weighted majority vote: the answer with the largest sum of weights, for panels whose weights are
 * known beforehand, such as a large model counting 3 and a small one counting 1. To estimate
 * weights, see {@link dawidSkene}. answer(u) = argmax_c Σ weight of the votes for c; confidence(u)
 * = winning weight / total weight. Littlestone and Warmuth 1994,
 * https://doi.org/10.1006/inco.1994.1009
 *
 * Sums that differ by at most 1e-9 of the larger are tied (see {@link tieTolerance}), so 0.1 + 0.2
 * ties with 0.3. A tie has no answer (−1). Weight 0 is never counted; a unit with no other votes
 * has no answer. Without weights every vote counts 1. Only the ratios of weights matter.
 * @example const rows = [3, 2, 2, 2, 1].map((weight, at) => [0, at, at === 1 ? 0 : 1, weight]);
 * weightedVote(votesFrom(rows)).confidence // [0.8]
 */
export function weightedVote(votes: Votes): VoteResult {
  const grouped = votesByUnit(votes);
  return decideVotes(tallyVotes(grouped, grouped.weight));
}
