import type { AgreementOptions } from './chance-corrected.ts';
import { noPairs } from './chance-corrected.ts';
import type { Confusion } from './confusion.ts';
import { marginals } from './confusion.ts';
import type { Estimate } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import type { NullTest } from './fleiss-kappa.ts';
import { withJeffreysIntervalOfTwo } from './jeffreys-interval.ts';
import { normalQuantile } from '../normal.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import { reason } from '../reason.ts';
import type { AgreementWeights } from './weights.ts';
import { identityWeights } from './weights.ts';

/**
 * Cohen's kappa: how much two annotators agree beyond what their own habits would give by chance. 1
 * is full agreement, 0 is chance, below 0 is worse than chance. For exactly two annotators; for
 * more, see `fleissKappa` and `krippendorffAlpha`. Near misses count in part with weights, usually
 * by position in the declared domain (`positions`), where unused categories count too.
 *
 * κ = 1 − Σ dᵢⱼ pᵢⱼ / Σ dᵢⱼ pᵢ. p.ⱼ, d the disagreement of two categories (1 without weights), p
 * the shares of the table. Cohen 1960, https://doi.org/10.1177/001316446002000104; weighted: Cohen
 * 1968, https://doi.org/10.1037/h0026256. Interval: `withJeffreysIntervalOfTwo`, or with `gwet` by
 * the large-sample variance of Fleiss, Cohen and Everitt 1969, https://doi.org/10.1037/h0028106,
 * normal quantile, not cut off at 1. Units without both answers are skipped and counted. When both
 * always give one and the same answer, there is no value; when only one of them does, kappa is 0.
 * @example const rows = [['a', 'a'], ['b', 'b'], ['a', 'b'], ['b', 'b']];
 * cohenKappa(confusion(ratingsFromRows(rows, ['a', 'b']))).value // 0.5
 */
export function cohenKappa(confusion: Confusion, options: AgreementOptions = {}): Estimate {
  const { n, skipped } = confusion;
  if (n === 0) return noValue(noPairs(skipped), n, skipped);
  const parts = cohenParts(confusion, options.weights ?? identityWeights(confusion.categories));
  const value = kappaOf(parts);
  if (value === null) return noValue('no-variance', n, skipped);
  const { confidence = 0.95 } = options;
  const plain = pointEstimate(value, n, skipped, 'no-interval-asked');
  if (options.interval !== 'gwet')
    return withJeffreysIntervalOfTwo(
      plain,
      confusion,
      (all) => cohenKappaStatistic(all, options),
      [-1, 1],
      confidence,
    );
  const margin = cohenStandardError(confusion, parts) * normalQuantile((1 + confidence) / 2);
  const interval = [value - margin, value + margin] as const;
  return { ...plain, interval, method: reason('interval-fleiss-cohen-everitt') };
}

/** Cohen's kappa as a function of the units per cell of the confusion. */
export function cohenKappaStatistic(
  confusion: Confusion,
  options: AgreementOptions = {},
): PatternStatistic {
  const weights = options.weights ?? identityWeights(confusion.categories);
  return (units) => kappaOf(cohenParts(confusion, weights, units));
}

/**
 * Standard error of Cohen's kappa if the annotators answered independently, and z, to test for
 * agreement beyond chance. `null` where kappa has no value or cannot vary. Not for intervals.
 * Fleiss, Cohen and Everitt 1969, https://doi.org/10.1037/h0028106
 */
export function cohenKappaNullTest(
  confusion: Confusion,
  options: AgreementOptions = {},
): NullTest | null {
  const parts = cohenParts(confusion, options.weights ?? identityWeights(confusion.categories));
  const value = kappaOf(parts);
  if (value === null) return null;
  const { n, expected, byFirst, bySecond, first, second, weights } = parts;
  let squares = 0;
  for (let a = 0; a < first.length; a++) {
    for (let b = 0; b < second.length; b++) {
      const pairs = first[a] * second[b];
      if (pairs === 0) continue;
      const bracket = n * (n * weights.disagreement(a, b) - byFirst[a] - bySecond[b]) + expected;
      squares += pairs * bracket * bracket;
    }
  }
  if (squares === 0) return null;
  const standardError = Math.sqrt(squares / n) / (n * expected);
  return { standardError, z: value / standardError };
}

/**
 * The largest kappa that two annotators with these habits could reach; 1 only if they use the
 * categories equally often. Shows how much of a low kappa is due to different habits. `null` where
 * kappa has no value. Cohen 1960, https://doi.org/10.1177/001316446002000104
 */
export function cohenKappaMaximum(confusion: Confusion): number | null {
  const { n, expected, first, second } = cohenParts(
    confusion,
    identityWeights(confusion.categories),
  );
  if (n === 0 || !(expected > 0)) return null;
  let possible = 0;
  for (let category = 0; category < first.length; category++)
    possible += Math.min(first[category], second[category]);
  return 1 - (n * (n - possible)) / expected;
}

/** Sums over units and pairs of units, not shares: integers make kappa exactly 0 or 1. */
interface CohenParts {
  readonly n: number;
  /** Disagreement of the two answers, summed over the units. */
  readonly observed: number;
  /** Disagreement of each answer of the first with each of the second, over n² pairs. */
  readonly expected: number;
  /** Per category: its disagreement with all answers of the other annotator. */
  readonly byFirst: Float64Array;
  readonly bySecond: Float64Array;
  /** How often each annotator chose each category. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly weights: AgreementWeights;
}

function cohenParts(
  confusion: Confusion,
  weights: AgreementWeights,
  units: ArrayLike<number> = confusion.units,
): CohenParts {
  const { first, second } = marginals(confusion, units);
  const byFirst = weights.expectedByFirst(second);
  const bySecond = weights.expectedBySecond(first);
  let n = 0;
  let observed = 0;
  for (let cell = 0; cell < confusion.row.length; cell++) {
    n += units[cell];
    observed += units[cell] * weights.disagreement(confusion.row[cell], confusion.column[cell]);
  }
  let expected = 0;
  for (let category = 0; category < first.length; category++)
    expected += first[category] * byFirst[category];
  return { n, observed, expected, byFirst, bySecond, first, second, weights };
}

function kappaOf({ n, observed, expected }: CohenParts): number | null {
  return expected > 0 ? (expected - n * observed) / expected : null;
}

/** The published formula, centred: its bracket has mean −observed, which avoids cancellation. */
function cohenStandardError(confusion: Confusion, parts: CohenParts): number {
  const { n, observed, expected, byFirst, bySecond, weights } = parts;
  let squares = 0;
  for (let cell = 0; cell < confusion.units.length; cell++) {
    const a = confusion.row[cell];
    const b = confusion.column[cell];
    const bracket =
      n * (weights.disagreement(a, b) * expected - (byFirst[a] + bySecond[b]) * observed) +
      observed * expected;
    squares += confusion.units[cell] * bracket * bracket;
  }
  return Math.sqrt(squares) / expected ** 2;
}
