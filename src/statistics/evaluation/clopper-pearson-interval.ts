import { betaQuantile } from '../beta.ts';
import type { Estimate, Interval } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { reason } from '../reason.ts';
import type { Reason, ReasonCode } from '../reason.ts';

/**
 * Clopper–Pearson interval: the exact interval of a share, given how many of n had it. It holds the
 * true share at least as often as it promises, for any n and any share, and is therefore wider than
 * Wilson's. Quantiles of Beta(count, n − count + 1) and Beta(count + 1, n − count); 0 to 1 for
 * n = 0. Clopper and Pearson 1934, https://doi.org/10.1093/biomet/26.4.404
 * @example clopperPearsonInterval(7, 20) // [0.154, 0.592]
 */
export function clopperPearsonInterval(count: number, n: number, level = 0.95): Interval {
  if (!(count >= 0 && count <= n)) throw new RangeError(`count is ${count}, expected 0 to ${n}`);
  const tail = (1 - level) / 2;
  const low = count === 0 ? 0 : betaQuantile(tail, count, n - count + 1);
  const high = count === n ? 1 : betaQuantile(1 - tail, count + 1, n - count);
  return [low, high];
}

/**
 * A share of n with its exact interval; of none, no value for the reason given.
 * @example exactShare(7, 20, 'no-positives').value // 0.35
 */
export function exactShare(
  count: number,
  n: number,
  whyNone: ReasonCode | Reason,
  skipped = 0,
  level = 0.95,
): Estimate {
  if (n === 0) return noValue(whyNone, 0, skipped);
  const interval = clopperPearsonInterval(count, n, level);
  return { value: count / n, n, skipped, interval, method: reason('interval-exact') };
}
