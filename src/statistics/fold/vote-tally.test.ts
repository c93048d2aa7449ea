import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import fixture from '../fixtures/aggregate-vote.json' with { type: 'json' };
import data from '../fixtures/votes.json' with { type: 'json' };
import { majorityVote } from './majority-vote.ts';
import { voteOutcome } from './vote-tally.ts';
import type { VoteResult } from './vote-tally.ts';
import type { Votes } from '../votes.ts';
import { votesFrom } from '../votes.ts';
import { weightedVote } from './weighted-vote.ts';

const votesNamed = (name: string): Votes => {
  const columns = data.votes[name as keyof typeof data.votes];
  return {
    ...columns,
    unit: Int32Array.from(columns.unit),
    annotator: Int32Array.from(columns.annotator),
    answer: Int32Array.from(columns.answer),
  };
};

const weighted = (votes: Votes, weightOfAnnotator: readonly number[]): Votes => ({
  ...votes,
  weight: Float64Array.from(votes.annotator, (annotator) => weightOfAnnotator[annotator]),
});

const sharesOf = ({ tally }: VoteResult, unit: number): number[] => {
  const shares = Array.from({ length: tally.categories }, () => 0);
  for (let entry = tally.offsets[unit]; entry < tally.offsets[unit + 1]; entry++)
    shares[tally.category[entry]] = tally.weight[entry] / tally.total[unit];
  return shares;
};

const expectShares = (result: VoteResult, shares: readonly (readonly number[])[]): void =>
  shares.forEach((row, unit) =>
    sharesOf(result, unit).forEach((share, category) =>
      expect(share).toBeCloseTo(row[category], 12),
    ),
  );

const outcomes = (result: VoteResult): unknown[] =>
  Array.from(result.answer, (_, unit) => {
    const outcome = voteOutcome(result, unit);
    // Sums depend on the order of adding in their last bits.
    return {
      ...outcome,
      total: outcome.total.toFixed(9),
      confidence: outcome.answer === null ? null : outcome.confidence.toFixed(9),
    };
  });

describe('majority and weighted vote against crowd-kit 1.4.1', () => {
  it.each(fixture.cases)('$id', (expected) => {
    const votes = votesNamed(expected.votes);
    const result =
      expected.weightOfAnnotator === undefined
        ? majorityVote(votes)
        : weightedVote(weighted(votes, expected.weightOfAnnotator));
    expected.firstOfTied.forEach((answer, unit) => {
      const outcome = voteOutcome(result, unit);
      if (!(expected.tiedUnits as readonly number[]).includes(unit))
        expect(outcome.answer).toBe(answer);
      // crowd-kit takes the first tied category; we give none and name them all.
      else expect(outcome).toMatchObject({ answer: null, tied: expect.arrayContaining([answer]) });
    });
    expect(Array.from(result.answer.keys()).filter((unit) => result.answer[unit] < 0)).toEqual(
      expected.tiedUnits,
    );
    if (expected.shares !== undefined) expectShares(result, expected.shares);
    expected.confidence?.forEach((confidence, unit) =>
      expect(result.confidence[unit]).toBeCloseTo(confidence, 12),
    );
  });

  it.each(fixture.cases.filter((expected) => expected.wawa !== undefined))(
    '$id weighted by agreement with the majority (Wawa)',
    ({ votes, wawa }) => {
      if (wawa === undefined) throw new Error('no Wawa');
      const result = weightedVote(weighted(votesNamed(votes), wawa.skills));
      expectShares(result, wawa.shares);
      wawa.answer.forEach((answer, unit) => expect([answer, -1]).toContain(result.answer[unit]));
    },
  );
});

describe('properties of votes', () => {
  const rows = fc.array(
    fc.tuple(fc.nat(5), fc.nat(3), fc.nat(3), fc.constantFrom(0, 0.1, 0.2, 0.3, 1, 2, 3)),
    { maxLength: 40 },
  );
  const sizes = { units: 6, annotators: 4, categories: 4 };

  it('permuting votes, annotators and units changes nothing', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (input, shift) => {
        const moved = input
          .toReversed()
          .map(([unit, annotator, answer, weight]) => [
            (unit + shift) % 6,
            (annotator + shift) % 4,
            answer,
            weight,
          ]);
        for (const vote of [majorityVote, weightedVote]) {
          const before = outcomes(vote(votesFrom(input, sizes)));
          const after = outcomes(vote(votesFrom(moved, sizes)));
          expect(before.map((_, unit) => after[(unit + shift) % 6])).toEqual(before);
        }
      }),
      { seed: 1 },
    );
  });

  it('votes of weight 0 change nothing', () => {
    fc.assert(
      fc.property(rows, rows, (input, extra) => {
        const more = [
          ...input,
          ...extra.map(([unit, annotator, answer]) => [unit, annotator, answer, 0]),
        ];
        for (const vote of [majorityVote, weightedVote]) {
          // A first vote of weight 1 makes sure that both inputs have a weight column.
          const first = [0, 0, 0, 1];
          expect(outcomes(vote(votesFrom([first, ...more], sizes)))).toEqual(
            outcomes(vote(votesFrom([first, ...input], sizes))),
          );
        }
      }),
      { seed: 1 },
    );
  });

  it('renaming categories renames the answers', () => {
    fc.assert(
      fc.property(rows, (input) => {
        const renamed = weightedVote(
          votesFrom(
            input.map(([unit, annotator, answer, weight]) => [unit, annotator, 3 - answer, weight]),
            sizes,
          ),
        );
        expect(renamed.answer.map((answer) => (answer < 0 ? -1 : 3 - answer))).toEqual(
          weightedVote(votesFrom(input, sizes)).answer,
        );
      }),
      { seed: 1 },
    );
  });

  it('a unanimous unit has that answer with confidence 1', () => {
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 9 }),
        (answer, weights) => {
          const result = weightedVote(
            votesFrom(weights.map((weight, annotator) => [0, annotator, answer, weight])),
          );
          expect(result.answer[0]).toBe(answer);
          expect(result.confidence[0]).toBe(1);
        },
      ),
      { seed: 1 },
    );
  });

  it('multiplying all weights by one number changes nothing', () => {
    fc.assert(
      fc.property(rows, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (input, factor) => {
        const scaled = weightedVote(
          votesFrom(
            input.map(([unit, annotator, answer, weight]) => [
              unit,
              annotator,
              answer,
              weight * factor,
            ]),
            sizes,
          ),
        );
        expect(scaled.answer).toEqual(weightedVote(votesFrom(input, sizes)).answer);
      }),
      { seed: 1 },
    );
  });
});
