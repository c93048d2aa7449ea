import { betaQuantile } from './beta.ts';
import type { Interval } from './estimate.ts';
import { normalQuantile } from './normal.ts';
import type { PatternStatistic } from './pattern-statistic.ts';
import { scoreInterval } from './wilson-interval.ts';

/** What a measure is after the units: its first three moments under the posterior. */
export interface Posterior {
  readonly mean: number;
  readonly variance: number;
  readonly skewness: number;
  /** Per pattern: how the measure moves when a unit shows the pattern; its mean is 0. */
  readonly influence: Float64Array;
  /** How far the measure of a sample lies above that of its population, on average. */
  readonly bias: number;
}

/** What an interval is made from. */
export type Moments = Pick<Posterior, 'mean' | 'variance' | 'skewness'>;

/** The values that a measure can have. */
export type Range = readonly [lowest: number, highest: number];

/**
 * The posterior of a measure when the shares of the patterns follow a Dirichlet distribution with
 * these counts (units seen, plus a prior). The mean is the measure of the counts themselves.
 * Variance and skewness are those of the measure expanded at the counts: with shares w of N counts,
 * hₚ the derivative towards pattern p less its mean, and θ″ the curvature in the direction w·h,
 *   variance = Σ wₚhₚ² / (N + 1)
 *   third cumulant = 2 Σ wₚhₚ³ / ((N + 1)(N + 2)) + 3 θ″
   bias = Σ wₚ θ″ₚ / (2(N + 1)), θ″ₚ the curvature towards pattern p
 * For a measure that is linear in the shares, such as a share of the units, all are exact.
 * `null` when the measure has no value there.
 */
export function dirichletPosterior(
  counts: Float64Array,
  statistic: PatternStatistic,
): Posterior | null {
  const mean = statistic(counts);
  if (mean === null) return null;
  let total = 0;
  for (const count of counts) total += count;
  const influence = slopes(counts, statistic, mean, total);
  if (influence === null) return null;
  let squares = 0;
  let cubes = 0;
  for (let pattern = 0; pattern < counts.length; pattern++) {
    squares += (counts[pattern] / total) * influence[pattern] ** 2;
    cubes += (counts[pattern] / total) * influence[pattern] ** 3;
  }
  const variance = squares / (total + 1);
  if (!(variance > 0)) return { mean, variance: 0, skewness: 0, influence, bias: 0 };
  const linear = (2 * cubes) / ((total + 1) * (total + 2));
  const bent = 3 * variance * curvature(counts, statistic, mean, influence, variance);
  const skewness = (linear + bent) / variance ** 1.5;
  let bias: number | null = null;
  return {
    mean,
    variance,
    skewness,
    influence,
    // Only means over questions ask for it.
    get bias() {
      bias ??= biasOf(counts, statistic, mean, total);
      return bias;
    },
  };
}

/**
 * The central interval of the Beta distribution with a posterior's mean, variance and, as far as
 * the range allows, skewness, stretched from 0 … 1 to the range. Its upper end is the largest
 * possible value; its lower end moves up from the least possible one until the skewness fits, which
 * matters for a rare answer, where values far below 0 are possible only in theory. Exact where the
 * posterior is a Beta distribution: for a share of the units that is Jeffreys' interval. The
 * interval always contains the value itself; other bounds are rounded to ten decimals.
 */
export function betaInterval(
  { mean, variance, skewness }: Moments,
  value: number,
  [lowest, highest]: Range,
  level: number,
): Interval {
  const least = Math.min(lowest, value, mean);
  const fit = (from: number): Fit => fitBeta(mean, variance, from, highest);
  let best = fit(least);
  if (!(variance > 0)) return [Math.min(value, mean), Math.max(value, mean)];
  if (!(best.concentration > 0)) return [least, highest];
  if (best.skewness < skewness) {
    let low = least;
    let high = mean;
    for (let step = 0; step < 50; step++) {
      const middle = (low + high) / 2;
      const tried = fit(middle);
      if (tried.concentration > 0 && tried.skewness < skewness) low = middle;
      else high = middle;
    }
    // At the least concentrated, the distribution is all at its two ends.
    if (low > least) best = fit(low);
  }
  const bound = (p: number): number =>
    best.from + (highest - best.from) * betaQuantile(p, best.a, best.b);
  return [
    Math.min(value, rounded(bound((1 - level) / 2))),
    Math.max(value, rounded(bound((1 + level) / 2))),
  ];
}

/**
 * An interval for a measure of how independent units fall into cells, such as Matthews' correlation
 * of true and predicted classes: the middle of the measure's posterior when the shares of the cells
 * have Jeffreys' prior, half a unit each; see {@link dirichletPosterior} and {@link betaInterval}.
 * More than four cells share two units, since half a unit for each would outweigh the data; then a
 * mean over rare and frequent classes (`isMean`) is skewed and keeps that interval, and any other
 * measure has Wilson's with the size that the posterior's variance stands for. Null where there is
 * no value. `docs/statistics.md` has the simulation.
 * Perks 1947, https://doi.org/10.1017/S0020268100012658
 * @example const share = (cells) => cells[0] / (cells[0] + cells[1]);
 * posteriorInterval(Float64Array.of(1, 3), share, [0, 1]) // [0.028, 0.716]
 */
export function posteriorInterval(
  cells: Float64Array,
  statistic: PatternStatistic,
  [least, most]: Range,
  isMean = false,
  level = 0.95,
): Interval | null {
  const value = statistic(cells);
  const prior = Math.min(0.5, mostPrior / cells.length);
  const smoothed = cells.map((count) => count + prior);
  const posterior = value === null ? null : dirichletPosterior(smoothed, statistic);
  if (value === null || posterior === null) return null;
  if (prior === 0.5 || isMean) return betaInterval(posterior, value, [least, most], level);
  const width = most - least;
  const share = (posterior.mean - least) / width;
  const size = (share * (1 - share) * width * width) / posterior.variance;
  const quantile = normalQuantile((1 + level) / 2);
  const [low, high] = scoreInterval((value - least) / width, size, quantile);
  return [least + low * width, least + high * width];
}

/** Units that the prior counts as, however many cells there are. */
const mostPrior = 2;

/** Ten decimals: then the order in which numbers were added up cannot show. */
function rounded(bound: number): number {
  return Math.round(bound * 1e10) / 1e10;
}

interface Fit {
  readonly from: number;
  readonly a: number;
  readonly b: number;
  readonly concentration: number;
  readonly skewness: number;
}

function fitBeta(mean: number, variance: number, from: number, to: number): Fit {
  const width = to - from;
  const place = (mean - from) / width;
  const concentration = (place * (1 - place) * width * width) / variance - 1;
  const a = place * concentration;
  const b = (1 - place) * concentration;
  const skewness =
    (2 * (b - a) * Math.sqrt(concentration + 1)) / ((concentration + 2) * Math.sqrt(a * b));
  return { from, a, b, concentration, skewness };
}

/** The measure's derivatives towards each pattern by a small step, less their mean. */
function slopes(
  counts: Float64Array,
  statistic: PatternStatistic,
  value: number,
  total: number,
): Float64Array | null {
  const found = statistic.slopes?.(counts) ?? stepped(counts, statistic, value, total);
  if (found === null) return null;
  let mean = 0;
  for (let pattern = 0; pattern < counts.length; pattern++)
    mean += (counts[pattern] / total) * found[pattern];
  for (let pattern = 0; pattern < found.length; pattern++) found[pattern] -= mean;
  return found;
}

function stepped(
  counts: Float64Array,
  statistic: PatternStatistic,
  value: number,
  total: number,
): Float64Array | null {
  const more = smallStep * total;
  const known = statistic.stepped?.(counts, more);
  if (known !== undefined) return known.map((there) => (there - value) / smallStep);
  const moved = Float64Array.from(counts);
  const found = new Float64Array(counts.length);
  for (let pattern = 0; pattern < counts.length; pattern++) {
    moved[pattern] += more;
    const there = statistic(moved);
    moved[pattern] = counts[pattern];
    if (there === null) return null;
    found[pattern] = (there - value) / smallStep;
  }
  return found;
}

/** Small enough for five right digits, large enough that rounding leaves nine. */
const smallStep = 1e-6;

function biasOf(
  counts: Float64Array,
  statistic: PatternStatistic,
  value: number,
  total: number,
): number {
  const step = 1e-3;
  const moved = new Float64Array(counts.length);
  let sum = 0;
  for (let pattern = 0; pattern < counts.length; pattern++) {
    const at = (far: number): number => {
      for (let other = 0; other < counts.length; other++) moved[other] = counts[other] * (1 - far);
      // A pattern with hardly any counts would fall below 0.
      moved[pattern] = Math.max(0, moved[pattern] + far * total);
      return statistic(moved) ?? value;
    };
    sum += (counts[pattern] / total) * (at(step) + at(-step) - 2 * value);
  }
  return sum / (step * step) / (2 * (total + 1));
}

/** The second derivative of the measure along the direction in which it changes most. */
function curvature(
  counts: Float64Array,
  statistic: PatternStatistic,
  value: number,
  influence: Float64Array,
  variance: number,
): number {
  let total = 0;
  for (const count of counts) total += count;
  const reach = (total + 1) * Math.sqrt(variance);
  // Counts stay above 0 on both sides.
  let step = 0.1;
  for (const slope of influence) step = Math.min(step, reach / (2 * Math.abs(slope)));
  const moved = new Float64Array(counts.length);
  const at = (far: number): number | null => {
    for (let pattern = 0; pattern < counts.length; pattern++)
      moved[pattern] = counts[pattern] * (1 + (far * influence[pattern]) / reach);
    return statistic(moved);
  };
  const up = at(step);
  const down = at(-step);
  return up === null || down === null ? 0 : (up + down - 2 * value) / (step * step);
}
