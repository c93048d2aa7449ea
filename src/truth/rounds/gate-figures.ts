import type { OverallKind } from '../../domain/rounds/gate.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { brennanPrediger } from '../../statistics/agreement/brennan-prediger.ts';
import { cohenKappa } from '../../statistics/agreement/cohen-kappa.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { fleissKappa } from '../../statistics/agreement/fleiss-kappa.ts';
import { gwetAc } from '../../statistics/agreement/gwet-ac.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import { macroMean } from '../../statistics/agreement/macro-mean.ts';
import { percentAgreement } from '../../statistics/agreement/percent-agreement.ts';
import { pooledPatterns } from '../../statistics/agreement/pooled-patterns.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
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
import { codeApplies } from '../protocol/answer-codes.ts';
import type { GateEvidence } from './gate-report.ts';
import { taskAgreement } from '../agreement/task-agreement.ts';
import type { QuestionRatings } from '../agreement/task-agreement.ts';

/** One question with everybody's answers to it, and their patterns where these are at hand. */
export interface EvidenceRatings extends QuestionRatings {
  /** On whether the label applies, where the scale says from which value on it does. */
  readonly patterns?: RatingPatterns;
}

/** Whose answers a gate is computed from. */
export interface EvidenceSource {
  readonly rated: readonly EvidenceRatings[];
  /**
   * How many people answered; the ratings of many people who share units have fewer columns than
   * that.
   */
  readonly annotators: number;
  quotas(): { readonly wanted: number; readonly given: number };
}

/**
 * What the gates of a round ask for, with the same values as `taskAgreement` and without its
 * intervals: only the measure that a gate names is computed, on only the questions that it names,
 * so that a gate over a hundred thousand units is answered while somebody waits.
 */
export function gateEvidence(source: EvidenceSource): GateEvidence {
  const questions = source.rated.map((one) => new MeasuredQuestion(one, source.annotators));
  const find = (id: string): MeasuredQuestion | undefined =>
    questions.find((one) => one.question.id === id);
  const overall = (measure: MeasureName, how: OverallKind): Estimate => {
    if (questions.length === 0) return noValue('No question of the task can be measured.');
    if (how === 'macro')
      return questions.length === 1 ? questions[0]!.measure(measure) : macro(questions, measure);
    if (isCohen(measure) && source.annotators !== 2) return notTwo(source.annotators);
    if (how === 'pooled' && !isCohen(measure) && measure !== 'gwet_ac2')
      return pooled(questions, measure);
    return taskAgreement(source.rated, { seed: 1, resamples: 2 }).overall(measure, how);
  };
  return {
    questions: questions.map((one) => one.question.id),
    overall: (measure, how) => overall(measure as MeasureName, how),
    question: (measure, question) =>
      find(question)?.measure(measure as MeasureName) ?? noValue(`${question} is not measured.`),
    key: () => noValue('Agreement with the key is measured per annotator.'),
    quotas: () => source.quotas(),
  };
}

/**
 * One measure of agreement on the answers to one question, without an interval that needs
 * resampling.
 */
export function oneMeasure(
  measure: MeasureName,
  rated: QuestionRatings,
  annotators: number,
): Estimate {
  return new MeasuredQuestion(rated, annotators).measure(measure);
}

class MeasuredQuestion {
  readonly question: Question;
  readonly #ratings: Ratings;
  readonly #annotators: number;
  #patterns: RatingPatterns | null;

  constructor({ question, ratings, patterns }: EvidenceRatings, annotators: number) {
    this.question = question;
    this.#ratings = ratings;
    this.#patterns = patterns ?? null;
    this.#annotators = annotators;
  }

  measure(measure: MeasureName): Estimate {
    const isOrdered = this.question.scale.kind === 'ordinal';
    if (isCohen(measure)) return this.#cohen(measure, isOrdered);
    if (measure === 'gwet_ac2') {
      if (!isOrdered) return noValue('AC2 weighs near misses, and a nominal scale has none.');
      return gwetAc(ratingPatterns(this.#ratings), {
        weights: ordinalWeights(this.#ratings.categories),
      });
    }
    return patternMeasure(measure, this.patterns, this.level);
  }

  /** The patterns of what is compared. */
  get patterns(): RatingPatterns {
    this.#patterns ??= ratingPatterns(this.#compared());
    return this.#patterns;
  }

  /** Of what is compared: whether a label applies has no order. */
  get level(): 'ordinal' | 'nominal' {
    return this.question.scale.kind === 'ordinal' && !this.#isPresence ? 'ordinal' : 'nominal';
  }

  get #isPresence(): boolean {
    const { scale } = this.question;
    return scale.kind === 'ordinal' && scale.present !== null;
  }

  #cohen(measure: CohenName, isOrdered: boolean): Estimate {
    if (this.#annotators !== 2) return notTwo(this.#annotators);
    if (measure === 'cohen_kappa') return cohenKappa(confusion(this.#compared()));
    if (!isOrdered) return noValue('Weights need an order, and a nominal scale has none.');
    const places = positions(this.#ratings.categories);
    return cohenKappa(confusion(this.#ratings), {
      weights: measure === 'cohen_kappa_linear' ? linearWeights(places) : quadraticWeights(places),
    });
  }

  /**
   * Whether a label applies, where the scale says from which value on it does; else the answers as
   * they are.
   */
  #compared(): Ratings {
    if (!this.#isPresence) return this.#ratings;
    const codes = emptyCodes(this.#ratings.codes.length, 2);
    const applies = Int8Array.from({ length: this.#ratings.categories }, (_, code) =>
      Number(codeApplies(this.question, code)),
    );
    for (let at = 0; at < codes.length; at += 1)
      if (this.#ratings.codes[at]! >= 0) codes[at] = applies[this.#ratings.codes[at]!]!;
    return { ...this.#ratings, categories: 2, codes };
  }
}

type PatternMeasure = Exclude<MeasureName, CohenName | 'gwet_ac2'>;

function patternMeasure(
  measure: PatternMeasure,
  patterns: RatingPatterns,
  level: 'ordinal' | 'nominal',
): Estimate {
  if (measure === 'percent_agreement') return percentAgreement(patterns);
  if (measure === 'fleiss_kappa') return fleissKappa(patterns);
  if (measure === 'krippendorff_alpha')
    return krippendorffAlpha(patterns, { metric: { kind: level } });
  if (measure === 'gwet_ac1') return gwetAc(patterns);
  if (measure === 'brennan_prediger') return brennanPrediger(patterns);
  if (patterns.categories !== 2)
    return noValue(
      `Positive and negative agreement are for questions with two answers; this one has ${patterns.categories}.`,
    );
  return measure === 'positive_agreement'
    ? positiveAgreement(patterns)
    : negativeAgreement(patterns);
}

type CohenName = 'cohen_kappa' | 'cohen_kappa_linear' | 'cohen_kappa_quadratic';

function isCohen(measure: MeasureName): measure is CohenName {
  return measure.startsWith('cohen_kappa');
}

function notTwo(annotators: number): Estimate {
  return noValue(`Cohen’s κ compares exactly two annotators; there are ${annotators}.`);
}

function macro(questions: readonly MeasuredQuestion[], measure: MeasureName): Estimate {
  const estimates = questions.map((one) => one.measure(measure));
  const mean = macroMean(estimates);
  if (!hasValue(mean)) return mean;
  const left = mean.skipped === 0 ? '' : `, ${mean.skipped} without a value left out`;
  return {
    ...mean,
    n: Math.max(...estimates.map((one) => one.n)),
    method: `mean of ${mean.n} questions${left}; no interval`,
  };
}

/** All decisions on all questions as one list. */
function pooled(questions: readonly MeasuredQuestion[], measure: PatternMeasure): Estimate {
  const patterns = questions.map((one) => one.patterns);
  if (patterns.some((one) => one.categories !== patterns[0]!.categories))
    return noValue('The questions have different scales, so their answers cannot be pooled.');
  const estimate = patternMeasure(measure, pooledPatterns(patterns), questions[0]!.level);
  return hasValue(estimate)
    ? {
        ...estimate,
        n: Math.max(...questions.map((one) => one.measure(measure).n)),
        interval: null,
        method: `decisions on ${questions.length} questions pooled; no interval`,
      }
    : estimate;
}
