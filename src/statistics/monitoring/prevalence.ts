import type { Estimate } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { reason } from '../reason.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/**
 * Prevalence: the share of units that have a property, positives / n, with its Wilson interval.
 * Read it before κ: at a prevalence near 0 or 1, κ is small and uncertain although annotators
 * agree. Units without an answer are not part of n; count them in `skipped`. Without units
 * there is no value.
 * @example prevalence(7, 20) // { value: 0.35, n: 20, interval: [0.181, 0.567], … }
 */
export function prevalence(positives: number, n: number, skipped = 0): Estimate {
  if (n === 0) return noValue('no-answers', 0, skipped);
  const interval = wilsonInterval(positives, n);
  return { value: positives / n, n, skipped, interval, method: reason('interval-wilson') };
}
