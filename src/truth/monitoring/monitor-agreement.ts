import type { Reason } from '../../statistics/reason.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import { kappaBand } from '../../statistics/agreement/kappa-band.ts';
import type { KappaBand } from '../../statistics/agreement/kappa-band.ts';
import { kappaParadox } from '../../statistics/agreement/kappa-paradox.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { ratingSteps } from '../fold/fold-ratings.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { gateTargets, leadingMeasure } from './agreement-targets.ts';
import type { AgreementTarget } from './agreement-targets.ts';
import { answerMeasures, measuredPlaces } from './answer-measures.ts';
import type { ControlChart } from './control-chart.ts';
import { weeklyAgreement, weeklyMeasure } from './weekly-agreement.ts';

/** The agreement on one question, by all measures that apply to it. */
interface QuestionFigures {
  readonly question: string;
  /** `presence`: whether the label applies, weighted measures on grades; `answers`: as given. */
  readonly basis: 'presence' | 'answers';
  readonly measures: Readonly<Partial<Record<MeasureName, Estimate>>>;
  /** The word for the leading measure; null where it has no value or is not a kappa. */
  readonly band: KappaBand | null;
  /** The agreement week by week. */
  readonly weeks: ControlChart;
  readonly warning: Reason | null;
}

/** The agreement on a task now. */
export interface AgreementFigures {
  /** The first measure that a gate names; else Cohen's κ for two annotators, Fleiss' κ for more. */
  readonly leading: MeasureName;
  /** The measure followed by week: the leading one, but Fleiss' κ instead of Cohen's. */
  readonly weekly: MeasureName;
  /** What the measures are called, by what they were computed from. */
  readonly names: Readonly<Partial<Record<MeasureName, CodedText>>>;
  /** The week in which the first judgment was recorded; null before. */
  readonly recordedSince: string | null;
  /** What the gates ask for, by round; trainings are left out, they compare with a key. */
  readonly targets: readonly AgreementTarget[];
  readonly annotators: readonly string[];
  readonly units: number;
  readonly questions: readonly QuestionFigures[];
  /** The mean over the questions, with an interval. */
  readonly overall: Readonly<Partial<Record<MeasureName, Estimate>>>;
  readonly band: KappaBand | null;
  readonly weeks: ControlChart;
}

/**
 * Agreement on a task from the counts of a settled fold, in steps, at a cost independent of its
 * units.
 */
export function* agreementSteps(
  fold: TaskFold,
  protocol: Pick<Protocol, 'rounds'>,
): Generator<void, AgreementFigures> {
  yield* fold.countingPatterns();
  const { names } = fold.agreementColumns();
  const task = fold.plan.task.id;
  const leading = leadingMeasure(protocol, task, names.length);
  const places = measuredPlaces(fold.table.questions);
  const ratings = new Map<number, Ratings>();
  if (names.length === 2)
    for (const { at } of places)
      ratings.set(at, yield* ratingSteps(fold, at, fold.agreementColumns()));
  const { measureAt, overall, named } = answerMeasures(fold.patterns, places, { names, ratings });
  const weekly = weeklyMeasure(leading);
  const weeks = yield* weeklyAgreement(fold, weekly);
  const questions: QuestionFigures[] = [];
  for (const place of places) {
    const { question } = place;
    const measures: Partial<Record<MeasureName, Estimate>> = {};
    for (const name of measuresOf(question, names.length)) {
      measures[name] = measureAt(name, place);
      yield;
    }
    const lead = measures[leading] ?? measureAt(leading, place);
    questions.push({
      question: question.id,
      basis: isGraded(question.scale) ? 'presence' : 'answers',
      measures,
      band: bandOf(leading, lead),
      weeks: weeks.questions.get(question.id)!,
      warning: kappaParadox(measures['percent_agreement']!, lead),
    });
  }
  const ids = questions.map(({ question }) => question);
  const overalls: Partial<Record<MeasureName, Estimate>> = {};
  for (const name of new Set([leading, ...overallMeasures])) {
    overalls[name] = overall(name);
    yield;
  }
  const measured = new Set([leading, weekly, ...questions.flatMap(measuresIn)]);
  return {
    leading,
    weekly,
    names: Object.fromEntries([...measured].map((name) => [name, named(name)])),
    recordedSince: fold.weeks.since,
    targets: gateTargets(protocol, task, ids),
    annotators: names,
    units: fold.patterns.units(),
    questions,
    overall: overalls,
    band: bandOf(leading, overalls[leading]!),
    weeks: weeks.overall,
  };
}

function measuresIn({ measures }: QuestionFigures): readonly MeasureName[] {
  return Object.keys(measures) as MeasureName[];
}

const overallMeasures: readonly MeasureName[] = [
  'percent_agreement',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
];

function measuresOf({ scale }: Question, annotators: number): readonly MeasureName[] {
  const isTwofold = isGraded(scale) || scaleAnswers(scale).length === 2;
  const isOrdered = scale.kind === 'ordinal';
  const names: MeasureName[] = ['percent_agreement'];
  if (isTwofold) names.push('positive_agreement', 'negative_agreement');
  if (annotators === 2) names.push('cohen_kappa');
  if (annotators === 2 && isOrdered) names.push('cohen_kappa_linear', 'cohen_kappa_quadratic');
  names.push('fleiss_kappa', 'krippendorff_alpha', 'gwet_ac1');
  if (isOrdered) names.push('gwet_ac2');
  names.push('brennan_prediger');
  return names;
}

function bandOf(name: MeasureName, estimate: Estimate): KappaBand | null {
  return hasValue(estimate) && (name.includes('kappa') || name === 'krippendorff_alpha')
    ? kappaBand(estimate.value)
    : null;
}
