import { codedText } from '../../domain/text-values.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { measureNames, measureText } from '../../domain/agreement/measure.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Posterior } from '../../statistics/beta-posterior.ts';
import type { AlphaMetric } from '../../statistics/agreement/alpha-metric.ts';
import {
  brennanPrediger,
  brennanPredigerStatistic,
} from '../../statistics/agreement/brennan-prediger.ts';
import type { AnalyticInterval } from '../../statistics/agreement/chance-corrected.ts';
import { cohenKappa, cohenKappaStatistic } from '../../statistics/agreement/cohen-kappa.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import type { Confusion } from '../../statistics/agreement/confusion.ts';
import { fleissKappa, fleissKappaStatistic } from '../../statistics/agreement/fleiss-kappa.ts';
import { gwetAc, gwetAcStatistic } from '../../statistics/agreement/gwet-ac.ts';
import {
  jeffreysPosterior,
  jeffreysPosteriorOfTwo,
} from '../../statistics/agreement/jeffreys-interval.ts';
import type { StatisticOf } from '../../statistics/agreement/jeffreys-interval.ts';
import {
  krippendorffAlpha,
  krippendorffAlphaStatistic,
} from '../../statistics/agreement/krippendorff-alpha.ts';
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
  specificAgreementStatistic,
} from '../../statistics/agreement/specific-agreement.ts';
import {
  linearWeights,
  ordinalWeights,
  positions,
  quadraticWeights,
} from '../../statistics/agreement/weights.ts';
import type { AgreementWeights } from '../../statistics/agreement/weights.ts';
import type { Draws, MeasuredQuestion } from '../../statistics/bootstrap.ts';
import { withBootstrapInterval } from '../../statistics/bootstrap-interval.ts';
import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';

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

/** How intervals are computed: `jeffreys` unless asked for otherwise, or by given resamples. */
export type IntervalChoice = AnalyticInterval | Draws;

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
  choice: IntervalChoice = 'jeffreys',
): Estimate {
  if (typeof choice === 'string') return analytic(name, answers, choice);
  const estimate = analytic(name, answers, 'gwet');
  const resampled = resampledMeasure(name, answers);
  if (!hasValue(estimate) || resampled === null) return estimate;
  return withBootstrapInterval(estimate, resampled.patterns, resampled.statistic, choice);
}

/** All measures of agreement on one question. */
export function allMeasures(ratings: Ratings, level: Level, choice?: IntervalChoice): Measures {
  const answers = comparedRatings(() => ratings, level, ratings);
  const entries = measureNames.map((name) => [name, measure(name, answers, choice)]);
  return Object.fromEntries(entries) as Record<MeasureName, Estimate>;
}

/** A measure with the patterns that it is resampled over; null where it does not apply. */
export function resampledMeasure(
  name: MeasureName,
  answers: ComparedAnswers,
): MeasuredQuestion | null {
  if (isCohen(name)) {
    const statisticOf = cohenStatistic(name, answers.level);
    const { pair } = answers;
    return pair === null || statisticOf === null
      ? null
      : { patterns: pair, statistic: statisticOf(pair) };
  }
  const { patterns } = answers;
  const statisticOf = measureStatistic(name, answers);
  return statisticOf === null ? null : { patterns, statistic: statisticOf(patterns) };
}

/** What a measure is after the units, per pattern of the answers; null where it has no value. */
export function measurePosterior(name: MeasureName, answers: ComparedAnswers): Posterior | null {
  if (isCohen(name)) {
    const statisticOf = cohenStatistic(name, answers.level);
    const { pair } = answers;
    return pair === null || statisticOf === null ? null : jeffreysPosteriorOfTwo(pair, statisticOf);
  }
  const statisticOf = measureStatistic(name, answers);
  return statisticOf === null ? null : jeffreysPosterior(answers.patterns, statisticOf);
}

/**
 * What a measure of these answers is called: with the metric or the weights that it was computed
 * with, where it has some.
 */
export function computedName(
  name: MeasureName,
  compared: readonly Pick<ComparedAnswers, 'level'>[],
): CodedText {
  const measured = measureText(name);
  if ((name !== 'krippendorff_alpha' && name !== 'gwet_ac2') || compared.length === 0)
    return measured;
  const kinds = [...new Set(compared.map(({ level }) => level.kind))].toSorted();
  return codedText('measure-as', {
    measure: measured,
    as: kinds.map((kind) => codedText(`as-${kind}`)),
  });
}

/** What a measure over whole label sets is called. */
export function setsName(name: MeasureName): CodedText {
  const as = codedText(name === 'krippendorff_alpha' ? 'as-masi' : 'as-sets');
  return codedText('measure-as', { measure: measureText(name), as });
}

/** The least value that a mean of a measure over questions can have. */
export function leastValue(name: MeasureName): number {
  return name.endsWith('_agreement') ? 0 : -1;
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

/** Measures that need the patterns alone. */
const unweighted = {
  percent_agreement: { estimate: percentAgreement, statistic: percentAgreementStatistic },
  fleiss_kappa: { estimate: fleissKappa, statistic: fleissKappaStatistic },
  gwet_ac1: { estimate: gwetAc, statistic: gwetAcStatistic },
  brennan_prediger: { estimate: brennanPrediger, statistic: brennanPredigerStatistic },
};

function analytic(
  name: MeasureName,
  answers: ComparedAnswers,
  interval: AnalyticInterval,
): Estimate {
  if (isCohen(name)) return cohen(name, answers, interval);
  const { level, patterns } = answers;
  switch (name) {
    case 'positive_agreement':
      return patterns.categories === 2
        ? positiveAgreement(patterns, { interval })
        : notBinary(patterns);
    case 'negative_agreement':
      return patterns.categories === 2
        ? negativeAgreement(patterns, { interval })
        : notBinary(patterns);
    case 'krippendorff_alpha':
      return krippendorffAlpha(patterns, { interval, metric: level });
    case 'gwet_ac2':
      return level.kind === 'nominal'
        ? noValue(codedText('nominal-ac2'))
        : gwetAc(patterns, { interval, weights: nearMissWeights(level, patterns.categories) });
    default:
      return unweighted[name].estimate(patterns, { interval });
  }
}

/** A measure of patterns as a function of the units per pattern; null where it does not apply. */
function measureStatistic(
  name: Exclude<MeasureName, CohenName>,
  { level, patterns: { categories } }: Pick<ComparedAnswers, 'patterns' | 'level'>,
): StatisticOf | null {
  switch (name) {
    case 'positive_agreement':
    case 'negative_agreement': {
      const category = name === 'positive_agreement' ? 1 : 0;
      return categories === 2 ? (all) => specificAgreementStatistic(all, category) : null;
    }
    case 'krippendorff_alpha':
      return (all) => krippendorffAlphaStatistic(all, level);
    case 'gwet_ac2':
      return level.kind === 'nominal'
        ? null
        : (all) => gwetAcStatistic(all, nearMissWeights(level, categories));
    default:
      return unweighted[name].statistic;
  }
}

function cohen(
  name: CohenName,
  { annotators, level, pair }: ComparedAnswers,
  interval: AnalyticInterval,
): Estimate {
  if (annotators !== 2 || pair === null)
    return noValue(codedText('not-two-annotators', { count: annotators }));
  if (name === 'cohen_kappa') return cohenKappa(pair, { interval });
  if (level.kind === 'nominal') return noValue(codedText('nominal-weights'));
  return cohenKappa(pair, { interval, weights: cohenWeights(name, pair.categories) });
}

function cohenStatistic(
  name: CohenName,
  level: Level,
): ((all: Confusion) => ReturnType<typeof cohenKappaStatistic>) | null {
  if (name === 'cohen_kappa') return (all) => cohenKappaStatistic(all);
  if (level.kind === 'nominal') return null;
  return (all) => cohenKappaStatistic(all, { weights: cohenWeights(name, all.categories) });
}

function cohenWeights(name: CohenName, categories: number): AgreementWeights {
  const weights = name === 'cohen_kappa_linear' ? linearWeights : quadraticWeights;
  return weights(positions(categories));
}

function nearMissWeights(level: Level, categories: number): AgreementWeights {
  return 'values' in level ? quadraticWeights(level.values) : ordinalWeights(categories);
}

function notBinary({ categories }: RatingPatterns): Estimate {
  return noValue(codedText('not-binary', { count: categories }));
}
