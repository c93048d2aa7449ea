import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import fixture from '../fixtures/aggregate-models.json' with { type: 'json' };
import { mace } from './mace.ts';
import type { MaceResult } from './mace.ts';
import { majorityVote } from './majority-vote.ts';
import { seededRandom } from '../seeded-random.ts';
import type { Votes } from '../votes.ts';
import { votesFrom } from '../votes.ts';
import { anyVotes, permutes, voteSizes } from '../../../test/permuted-votes.ts';
import { votesNamed } from '../../../test/named-votes.ts';

interface Expected {
  readonly id: string;
  readonly measure: string;
  readonly votes: string;
  readonly guessKnow?: readonly (readonly number[])[];
  readonly start?: readonly (readonly number[])[];
  readonly variant?: string;
  readonly iterations: number;
  readonly answer: readonly number[];
  readonly posteriors?: readonly (readonly number[])[];
  readonly competence?: readonly number[];
  readonly strategy?: readonly (readonly number[])[];
  readonly logLikelihood?: number;
}

const cases: Expected[] = fixture.cases
  .filter(({ measure }) => measure === 'mace')
  .flatMap(({ runs, strategy, ...given }) =>
    runs.map((run) => ({ ...given, start: strategy ?? [], ...run })),
  );

const flat = (rows: readonly (readonly number[])[] | undefined): Float64Array =>
  Float64Array.from((rows ?? []).flat());

const largestDifference = (
  actual: ArrayLike<number | null>,
  expected: ArrayLike<number> = [],
): number =>
  Array.from(expected).reduce(
    (largest, value, index) => Math.max(largest, Math.abs(value - (actual[index] ?? Infinity))),
    0,
  );

describe('MACE against the authors’ mace.py 0.5', () => {
  it.each(cases)('$id, $variant', (expected) => {
    const result = mace(votesNamed(expected.votes), {
      variant: expected.variant === 'em' ? 'em' : 'variational',
      iterations: expected.iterations,
      tolerance: 0,
      from: { guessKnow: flat(expected.guessKnow), strategy: flat(expected.start) },
    });
    expect(Array.from(result.answer)).toEqual(expected.answer);
    expect(largestDifference(result.posterior, flat(expected.posteriors))).toBeLessThan(1e-12);
    expect(largestDifference(result.competence, expected.competence)).toBeLessThan(1e-12);
    expect(largestDifference(result.strategy, flat(expected.strategy))).toBeLessThan(1e-12);
    expect(result.logLikelihood).toBeCloseTo(expected.logLikelihood ?? Number.NaN, 9);
  });
});

const crowd = (seed: string): { votes: Votes; truth: number[] } => {
  const random = seededRandom(seed);
  const truth: number[] = [];
  const rows: number[][] = [];
  for (let unit = 0; unit < 1000; unit++) {
    truth.push(random.integer(4));
    // Two who know in 90 and 80 of 100, two who always say 1, one who throws dice.
    rows.push(
      [unit, 0, random.next() < 0.9 ? truth[unit] : random.integer(4)],
      [unit, 1, random.next() < 0.8 ? truth[unit] : random.integer(4)],
    );
    rows.push([unit, 2, 1], [unit, 3, 1], [unit, 4, random.integer(4)]);
  }
  return { votes: votesFrom(rows), truth };
};

describe('mace', () => {
  it.each(['variational', 'em'] as const)(
    'tells those who know from those who click, %s',
    (variant) => {
      const { votes, truth } = crowd('spam');
      const { answer, competence, strategy } = mace(votes, { variant, from: { seed: 1 } });
      const right = (answers: Int32Array): number =>
        truth.filter((value, unit) => answers[unit] === value).length;
      expect(right(answer)).toBeGreaterThan(right(majorityVote(votes).answer) + 100);
      [0.9, 0.8, 0, 0, 0].forEach((known, annotator) =>
        expect(Math.abs((competence[annotator] ?? 1) - known)).toBeLessThan(0.1),
      );
      expect(strategy[2 * 4 + 1]).toBeGreaterThan(0.9);
    },
  );

  it('gives the same for the same seed, and hardly another for another seed', () => {
    const { votes } = crowd('seeds');
    expect(mace(votes, { from: { seed: 1 } })).toEqual(mace(votes, { from: { seed: 1 } }));
    expect(mace(votes, { from: { seed: 1 } }).logLikelihood).toBeCloseTo(
      mace(votes, { from: { seed: 2 } }).logLikelihood,
      1,
    );
  });

  it('returns posteriors that belong to the parameters it returns', () => {
    const votes = votesNamed('sparse_o');
    const best = mace(votes, { variant: 'em', iterations: 3, tolerance: 0, from: { seed: 5 } });
    votes.unit.forEach((unit, vote) => {
      if (vote > 0 && votes.unit[vote - 1] === unit) return;
      const products = [0, 1, 2, 3].map((truth) =>
        votes.unit.reduce((product, voted, other) => {
          if (voted !== unit) return product;
          const know = best.competence[votes.annotator[other]] ?? 0;
          return (
            product *
            ((1 - know) * best.strategy[votes.annotator[other] * 4 + votes.answer[other]] +
              (votes.answer[other] === truth ? know : 0))
          );
        }, 1),
      );
      const sum = products.reduce((total, product) => total + product, 0);
      products.forEach((product, truth) =>
        expect(best.posterior[unit * 4 + truth]).toBeCloseTo(product / sum, 9),
      );
    });
  });

  it('never lowers the likelihood from round to round, nearly, for em', () => {
    let last = -Infinity;
    for (let iterations = 1; iterations <= 20; iterations++) {
      const { logLikelihood } = mace(votesNamed('larger_o'), {
        variant: 'em',
        iterations,
        tolerance: 0,
        from: { seed: 1, restarts: 0 },
      });
      // The smoothing of 0.01 / categories is not part of the likelihood.
      expect(logLikelihood).toBeGreaterThan(last - 0.01);
      last = logLikelihood;
    }
  });

  it('leaves a tie open when nothing tells the annotators apart, whatever the seed', () => {
    for (const seed of [1, 2, 3])
      expect(
        mace(
          votesFrom([
            [0, 0, 0],
            [0, 1, 1],
          ]),
          { from: { seed } },
        ).answer,
      ).toEqual(Int32Array.of(-1));
  });

  it('has no answer for a unit without votes, and no competence for an idle annotator', () => {
    const result = mace(
      votesFrom(
        [
          [0, 0, 0],
          [0, 1, 0],
          [1, 0, 1],
          [1, 1, 1],
        ],
        { units: 3, annotators: 3 },
      ),
      { from: { seed: 1 } },
    );
    expect(result.answer).toEqual(Int32Array.of(0, 1, -1));
    expect(Array.from(result.posterior.subarray(4))).toEqual([0.5, 0.5]);
    expect(result.competence[2]).toBeNull();
  });

  it('is finite without votes, with one category, and with thousands of votes on a unit', () => {
    expect(
      mace(votesFrom([], { units: 1, annotators: 1, categories: 2 }), { from: { seed: 1 } }),
    ).toMatchObject({ answer: Int32Array.of(-1), competence: [null], logLikelihood: 0 });
    for (const variant of ['variational', 'em'] as const) {
      expect(
        mace(
          votesFrom([
            [0, 0, 0],
            [1, 0, 0],
          ]),
          { variant, from: { seed: 1 } },
        ).posterior,
      ).toEqual(Float64Array.of(1, 1));
      const many = Array.from({ length: 6000 }, (_, index) => [
        index % 2,
        (index >> 1) % 50,
        index % 7 === 0 ? 1 : index % 2,
      ]);
      const result = mace(votesFrom(many), { variant, from: { seed: 1 } });
      expect(result.answer).toEqual(Int32Array.of(0, 1));
      expect(result.posterior.every(Number.isFinite)).toBe(true);
    }
  });

  it('refuses starts that mean nothing', () => {
    const votes = votesFrom([
      [0, 0, 0],
      [0, 1, 1],
    ]);
    const start = {
      guessKnow: Float64Array.of(0.5, 0.5, 0.5, 0.5),
      strategy: Float64Array.of(0.5, 0.5, 0.5, 0.5),
    };
    expect(() =>
      mace(votes, { from: { ...start, strategy: Float64Array.of(1, 0, 0.5, 0.5) } }),
    ).toThrow('the probability 0');
    expect(() => mace(votes, { from: { ...start, guessKnow: Float64Array.of(1) } })).toThrow(
      'guessKnow has 1 numbers',
    );
    expect(() => mace(votes, { from: { seed: 1, restarts: -1 } })).toThrow('restarts is -1');
  });
});

describe('properties of MACE', () => {
  // From the even start alone, which treats all annotators and categories alike.
  const run = (input: readonly (readonly number[])[]): MaceResult =>
    mace(votesFrom(input, voteSizes), {
      iterations: 10,
      tolerance: 0,
      from: { seed: 1, restarts: 0 },
    });

  it('permuting votes, annotators and units, or renaming categories, permutes the result', () => {
    permutes(run, 9);
  });

  it('unanimous units win, and weight 0 changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }), (answers) => {
        const unanimous = answers.flatMap((answer, unit) => [
          [unit, 0, answer],
          [unit, 1, answer],
          [unit, 2, answer],
        ]);
        expect(Array.from(run(unanimous).answer.subarray(0, answers.length))).toEqual(answers);
      }),
      { seed: 1 },
    );
    fc.assert(
      fc.property(anyVotes, (input) => {
        expect(run([...input.map((row) => [...row, 1]), [0, 0, 0, 0], [3, 1, 2, 0]])).toEqual(
          run(input),
        );
      }),
      { seed: 1 },
    );
  });
});
