import type { Estimate } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';

/**
 * Jensen–Shannon distance: how far two distributions over the same categories are apart, 0 for
 * equal, 1 for nothing in common. For whether human answers differ from weak labels: a distance
 * near 0 warns that annotators may have been led by them.
 *
 * √(H((p + q) / 2) − (H(p) + H(q)) / 2), H the entropy to base 2 of the counts divided by their
 * sum; a metric. Lin 1991, https://doi.org/10.1109/18.61115; Endres and Schindelin 2003,
 * https://doi.org/10.1109/TIT.2003.813506. A category that neither has changes nothing. A side
 * without counts has no value. `n` is the smaller of the two sums. There is no interval.
 * @example jensenShannonDistance([1, 0], [0, 1]) // { value: 1, n: 1, … }
 */
export function jensenShannonDistance(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): Estimate {
  if (first.length !== second.length)
    throw new RangeError(`the distributions have ${first.length} and ${second.length} categories`);
  const totals = [sum(first), sum(second)];
  if (totals[0] === 0 || totals[1] === 0) return noValue('empty-distribution');
  let divergence = 0;
  for (let category = 0; category < first.length; category++) {
    const p = first[category] / totals[0];
    const q = second[category] / totals[1];
    const middle = (p + q) / 2;
    if (p > 0) divergence += (p * Math.log2(p / middle)) / 2;
    if (q > 0) divergence += (q * Math.log2(q / middle)) / 2;
  }
  // Equal distributions can come out a few 1e-17 below 0.
  const value = Math.sqrt(Math.min(1, Math.max(0, divergence)));
  return pointEstimate(value, Math.min(...totals), 0, 'no-interval-description');
}

function sum(counts: ArrayLike<number>): number {
  let total = 0;
  for (let category = 0; category < counts.length; category++) {
    if (!(counts[category] >= 0 && counts[category] < Infinity))
      throw new RangeError(
        `count of category ${category} is ${counts[category]}, expected at least 0`,
      );
    total += counts[category];
  }
  return total;
}
