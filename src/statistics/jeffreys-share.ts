import { betaQuantile } from './beta.ts';
import type { Interval } from './estimate.ts';

/**
 * Jeffreys' interval of a share: the middle of its posterior, Beta(count + ½, n − count + ½); 0 and
 * 1 stay possible where none or all of n had it. Where n itself is small and left to chance, as for
 * the recall of a rare class, it holds 93 % of the time or more where Wilson's holds 88 %. 0 to 1
 * for n = 0. Brown, Cai and DasGupta 2001, https://doi.org/10.1214/ss/1009213286
 * @example jeffreysShare(7, 20) // [0.172, 0.568]
 */
export function jeffreysShare(count: number, n: number, level = 0.95): Interval {
  if (!(count >= 0 && count <= n)) throw new RangeError(`count is ${count}, expected 0 to ${n}`);
  if (n === 0) return [0, 1];
  const bound = (p: number): number => betaQuantile(p, count + 0.5, n - count + 0.5);
  return [
    count === 0 ? 0 : Math.min(count / n, bound((1 - level) / 2)),
    count === n ? 1 : Math.max(count / n, bound((1 + level) / 2)),
  ];
}

/** So many of so many that had a property. */
export interface CountedShare {
  readonly count: number;
  readonly of: number;
}

/**
 * An interval for the mean of independent shares, such as the recalls of classes: each has
 * {@link jeffreysShare}, and their distances from the shares add up as squares, so that a rare
 * class, of which little is known, has its own skewed part in either end. Null without shares, and
 * where one is of nothing. Zou and Donner 2008, https://doi.org/10.1002/sim.3095
 * @example meanOfShares([{ count: 9, of: 10 }, { count: 80, of: 100 }]) // [0.703, 0.906]
 */
export function meanOfShares(shares: readonly CountedShare[]): Interval | null {
  if (shares.length === 0 || shares.some(({ of }) => of === 0)) return null;
  let [mean, below, above] = [0, 0, 0];
  for (const { count, of } of shares) {
    const [low, high] = jeffreysShare(count, of);
    mean += count / of / shares.length;
    below += ((count / of - low) / shares.length) ** 2;
    above += ((high - count / of) / shares.length) ** 2;
  }
  return [Math.max(0, mean - Math.sqrt(below)), Math.min(1, mean + Math.sqrt(above))];
}
