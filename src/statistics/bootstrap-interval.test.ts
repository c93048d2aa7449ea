import { describe, expect, it } from 'vitest';
import type { LeftOut } from './bootstrap-interval.ts';
import {
  basicInterval,
  bcaInterval,
  bootstrapStandardError,
  jackknife,
  percentileInterval,
  withBootstrapInterval,
  withResampledInterval,
} from './bootstrap-interval.ts';
import { krippendorffAlphaStatistic } from './agreement/krippendorff-alpha.ts';
import { ratingPatterns } from './agreement/rating-patterns.ts';
import { ratingsFromRows } from './agreement/ratings.ts';

// The reference values of numpy and scipy are in bootstrap.test.ts.
const estimate = {
  value: 2.5,
  n: 4,
  skipped: 0,
  interval: null,
  method: { code: 'no-interval-asked', values: {} },
};
const draws = { resamples: 4, seed: 7 };

describe('bootstrap intervals', () => {
  it('are taken from the values there are', () => {
    expect(percentileInterval([4, null, 1, 3, 2], 0.5)).toEqual([1.75, 3.25]);
    expect(basicInterval(3, [4, null, 1, 3, 2], 0.5)).toEqual([2.75, 4.25]);
    expect(bootstrapStandardError([1, null, 3])).toBeCloseTo(Math.SQRT2, 14);
  });

  it('do not exist for fewer than two values', () => {
    expect(percentileInterval([1, null])).toBeNull();
    expect(basicInterval(1, [1, null])).toBeNull();
    expect(bcaInterval(1, [1, null], leftOut(1, 2))).toBeNull();
    expect(bootstrapStandardError([null])).toBeNull();
  });

  it('name resamples, seed and what was left out', () => {
    expect(withResampledInterval(estimate, [1, 2, null, 4], draws)).toMatchObject({
      method: {
        code: 'interval-bootstrap',
        values: {
          resamples: 4,
          seed: 7,
          left: { code: 'resamples-left-out', values: { without: 1 } },
        },
      },
    });
    const method = {
      code: 'no-interval-resamples',
      values: { left: { code: 'resamples-left-out', values: { without: 3 } } },
    };
    expect(withResampledInterval(estimate, [1, null, null, null], draws)).toMatchObject({
      interval: null,
      method,
    });
  });

  it('by BCa are the percentile interval when there is neither bias nor skewness', () => {
    const resampled = [1, 2, 3, 4];
    const percentile = percentileInterval(resampled) ?? [NaN, NaN];
    const bca = bcaInterval(2.5, resampled, leftOut(1, 2, 3)) ?? [NaN, NaN];
    expect(bca[0]).toBeCloseTo(percentile[0], 12);
    expect(bca[1]).toBeCloseTo(percentile[1], 12);
  });

  it('by BCa do not exist when all resamples lie on one side', () => {
    expect(bcaInterval(0, [1, 2, 3], leftOut(1, 2))).toBeNull();
  });

  it('do not exist for a single unit, which every resample would repeat', () => {
    const patterns = ratingPatterns(ratingsFromRows([[0, 1]], [0, 1]));
    const single = { ...estimate, n: 1 };
    const result = withBootstrapInterval(single, patterns, krippendorffAlphaStatistic(patterns), {
      resamples: 10,
      seed: 1,
    });
    expect(result).toMatchObject({ interval: null, method: { code: 'no-interval-one-unit' } });
  });

  it('of full agreement have no width', () => {
    const patterns = ratingPatterns(
      ratingsFromRows(
        [
          [0, 0],
          [1, 1],
          [0, 0],
          [1, 1],
          [0, 0],
          [1, 1],
        ],
        [0, 1],
      ),
    );
    const full = {
      value: 1,
      n: 6,
      skipped: 0,
      interval: null,
      method: { code: 'no-interval-asked', values: {} },
    };
    expect(
      withBootstrapInterval(full, patterns, krippendorffAlphaStatistic(patterns), {
        resamples: 200,
        seed: 1,
      }),
    ).toMatchObject({ interval: [1, 1] });
  });
});

describe('leaving one unit out', () => {
  it('is done once per pattern', () => {
    const patterns = ratingPatterns(
      ratingsFromRows(
        [
          [0, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
        [0, 1],
      ),
    );
    const left = jackknife(patterns, (units) =>
      units.reduce((sum, count, pattern) => sum + count * (pattern + 1), 0),
    );
    // Patterns in order: 1 1, 0 1, 0 0 (two units); their sum is 1 + 2 + 6.
    expect(left).toEqual({ values: Float64Array.of(8, 7, 6), units: Float64Array.of(1, 1, 2) });
  });

  it('is impossible where the measure then has no value', () => {
    const patterns = ratingPatterns(
      ratingsFromRows(
        [
          [0, 0],
          [0, 1],
        ],
        [0, 1],
      ),
    );
    expect(jackknife(patterns, krippendorffAlphaStatistic(patterns))).toBeNull();
  });
});

function leftOut(...values: number[]): LeftOut {
  return { values: Float64Array.from(values), units: new Float64Array(values.length).fill(1) };
}
