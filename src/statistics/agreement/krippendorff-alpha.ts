import { alphaStandardError } from './alpha-variance.ts';
import type { AlphaMetric } from './alpha-metric.ts';
import { disagreementMetric, ratioDistance } from './alpha-metric.ts';
import type { BootstrapOptions } from '../bootstrap-interval.ts';
import { withBootstrapInterval } from '../bootstrap-interval.ts';
import type { AnalyticInterval } from './chance-corrected.ts';
import { lowestKappa, noPairs } from './chance-corrected.ts';
import type { Estimate, Valued } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import { withJeffreysInterval } from './jeffreys-interval.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import { reason } from '../reason.ts';
import { studentTInterval } from '../student-t.ts';
import { identityWeights, quadraticWeights } from './weights.ts';

/** How alpha is computed. */
export interface AlphaOptions {
  /** How far apart two answers are; `nominal` unless given. */
  readonly metric?: AlphaMetric;
  /** Interval by resampling the units; takes precedence over `interval`. */
  readonly bootstrap?: BootstrapOptions;
  /** `jeffreys` unless given; `gwet` is for the nominal and the interval metric only. */
  readonly interval?: AnalyticInterval;
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
 * {@link AlphaMetric}. Hayes and Krippendorff 2007, https://doi.org/10.1080/19312450709336664.
 * Interval: `withJeffreysInterval`; with `gwet` that of irrCAC for R (Gwet 2014): without alpha's
 * small-sample term, t(n − 1) with n the units with any answer, upper bound at most 1. Units with
 * fewer than two answers are skipped and counted. One annotator, all pairable answers the same
 * (some programs give 1), or a ratio scale with a value below 0: no value.
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
  const plain = pointEstimate(value, n, skipped, 'no-interval-asked');
  const { bootstrap, confidence = 0.95 } = options;
  if (bootstrap !== undefined)
    return withBootstrapInterval(plain, patterns, statistic, { confidence, ...bootstrap });
  if (options.interval === 'gwet') return withGwetInterval(plain, patterns, metric, confidence);
  return withJeffreysInterval(
    plain,
    patterns,
    (all) => krippendorffAlphaStatistic(all, metric),
    [lowestKappa(patterns), 1],
    confidence,
  );
}

/** Krippendorff's alpha as a function of the units per pattern. */
export function krippendorffAlphaStatistic(
  patterns: RatingPatterns,
  metric: AlphaMetric = { kind: 'nominal' },
): PatternStatistic {
  const disagreement = disagreementMetric(patterns, metric);
  const raters = ratersPerPattern(patterns);
  const totals = new Float64Array(patterns.categories);
  const tally = (units: Float64Array): number => {
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
    return total;
  };
  const statistic = (units: Float64Array): number | null => {
    const total = tally(units);
    if (!hasTwo(totals)) return null;
    const { observed, expected } = disagreement(units, totals, total);
    return expected > 0 ? (expected - (total - 1) * observed) / expected : null;
  };
  const distance = costlyDistance(metric);
  if (distance === null) return statistic;
  // Each value of alpha takes a pass over all pairs of categories; so do all slopes together.
  const slopes = (units: Float64Array): Float64Array => {
    const total = tally(units);
    const { observed, expected } = disagreement(units, totals, total);
    const apart = distancesTo(totals, distance);
    const size = units.reduce((sum, shown) => sum + shown, 0);
    return units.map((_, pattern) => {
      if (raters[pattern] < 2) return 0;
      let within = 0;
      let met = 0;
      for (let first = patterns.offsets[pattern]; first < patterns.offsets[pattern + 1]; first++) {
        met += 2 * patterns.count[first] * apart[patterns.category[first]];
        for (let second = patterns.offsets[pattern]; second < first; second++) {
          const far = distance(patterns.category[first], patterns.category[second]);
          within += 2 * patterns.count[first] * patterns.count[second] * far;
        }
      }
      const more = raters[pattern] * observed + ((total - 1) * within) / (raters[pattern] - 1);
      return (-size * (more * expected - (total - 1) * observed * met)) / expected ** 2;
    });
  };
  return Object.assign(statistic, { slopes });
}

function costlyDistance(metric: AlphaMetric): ((first: number, second: number) => number) | null {
  if (metric.kind === 'distance') return metric.distance;
  return metric.kind === 'ratio' ? ratioDistance(metric.values) : null;
}

/** Per category: its distance to all answers. */
function distancesTo(
  totals: Float64Array,
  distance: (first: number, second: number) => number,
): Float64Array {
  const apart = new Float64Array(totals.length);
  for (let first = 1; first < totals.length; first++) {
    for (let second = 0; second < first; second++) {
      const far = distance(first, second);
      apart[first] += totals[second] * far;
      apart[second] += totals[first] * far;
    }
  }
  return apart;
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
  if (metric.kind !== 'nominal' && metric.kind !== 'interval')
    return { ...plain, method: reason('no-interval-metric', { metric: metric.kind }) };
  const weights =
    metric.kind === 'nominal'
      ? identityWeights(patterns.categories)
      : quadraticWeights(metric.values);
  const fit = alphaStandardError(patterns, weights);
  if (fit === null) return { ...plain, method: reason('no-interval-one-unit') };
  const { standardError, rated } = fit;
  const interval = studentTInterval(plain.value, standardError, rated - 1, confidence);
  return { ...plain, interval, method: reason('interval-gwet') };
}
