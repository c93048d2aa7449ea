import type { Estimate } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/**
 * Prevalence: the share of units that have a property, positives / n, with its Wilson interval.
 * Read it before κ: at a prevalence near 0 or 1, κ is small and uncertain although annotators
 * agree. Units without an answer are not part of n; pass their number as `skipped`. Without units
 * there is no value.
 * @example prevalence(7, 20) // { value: 0.35, n: 20, interval: [0.181, 0.567], method: 'Wilson' }
 */
export function prevalence(
  positives: number,
  n: number,
  options: { readonly skipped?: number; readonly level?: number } = {},
): Estimate {
  const { skipped = 0, level = 0.95 } = options;
  if (n === 0) return noValue('There are no units with an answer.', 0, skipped);
  return {
    value: positives / n,
    n,
    skipped,
    interval: wilsonInterval(positives, n, level),
    method: 'Wilson',
  };
}
