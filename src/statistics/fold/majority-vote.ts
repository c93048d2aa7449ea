import type { VoteResult } from './vote-tally.ts';
import { decideVotes, tallyVotes } from './vote-tally.ts';
import type { Votes } from '../votes.ts';
import { votesByUnit } from '../votes.ts';

/**
 * Majority vote (plurality): the answer that most annotators gave, every vote counting the same.
 * The place to start; where annotators differ much in reliability, see {@link dawidSkene} or {@link
 * weightedVote}. answer(u) = argmax_c votes(u, c); confidence(u) = votes(u, answer) / votes(u).
 * Condorcet 1785; as a baseline for crowds: Snow et al. 2008, https://aclanthology.org/D08-1027/
 *
 * A tie for the largest count has no answer (−1): it waits for a ruling. A unit without votes has
 * no answer. Votes of weight 0 do not count; other weights are ignored.
 * @example const votes = votesFrom([[0, 0, 1], [0, 1, 1], [0, 2, 0], [1, 0, 0], [1, 1, 1]]);
 * majorityVote(votes).answer // [1, -1]
 * voteOutcome(majorityVote(votes), 1).tied // [0, 1]
 */
export function majorityVote(votes: Votes): VoteResult {
  return decideVotes(tallyVotes(votesByUnit(votes), null));
}
