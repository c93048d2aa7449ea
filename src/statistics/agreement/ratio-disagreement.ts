import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import { sumOfProducts } from '../sum-of-products.ts';

/** The sum over all ordered pairs, from units per pattern and pairable answers per category. */
export type RatioDisagreement = (units: Float64Array, totals: Float64Array) => number;

/**
 * The sum of ((x − y) / (x + y))² over all ordered pairs of pairable answers with values ≥ 0. Few
 * values are summed pair by pair. For many, 1/(x + y)² = ∫ t e^(−t(x + y)) dt turns the double sum
 * into ∫ (Σ n t x e^(−t x))² d(ln t), on which the trapezoidal rule converges exponentially: with
 * step ¼ the error is below 1e-16 of the number of pairs. So tens of thousands of values cost about
 * a hundred passes, not hundreds of millions of pairs.
 */
export function ratioDisagreement(
  patterns: RatingPatterns,
  values: Float64Array,
): RatioDisagreement {
  const byIntegral = values.length > pairwiseLimit ? productsByIntegral(patterns, values) : null;
  return (units, totals) => {
    let zeros = 0;
    let positives = 0;
    for (let category = 0; category < values.length; category++) {
      if (values[category] === 0) zeros += totals[category];
      else positives += totals[category];
    }
    const againstZero = 2 * zeros * positives;
    if (byIntegral !== null) {
      const amongPositives = positives * positives - 4 * byIntegral(units, totals);
      // Values within a few per cent of each other would lose digits in the subtraction.
      if (amongPositives > 1e-4 * positives * positives) return againstZero + amongPositives;
    }
    return againstZero + sumOfPairs(values, totals);
  };
}

/** Below this many values, pair by pair is as fast. */
const pairwiseLimit = 256;

function sumOfPairs(values: Float64Array, totals: Float64Array): number {
  let sum = 0;
  for (let first = 1; first < values.length; first++) {
    const x = values[first];
    if (totals[first] === 0 || x === 0) continue;
    let row = 0;
    for (let second = 0; second < first; second++) {
      const y = values[second];
      if (totals[second] === 0 || y === 0) continue;
      const ratio = (x - y) / (x + y);
      row += totals[second] * ratio * ratio;
    }
    sum += totals[first] * row;
  }
  return 2 * sum;
}

/** Σ xy / (x + y)² over all ordered pairs of positive answers, by quadrature. */
function productsByIntegral(patterns: RatingPatterns, values: Float64Array): RatioDisagreement {
  const logs = values.map((value) => Math.log(value));
  let low = Infinity;
  let high = -Infinity;
  for (const log of logs) {
    if (log === -Infinity) continue;
    low = Math.min(low, log);
    high = Math.max(high, log);
  }
  // Outside, t x e^(−t x) is below 1e-9 for every value, and its square nothing.
  const start = -21 - high;
  const nodes = low > high ? 0 : Math.ceil((high - low + 24.5) / step);
  // The single sum is linear in the categories, and so in the patterns: the fewer of the two make
  // the shorter table.
  const byPattern = patterns.units.length < values.length;
  const columns = byPattern ? patterns.units.length : values.length;
  const table = nodes * columns <= tableLimit ? new Float64Array(nodes * columns) : null;
  const raters = ratersPerPattern(patterns);

  const fill = (row: Float64Array, node: number): void => {
    const shift = start + node * step;
    if (!byPattern) {
      for (let category = 0; category < columns; category++)
        row[category] = kernel(shift + logs[category]);
      return;
    }
    for (let pattern = 0; pattern < columns; pattern++) {
      row[pattern] = 0;
      if (raters[pattern] < 2) continue;
      for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
        row[pattern] += patterns.count[entry] * kernel(shift + logs[patterns.category[entry]]);
      }
    }
  };
  if (table !== null) {
    for (let node = 0; node < nodes; node++)
      fill(table.subarray(node * columns, (node + 1) * columns), node);
  }

  const spare = new Float64Array(table === null ? columns : 0);
  return (units, totals) => {
    const weights = byPattern ? units : totals;
    let integral = 0;
    for (let node = 0; node < nodes; node++) {
      if (table === null) fill(spare, node);
      integral +=
        sumOfProducts(weights, table ?? spare, table === null ? 0 : node * columns, columns) ** 2;
    }
    return integral * step;
  };
}

const step = 0.25;

/** 64 MB of kernel values; beyond, they are computed again each time. */
const tableLimit = 1 << 23;

/** z e^(−z) for z = e^y. */
function kernel(y: number): number {
  return y > 5 ? 0 : Math.exp(y - Math.exp(y));
}
