import { betaCdf } from '../beta.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import type { Estimate } from '../estimate.ts';
import { normalQuantile } from '../normal.ts';
import { quantile } from '../quantile.ts';
import { reason } from '../reason.ts';

/**
 * Difference of two medians: how much longer, or larger, the typical value of the first sample is
 * than that of the second. For times and other skewed values, of separate units.
 *
 * The interval is that of Price and Bonett, which assumes no distribution: each median's standard
 * error is (x₍ₙ₋c₊₁₎ − x₍c₎) / 2z with c = (n + 1)/2 − √n and z the normal quantile of the share of
 * samples whose median lies beyond x₍c₎; then difference ± 1.96 · √(se₁² + se₂²). Below five values
 * on one side there is no interval, without any there is no value. Price and Bonett 2002,
 * https://doi.org/10.1080/00949650212140
 * @example medianDifference([5, 6, 7, 8, 9], [1, 2, 3, 4, 5]).value // 4
 */
export function medianDifference(first: readonly number[], second: readonly number[]): Estimate {
  const n = first.length + second.length;
  if (first.length === 0 || second.length === 0) return noValue('no-answers', n);
  const [one, other] = [first, second].map((values) => Float64Array.from(values).toSorted());
  const value = quantile(one!, 0.5) - quantile(other!, 0.5);
  if (first.length < fewest || second.length < fewest)
    return pointEstimate(value, n, 0, 'no-interval-few');
  const half = normalQuantile(0.975) * Math.hypot(medianError(one!), medianError(other!));
  const method = reason('interval-price-bonett');
  return { value, n, skipped: 0, interval: [value - half, value + half], method };
}

const fewest = 5;

/** The standard error of the median of ascending values. */
function medianError(sorted: Float64Array): number {
  const n = sorted.length;
  const c = Math.max(1, Math.round((n + 1) / 2 - Math.sqrt(n)));
  const beyond = betaCdf(0.5, n - c + 1, c);
  return (sorted[n - c]! - sorted[c - 1]!) / (2 * normalQuantile(1 - beyond));
}
