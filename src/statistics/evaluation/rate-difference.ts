import type { Estimate, Interval } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { reason } from '../reason.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/** How many of n. */
export interface Rate {
  readonly count: number;
  readonly n: number;
}

/**
 * The difference of two shares of separate units, first minus second, with Newcombe's interval: the
 * Wilson intervals of both, put together, which holds for small n and shares near 0 and 1.
 * For m differences looked at together, pass a level of 1 − 0.05 / m (Bonferroni): then all
 * intervals hold at once with 95 %. Without units on one side there is no value. Newcombe 1998,
 * method 10, https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8%3C873::AID-SIM779%3E3.0.CO;2-I
 * @example rateDifference({ count: 56, n: 70 }, { count: 48, n: 80 }).interval // [0.0524, 0.3339]
 */
export function rateDifference(first: Rate, second: Rate, level = 0.95): Estimate {
  const n = first.n + second.n;
  if (first.n === 0 || second.n === 0) return noValue('no-answers', n);
  const [p, q] = [first.count / first.n, second.count / second.n];
  const [lowP, highP] = wilsonInterval(first.count, first.n, level);
  const [lowQ, highQ] = wilsonInterval(second.count, second.n, level);
  const interval: Interval = [
    p - q - Math.hypot(p - lowP, highQ - q),
    p - q + Math.hypot(highP - p, q - lowQ),
  ];
  return { value: p - q, n, skipped: 0, interval, method: reason('interval-newcombe') };
}
