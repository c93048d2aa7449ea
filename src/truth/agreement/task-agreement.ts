import { codedText } from '../../domain/text-values.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { OverallKind } from '../../domain/rounds/gate.ts';
import { missingMask } from '../../statistics/agreement/label-masks.ts';
import { labelSetAlpha, labelSetsFromMasks } from '../../statistics/agreement/label-set-alpha.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { appliesByCode } from '../protocol/answer-codes.ts';
import { allMeasures, comparedRatings, measure, weightedMeasures } from './measures.ts';
import type { ComparedAnswers, IntervalChoice, Level, Measures } from './measures.ts';
import { macroMeasure, pooledMeasure } from './overall.ts';

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
  /** What unweighted measures compare, and what weighted ones do. */
  readonly compared: ComparedAnswers;
  readonly given: ComparedAnswers;
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
export function taskAgreement(
  rated: readonly QuestionRatings[],
  choice: IntervalChoice = 'jeffreys',
): TaskAgreement {
  const questions = rated.map((one) => questionAgreement(one, choice));
  return { questions, overall: (name, how) => overall(questions, name, how, choice) };
}

function questionAgreement(
  { question, ratings }: QuestionRatings,
  choice: IntervalChoice,
): QuestionAgreement {
  const { scale, id } = question;
  const level: Level = { kind: scale.kind === 'ordinal' ? 'ordinal' : 'nominal' };
  const given = comparedRatings(() => ratings, level, ratings);
  if (!isGraded(scale)) {
    const measures = allMeasures(ratings, level, choice);
    const answers = scaleAnswers(scale).map(String);
    const common = { question: id, measures, ratings, level, answers, given };
    return { ...common, basis: 'answers', compared: given };
  }
  const presence = presenceRatings(question, ratings);
  const onGrades = weightedMeasures.map((name) => [name, measure(name, given, choice)]);
  const nominal = { kind: 'nominal' } as const;
  const onPresence = allMeasures(presence, nominal, choice);
  const measures = { ...onPresence, ...Object.fromEntries(onGrades) };
  const answers = ['does not apply', 'applies'];
  const compared = comparedRatings(() => presence, nominal, presence);
  const common = { question: id, measures, answers, given, compared };
  return { ...common, basis: 'presence', ratings: presence, level: nominal };
}

/** Whether a graded label applies, in place of its grades. */
export function presenceRatings(question: Question, ratings: Ratings): Ratings {
  const codes = emptyCodes(ratings.codes.length, 2);
  const applies = appliesByCode(question);
  for (let at = 0; at < codes.length; at += 1)
    if (ratings.codes[at]! >= 0) codes[at] = applies[ratings.codes[at]!]!;
  return { ...ratings, categories: 2, codes };
}

function overall(
  questions: readonly QuestionAgreement[],
  name: MeasureName,
  how: OverallKind,
  choice: IntervalChoice,
): Estimate {
  if (questions.length === 0) return noValue(codedText('nothing-measurable'));
  if (how === 'sets') return labelSetMeasure(questions, name, choice);
  const all = questions.map((one) => ({
    compared: weightedMeasures.includes(name) ? one.given : one.compared,
    estimate: one.measures[name],
  }));
  return how === 'macro' ? macroMeasure(name, all, choice) : pooledMeasure(name, all, choice);
}

/** A measure over whole label sets, for questions that apply or do not. */
export function labelSetMeasure(
  questions: readonly Pick<QuestionAgreement, 'ratings'>[],
  name: MeasureName,
  choice: IntervalChoice = 'jeffreys',
): Estimate {
  // Read once each: whoever asks may compute them only now.
  const ratings = questions.map((one) => one.ratings);
  const { units, annotators } = ratings[0]!;
  if (ratings.length > 31 || ratings.some((one) => one.categories !== 2))
    return noValue(codedText('not-label-sets'));
  const masks = new Uint32Array(units * annotators);
  const absent = missingMask(masks);
  for (let at = 0; at < masks.length; at += 1) {
    let mask = 0;
    for (let label = 0; label < ratings.length; label += 1) {
      const code = ratings[label]!.codes[at]!;
      if (code < 0) mask = absent;
      else if (code === 1 && mask !== absent) mask |= 1 << label;
    }
    masks[at] = mask;
  }
  const sets = labelSetsFromMasks({ units, annotators, labels: questions.length, masks });
  if (name === 'krippendorff_alpha')
    return labelSetAlpha(sets, typeof choice === 'string' ? {} : { bootstrap: choice });
  if (name === 'percent_agreement')
    return measure(
      name,
      comparedRatings(() => sets.ratings, { kind: 'nominal' }, sets.ratings),
      choice,
    );
  return noValue(codedText('set-measures'));
}
