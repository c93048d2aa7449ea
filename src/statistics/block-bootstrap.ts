import type { Draws } from './bootstrap.ts';
import type { Interval } from './estimate.ts';
import { normalCdf } from './normal.ts';
import { quantile } from './quantile.ts';
import { seededRandom } from './seeded-random.ts';
import { studentTQuantile } from './student-t.ts';

/**
 * Sums per block, in rows of `columns`: a block is what is drawn together, such as a query with its
 * documents, or many units at once. A measure is a function of the column totals.
 */
export interface BlockSums {
  readonly blocks: number;
  readonly columns: number;
  readonly sums: Float64Array;
}

/** A measure as a function of column totals; null where it has no value. */
export type SumStatistic = (totals: Float64Array) => number | null;

/**
 * The total of each column.
 * @example columnTotals({ blocks: 2, columns: 2, sums: Float64Array.of(1, 2, 3, 4) }) // [4, 6]
 */
export function columnTotals({ blocks, columns, sums }: BlockSums): Float64Array {
  const totals = new Float64Array(columns);
  for (let block = 0, at = 0; block < blocks; block++)
    for (let column = 0; column < columns; column++) totals[column] += sums[at++];
  return totals;
}

/**
 * Bootstrap over blocks: draws as many blocks as there are, with replacement, adds up their sums,
 * and calls `visit` with the totals of each resample; the array is reused. All measures see the
 * same draws, so their differences and means have honest intervals. Efron 1979,
 * https://doi.org/10.1214/aos/1176344552
 */
export function resampleBlocks(
  { blocks, columns, sums }: BlockSums,
  draws: Draws,
  visit: (totals: Float64Array, resample: number) => void,
): void {
  const random = seededRandom(draws.seed);
  const totals = new Float64Array(columns);
  const drawn = new Int32Array(blocks);
  for (let resample = 0; resample < draws.resamples; resample++) {
    drawn.fill(0);
    for (let draw = 0; draw < blocks; draw++) drawn[random.integer(blocks)]++;
    totals.fill(0);
    for (let block = 0; block < blocks; block++) {
      const times = drawn[block];
      if (times === 0) continue;
      for (let column = 0, at = block * columns; column < columns; column++)
        totals[column] += times * sums[at++];
    }
    visit(totals, resample);
    draws.onDraw?.();
  }
}

/**
 * The percentile interval of resampled values, widened for few blocks: the bootstrap's spread is
 * too narrow by √((n − 1)/n) and its tails are normal, not Student's, so the percentiles are moved
 * out to Φ(−t · √(n/(n − 1))). Never leaves the range of the measure. Null with fewer than two
 * blocks or values. Hesterberg 2015, https://doi.org/10.1080/00031305.2015.1089789
 * @example expandedInterval(Float64Array.of(0, 1, 2, 3, 4), 1000, 0.5) // [0.999, 3.001]
 */
export function expandedInterval(
  resampled: Float64Array,
  blocks: number,
  confidence = 0.95,
): Interval | null {
  if (blocks < 2 || resampled.length < 2) return null;
  const t = studentTQuantile((1 + confidence) / 2, blocks - 1);
  const outside = normalCdf(-t * Math.sqrt(blocks / (blocks - 1)));
  const sorted = resampled.toSorted();
  return [quantile(sorted, outside), quantile(sorted, 1 - outside)];
}
