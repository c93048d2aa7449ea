import { expandedInterval } from './block-bootstrap.ts';
import type { Interval } from './estimate.ts';
import { studentTQuantile } from './student-t.ts';
import { scoreInterval } from './wilson-interval.ts';

/** What a measure can be, and what its value rests on. */
export interface MeasureScale {
  /** From least to most; most may be Infinity. Null where nothing is known. */
  readonly range: Interval | null;
  /** How many blocks were drawn from. */
  readonly blocks: number;
  /** How many could have been missed: what a value at an end of its range rests on. */
  readonly chances: number;
}

/**
 * A 95 % interval for a measure from its bootstrapped values. Percentiles are too narrow near the
 * ends of the range, and empty at them. So a measure with two ends has Wilson's interval with the
 * size that the bootstrap's variance stands for, p(1 − p)/variance, and at an end the size
 * `chances`; one without an upper end is symmetric in logarithms, and any other has widened
 * percentiles. Quantiles are Student's with blocks − 1 degrees of freedom. Null with fewer than
 * two blocks or values, and for a zero that does not vary where there is no upper end.
 *
 * Dean and Pagano 2015, https://doi.org/10.1093/jssam/smv024
 * @example const scale = { range: [0, 1], blocks: 20, chances: 20 };
 * resampledInterval(1, Float64Array.of(1, 1), scale) // [0.820, 1]
 */
export function resampledInterval(
  value: number,
  resampled: Float64Array,
  { range, blocks, chances }: MeasureScale,
): Interval | null {
  if (blocks < 2 || resampled.length < 2) return null;
  if (range === null || value < range[0] || value > range[1])
    return expandedInterval(resampled, blocks);
  const [least, most] = range;
  const t = studentTQuantile(0.975, blocks - 1);
  const error = resampledError(resampled, blocks);
  if (most === Infinity) {
    if (value === least) return error > 0 ? expandedInterval(resampled, blocks) : null;
    const factor = Math.exp((t * error) / (value - least));
    return [least + (value - least) / factor, least + (value - least) * factor];
  }
  const width = most - least;
  const share = (value - least) / width;
  const own = share * (1 - share);
  const variance = (error / width) ** 2;
  const size = own > 0 && variance > 0 ? own / variance : Math.max(1, chances);
  const [low, high] = scoreInterval(share, size, t);
  return [least + low * width, least + high * width];
}

/**
 * A 95 % interval for a mean of gaps without sign, such as a calibration error. Chance makes gaps,
 * so the value of a small sample is too large, and resampling makes it larger by about as much
 * again. The lower end is taken from the value without that excess, the upper from the value
 * itself. In simulation it holds 93 to 96 % of the time from 200 units on.
 * @example gapInterval(0.1, Float64Array.of(0.1, 0.12, 0.14), 200) // [0.040, 0.140]
 */
export function gapInterval(
  value: number,
  resampled: Float64Array,
  blocks: number,
): Interval | null {
  if (blocks < 2 || resampled.length < 2) return null;
  const half = studentTQuantile(0.975, blocks - 1) * resampledError(resampled, blocks);
  const excess = Math.max(0, mean(resampled) - value);
  return [Math.max(0, value - excess - half), Math.min(1, value + half)];
}

/** The standard error: the bootstrap's is too small by √((n − 1)/n). */
function resampledError(resampled: Float64Array, blocks: number): number {
  const centre = mean(resampled);
  let squares = 0;
  for (const one of resampled) squares += (one - centre) ** 2;
  return Math.sqrt(((squares / (resampled.length - 1)) * blocks) / (blocks - 1));
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const one of values) sum += one;
  return sum / values.length;
}
