import { alphaStandardError } from './alpha-variance.ts';
import type { AlphaMetric } from './alpha-metric.ts';
import { disagreementMetric } from './alpha-metric.ts';
import type { BootstrapOptions } from '../bootstrap-interval.ts';
import { withBootstrapInterval } from '../bootstrap-interval.ts';
import { noPairs } from './chance-corrected.ts';
import type { Estimate, Valued } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import { studentTInterval } from '../student-t.ts';
import { identityWeights, quadraticWeights } from './weights.ts';

/** How alpha is computed. */
export interface AlphaOptions {
  /** How far apart two answers are; `nominal` unless given. */
  readonly metric?: AlphaMetric;
  /** Interval by resampling the units. Without it and without `gwet` there is no interval. */
  readonly bootstrap?: BootstrapOptions;
  /** Interval by Gwet's variance with t(n − 1), for the nominal and the interval metric only. */
  readonly gwet?: boolean;
  /** Coverage of the interval; 0.95 unless given. */
  readonly confidence?: number;
}

/**
 * Krippendorff's alpha: how much of the disagreement that shuffling all answers over the units
 * would give is absent. 1 is full agreement, 0 is chance, below 0 is worse. Krippendorff asks for
 * 0.800, or 0.667 for tentative conclusions. For any number of annotators, any scale and missing
 * answers; for label sets see `labelSetAlpha`.
 *
 * α = 1 − Dₒ/Dₑ, Dₒ = 1/N · Σ over units of Σ δ(c, k) over their ordered pairs of answers /
 * (answers − 1), Dₑ = Σ δ(c, k) over all ordered pairs of the N pairable answers / (N(N − 1)), δ by
 * {@link AlphaMetric}. Hayes and Krippendorff 2007, https://doi.org/10.1080/19312450709336664. The
 * analytic interval is that of irrCAC for R (Gwet 2014): without alpha's small-sample term, t(n −
 * 1) with n the units with any answer, upper bound at most 1. Units with fewer than two answers are
 * skipped and counted. One annotator, all pairable answers the same (some programs give 1), or a
 * ratio scale with a value below 0: no value.
 * @example const patterns = ratingPatterns(ratingsFromRows([[1, 1], [2, 3], [3, 3]], [1, 2, 3]));
 * krippendorffAlpha(patterns).value // 0.5454545454545454
 * const metric = { kind: 'interval', values: [1, 2, 3] };
 * krippendorffAlpha(patterns, { metric }).value // 0.8275862068965517
 */
export function krippendorffAlpha(patterns: RatingPatterns, options: AlphaOptions = {}): Estimate {
  const metric = options.metric ?? { kind: 'nominal' };
  const raters = ratersPerPattern(patterns);
  let rated = 0;
  let n = 0;
  for (let pattern = 0; pattern < raters.length; pattern++) {
    rated += patterns.units[pattern];
    if (raters[pattern] >= 2) n += patterns.units[pattern];
  }
  const skipped = patterns.unrated + rated - n;
  if (n === 0) return noValue(noPairs(rated), n, skipped);
  if (metric.kind === 'ratio' && !Float64Array.from(metric.values).every((value) => value >= 0)) {
    return noValue('negative-ratio', n, skipped);
  }
  const statistic = krippendorffAlphaStatistic(patterns, metric);
  const value = statistic(patterns.units);
  if (value === null) return noValue('no-disagreement', n, skipped);
  const plain = pointEstimate(value, n, skipped, 'no interval was asked for');
  const { bootstrap, confidence = 0.95 } = options;
  if (bootstrap !== undefined)
    return withBootstrapInterval(plain, patterns, statistic, { confidence, ...bootstrap });
  return options.gwet === true ? withGwetInterval(plain, patterns, metric, confidence) : plain;
}

/** Krippendorff's alpha as a function of the units per pattern, for the bootstrap. */
export function krippendorffAlphaStatistic(
  patterns: RatingPatterns,
  metric: AlphaMetric = { kind: 'nominal' },
): PatternStatistic {
  const disagreement = disagreementMetric(patterns, metric);
  const raters = ratersPerPattern(patterns);
  const totals = new Float64Array(patterns.categories);
  return (units) => {
    totals.fill(0);
    let total = 0;
    for (let pattern = 0; pattern < raters.length; pattern++) {
      const shown = units[pattern];
      if (raters[pattern] < 2 || shown === 0) continue;
      total += shown * raters[pattern];
      for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
        totals[patterns.category[entry]] += shown * patterns.count[entry];
      }
    }
    if (!hasTwo(totals)) return null;
    const { observed, expected } = disagreement(units, totals, total);
    return expected > 0 ? (expected - (total - 1) * observed) / expected : null;
  };
}

function hasTwo(totals: Float64Array): boolean {
  let used = 0;
  for (const total of totals) if (total > 0 && ++used === 2) return true;
  return false;
}

function withGwetInterval(
  plain: Valued,
  patterns: RatingPatterns,
  metric: AlphaMetric,
  confidence: number,
): Estimate {
  if (metric.kind !== 'nominal' && metric.kind !== 'interval') {
    const only = "Gwet's variance is for the nominal and the interval metric";
    return { ...plain, method: `no interval: ${only}, not for ${metric.kind}` };
  }
  const weights =
    metric.kind === 'nominal'
      ? identityWeights(patterns.categories)
      : quadraticWeights(metric.values);
  const fit = alphaStandardError(patterns, weights);
  if (fit === null) return { ...plain, method: 'no interval: only one unit was rated twice' };
  const { standardError, rated } = fit;
  const interval = studentTInterval(plain.value, standardError, rated - 1, confidence);
  return { ...plain, interval, method: "Gwet's variance, t(n−1)" };
}
