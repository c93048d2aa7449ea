import type { Draws, PatternedUnits, Resampled } from './bootstrap.ts';
import { bootstrap } from './bootstrap.ts';
import type { Interval, Valued } from './estimate.ts';
import type { PatternStatistic } from './pattern-statistic.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { quantile } from './quantile.ts';
import { reason } from './reason.ts';

/** Settings of a bootstrap interval. */
export interface BootstrapOptions extends Draws {
  /** Coverage; 0.95 unless given. */
  readonly confidence?: number;
}

/** The estimate with an interval from resampling its units; see {@link withResampledInterval}. */
export function withBootstrapInterval(
  estimate: Valued,
  patterns: Pick<PatternedUnits, 'units'>,
  statistic: PatternStatistic,
  options: BootstrapOptions,
): Valued {
  if (estimate.n < 2)
    return { ...estimate, interval: null, method: reason('no-interval-one-unit') };
  return withResampledInterval(estimate, bootstrap(patterns, statistic, options), options);
}

/** The estimate with the percentile interval of given resamples; `method` describes them. */
export function withResampledInterval(
  estimate: Valued,
  resampled: Resampled,
  { resamples, seed, confidence = 0.95 }: BootstrapOptions,
): Valued {
  const without = resampled.filter((value) => value === null).length;
  const interval = percentileInterval(resampled, confidence);
  const code = interval === null ? 'no-interval-resamples' : 'interval-bootstrap';
  const left = without === 0 ? '' : reason('resamples-left-out', { without });
  return { ...estimate, interval, method: reason(code, { resamples, seed, left }) };
}

/** The middle share of the resampled values. `null` with fewer than two of them. Efron 1981. */
export function percentileInterval(resampled: Resampled, confidence = 0.95): Interval | null {
  const sorted = sortedValues(resampled);
  if (sorted.length < 2) return null;
  return [quantile(sorted, (1 - confidence) / 2), quantile(sorted, (1 + confidence) / 2)];
}

/**
 * The percentile interval mirrored at the estimate: 2θ − upper, 2θ − lower. Davison and Hinkley
 * 1997, section 5.2.
 */
export function basicInterval(
  value: number,
  resampled: Resampled,
  confidence = 0.95,
): Interval | null {
  const middle = percentileInterval(resampled, confidence);
  return middle === null ? null : [2 * value - middle[1], 2 * value - middle[0]];
}

/**
 * The bias-corrected and accelerated interval: percentiles moved by how far the resamples lie to
 * one side of the estimate and by how its spread changes with its value. `null` with fewer than two
 * resampled values, when all lie on one side, or when the correction leaves the range of
 * probabilities. Efron 1987, https://doi.org/10.1080/01621459.1987.10478410
 */
export function bcaInterval(
  value: number,
  resampled: Resampled,
  leftOut: LeftOut,
  confidence = 0.95,
): Interval | null {
  const sorted = sortedValues(resampled);
  if (sorted.length < 2) return null;
  const position = sorted.reduce((sum, other) => sum + (1 - Math.sign(other - value)) / 2, 0);
  const bias = normalQuantile(position / sorted.length);
  if (!Number.isFinite(bias)) return null;
  const acceleration = accelerationOf(leftOut);
  const bound = (p: number): number | null => {
    const shifted = bias + normalQuantile(p);
    const divisor = 1 - acceleration * shifted;
    return divisor > 0 ? quantile(sorted, normalCdf(bias + shifted / divisor)) : null;
  };
  const lower = bound((1 - confidence) / 2);
  const upper = bound((1 + confidence) / 2);
  return lower === null || upper === null ? null : [lower, upper];
}

/** Standard deviation of the resampled values (n − 1); `null` with fewer than two. */
export function bootstrapStandardError(resampled: Resampled): number | null {
  const values = sortedValues(resampled);
  if (values.length < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** The measure with one unit left out, per pattern, and how many units show the pattern. */
export interface LeftOut {
  readonly values: Float64Array;
  readonly units: Float64Array;
}

/** Leaves one unit of each pattern out in turn; `null` where a value is missing. */
export function jackknife(
  patterns: Pick<PatternedUnits, 'units'>,
  statistic: PatternStatistic,
): LeftOut | null {
  const units = Float64Array.from(patterns.units);
  const values = new Float64Array(units.length);
  for (let pattern = 0; pattern < units.length; pattern++) {
    units[pattern]--;
    const value = statistic(units);
    units[pattern]++;
    if (value === null) return null;
    values[pattern] = value;
  }
  return { values, units };
}

function accelerationOf({ values, units }: LeftOut): number {
  let n = 0;
  let mean = 0;
  for (let pattern = 0; pattern < values.length; pattern++) {
    n += units[pattern];
    mean += units[pattern] * values[pattern];
  }
  mean /= n;
  let squares = 0;
  let cubes = 0;
  for (let pattern = 0; pattern < values.length; pattern++) {
    const difference = mean - values[pattern];
    squares += units[pattern] * difference ** 2;
    cubes += units[pattern] * difference ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

function sortedValues(resampled: Resampled): Float64Array {
  return Float64Array.from(resampled.filter((value) => value !== null)).toSorted();
}
