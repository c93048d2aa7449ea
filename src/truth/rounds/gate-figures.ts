import { codedText } from '../../domain/text-values.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import { isGraded } from '../../domain/protocol/scale.ts';
import type { OverallKind } from '../../domain/rounds/gate.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import {
  comparedRatings,
  computedName,
  measure,
  setsName,
  weightedMeasures,
} from '../agreement/measures.ts';
import type { ComparedAnswers } from '../agreement/measures.ts';
import { macroMeasure, pooledMeasure } from '../agreement/overall.ts';
import { labelSetMeasures, presenceRatings } from '../agreement/task-agreement.ts';
import type { QuestionRatings } from '../agreement/task-agreement.ts';
import type { GateFigures } from './gate-report.ts';

/** One question with everybody's answers, and their patterns where known. */
interface GateRatings extends QuestionRatings {
  /** On whether the label applies, for a graded label. */
  readonly patterns?: RatingPatterns | undefined;
}

/** Whose answers a gate is computed from. */
export interface GateSource {
  readonly rated: readonly GateRatings[];
  /** How many people answered; ratings of people who share units may have fewer columns. */
  readonly annotators: number;
  quotas(): { readonly wanted: number; readonly given: number };
}

/** The figures of a run, each with its name. */
export interface NamedFigures extends GateFigures {
  /** What a measure is called, by what it is computed from. */
  named(measure: MeasureName, how: OverallKind): CodedText;
}

/**
 * The figures that a round's gates ask for: those of `taskAgreement`, with the same intervals. Only
 * the named measures on the named questions, so gates on 100,000 units are checked interactively.
 */
export function gateFigures(source: GateSource): NamedFigures {
  const questions = source.rated.map((one) => comparedQuestion(one, source.annotators));
  const sets = labelSetMeasures(questions);
  const overall = (name: MeasureName, how: OverallKind): Estimate => {
    if (questions.length === 0) return noValue(codedText('nothing-measurable'));
    if (how === 'sets') return sets(name);
    const all = questions.map((one) => ({
      compared: one.comparedBy(name),
      get estimate() {
        return one.measure(name);
      },
    }));
    return how === 'macro' ? macroMeasure(name, all) : pooledMeasure(name, all);
  };
  return {
    questions: questions.map((one) => one.id),
    overall,
    question: (name, question) =>
      questions.find((one) => one.id === question)?.measure(name) ??
      noValue(codedText('not-measured', { question })),
    key: () => noValue(codedText('key-per-annotator')),
    quotas: () => source.quotas(),
    named: (name, how) =>
      how === 'sets'
        ? setsName(name)
        : computedName(
            name,
            questions.map((one) => one.comparedBy(name)),
          ),
  };
}

/** One measure of agreement on one question. */
export function oneMeasure(
  name: MeasureName,
  rated: QuestionRatings,
  annotators: number,
): Estimate {
  return comparedQuestion(rated, annotators).measure(name);
}

interface ComparedQuestion {
  readonly id: string;
  /** What unweighted measures compare: whether a graded label applies, else the answers. */
  readonly ratings: Ratings;
  comparedBy(name: MeasureName): ComparedAnswers;
  measure(name: MeasureName): Estimate;
}

function comparedQuestion(rated: GateRatings, annotators: number): ComparedQuestion {
  const { question, patterns } = rated;
  const isPresence = isGraded(question.scale);
  const kind = question.scale.kind === 'ordinal' ? 'ordinal' : 'nominal';
  const known = { annotators, patterns };
  const given = comparedRatings(() => rated.ratings, { kind }, isPresence ? { annotators } : known);
  const presence = (): Ratings =>
    isPresence ? presenceRatings(question, rated.ratings) : rated.ratings;
  const compared = isPresence ? comparedRatings(presence, { kind: 'nominal' }, known) : given;
  const comparedBy = (name: MeasureName): ComparedAnswers =>
    weightedMeasures.includes(name) ? given : compared;
  const measured = new Map<MeasureName, Estimate>();
  return {
    id: question.id,
    get ratings() {
      return presence();
    },
    comparedBy,
    measure: (name) => {
      const found = measured.get(name) ?? measure(name, comparedBy(name));
      measured.set(name, found);
      return found;
    },
  };
}
