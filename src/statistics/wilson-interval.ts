import type { Interval } from './estimate.ts';
import { normalQuantile } from './normal.ts';

/**
 * Wilson score interval: where the true share lies, given how many of n had it. Unlike value ±
 * z·√(p(1−p)/n) it stays within 0 and 1 and is not empty when none or all of n had it. (p + z²/2n ±
 * z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n); 0 to 1 for n = 0. Wilson 1927,
 * https://doi.org/10.1080/01621459.1927.10502953; Brown, Cai and DasGupta 2001,
 * https://doi.org/10.1214/ss/1009213286
 * @example wilsonInterval(7, 20) // [0.181, 0.567]
 */
export function wilsonInterval(count: number, n: number, level = 0.95): Interval {
  if (!(count >= 0 && count <= n)) throw new RangeError(`count is ${count}, expected 0 to ${n}`);
  if (n === 0) return [0, 1];
  return scoreInterval(count / n, n, normalQuantile((1 + level) / 2));
}

/**
 * Wilson's interval for a share of so many units, which need not be a whole number: with a measure
 * between 0 and 1 and the size p(1 − p)/variance it is an interval for the measure. `quantile` is
 * the normal's or Student's. Dean and Pagano 2015, https://doi.org/10.1093/jssam/smv024
 * @example scoreInterval(0.35, 20, 1.96) // [0.181, 0.567]
 */
export function scoreInterval(share: number, size: number, quantile: number): Interval {
  const square = (quantile * quantile) / size;
  const centre = (share + square / 2) / (1 + square);
  const spread = Math.sqrt((share * (1 - share)) / size + square / (4 * size));
  const half = (quantile * spread) / (1 + square);
  return [share === 0 ? 0 : centre - half, share === 1 ? 1 : centre + half];
}
