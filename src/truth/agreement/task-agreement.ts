import { codedText } from '../../domain/text-values.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { OverallKind } from '../../domain/rounds/gate.ts';
import { missingMask } from '../../statistics/agreement/label-masks.ts';
import { labelSetAlpha, labelSetsFromMasks } from '../../statistics/agreement/label-set-alpha.ts';
import { macroMean, macroResampled, meanWords } from '../../statistics/agreement/macro-mean.ts';
import { percentAgreement } from '../../statistics/agreement/percent-agreement.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { bootstrapTogether } from '../../statistics/bootstrap.ts';
import type { Draws } from '../../statistics/bootstrap.ts';
import { withResampledInterval } from '../../statistics/bootstrap-interval.ts';
import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { appliesByCode } from '../protocol/answer-codes.ts';
import {
  allMeasures,
  comparedRatings,
  measure,
  resampledMeasure,
  weightedMeasures,
} from './measures.ts';
import type { ComparedAnswers, Level, Measures } from './measures.ts';

/** The agreement on one question. */
export interface QuestionAgreement {
  readonly question: string;
  /** `presence`: whether the label applies, weighted measures on grades; `answers`: as given. */
  readonly basis: 'presence' | 'answers';
  readonly measures: Measures;
  /** The ratings that unweighted measures rest on. */
  readonly ratings: Ratings;
  readonly level: Level;
  /** What the codes of the ratings mean. */
  readonly answers: readonly string[];
}

/** The agreement on all measured questions of a task, one by one and together. */
export interface TaskAgreement {
  readonly questions: readonly QuestionAgreement[];
  /** A measure over all questions: their mean, all decisions as one list, or whole label sets. */
  overall(measure: MeasureName, how: OverallKind): Estimate;
}

/** One question with everybody's answers to it. */
export interface QuestionRatings {
  readonly question: Question;
  readonly ratings: Ratings;
}

/**
 * Measures agreement on a task. Where the scale has a threshold (`present`), whether the label
 * applies is compared, and weighted measures compare the grades.
 */
export function taskAgreement(rated: readonly QuestionRatings[], resampling: Draws): TaskAgreement {
  const questions = rated.map((one) => questionAgreement(one, resampling));
  return { questions, overall: (name, how) => overall(questions, name, how, resampling) };
}

/** More drawn units than this take minutes: the interval is left out, with the reason. */
const mostDraws = 400_000_000;

function questionAgreement(
  { question, ratings }: QuestionRatings,
  resampling: Draws,
): QuestionAgreement {
  const { scale, id } = question;
  const level: Level = { kind: scale.kind === 'ordinal' ? 'ordinal' : 'nominal' };
  if (!isGraded(scale)) {
    const measures = allMeasures(ratings, level, resampling);
    const answers = scaleAnswers(scale).map(String);
    return { question: id, basis: 'answers', measures, ratings, level, answers };
  }
  const presence = presenceRatings(question, ratings);
  const given = compared(ratings, level);
  const onGrades = weightedMeasures.map((name) => [name, measure(name, given)]);
  const nominal = { kind: 'nominal' } as const;
  const onPresence = allMeasures(presence, nominal, resampling);
  const measures = { ...onPresence, ...Object.fromEntries(onGrades) };
  const answers = ['does not apply', 'applies'];
  return { question: id, basis: 'presence', measures, ratings: presence, level: nominal, answers };
}

/** Whether a graded label applies, in place of its grades. */
export function presenceRatings(question: Question, ratings: Ratings): Ratings {
  const codes = emptyCodes(ratings.codes.length, 2);
  const applies = appliesByCode(question);
  for (let at = 0; at < codes.length; at += 1)
    if (ratings.codes[at]! >= 0) codes[at] = applies[ratings.codes[at]!]!;
  return { ...ratings, categories: 2, codes };
}

function compared(ratings: Ratings, level: Level): ComparedAnswers {
  return comparedRatings(() => ratings, level, ratings);
}

function overall(
  questions: readonly QuestionAgreement[],
  name: MeasureName,
  how: OverallKind,
  resampling: Draws,
): Estimate {
  const [first] = questions;
  if (first === undefined) return noValue(codedText('nothing-measurable'));
  if (how === 'sets') return overSets(questions, name, resampling);
  if (questions.length === 1) return first.measures[name];
  return how === 'macro' ? macro(questions, name, resampling) : pooled(questions, name);
}

/** The mean of the questions that have a value; the interval draws units for all together. */
function macro(
  questions: readonly QuestionAgreement[],
  name: MeasureName,
  resampling: Draws,
): Estimate {
  const mean = macroMean(questions.map((one) => one.measures[name]));
  if (!hasValue(mean)) return mean;
  const { units } = questions[0]!.ratings;
  const of = meanWords(mean);
  const measured = questions.flatMap(
    ({ ratings, level }) => resampledMeasure(name, compared(ratings, level)) ?? [],
  );
  if (measured.length < questions.length)
    return { ...mean, n: units, method: `${of}; no interval for this measure` };
  if (units * resampling.resamples > mostDraws)
    return { ...mean, n: units, method: `${of}; no interval: too many units to resample` };
  const resampled = macroResampled(bootstrapTogether(measured, resampling));
  const estimate = withResampledInterval(mean, resampled, resampling);
  return { ...estimate, n: units, method: `${of}; ${estimate.method}` };
}

/** All decisions as one list. Those on one unit are dependent, so there is no analytic interval. */
function pooled(questions: readonly QuestionAgreement[], name: MeasureName): Estimate {
  const [first] = questions;
  const { units, annotators, categories } = first!.ratings;
  if (questions.some((one) => one.ratings.categories !== categories))
    return noValue(codedText('scales-differ'));
  if (weightedMeasures.includes(name)) return noValue(codedText('weighted-per-question'));
  const codes = emptyCodes(units * annotators * questions.length, categories);
  questions.forEach((one, at) => codes.set(one.ratings.codes, at * units * annotators));
  const all = { units: units * questions.length, annotators, categories, codes };
  const estimate = measure(name, compared(all, first!.level));
  if (!hasValue(estimate)) return estimate;
  const method = `${all.units} decisions on ${questions.length} questions pooled; no interval`;
  return { ...estimate, n: units, interval: null, method };
}

function overSets(
  questions: readonly QuestionAgreement[],
  name: MeasureName,
  resampling: Draws,
): Estimate {
  const { units, annotators } = questions[0]!.ratings;
  if (questions.length > 31 || questions.some((one) => one.ratings.categories !== 2))
    return noValue(codedText('not-label-sets'));
  const masks = new Uint32Array(units * annotators);
  const absent = missingMask(masks);
  for (let at = 0; at < masks.length; at += 1) {
    let mask = 0;
    for (let label = 0; label < questions.length; label += 1) {
      const code = questions[label]!.ratings.codes[at]!;
      if (code < 0) mask = absent;
      else if (code === 1 && mask !== absent) mask |= 1 << label;
    }
    masks[at] = mask;
  }
  const sets = labelSetsFromMasks({ units, annotators, labels: questions.length, masks });
  if (name === 'krippendorff_alpha') return labelSetAlpha(sets, { bootstrap: resampling });
  if (name === 'percent_agreement') return percentAgreement(ratingPatterns(sets.ratings));
  return noValue(codedText('set-measures'));
}
