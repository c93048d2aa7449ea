import type { MeasureName } from '../../domain/agreement/measure.ts';
import {
  brennanPrediger,
  brennanPredigerStatistic,
} from '../../statistics/agreement/brennan-prediger.ts';
import type { MeasuredQuestion } from '../../statistics/bootstrap.ts';
import { cohenKappa, cohenKappaStatistic } from '../../statistics/agreement/cohen-kappa.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { fleissKappa, fleissKappaStatistic } from '../../statistics/agreement/fleiss-kappa.ts';
import { gwetAc, gwetAcStatistic } from '../../statistics/agreement/gwet-ac.ts';
import type { AlphaMetric } from '../../statistics/agreement/alpha-metric.ts';
import {
  krippendorffAlpha,
  krippendorffAlphaStatistic,
} from '../../statistics/agreement/krippendorff-alpha.ts';
import type { PatternStatistic } from '../../statistics/pattern-statistic.ts';
import {
  percentAgreement,
  percentAgreementStatistic,
} from '../../statistics/agreement/percent-agreement.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import {
  negativeAgreement,
  positiveAgreement,
} from '../../statistics/agreement/specific-agreement.ts';
import {
  linearWeights,
  ordinalWeights,
  positions,
  quadraticWeights,
} from '../../statistics/agreement/weights.ts';

/** What the categories mean: names, an order, or numbers (with a true zero, for a ratio). */
export type Level =
  | { readonly kind: 'nominal' }
  | { readonly kind: 'ordinal' }
  | { readonly kind: 'interval'; readonly values: ArrayLike<number> }
  | { readonly kind: 'ratio'; readonly values: ArrayLike<number> };

/** How the intervals that need resampling are drawn. */
export interface Resampling {
  readonly seed: number;
  readonly resamples: number;
  /** Told after every resample, for whoever waits. */
  readonly onDraw?: () => void;
}

/** Every measure of agreement, with a value or the reason why there is none. */
export type Measures = Readonly<Record<MeasureName, Estimate>>;

/** Resamples unless told otherwise: enough for two stable digits of an interval. */
export const defaultResampling: Resampling = { seed: 1, resamples: 1000 };

/**
 * All measures of agreement on one question. What does not apply has no value and says why: Cohen's
 * κ with other than two annotators, weights on a scale without order, positive agreement on a
 * question that is not binary.
 */
export function agreement(
  ratings: Ratings,
  level: Level,
  resampling: Resampling = defaultResampling,
): Measures {
  const patterns = ratingPatterns(ratings);
  return {
    percent_agreement: percentAgreement(patterns),
    ...specific(patterns),
    ...cohen(ratings, level),
    fleiss_kappa: fleissKappa(patterns),
    krippendorff_alpha: krippendorffAlpha(patterns, {
      metric: metricOf(level),
      bootstrap: resampling,
    }),
    gwet_ac1: gwetAc(patterns),
    gwet_ac2:
      level.kind === 'nominal'
        ? noValue('AC2 weighs near misses, and a nominal scale has none.')
        : gwetAc(patterns, { weights: weightsOf(level, ratings.categories) }),
    brennan_prediger: brennanPrediger(patterns),
  };
}

/**
 * A measure as a function of the units per pattern, with the patterns, for resampling; null for
 * those that are not resampled.
 */
export function resampledMeasure(
  measure: MeasureName,
  ratings: Ratings,
  level: Level,
): MeasuredQuestion | null {
  if (measure === 'cohen_kappa' && ratings.annotators === 2) {
    const pairs = confusion(ratings);
    return { patterns: pairs, statistic: cohenKappaStatistic(pairs) };
  }
  const patterns = ratingPatterns(ratings);
  const statistic = patternStatistic(measure, patterns, level);
  return statistic === null ? null : { patterns, statistic };
}

function patternStatistic(
  measure: MeasureName,
  patterns: RatingPatterns,
  level: Level,
): PatternStatistic | null {
  if (measure === 'percent_agreement') return percentAgreementStatistic(patterns);
  if (measure === 'fleiss_kappa') return fleissKappaStatistic(patterns);
  if (measure === 'krippendorff_alpha')
    return krippendorffAlphaStatistic(patterns, metricOf(level));
  if (measure === 'gwet_ac1') return gwetAcStatistic(patterns);
  return measure === 'brennan_prediger' ? brennanPredigerStatistic(patterns) : null;
}

function metricOf(level: Level): AlphaMetric {
  return level;
}

function weightsOf(level: Level, categories: number): ReturnType<typeof ordinalWeights> {
  return level.kind === 'interval' || level.kind === 'ratio'
    ? quadraticWeights(level.values)
    : ordinalWeights(categories);
}

function specific(
  patterns: RatingPatterns,
): Pick<Measures, 'positive_agreement' | 'negative_agreement'> {
  if (patterns.categories === 2)
    return {
      positive_agreement: positiveAgreement(patterns),
      negative_agreement: negativeAgreement(patterns),
    };
  const why = `Positive and negative agreement are for questions with two answers; this one has ${patterns.categories}.`;
  return { positive_agreement: noValue(why), negative_agreement: noValue(why) };
}

function cohen(
  ratings: Ratings,
  level: Level,
): Pick<Measures, 'cohen_kappa' | 'cohen_kappa_linear' | 'cohen_kappa_quadratic'> {
  if (ratings.annotators !== 2) {
    const none = noValue(
      `Cohen’s κ compares exactly two annotators; there are ${ratings.annotators}.`,
    );
    return { cohen_kappa: none, cohen_kappa_linear: none, cohen_kappa_quadratic: none };
  }
  const pairs = confusion(ratings);
  const places = positions(ratings.categories);
  const unordered = noValue('Weights need an order, and a nominal scale has none.');
  return {
    cohen_kappa: cohenKappa(pairs),
    cohen_kappa_linear:
      level.kind === 'nominal' ? unordered : cohenKappa(pairs, { weights: linearWeights(places) }),
    cohen_kappa_quadratic:
      level.kind === 'nominal'
        ? unordered
        : cohenKappa(pairs, { weights: quadraticWeights(places) }),
  };
}
