import { describe, expect, it } from 'vitest';
import { majorityVote } from './majority-vote.ts';
import { voteOutcome } from './vote-tally.ts';
import { votesFrom } from '../votes.ts';
import { weightedVote } from './weighted-vote.ts';

describe('weightedVote', () => {
  it('gives 12 of 14 for the example of the policy document', () => {
    const weights = [3, 2, 2, 2, 1, 1, 1, 1, 1];
    const votes = votesFrom(
      weights.map((weight, annotator) => [0, annotator, annotator === 1 ? 0 : 1, weight]),
    );
    expect(voteOutcome(weightedVote(votes), 0)).toEqual({
      answer: 1,
      confidence: 12 / 14,
      total: 14,
    });
  });

  it('finds ties of weights that are equal but for rounding', () => {
    const result = weightedVote(
      votesFrom([
        [0, 0, 0, 0.1],
        [0, 1, 0, 0.2],
        [0, 2, 1, 0.3],
      ]),
    );
    expect(voteOutcome(result, 0)).toMatchObject({
      answer: null,
      tied: [0, 1],
      why: '2 answers are tied.',
    });
  });

  it('has no answer when every vote has weight 0', () => {
    const result = weightedVote(
      votesFrom([
        [0, 0, 1, 0],
        [0, 1, 1, 0],
      ]),
    );
    expect(voteOutcome(result, 0)).toEqual({
      answer: null,
      tied: [],
      total: 0,
      why: 'Nobody whose vote counts has answered.',
    });
    expect(result.confidence[0]).toBe(0);
  });

  it('counts 1 without a weight column', () => {
    const votes = votesFrom([
      [0, 0, 1],
      [0, 1, 1],
      [0, 2, 0],
      [1, 0, 0],
      [1, 1, 1],
    ]);
    expect(weightedVote(votes)).toEqual(majorityVote(votes));
  });
});
