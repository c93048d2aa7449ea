import { codedText } from '../../domain/text-values.ts';
import { measureNames } from '../../domain/agreement/measure.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { AlphaMetric } from '../../statistics/agreement/alpha-metric.ts';
import {
  brennanPrediger,
  brennanPredigerStatistic,
} from '../../statistics/agreement/brennan-prediger.ts';
import { cohenKappa, cohenKappaStatistic } from '../../statistics/agreement/cohen-kappa.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import type { Confusion } from '../../statistics/agreement/confusion.ts';
import { fleissKappa, fleissKappaStatistic } from '../../statistics/agreement/fleiss-kappa.ts';
import { gwetAc, gwetAcStatistic } from '../../statistics/agreement/gwet-ac.ts';
import {
  krippendorffAlpha,
  krippendorffAlphaStatistic,
} from '../../statistics/agreement/krippendorff-alpha.ts';
import type { AlphaOptions } from '../../statistics/agreement/krippendorff-alpha.ts';
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
import type { Draws, MeasuredQuestion } from '../../statistics/bootstrap.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { PatternStatistic } from '../../statistics/pattern-statistic.ts';

/** What the categories mean: names, an order, or numbers (with a true zero, for a ratio). */
export type Level = Exclude<AlphaMetric, { readonly kind: 'distance' }>;

/** The answers to one question, in the forms that measures take them. */
export interface ComparedAnswers {
  readonly annotators: number;
  readonly level: Level;
  readonly patterns: RatingPatterns;
  /** The table of the two annotators; null when there are not exactly two. */
  readonly pair: Confusion | null;
}

/** Every measure of agreement, with a value or the reason why there is none. */
export type Measures = Readonly<Record<MeasureName, Estimate>>;

/** Measures that weigh near misses; on a graded label they are taken on its grades. */
export const weightedMeasures: readonly MeasureName[] = [
  'cohen_kappa_linear',
  'cohen_kappa_quadratic',
  'gwet_ac2',
];

/**
 * One measure of agreement on one question. Measures that do not apply have no value and a reason:
 * Cohen's κ without exactly two annotators, weights without order, positive agreement on a scale
 * that is not binary.
 */
export function measure(
  name: MeasureName,
  answers: ComparedAnswers,
  alpha: Pick<AlphaOptions, 'bootstrap' | 'gwet'> = {},
): Estimate {
  if (isCohen(name)) return cohen(name, answers);
  const { level, patterns } = answers;
  switch (name) {
    case 'positive_agreement':
      return patterns.categories === 2 ? positiveAgreement(patterns) : notBinary(patterns);
    case 'negative_agreement':
      return patterns.categories === 2 ? negativeAgreement(patterns) : notBinary(patterns);
    case 'krippendorff_alpha':
      return krippendorffAlpha(patterns, { ...alpha, metric: level });
    case 'gwet_ac2':
      return level.kind === 'nominal'
        ? noValue(codedText('nominal-ac2'))
        : gwetAc(patterns, { weights: nearMissWeights(level, patterns.categories) });
    default:
      return unweighted[name].estimate(patterns);
  }
}

/** Measures that need the patterns alone. */
const unweighted = {
  percent_agreement: { estimate: percentAgreement, statistic: percentAgreementStatistic },
  fleiss_kappa: { estimate: fleissKappa, statistic: fleissKappaStatistic },
  gwet_ac1: { estimate: gwetAc, statistic: gwetAcStatistic },
  brennan_prediger: { estimate: brennanPrediger, statistic: brennanPredigerStatistic },
};

/** All measures of agreement on one question; the interval of α comes from resampling. */
export function allMeasures(ratings: Ratings, level: Level, bootstrap: Draws): Measures {
  const answers = comparedRatings(() => ratings, level, ratings);
  const entries = measureNames.map((name) => [name, measure(name, answers, { bootstrap })]);
  return Object.fromEntries(entries) as Record<MeasureName, Estimate>;
}

/** A measure as a function of the units per pattern, for resampling; null where there is none. */
export function measureStatistic(
  name: MeasureName,
  { patterns, level }: Pick<ComparedAnswers, 'patterns' | 'level'>,
): PatternStatistic | null {
  if (name === 'krippendorff_alpha') return krippendorffAlphaStatistic(patterns, level);
  return name in unweighted
    ? unweighted[name as keyof typeof unweighted].statistic(patterns)
    : null;
}

/** A measure with the patterns that it is resampled over; null for one that is not resampled. */
export function resampledMeasure(
  name: MeasureName,
  answers: ComparedAnswers,
): MeasuredQuestion | null {
  if (name === 'cohen_kappa' && answers.pair !== null)
    return { patterns: answers.pair, statistic: cohenKappaStatistic(answers.pair) };
  const statistic = measureStatistic(name, answers);
  return statistic === null ? null : { patterns: answers.patterns, statistic };
}

/** Ratings as measures take them; patterns and table are made when a measure asks for them. */
export function comparedRatings(
  ratings: () => Ratings,
  level: Level,
  { annotators, patterns: known }: { annotators: number; patterns?: RatingPatterns | undefined },
): ComparedAnswers {
  let patterns = known;
  let pair: Confusion | undefined;
  return {
    annotators,
    level,
    get patterns() {
      patterns ??= ratingPatterns(ratings());
      return patterns;
    },
    get pair() {
      if (annotators !== 2) return null;
      pair ??= confusion(ratings());
      return pair;
    },
  };
}

/** Cohen's κ, plain or weighted: only for exactly two annotators. */
export function isCohen(name: MeasureName): name is CohenName {
  return name.startsWith('cohen_kappa');
}

type CohenName = Extract<MeasureName, `cohen_kappa${string}`>;

function cohen(name: CohenName, { annotators, level, pair }: ComparedAnswers): Estimate {
  if (annotators !== 2 || pair === null)
    return noValue(codedText('not-two-annotators', { count: annotators }));
  if (name === 'cohen_kappa') return cohenKappa(pair);
  if (level.kind === 'nominal') return noValue(codedText('nominal-weights'));
  const weights = name === 'cohen_kappa_linear' ? linearWeights : quadraticWeights;
  return cohenKappa(pair, { weights: weights(positions(pair.categories)) });
}

function nearMissWeights(level: Level, categories: number): ReturnType<typeof ordinalWeights> {
  return 'values' in level ? quadraticWeights(level.values) : ordinalWeights(categories);
}

function notBinary({ categories }: RatingPatterns): Estimate {
  return noValue(codedText('not-binary', { count: categories }));
}
