import { describe, expect, it } from 'vitest';
import { dawidSkene } from './dawid-skene.ts';
import type { DawidSkeneOptions } from './dawid-skene.ts';
import fixture from '../fixtures/aggregate-models.json' with { type: 'json' };
import { majorityVote } from './majority-vote.ts';
import { seededRandom } from '../seeded-random.ts';
import type { Votes } from '../votes.ts';
import { votesFrom } from '../votes.ts';
import { votesNamed } from '../../../test/named-votes.ts';

interface Expected {
  readonly id: string;
  readonly measure: string;
  readonly votes: string;
  readonly gold?: readonly number[];
  readonly iterations: number;
  readonly answer: readonly number[];
  readonly posteriors?: readonly (readonly number[])[];
  readonly priors?: readonly number[];
  readonly errors?: readonly (readonly (readonly number[])[])[];
  readonly skills?: readonly number[];
}

const cases: Expected[] = fixture.cases
  .flatMap(({ runs, ...given }) => runs.map((run) => ({ ...given, ...run })))
  .filter(({ measure }) => measure.includes('dawid'));

const largestDifference = (actual: ArrayLike<number>, expected: readonly number[]): number =>
  expected.reduce((largest, value, index) => Math.max(largest, Math.abs(value - actual[index])), 0);

const simulate = ({
  units,
  accuracies,
  perUnit,
  seed,
}: {
  units: number;
  accuracies: readonly number[];
  perUnit: number;
  seed: string;
}): { votes: Votes; truth: number[] } => {
  const random = seededRandom(seed);
  const truth: number[] = [];
  const rows: number[][] = [];
  for (let unit = 0; unit < units; unit++) {
    truth.push(random.integer(3));
    for (let vote = 0; vote < perUnit; vote++) {
      const annotator = random.integer(accuracies.length);
      rows.push([
        unit,
        annotator,
        random.next() < accuracies[annotator]
          ? truth[unit]
          : (truth[unit] + 1 + random.integer(2)) % 3,
      ]);
    }
  }
  return { votes: votesFrom(rows, { units, annotators: accuracies.length, categories: 3 }), truth };
};

const rowsOf = ({ unit, annotator, answer }: Votes, shift: number): number[][] =>
  Array.from(unit, (value, vote) => [value + shift, annotator[vote], answer[vote]]);

describe('Dawid–Skene against crowd-kit 1.4.1', () => {
  it.each(cases)('$id after $iterations rounds', (expected) => {
    const votes = votesNamed(expected.votes);
    const options: DawidSkeneOptions = {
      variant: expected.measure === 'one_coin_dawid_skene' ? 'one-coin' : 'full',
      iterations: expected.iterations,
      tolerance: 0,
      ...(expected.gold === undefined ? {} : { gold: Int32Array.from(expected.gold) }),
    };
    const result = dawidSkene(votes, options);
    expect(Array.from(result.answer)).toEqual(expected.answer);
    // The reference clips its posteriors at 1e-10 after the last round.
    expect(largestDifference(result.posterior, expected.posteriors?.flat() ?? [])).toBeLessThan(
      1.01e-10,
    );
    expect(largestDifference(result.prior, expected.priors ?? [])).toBeLessThan(1e-11);
    const { categories } = votes;
    // errors[annotator][given][true] there, [annotator, true, given] here
    expected.errors?.forEach((matrix, annotator) =>
      matrix.forEach((row, given) =>
        row.forEach((error, truth) => {
          expect(
            result.confusion[(annotator * categories + truth) * categories + given],
          ).toBeCloseTo(error, 9);
        }),
      ),
    );
    expected.skills?.forEach((skill, annotator) => {
      expect(result.confusion[annotator * categories * categories]).toBeCloseTo(skill, 12);
      expect(result.reliability[annotator]).toBeCloseTo(skill, 12);
    });
  });
});

describe('dawidSkene', () => {
  it('gives the class frequencies that Dawid and Skene published: 0.40, 0.42, 0.11, 0.07', () => {
    const { prior, converged } = dawidSkene(votesNamed('ds1979'));
    expect(Array.from(prior, (share) => share.toFixed(2))).toEqual([
      '0.40',
      '0.42',
      '0.11',
      '0.07',
    ]);
    expect(converged).toBe(true);
  });

  it('finds the annotators and beats the majority when annotators differ', () => {
    const accuracies = [0.95, 0.9, 0.4, 0.4, 0.4, 0.4];
    const { votes, truth } = simulate({ units: 2000, accuracies, perUnit: 5, seed: 'crowd' });
    const right = (answers: Int32Array): number =>
      truth.filter((answer, unit) => answers[unit] === answer).length;
    const result = dawidSkene(votes);
    expect(right(result.answer)).toBeGreaterThan(right(majorityVote(votes).answer) + 100);
    accuracies.forEach((accuracy, annotator) =>
      expect(Math.abs((result.reliability[annotator] ?? 0) - accuracy)).toBeLessThan(0.05),
    );
  });

  it('never lowers the likelihood from one round to the next', () => {
    for (const variant of ['full', 'one-coin'] as const) {
      let last = -Infinity;
      for (let iterations = 1; iterations <= 30; iterations++) {
        const { logLikelihood } = dawidSkene(votesNamed('larger_o'), {
          variant,
          iterations,
          tolerance: 0,
        });
        expect(logLikelihood).toBeGreaterThan(last - 1e-6);
        last = logLikelihood;
      }
    }
  });

  it('keeps known answers and learns from them', () => {
    const { votes, truth } = simulate({
      units: 300,
      accuracies: [0.9, 0.35, 0.35, 0.35],
      perUnit: 3,
      seed: 'gold',
    });
    const gold = Int32Array.from(truth, (answer, unit) => (unit % 3 === 0 ? answer : -1));
    const result = dawidSkene(votes, { gold });
    truth.forEach((answer, unit) => {
      if (gold[unit] >= 0)
        expect([result.answer[unit], result.posterior[unit * 3 + answer]]).toEqual([answer, 1]);
    });
    const right = (answers: Int32Array): number =>
      truth.filter((answer, unit) => gold[unit] < 0 && answers[unit] === answer).length;
    expect(right(result.answer)).toBeGreaterThan(
      right(dawidSkene(votes, { iterations: 1 }).answer),
    );
  });

  it('has priors but no answer for a unit without votes, no reliability without votes', () => {
    const result = dawidSkene(
      votesFrom(
        [
          [0, 0, 0],
          [0, 1, 0],
          [1, 0, 1],
          [1, 1, 1],
        ],
        { units: 3, annotators: 3 },
      ),
    );
    expect(result.answer).toEqual(Int32Array.of(0, 1, -1));
    expect(Array.from(result.posterior.subarray(4))).toEqual(Array.from(result.prior));
    expect(result.reliability[2]).toBeNull();
    expect(result.confusion.every(Number.isFinite)).toBe(true);
  });

  it('takes a known answer also where nobody voted', () => {
    const result = dawidSkene(
      votesFrom(
        [
          [0, 0, 0],
          [0, 1, 0],
        ],
        { units: 2, categories: 2 },
      ),
      { gold: Int32Array.of(-1, 1) },
    );
    expect(result.answer).toEqual(Int32Array.of(0, 1));
    expect(Array.from(result.prior)).toEqual([1, 0]);
  });

  it('leaves a tie open when nothing tells the annotators apart', () => {
    expect(
      dawidSkene(
        votesFrom([
          [0, 0, 0],
          [0, 1, 1],
        ]),
      ).answer,
    ).toEqual(Int32Array.of(-1));
  });

  it('is finite without votes, with one category or annotator, and with thousands of votes', () => {
    expect(dawidSkene(votesFrom([], { units: 2, annotators: 1, categories: 2 }))).toMatchObject({
      answer: Int32Array.of(-1, -1),
      prior: Float64Array.of(0.5, 0.5),
      logLikelihood: 0,
    });
    for (const variant of ['full', 'one-coin'] as const) {
      expect(
        dawidSkene(
          votesFrom([
            [0, 0, 0],
            [1, 0, 0],
          ]),
          { variant },
        ).posterior,
      ).toEqual(Float64Array.of(1, 1));
      expect(
        dawidSkene(
          votesFrom([
            [0, 0, 0],
            [1, 0, 1],
            [2, 0, 1],
          ]),
          { variant },
        ).answer,
      ).toEqual(Int32Array.of(0, 1, 1));
      const crowd = Array.from({ length: 6000 }, (_, index) => [
        index % 2,
        (index >> 1) % 50,
        index % 7 === 0 ? 1 : index % 2,
      ]);
      const { posterior, answer } = dawidSkene(votesFrom(crowd), { variant });
      expect(posterior.every(Number.isFinite)).toBe(true);
      expect(answer).toEqual(Int32Array.of(0, 1));
    }
  });

  it('follows Bayes’ rule from the previous parameters, with few and with many votes', () => {
    const few = simulate({
      units: 40,
      accuracies: [0.9, 0.8, 0.7, 0.6],
      perUnit: 4,
      seed: 'few',
    }).votes;
    const many = simulate({
      units: 40,
      accuracies: [0.6, 0.55, 0.5, 0.45],
      perUnit: 20,
      seed: 'many',
    }).votes;
    const votes = votesFrom([...rowsOf(few, 0), ...rowsOf(many, 40)]);
    const { prior, confusion } = dawidSkene(votes, { iterations: 4, tolerance: 0 });
    const { posterior } = dawidSkene(votes, { iterations: 5, tolerance: 0 });
    for (let unit = 0; unit < 80; unit++) {
      const scores = Array.from(prior, (share) => Math.log(share));
      votes.unit.forEach((voted, vote) => {
        if (voted === unit)
          for (let truth = 0; truth < 3; truth++)
            scores[truth] += Math.log(
              confusion[(votes.annotator[vote] * 3 + truth) * 3 + votes.answer[vote]],
            );
      });
      const sum = scores.reduce((total, score) => total + Math.exp(score), 0);
      scores.forEach((score, truth) =>
        expect(posterior[unit * 3 + truth]).toBeCloseTo(Math.exp(score) / sum, 10),
      );
    }
  });

  it('refuses known answers and rounds that mean nothing', () => {
    const votes = votesFrom([
      [0, 0, 0],
      [0, 1, 1],
    ]);
    expect(() => dawidSkene(votes, { gold: Int32Array.of(2) })).toThrow(
      'gold answer of unit 0 is 2',
    );
    expect(() => dawidSkene(votes, { gold: new Int32Array(2) })).toThrow('gold has 2 units');
    expect(() => dawidSkene(votes, { iterations: 0 })).toThrow('iterations is 0');
    expect(() => dawidSkene(votesFrom([[0, 0, 0]], { categories: 10_000 }))).toThrow(
      'need 100000000 numbers',
    );
  });
});
