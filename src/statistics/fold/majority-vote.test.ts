import { describe, expect, it } from 'vitest';
import { majorityVote } from './majority-vote.ts';
import { voteOutcome } from './vote-tally.ts';
import { votesFrom } from '../votes.ts';

describe('majorityVote', () => {
  it('gives the documented example', () => {
    const result = majorityVote(
      votesFrom([
        [0, 0, 1],
        [0, 1, 1],
        [0, 2, 0],
        [1, 0, 0],
        [1, 1, 1],
      ]),
    );
    expect(result.answer).toEqual(Int32Array.of(1, -1));
    expect(result.confidence[0]).toBe(2 / 3);
    expect(voteOutcome(result, 1)).toEqual({
      answer: null,
      tied: [0, 1],
      total: 2,
      why: '2 answers are tied.',
    });
  });

  it('has no answer where nobody voted, and says so', () => {
    const result = majorityVote(votesFrom([[1, 0, 0]], { units: 3 }));
    expect(result.answer).toEqual(Int32Array.of(-1, 0, -1));
    expect(voteOutcome(result, 2)).toEqual({
      answer: null,
      tied: [],
      total: 0,
      why: 'Nobody whose vote counts has answered.',
    });
    expect(voteOutcome(result, 1)).toEqual({ answer: 0, confidence: 1, total: 1 });
    expect(majorityVote(votesFrom([])).answer).toEqual(new Int32Array(0));
  });

  it('counts every vote once, whatever its weight, but not those of weight 0', () => {
    const result = majorityVote(
      votesFrom([
        [0, 0, 1, 5],
        [0, 1, 0, 0.1],
        [0, 2, 0, 0.1],
        [0, 3, 1, 0],
        [0, 4, 1, 0],
      ]),
    );
    expect(voteOutcome(result, 0)).toEqual({ answer: 0, confidence: 2 / 3, total: 3 });
    expect(result.tally.uncounted).toBe(2);
  });
});
