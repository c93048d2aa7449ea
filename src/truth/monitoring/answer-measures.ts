import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded } from '../../domain/protocol/scale.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import type { Confusion } from '../../statistics/agreement/confusion.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { AgreementPatterns } from '../agreement/agreement-patterns.ts';
import { computedName, measure, weightedMeasures } from '../agreement/measures.ts';
import type { ComparedAnswers } from '../agreement/measures.ts';
import { macroMeasure } from '../agreement/overall.ts';
import type { UnitSelection } from '../agreement/question-patterns.ts';
import { presenceRatings } from '../agreement/task-agreement.ts';

/** A question with its place among those of the task. */
export interface QuestionPlace {
  readonly question: Question;
  readonly at: number;
}

/** The questions whose agreement is measured. */
export function measuredPlaces(questions: readonly Question[]): readonly QuestionPlace[] {
  return questions
    .map((question, at) => ({ question, at }))
    .filter(({ question }) => question.measured);
}

/** The measures of some units, each computed once. */
export interface AnswerMeasures {
  measureAt(name: MeasureName, place: QuestionPlace, selection?: UnitSelection): Estimate;
  /** The mean over all questions. */
  overall(name: MeasureName, selection?: UnitSelection): Estimate;
  /** What a measure is called, by what it is computed from. */
  named(name: MeasureName): CodedText;
}

/** The measures of agreement that counted patterns have; of two annotators, with their answers. */
export function answerMeasures(
  patterns: AgreementPatterns,
  places: readonly QuestionPlace[],
  among: { readonly names: readonly string[]; readonly ratings?: ReadonlyMap<number, Ratings> },
): AnswerMeasures {
  const answersOf = comparedAnswers(patterns, among);
  const known = new Map<string, Estimate>();
  const measureAt: AnswerMeasures['measureAt'] = (name, place, selection = {}) => {
    const key = `${name} ${place.at} ${selection.week ?? ''}`;
    const estimate = known.get(key) ?? measure(name, answersOf(name, place, selection));
    known.set(key, estimate);
    return estimate;
  };
  const overall: AnswerMeasures['overall'] = (name, selection = {}) =>
    macroMeasure(
      name,
      places.map((place) => {
        const estimate = measureAt(name, place, selection);
        return { compared: answersOf(name, place, selection), estimate };
      }),
    );
  const named: AnswerMeasures['named'] = (name) =>
    computedName(
      name,
      places.map((place) => answersOf(name, place, {})),
    );
  return { measureAt, overall, named };
}

/** The answers that a measure compares: graded labels on whether they apply, else as they are. */
function comparedAnswers(
  counted: AgreementPatterns,
  { names, ratings }: Parameters<typeof answerMeasures>[2],
): (name: MeasureName, place: QuestionPlace, selection: UnitSelection) => ComparedAnswers {
  const pairs = new Map<string, Confusion>();
  // All measures of a question share its patterns, and what is computed from them alone.
  const found = new Map<string, RatingPatterns>();
  return (name, { question, at }, selection) => {
    const isPresence = isGraded(question.scale) && !weightedMeasures.includes(name);
    return {
      annotators: names.length,
      level: { kind: question.scale.kind === 'ordinal' && !isPresence ? 'ordinal' : 'nominal' },
      get patterns() {
        const key = `${at} ${isPresence} ${selection.week ?? ''}`;
        const patterns =
          found.get(key) ??
          (isPresence ? counted.presencePatterns(at, selection) : counted.patterns(at, selection));
        found.set(key, patterns);
        return patterns;
      },
      get pair() {
        const own = ratings?.get(at);
        if (own === undefined) return null;
        const key = `${question.id} ${isPresence}`;
        let known = pairs.get(key);
        if (known === undefined) {
          known = confusion(isPresence ? presenceRatings(question, own) : own);
          pairs.set(key, known);
        }
        return known;
      },
    };
  };
}
