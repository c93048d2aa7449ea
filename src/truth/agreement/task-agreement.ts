import { codedText } from '../../domain/text-values.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { OverallKind } from '../../domain/rounds/gate.ts';
import { missingMask } from '../../statistics/agreement/label-masks.ts';
import {
  labelSetAlpha,
  labelSetPatterns,
  labelSetsFromMasks,
} from '../../statistics/agreement/label-set-alpha.ts';
import type { LabelSets } from '../../statistics/agreement/label-set-alpha.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { appliesByCode } from '../protocol/answer-codes.ts';
import {
  allMeasures,
  comparedRatings,
  computedName,
  measure,
  setsName,
  weightedMeasures,
} from './measures.ts';
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
  /** What a measure is called, by what it was computed from. */
  named(measure: MeasureName, how?: OverallKind): CodedText;
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
  return {
    questions,
    overall: (name, how) => overall(questions, name, how, choice),
    named: (name, how = 'macro') =>
      how === 'sets' ? setsName(name) : computedName(name, questions.map(comparedBy(name))),
  };
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
  if (how === 'sets') return labelSetMeasures(questions)(name, choice);
  const all = questions.map((one) => ({
    compared: comparedBy(name)(one),
    estimate: one.measures[name],
  }));
  return how === 'macro' ? macroMeasure(name, all, choice) : pooledMeasure(name, all, choice);
}

function comparedBy(name: MeasureName): (one: QuestionAgreement) => ComparedAnswers {
  return ({ given, compared }) => (weightedMeasures.includes(name) ? given : compared);
}

/** A measure over whole label sets. */
export type LabelSetMeasure = (name: MeasureName, choice?: IntervalChoice) => Estimate;

/** Measures over whole label sets, for questions that apply or do not; the sets are made once. */
export function labelSetMeasures(
  questions: readonly Pick<QuestionAgreement, 'ratings'>[],
): LabelSetMeasure {
  let sets: LabelSets | null | undefined;
  return (name, choice = 'jeffreys') => {
    if (name !== 'krippendorff_alpha' && name !== 'percent_agreement')
      return noValue(codedText('set-measures'));
    if (sets === undefined) sets = labelSets(questions.map((one) => one.ratings));
    if (sets === null) return noValue(codedText('not-label-sets'));
    if (name === 'krippendorff_alpha')
      return labelSetAlpha(sets, typeof choice === 'string' ? {} : { bootstrap: choice });
    const { ratings } = sets;
    const known = { annotators: ratings.annotators, patterns: labelSetPatterns(sets) };
    return measure(
      name,
      comparedRatings(() => ratings, { kind: 'nominal' }, known),
      choice,
    );
  };
}

function labelSets(ratings: readonly Ratings[]): LabelSets | null {
  const { units, annotators } = ratings[0]!;
  if (ratings.length > 31 || ratings.some((one) => one.categories !== 2)) return null;
  const masks = new Uint32Array(units * annotators);
  const absent = missingMask(masks);
  for (let label = 0; label < ratings.length; label += 1) {
    const { codes } = ratings[label]!;
    for (let at = 0; at < masks.length; at += 1) {
      if (codes[at]! < 0) masks[at] = absent;
      else if (codes[at] === 1 && masks[at] !== absent) masks[at]! |= 1 << label;
    }
  }
  return labelSetsFromMasks({ units, annotators, labels: ratings.length, masks });
}
