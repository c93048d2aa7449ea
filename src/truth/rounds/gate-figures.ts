import { codedText } from '../../domain/text-values.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import { isGraded } from '../../domain/protocol/scale.ts';
import type { OverallKind } from '../../domain/rounds/gate.ts';
import { macroMean, meanWords } from '../../statistics/agreement/macro-mean.ts';
import { pooledPatterns } from '../../statistics/agreement/pooled-patterns.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { comparedRatings, isCohen, measure, weightedMeasures } from '../agreement/measures.ts';
import type { ComparedAnswers } from '../agreement/measures.ts';
import { presenceRatings, taskAgreement } from '../agreement/task-agreement.ts';
import type { QuestionRatings } from '../agreement/task-agreement.ts';
import type { GateFigures } from './gate-report.ts';

/** One question with everybody's answers, and their patterns where known. */
interface GateRatings extends QuestionRatings {
  /** On whether the label applies, for a graded label. */
  readonly patterns?: RatingPatterns;
}

/** Whose answers a gate is computed from. */
export interface GateSource {
  readonly rated: readonly GateRatings[];
  /** How many people answered; ratings of people who share units may have fewer columns. */
  readonly annotators: number;
  quotas(): { readonly wanted: number; readonly given: number };
}

/**
 * The figures that a round's gates ask for: the values of `taskAgreement` without intervals. Only
 * the named measures on the named questions, so gates on 100,000 units are checked interactively.
 */
export function gateFigures(source: GateSource): GateFigures {
  const questions = source.rated.map((one) => comparedQuestion(one, source.annotators));
  const overall = (name: MeasureName, how: OverallKind): Estimate => {
    if (questions.length === 0) return noValue(codedText('nothing-measurable'));
    if (how === 'macro') return macro(questions, name);
    if (isCohen(name) && source.annotators !== 2) return questions[0]!.measure(name);
    if (how === 'pooled' && !isCohen(name) && name !== 'gwet_ac2') return pooled(questions, name);
    return taskAgreement(source.rated, { seed: 1, resamples: 2 }).overall(name, how);
  };
  return {
    questions: questions.map((one) => one.id),
    overall,
    question: (name, question) =>
      questions.find((one) => one.id === question)?.measure(name) ??
      noValue(codedText('not-measured', { question })),
    key: () => noValue(codedText('key-per-annotator')),
    quotas: () => source.quotas(),
  };
}

/** One measure of agreement on one question, without an interval that needs resampling. */
export function oneMeasure(
  name: MeasureName,
  rated: QuestionRatings,
  annotators: number,
): Estimate {
  return comparedQuestion(rated, annotators).measure(name);
}

interface ComparedQuestion {
  readonly id: string;
  readonly compared: ComparedAnswers;
  measure(name: MeasureName): Estimate;
}

function comparedQuestion(rated: GateRatings, annotators: number): ComparedQuestion {
  const { question, ratings, patterns } = rated;
  const isPresence = isGraded(question.scale);
  const kind = question.scale.kind === 'ordinal' ? 'ordinal' : 'nominal';
  const known = { annotators, patterns };
  const given = comparedRatings(() => ratings, { kind }, isPresence ? { annotators } : known);
  const compared = isPresence
    ? comparedRatings(() => presenceRatings(question, ratings), { kind: 'nominal' }, known)
    : given;
  return {
    id: question.id,
    compared,
    measure: (name) => measure(name, weightedMeasures.includes(name) ? given : compared),
  };
}

function macro(questions: readonly ComparedQuestion[], name: MeasureName): Estimate {
  const estimates = questions.map((one) => one.measure(name));
  if (estimates.length === 1) return estimates[0]!;
  const mean = macroMean(estimates);
  if (!hasValue(mean)) return mean;
  const n = Math.max(...estimates.map((one) => one.n));
  return { ...mean, n, method: `${meanWords(mean)}; no interval` };
}

/** All decisions on all questions as one list. */
function pooled(questions: readonly ComparedQuestion[], name: MeasureName): Estimate {
  const all = questions.map((one) => one.compared.patterns);
  if (all.some((one) => one.categories !== all[0]!.categories))
    return noValue(codedText('scales-differ'));
  const { level } = questions[0]!.compared;
  const patterns = pooledPatterns(all);
  const estimate = measure(name, { annotators: 0, level, patterns, pair: null });
  if (!hasValue(estimate)) return estimate;
  const n = Math.max(...questions.map((one) => one.measure(name).n));
  const method = `decisions on ${questions.length} questions pooled; no interval`;
  return { ...estimate, n, interval: null, method };
}
