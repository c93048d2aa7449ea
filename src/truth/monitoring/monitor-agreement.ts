import type { Reason } from '../../statistics/reason.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import type { Confusion } from '../../statistics/agreement/confusion.ts';
import { kappaBand } from '../../statistics/agreement/kappa-band.ts';
import type { KappaBand } from '../../statistics/agreement/kappa-band.ts';
import { kappaParadox } from '../../statistics/agreement/kappa-paradox.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { UnitSelection } from '../agreement/question-patterns.ts';
import { isCohen, measure, weightedMeasures } from '../agreement/measures.ts';
import type { ComparedAnswers } from '../agreement/measures.ts';
import { macroMeasure } from '../agreement/overall.ts';
import { presenceRatings } from '../agreement/task-agreement.ts';
import { ratingSteps } from '../fold/fold-ratings.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { weekStart } from '../judging/iso-week.ts';
import { gateTargets, leadingMeasure } from './agreement-targets.ts';
import type { AgreementTarget } from './agreement-targets.ts';
import { controlChart } from './control-chart.ts';
import type { ChartPoint, ControlChart } from './control-chart.ts';

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
  const places = fold.table.questions
    .map((question, at): Place => ({ question, at }))
    .filter(({ question }) => question.measured);
  const ratings = new Map<number, Ratings>();
  if (names.length === 2)
    for (const { at } of places)
      ratings.set(at, yield* ratingSteps(fold, at, fold.agreementColumns()));
  const answersOf = comparedAnswers(fold, names.length, ratings);
  const known = new Map<string, Estimate>();
  const measureAt = (name: MeasureName, place: Place, selection: UnitSelection = {}): Estimate => {
    const key = `${name} ${place.at} ${selection.week ?? ''}`;
    const estimate = known.get(key) ?? measure(name, answersOf(name, place, selection));
    known.set(key, estimate);
    return estimate;
  };
  // Who answered what is not kept by week, so Cohen's κ has no weeks; Fleiss' κ of two annotators
  // says nearly the same.
  const weekly = isCohen(leading) ? 'fleiss_kappa' : leading;
  // A save changes one week, or two: the others are as they were.
  type Of = (selection: UnitSelection) => Estimate;
  const chart = function* (name: string, of: Of): Generator<void, ControlChart> {
    const points: ChartPoint[] = [];
    for (const { week, number } of fold.weeks) {
      const make = (): Estimate => of({ week: number });
      const estimate = fold.patterns.keptFor(number, `${weekly} ${name}`, make);
      points.push({ label: week, start: weekStart(week), estimate });
      yield;
    }
    return controlChart(points);
  };
  const overall = (name: MeasureName, selection: UnitSelection = {}): Estimate =>
    macroMeasure(
      name,
      places.map((place) => {
        const estimate = measureAt(name, place, selection);
        return { compared: answersOf(name, place, selection), estimate };
      }),
    );
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
      weeks: yield* chart(question.id, (selection) => measureAt(weekly, place, selection)),
      warning: kappaParadox(measures['percent_agreement']!, lead),
    });
  }
  const ids = questions.map(({ question }) => question);
  const overalls: Partial<Record<MeasureName, Estimate>> = {};
  for (const name of new Set([leading, ...overallMeasures])) {
    overalls[name] = overall(name);
    yield;
  }
  return {
    leading,
    weekly,
    targets: gateTargets(protocol, task, ids),
    annotators: names,
    units: fold.patterns.units(),
    questions,
    overall: overalls,
    band: bandOf(leading, overalls[leading]!),
    weeks: yield* chart('', (selection) => overall(weekly, selection)),
  };
}

interface Place {
  readonly question: Question;
  readonly at: number;
}

/** The answers that a measure compares: graded labels on whether they apply, else as they are. */
function comparedAnswers(
  fold: TaskFold,
  annotators: number,
  ratings: ReadonlyMap<number, Ratings>,
): (name: MeasureName, place: Place, selection: UnitSelection) => ComparedAnswers {
  const pairs = new Map<string, Confusion>();
  // All measures of a question share its patterns, and what is computed from them alone.
  const found = new Map<string, RatingPatterns>();
  return (name, { question, at }, selection) => {
    const isPresence = isGraded(question.scale) && !weightedMeasures.includes(name);
    return {
      annotators,
      level: { kind: question.scale.kind === 'ordinal' && !isPresence ? 'ordinal' : 'nominal' },
      get patterns() {
        const key = `${at} ${isPresence} ${selection.week ?? ''}`;
        const patterns =
          found.get(key) ??
          (isPresence
            ? fold.patterns.presencePatterns(at, selection)
            : fold.patterns.patterns(at, selection));
        found.set(key, patterns);
        return patterns;
      },
      get pair() {
        const own = ratings.get(at);
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
