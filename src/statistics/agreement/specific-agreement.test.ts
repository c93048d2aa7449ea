import { describe, expect, it } from 'vitest';
import { bootstrapStandardError } from '../bootstrap-interval.ts';
import { bootstrap } from '../bootstrap.ts';
import { hasValue } from '../estimate.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import {
  negativeAgreement,
  positiveAgreement,
  specificAgreement,
  specificAgreementPerCategory,
} from './specific-agreement.ts';
import { studentTQuantile } from '../student-t.ts';

const patternsOf = (rows: (number | null)[][], categories = [0, 1]) =>
  ratingPatterns(ratingsFromRows(rows, categories));
const table = (noNo: number, noYes: number, yesNo: number, yesYes: number) =>
  patternsOf([
    ...Array.from({ length: noNo }, () => [0, 0]),
    ...Array.from({ length: noYes }, () => [0, 1]),
    ...Array.from({ length: yesNo }, () => [1, 0]),
    ...Array.from({ length: yesYes }, () => [1, 1]),
  ]);

describe('specific agreement', () => {
  it('of two annotators is 2a / (2a + b + c)', () => {
    expect(
      specificAgreement(
        patternsOf([
          [1, 1],
          [1, 0],
          [0, 0],
          [0, 0],
        ]),
        1,
      ).value,
    ).toBe(2 / 3);
    const patterns = table(80, 10, 5, 5);
    expect(positiveAgreement(patterns).value).toBeCloseTo(10 / 25, 15);
    expect(negativeAgreement(patterns).value).toBeCloseTo(160 / 175, 15);
  });

  it('of two annotators has the interval of the delta method', () => {
    // For a ratio 2a / (2a + b + c) of multinomial counts the variance is 4p(1 − p)… written out:
    // with f = b + c, the derivatives 2f/(2a + f)² and −2a/(2a + f)² give 4 · a · f · (a + f) / (2a
    // + f)⁴, here times n/(n − 1).
    const [a, f, n] = [5, 15, 100];
    const error = Math.sqrt(((4 * a * f * (a + f)) / (2 * a + f) ** 4) * (n / (n - 1)));
    const margin = error * studentTQuantile(0.975, n - 1);
    const estimate = positiveAgreement(table(80, 10, 5, 5), { interval: 'gwet' });
    expect(estimate).toMatchObject({
      interval: [expect.closeTo(0.4 - margin, 12), expect.closeTo(0.4 + margin, 12)],
    });
    expect(estimate).toMatchObject({ method: { code: 'interval-linearised' }, n: 100 });
  });

  it('of more annotators is how often a second one agrees with a first', () => {
    // Yes–yes ordered pairs 6 + 2 of the 6 + 4 + 2 whose first is yes.
    expect(
      positiveAgreement(
        patternsOf([
          [1, 1, 1],
          [1, 1, 0],
          [0, 1, 0],
        ]),
      ).value,
    ).toBeCloseTo(8 / 12, 15);
  });

  it('is given for every category', () => {
    const estimates = specificAgreementPerCategory(
      patternsOf(
        [
          [0, 0],
          [1, 2],
          [1, 1],
          [2, 2],
        ],
        [0, 1, 2, 3],
      ),
    );
    expect(estimates.map(({ value }) => value)).toEqual([1, 2 / 3, 2 / 3, null]);
    expect(estimates[3]).toMatchObject({ why: { code: 'category-not-chosen', values: {} }, n: 4 });
  });

  it('skips units with fewer than two answers', () => {
    expect(
      positiveAgreement(
        patternsOf([
          [1, 1, 0],
          [1, null, null],
          [null, null, null],
        ]),
      ),
    ).toMatchObject({ value: 0.5, n: 1, skipped: 2 });
    expect(specificAgreement(patternsOf([[1], [0]]), 1)).toMatchObject({ value: null, skipped: 2 });
  });

  it('has an interval as wide as the bootstrap finds it', () => {
    const patterns = table(400, 30, 20, 150);
    const resampled = bootstrap(
      patterns,
      (units) => positiveAgreement({ ...patterns, units }).value,
      { resamples: 4000, seed: 1 },
    );
    const estimate = positiveAgreement(patterns, { interval: 'gwet' });
    if (!hasValue(estimate) || estimate.interval === null) throw new Error('expected an interval');
    const error = (estimate.interval[1] - estimate.value) / studentTQuantile(0.975, 599);
    expect(Math.abs(error / (bootstrapStandardError(resampled) ?? 0) - 1)).toBeLessThan(0.05);
  });
});
