import { ratioDisagreement } from './ratio-disagreement.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import { sumOfProducts } from '../sum-of-products.ts';

/**
 * How far apart two answers are, for Krippendorff's alpha. `nominal`: equal or not. `ordinal`: by
 * how many answers lie between. `interval`: squared difference of the values. `ratio`: squared
 * difference over sum, for values of at least 0. `distance`: as given, not squared.
 */
export type AlphaMetric =
  | { readonly kind: 'nominal' }
  | { readonly kind: 'ordinal' }
  | { readonly kind: 'interval'; readonly values: ArrayLike<number> }
  | { readonly kind: 'ratio'; readonly values: ArrayLike<number> }
  | { readonly kind: 'distance'; readonly distance: (first: number, second: number) => number };

/** Disagreement within units, and among all pairable answers, up to one common factor. */
export interface DisagreementSums {
  /** Σ over units of the disagreement of their ordered pairs of answers over (answers − 1). */
  observed: number;
  /** Σ over all ordered pairs of pairable answers. */
  expected: number;
}

/** Computes the sums from the units per pattern and the pairable answers per category. */
export type DisagreementMetric = (
  units: Float64Array,
  totals: Float64Array,
  total: number,
) => DisagreementSums;

/** Prepares a metric for repeated use on the same patterns. */
export function disagreementMetric(
  patterns: RatingPatterns,
  metric: AlphaMetric,
): DisagreementMetric {
  switch (metric.kind) {
    case 'nominal':
      return nominal(patterns);
    case 'ordinal':
      return ordinal(patterns);
    case 'interval':
      return interval(patterns, spreadOut(metric.values));
    case 'ratio': {
      const values = Float64Array.from(metric.values);
      return given(patterns, ratioDistance(values), ratioDisagreement(patterns, values));
    }
    case 'distance':
      return given(patterns, metric.distance, pairedSum(metric.distance));
  }
}

/** ((x − y) / (x + y))², and 0 for two zeros. */
export function ratioDistance(
  values: ArrayLike<number>,
): (first: number, second: number) => number {
  return (first, second) => {
    const sum = values[first] + values[second];
    return sum === 0 ? 0 : ((values[first] - values[second]) / sum) ** 2;
  };
}

function nominal(patterns: RatingPatterns): DisagreementMetric {
  const withinPattern = perPattern(patterns, (from, to, raters) => {
    let same = 0;
    for (let entry = from; entry < to; entry++) same += patterns.count[entry] ** 2;
    return raters * raters - same;
  });
  return (units, totals, total) => {
    let same = 0;
    for (const count of totals) same += count * count;
    return { observed: weigh(units, withinPattern), expected: total * total - same };
  };
}

function interval(patterns: RatingPatterns, values: Float64Array): DisagreementMetric {
  const withinPattern = squaredWithin(patterns, values);
  return (units, totals, total) => ({
    observed: weigh(units, withinPattern),
    expected: squaredAmong(values, totals, total),
  });
}

/** The interval metric over mid-ranks: (n_c + … + n_k − (n_c + n_k)/2)² is their distance. */
function ordinal(patterns: RatingPatterns): DisagreementMetric {
  const ranks = new Float64Array(patterns.categories);
  return (units, totals, total) => {
    let below = 0;
    for (let category = 0; category < totals.length; category++) {
      ranks[category] = (below + totals[category] / 2) / total - 0.5;
      below += totals[category];
    }
    return {
      observed: weigh(units, squaredWithin(patterns, ranks)),
      expected: squaredAmong(ranks, totals, total),
    };
  };
}

function given(
  patterns: RatingPatterns,
  distance: (first: number, second: number) => number,
  among: (units: Float64Array, totals: Float64Array) => number,
): DisagreementMetric {
  const withinPattern = perPattern(patterns, (from, to) => {
    let sum = 0;
    for (let first = from; first < to; first++) {
      for (let second = first + 1; second < to; second++) {
        const apart = distance(patterns.category[first], patterns.category[second]);
        sum += 2 * patterns.count[first] * patterns.count[second] * apart;
      }
    }
    return sum;
  });
  return (units, totals) => ({
    observed: weigh(units, withinPattern),
    expected: among(units, totals),
  });
}

/** Σ of the distances of all ordered pairs; tabulated where small, since a bootstrap asks often. */
function pairedSum(distance: (first: number, second: number) => number) {
  let table: Float64Array | null = null;
  let calls = 0;
  return (_units: Float64Array, totals: Float64Array): number => {
    const size = totals.length;
    // The second call shows that there will be many.
    if (calls++ === 1 && (size * (size - 1)) / 2 <= distanceTableLimit)
      table = distanceTable(size, distance);
    const used = Int32Array.from(totals.keys()).filter((category) => totals[category] > 0);
    let sum = 0;
    for (let i = 1; i < used.length; i++) {
      const first = used[i];
      const start = (first * (first - 1)) / 2;
      let row = 0;
      if (table !== null) row = sumOfProducts(totals, table, start, first);
      else for (let j = 0; j < i; j++) row += totals[used[j]] * distance(first, used[j]);
      sum += totals[first] * row;
    }
    return 2 * sum;
  };
}

/** 64 MB of distances. */
const distanceTableLimit = 1 << 23;

/** The distances below the diagonal, row by row. */
function distanceTable(
  size: number,
  distance: (first: number, second: number) => number,
): Float64Array {
  const table = new Float64Array((size * (size - 1)) / 2);
  for (let first = 1, index = 0; first < size; first++) {
    for (let second = 0; second < first; second++) table[index++] = distance(first, second);
  }
  return table;
}

/** Σ over ordered pairs of (x − y)² within each pattern, over (raters − 1). */
function squaredWithin(patterns: RatingPatterns, values: Float64Array): Float64Array {
  return perPattern(patterns, (from, to, raters) => {
    let sum = 0;
    for (let entry = from; entry < to; entry++)
      sum += patterns.count[entry] * values[patterns.category[entry]];
    const mean = sum / raters;
    let squares = 0;
    for (let entry = from; entry < to; entry++)
      squares += patterns.count[entry] * (values[patterns.category[entry]] - mean) ** 2;
    return 2 * raters * squares;
  });
}

/** Σ over ordered pairs of (x − y)² among all answers: 2N Σ (x − mean)². */
function squaredAmong(values: Float64Array, totals: Float64Array, total: number): number {
  let sum = 0;
  for (let category = 0; category < totals.length; category++)
    sum += totals[category] * values[category];
  const mean = sum / total;
  let squares = 0;
  for (let category = 0; category < totals.length; category++)
    squares += totals[category] * (values[category] - mean) ** 2;
  return 2 * total * squares;
}

function perPattern(
  patterns: RatingPatterns,
  sum: (from: number, to: number, raters: number) => number,
): Float64Array {
  const raters = ratersPerPattern(patterns);
  const result = new Float64Array(raters.length);
  for (let pattern = 0; pattern < raters.length; pattern++) {
    if (raters[pattern] < 2) continue;
    const from = patterns.offsets[pattern];
    const to = patterns.offsets[pattern + 1];
    if (to - from > 1) result[pattern] = sum(from, to, raters[pattern]) / (raters[pattern] - 1);
  }
  return result;
}

function weigh(units: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let pattern = 0; pattern < values.length; pattern++) sum += units[pattern] * values[pattern];
  return sum;
}

/** Alpha ignores shift and scale; around 0 and within 1 the squares lose no digits. */
function spreadOut(values: ArrayLike<number>): Float64Array {
  let low = Infinity;
  let high = -Infinity;
  for (let index = 0; index < values.length; index++) {
    low = Math.min(low, values[index]);
    high = Math.max(high, values[index]);
  }
  const range = high - low;
  return Float64Array.from(values, (value) => (range > 0 ? (value - low) / range - 0.5 : 0));
}
