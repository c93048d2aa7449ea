import { describe, expect, it } from 'vitest';
import { confusion } from './confusion.ts';
import {
  percentAgreement,
  percentAgreementOfTwo,
  percentAgreementStatistic,
  unanimousShare,
} from './percent-agreement.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import { linearWeights } from './weights.ts';

const patternsOf = (rows: (number | null)[][], categories = [0, 1, 2]) =>
  ratingPatterns(ratingsFromRows(rows, categories));

describe('percent agreement', () => {
  it('of two annotators is the share of exact matches', () => {
    const rows = [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 1],
    ];
    expect(percentAgreement(patternsOf(rows)).value).toBe(0.75);
    expect(percentAgreementOfTwo(confusion(ratingsFromRows(rows, [0, 1])))).toEqual(
      percentAgreement(patternsOf(rows, [0, 1])),
    );
  });

  it('is the nearest number to the share, so that a gate at exactly that share passes', () => {
    for (const [matches, units] of [
      [59, 100],
      [24, 30],
      [3, 10],
      [83, 100],
      [7, 25],
    ]) {
      const rows = Array.from({ length: units }, (_, unit) => (unit < matches ? [0, 0] : [0, 1]));
      expect(percentAgreement(patternsOf(rows)).value).toBe(matches / units);
      expect(percentAgreementStatistic(patternsOf(rows))(patternsOf(rows).units)).toBe(
        matches / units,
      );
    }
  });

  it('of more is the mean share of annotator pairs that agree', () => {
    // Pairs that agree: 3 of 3, 1 of 3, 0 of 3.
    expect(
      percentAgreement(
        patternsOf([
          [0, 0, 0],
          [0, 0, 1],
          [0, 1, 2],
        ]),
      ).value,
    ).toBeCloseTo(4 / 9, 15);
  });

  it('skips and counts units with fewer than two answers', () => {
    const estimate = percentAgreement(
      patternsOf([
        [0, 0, null],
        [1, null, null],
        [null, null, null],
        [0, 1, null],
      ]),
    );
    expect(estimate).toMatchObject({
      value: 0.5,
      n: 2,
      skipped: 2,
      method: { code: 'no-interval-few', values: { n: 2, least: 10 } },
    });
  });

  it('counts near misses in part when given weights', () => {
    expect(
      percentAgreement(
        patternsOf([
          [0, 1],
          [0, 2],
        ]),
        { weights: linearWeights([0, 1, 2]) },
      ).value,
    ).toBe(0.25);
  });

  it('by Gwet’s variance is 1 without width when all answers are the same', () => {
    expect(
      percentAgreement(
        patternsOf([
          [1, 1],
          [1, 1],
        ]),
        { interval: 'gwet' },
      ),
    ).toMatchObject({ value: 1, interval: [1, 1] });
  });

  it('has no interval for a single unit', () => {
    const method = { code: 'no-interval-one-unit' };
    expect(percentAgreement(patternsOf([[1, 1]]), { interval: 'gwet' })).toMatchObject({
      value: 1,
      interval: null,
      method,
    });
    expect(percentAgreementOfTwo(confusion(ratingsFromRows([[1, 1]], [0, 1])))).toMatchObject({
      value: 1,
      interval: null,
    });
    expect(unanimousShare(patternsOf([[1, 1]]))).toMatchObject({ value: 1, interval: null });
  });

  it('has no value without two answers to a unit', () => {
    const why = { code: 'no-pairs', values: {} };
    expect(percentAgreement(patternsOf([[1], [0]]))).toEqual({
      value: null,
      n: 0,
      skipped: 2,
      why,
    });
    expect(percentAgreement(patternsOf([]))).toEqual({
      value: null,
      n: 0,
      skipped: 0,
      why: { code: 'no-ratings', values: {} },
    });
    expect(percentAgreementOfTwo(confusion(ratingsFromRows([[1, null]], [0, 1])))).toMatchObject({
      value: null,
      skipped: 1,
      why,
    });
    expect(unanimousShare(patternsOf([[1, null]]))).toMatchObject({ value: null, skipped: 1, why });
  });

  it('has a wider interval for a higher confidence', () => {
    const patterns = patternsOf([
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 1],
    ]);
    const lower = (confidence: number) =>
      percentAgreement(patterns, { confidence, interval: 'gwet' });
    // p(1 − p)/(n − 1) = 0.0625; t(3) = 1.637744 and 3.182446 (scipy 1.17.1).
    expect(lower(0.8)).toMatchObject({
      interval: [expect.closeTo(0.75 - 0.25 * 1.637744353696209, 12), 1],
    });
    expect(lower(0.95)).toMatchObject({
      interval: [expect.closeTo(0.75 - 0.25 * 3.18244630528371, 12), 1],
    });
  });

  it('is a function of the units per pattern', () => {
    const patterns = patternsOf(
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 1],
      ],
      [0, 1],
    );
    expect(percentAgreementStatistic(patterns)(patterns.units)).toBe(0.75);
    expect(percentAgreementStatistic(patterns)(new Float64Array(patterns.units.length))).toBeNull();
  });
});

describe('unanimity', () => {
  it('is the share of units on which everybody agrees', () => {
    expect(
      unanimousShare(
        patternsOf([
          [0, 0, 0],
          [0, 0, 1],
        ]),
      ).value,
    ).toBe(0.5);
    expect(
      unanimousShare(
        patternsOf([
          [0, 0, null],
          [0, null, null],
          [1, 0, 1],
        ]),
      ),
    ).toMatchObject({ value: 0.5, n: 2, skipped: 1 });
  });
});
