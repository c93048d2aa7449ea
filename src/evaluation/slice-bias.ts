import type { RatingCodes } from '../statistics/agreement/ratings.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { exactShare } from '../statistics/evaluation/clopper-pearson-interval.ts';
import { rateDifference } from '../statistics/evaluation/rate-difference.ts';
import type { Rate } from '../statistics/evaluation/rate-difference.ts';
import type { Slicing } from './judged-question.ts';

/** How often the judge errs on some units, beside all other units. */
export interface SliceBias {
  readonly by: string;
  readonly group: string;
  /** The share of the group's units on which the judge differs from the truth. */
  readonly errors: Estimate;
  /** The error rate of the group less that of all other groups. */
  readonly difference: Estimate;
  /** Whether the interval of the difference, corrected for all comparisons, leaves 0 out. */
  readonly isBiased: boolean;
}

/** Below so many units on either side, groups are not compared. */
const leastUnits = 10;

/**
 * Where a judge errs more or less often than elsewhere. Every group is compared with all others of
 * its slicing; of two groups, the first with the second. All intervals together hold with 95 %
 * (Bonferroni), so that many groups do not make a bias by chance. Groups with fewer than ten units
 * whose truth is known are left out.
 * @example const truth = new Int8Array(40);
 * const slicing = { by: 'length', groups: ['a', 'b'], groupOf: truth.map((_, at) => at % 2) };
 * sliceBias(truth, truth.map((_, at) => at % 2), [slicing])[0].difference.value // -1
 */
export function sliceBias(
  truth: RatingCodes,
  judge: RatingCodes,
  slicings: readonly Slicing[],
): readonly SliceBias[] {
  const pairs = slicings.flatMap((slicing) => {
    const rates = ratesOf(truth, judge, slicing);
    const all = sum(rates);
    const shown = rates.length === 2 ? rates.slice(0, 1) : rates;
    return shown.flatMap((own, group) => {
      const rest = { count: all.count - own.count, n: all.n - own.n };
      const isCompared = own.n >= leastUnits && rest.n >= leastUnits;
      return isCompared ? [{ by: slicing.by, group: slicing.groups[group]!, own, rest }] : [];
    });
  });
  return pairs.map(({ by, group, own, rest }) => {
    const difference = rateDifference(own, rest, 1 - 0.05 / pairs.length);
    const bounds = difference.value === null ? null : difference.interval;
    return {
      by,
      group,
      errors: exactShare(own.count, own.n, 'no-answers'),
      difference,
      isBiased: bounds !== null && (bounds[0] > 0 || bounds[1] < 0),
    };
  });
}

function ratesOf(
  truth: RatingCodes,
  judge: RatingCodes,
  { groups, groupOf }: Slicing,
): readonly Rate[] {
  const counts = groups.map(() => ({ count: 0, n: 0 }));
  for (let unit = 0; unit < truth.length; unit += 1) {
    const own = counts[groupOf[unit] ?? -1];
    if (own === undefined || truth[unit]! < 0 || judge[unit]! < 0) continue;
    own.n += 1;
    if (truth[unit] !== judge[unit]) own.count += 1;
  }
  return counts;
}

function sum(rates: readonly Rate[]): Rate {
  return rates.reduce((all, one) => ({ count: all.count + one.count, n: all.n + one.n }), {
    count: 0,
    n: 0,
  });
}
