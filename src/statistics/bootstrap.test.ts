import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  basicInterval,
  bcaInterval,
  bootstrapStandardError,
  jackknife,
  percentileInterval,
} from './bootstrap-interval.ts';
import { bootstrap, bootstrapByIndices, bootstrapTogether } from './bootstrap.ts';
import { cohenKappaStatistic } from './agreement/cohen-kappa.ts';
import { confusion } from './agreement/confusion.ts';
import type { Interval } from './estimate.ts';
import { fleissKappaStatistic } from './agreement/fleiss-kappa.ts';
import { krippendorffAlphaStatistic } from './agreement/krippendorff-alpha.ts';
import { macroResampled } from './agreement/macro-mean.ts';
import { ratingPatterns } from './agreement/rating-patterns.ts';
import type { Ratings } from './agreement/ratings.ts';
import { ratingsFromRows } from './agreement/ratings.ts';
import { seededRandom } from './seeded-random.ts';

interface BootstrapCase {
  readonly id: string;
  readonly measure: string;
  readonly ratings: (number | null)[][];
  readonly indices: number[][];
  readonly expected: {
    readonly estimate: number;
    readonly first5: readonly number[];
    readonly mean: number;
    readonly se_ddof1: number;
    readonly percentile95: Interval;
    readonly percentile90: Interval;
    readonly basic95: Interval;
    readonly bca95?: Interval;
  };
}

const { cases } = JSON.parse(
  readFileSync(new URL('fixtures/agreement-bootstrap.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly BootstrapCase[] };

describe('a bootstrap with given units', () => {
  // Expected values: fast-krippendorff, statsmodels, scikit-learn and numpy, BCa by scipy, in the
  // versions the fixture names.
  it.each(cases)('$id', ({ measure, ratings: rows, indices, expected }) => {
    const domain = [...new Set(rows.flat().filter((value) => value !== null))].toSorted();
    const { patterns, statistic } = measured(measure, ratingsFromRows(rows, domain));
    const resampled = bootstrapByIndices(patterns, statistic, indices);
    expect(statistic(patterns.units)).toBeCloseTo(expected.estimate, 12);
    expectAll(resampled.slice(0, 5), expected.first5);
    expect(
      resampled.reduce<number>((sum, value) => sum + (value ?? NaN), 0) / resampled.length,
    ).toBeCloseTo(expected.mean, 10);
    expect(bootstrapStandardError(resampled)).toBeCloseTo(expected.se_ddof1, 10);
    expectAll(percentileInterval(resampled), expected.percentile95);
    expectAll(percentileInterval(resampled, 0.9), expected.percentile90);
    expectAll(basicInterval(expected.estimate, resampled), expected.basic95);
    const leftOut = jackknife(patterns, statistic);
    if (expected.bca95 === undefined || leftOut === null) return;
    expectAll(bcaInterval(statistic(patterns.units) ?? NaN, resampled, leftOut), expected.bca95);
  });
});

describe('a seeded bootstrap', () => {
  const draws = { resamples: 300, seed: 1 };

  it.each([
    ['few units', 40],
    ['many units to a pattern', 3000],
  ])('of %s does not depend on the order of units and annotators', (_, units) => {
    const ratings = simulate(units, 1);
    const rows = rowsOf(ratings);
    const turned = ratingsFromRows(
      rows.toReversed().map((row) => row.toReversed()),
      [0, 1, 2],
    );
    const [one, other] = [ratings, turned].map((each) => {
      const patterns = ratingPatterns(each);
      return bootstrap(patterns, fleissKappaStatistic(patterns), draws);
    });
    expect(other).toEqual(one);
    expect(new Set(one).size).toBeGreaterThan(100);
  });

  it('does not draw units that nobody rated', () => {
    const ratings = simulate(50, 1);
    const patterns = ratingPatterns(ratings);
    const more = ratingPatterns(
      ratingsFromRows([...rowsOf(ratings), [null, null, null]], [0, 1, 2]),
    );
    expect(bootstrap(more, fleissKappaStatistic(more), draws)).toEqual(
      bootstrap(patterns, fleissKappaStatistic(patterns), draws),
    );
  });

  it('draws as many units as there are, also by patterns', () => {
    for (const units of [20, 5000]) {
      const patterns = ratingPatterns(simulate(units, 2));
      expect(new Set(bootstrap(patterns, sumOf, draws))).toEqual(
        new Set([units - patterns.unrated]),
      );
    }
  });

  it('has the same spread whether units or patterns are drawn', () => {
    const patterns = ratingPatterns(simulate(2000, 3));
    const statistic = fleissKappaStatistic(patterns);
    const random = seededRandom(9);
    const indices = Array.from({ length: 4000 }, () =>
      Int32Array.from({ length: 2000 }, () => random.integer(2000)),
    );
    const byUnits = bootstrapStandardError(bootstrapByIndices(patterns, statistic, indices)) ?? NaN;
    const byPatterns =
      bootstrapStandardError(bootstrap(patterns, statistic, { resamples: 4000, seed: 1 })) ?? NaN;
    // The standard error of a standard deviation from 4,000 values is about 1.1 %.
    expect(Math.abs(byUnits / byPatterns - 1)).toBeLessThan(0.05);
  });

  it('marks resamples without a value', () => {
    const patterns = ratingPatterns(
      ratingsFromRows(
        [
          [0, 0],
          [0, 0],
          [0, 1],
        ],
        [0, 1],
      ),
    );
    const resampled = bootstrap(patterns, krippendorffAlphaStatistic(patterns), draws);
    // The one unit that varies is missing in (2/3)³ = 8/27 of the resamples.
    const without = resampled.filter((value) => value === null).length / draws.resamples;
    expect(Math.abs(without - 8 / 27)).toBeLessThan(0.1);
  });
});

describe('a bootstrap of several questions together', () => {
  const questions = [1, 2, 3].map((seed) => {
    const patterns = ratingPatterns(simulate(120, seed));
    return { patterns, statistic: fleissKappaStatistic(patterns) };
  });
  const draws = { resamples: 200, seed: 1 };

  it('draws the same units for all of them', () => {
    const [first] = questions;
    const twice = bootstrapTogether([first, first, questions[1]], draws);
    expect(twice[1]).toEqual(twice[0]);
    expect(twice[2]).not.toEqual(twice[0]);
  });

  it('gives each question the units of the resample', () => {
    const counts = bootstrapTogether(
      questions.map(({ patterns }) => ({ patterns, statistic: sumOf })),
      draws,
    );
    const rated = (question: number) =>
      questions[question].patterns.patternOf.filter((pattern) => pattern >= 0).length;
    for (const [question, totals] of counts.entries()) {
      const mean = totals.reduce<number>((sum, value) => sum + (value ?? NaN), 0) / totals.length;
      expect(Math.abs(mean - rated(question))).toBeLessThan(2);
    }
  });

  it('does not depend on the order of units', () => {
    const turned = [1, 2, 3].map((seed) => {
      const patterns = ratingPatterns(
        ratingsFromRows(rowsOf(simulate(120, seed)).toReversed(), [0, 1, 2]),
      );
      return { patterns, statistic: fleissKappaStatistic(patterns) };
    });
    expect(bootstrapTogether(turned, draws)).toEqual(bootstrapTogether(questions, draws));
  });

  it('shows that questions with the same answers vary together', () => {
    const [first] = questions;
    const spread = bootstrapStandardError(bootstrapTogether([first], draws)[0]) ?? NaN;
    const macro =
      bootstrapStandardError(macroResampled(bootstrapTogether([first, first, first], draws))) ??
      NaN;
    expect(macro).toBeCloseTo(spread, 12);
  });

  it('of no questions is empty', () => {
    expect(bootstrapTogether([], draws)).toEqual([]);
  });
});

function measured(measure: string, ratings: Ratings) {
  if (measure.includes('cohen')) {
    const patterns = confusion(ratings);
    return { patterns, statistic: cohenKappaStatistic(patterns) };
  }
  const patterns = ratingPatterns(ratings);
  if (measure.includes('fleiss')) return { patterns, statistic: fleissKappaStatistic(patterns) };
  return {
    patterns,
    statistic: krippendorffAlphaStatistic(patterns, {
      kind: measure.includes('ordinal') ? 'ordinal' : 'nominal',
    }),
  };
}

function simulate(units: number, seed: number): Ratings {
  const random = seededRandom(seed);
  const rows = Array.from({ length: units }, () => {
    const truth = random.integer(3);
    return Array.from({ length: 3 }, () =>
      random.next() < 0.2 ? null : random.next() < 0.6 ? truth : random.integer(3),
    );
  });
  return ratingsFromRows(rows, [0, 1, 2]);
}

function rowsOf(ratings: Ratings): (number | null)[][] {
  return Array.from({ length: ratings.units }, (_, unit) =>
    Array.from(ratings.codes.subarray(unit * 3, unit * 3 + 3), (code) => (code < 0 ? null : code)),
  );
}

function sumOf(units: Float64Array): number {
  return units.reduce((sum, count) => sum + count, 0);
}

function expectAll(actual: readonly (number | null)[] | null, expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) expect(actual?.[index]).toBeCloseTo(value, 10);
}
