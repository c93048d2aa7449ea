import { describe, expect, it } from 'vitest';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { ratioDistance } from './alpha-metric.ts';
import { ratingPatterns } from './rating-patterns.ts';
import type { Ratings } from './ratings.ts';
import { ratingsFromRows } from './ratings.ts';
import { seededRandom } from '../seeded-random.ts';

/**
 * So many units, three annotators, values spread over so many orders of magnitude, some zeros, some
 * missing.
 */
function simulate(
  units: number,
  spread: number,
  noise: number,
): { readonly ratings: Ratings; readonly values: number[] } {
  const random = seededRandom(1);
  const rows = Array.from({ length: units }, () => {
    const truth = Math.exp(spread * random.next());
    return Array.from({ length: 3 }, () => {
      if (random.next() < 0.1) return null;
      return random.next() < 0.02
        ? 0
        : Math.round(1e6 * truth * Math.exp(noise * (random.next() - 0.5))) / 1e6;
    });
  });
  const values = [...new Set(rows.flat().filter((value) => value !== null))].toSorted(
    (a, b) => a - b,
  );
  return { ratings: ratingsFromRows(rows, values), values };
}

describe('alpha on a ratio scale', () => {
  it.each([
    ['one order of magnitude', 300, 2, 0.5],
    ['ten orders of magnitude', 300, 23, 2],
    ['more patterns than values', 3000, 1, 0.3],
  ])('with many values over %s equals the sum over all pairs', (_, units, spread, noise) => {
    const { ratings, values: exact } = simulate(units, spread, noise);
    // Rounded values give fewer values than patterns.
    const values = units > 1000 ? exact.map((value) => Math.round(value * 400) / 400) : exact;
    const domain = [...new Set(values)];
    const codes = Int32Array.from(ratings.codes, (code) =>
      code < 0 ? -1 : domain.indexOf(values[code]),
    );
    const patterns = ratingPatterns({ ...ratings, categories: domain.length, codes });
    expect(domain.length).toBeGreaterThan(256);
    expect(patterns.units.length > domain.length).toBe(units > 1000);
    const byPairs = krippendorffAlpha(patterns, {
      metric: { kind: 'distance', distance: ratioDistance(domain) },
    });
    const alpha = krippendorffAlpha(patterns, { metric: { kind: 'ratio', values: domain } });
    expect(Math.abs((alpha.value ?? NaN) - (byPairs.value ?? NaN))).toBeLessThan(1e-12);
  });

  it('keeps its digits when all values are within a thousandth of each other', () => {
    const random = seededRandom(2);
    const rows = Array.from({ length: 400 }, (_, unit) => [
      1000 + unit / 400,
      1000 + unit / 400 + 0.1 * random.next(),
    ]);
    const values = [...new Set(rows.flat())].toSorted((a, b) => a - b);
    const patterns = ratingPatterns(ratingsFromRows(rows, values));
    const byPairs = krippendorffAlpha(patterns, {
      metric: { kind: 'distance', distance: ratioDistance(values) },
    });
    expect(krippendorffAlpha(patterns, { metric: { kind: 'ratio', values } }).value).toBeCloseTo(
      byPairs.value ?? NaN,
      11,
    );
  });

  it('takes two zeros as equal, and zero as far from everything else', () => {
    const distance = ratioDistance([0, 3, 0]);
    expect([distance(0, 2), distance(0, 1), distance(1, 1)]).toEqual([0, 1, 0]);
  });
});
