import type { Reason } from '../../statistics/reason.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import { kappaBand } from '../../statistics/agreement/kappa-band.ts';
import type { KappaBand } from '../../statistics/agreement/kappa-band.ts';
import { kappaParadox } from '../../statistics/agreement/kappa-paradox.ts';
import { macroMean, meanWords } from '../../statistics/agreement/macro-mean.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { studentTQuantile } from '../../statistics/student-t.ts';
import { unitGroups } from '../agreement/question-patterns.ts';
import type { UnitSelection } from '../agreement/question-patterns.ts';
import { isCohen, measure, measureStatistic, weightedMeasures } from '../agreement/measures.ts';
import type { ComparedAnswers } from '../agreement/measures.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { weekStart } from '../judging/iso-week.ts';
import { gateTargets, leadingMeasure } from './agreement-targets.ts';
import type { AgreementTarget } from './agreement-targets.ts';
import { controlChart } from './control-chart.ts';
import type { ControlChart } from './control-chart.ts';
import { pairTables } from './pair-tables.ts';

/** The agreement on one question, by all measures that apply to it. */
interface QuestionFigures {
  readonly question: string;
  /** `presence`: whether the label applies, weighted measures on grades; `answers`: as given. */
  readonly basis: 'presence' | 'answers';
  readonly measures: Readonly<Partial<Record<MeasureName, Estimate>>>;
  /** The word for the leading measure; null where it has no value or is no kappa. */
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

/** Agreement on a task from the counts of a settled tally, at a cost independent of its units. */
export function agreementFigures(
  tally: TaskFold,
  protocol: Pick<Protocol, 'rounds'>,
): AgreementFigures {
  const { names } = tally.agreementColumns();
  const task = tally.plan.task.id;
  const leading = leadingMeasure(protocol, task, names.length);
  const places = tally.table.questions
    .map((question, at): Place => ({ question, at }))
    .filter(({ question }) => question.measured);
  const answersOf = comparedAnswers(tally, names.length);
  const measureAt = (name: MeasureName, place: Place, selection: UnitSelection = {}): Estimate =>
    measure(name, answersOf(name, place, selection), { gwet: true });
  // Who answered what is not kept by week, so Cohen's κ has no weeks; Fleiss' κ of two annotators
  // says nearly the same.
  const weekly = isCohen(leading) ? 'fleiss_kappa' : leading;
  const chart = (of: (selection: UnitSelection) => Estimate): ControlChart => {
    const points = tally.weeks.map(({ week, number }) => {
      return { label: week, start: weekStart(week), estimate: of({ week: number }) };
    });
    return controlChart(points);
  };
  const valueAt = (name: MeasureName, place: Place, selection: UnitSelection): number | null => {
    const answers = answersOf(name, place, selection);
    return measureStatistic(name, answers)?.(answers.patterns.units) ?? null;
  };
  const overall = (name: MeasureName, selection: UnitSelection = {}): Estimate =>
    overQuestions(
      places,
      {
        estimate: (place) => measureAt(name, place, selection),
        value: isCohen(name)
          ? null
          : (place, without) => valueAt(name, place, { ...selection, without }),
      },
      tally.patterns.units(selection),
    );
  const questions = places.map((place) => {
    const { question } = place;
    const measures = Object.fromEntries(
      measuresOf(question, names.length).map((name) => [name, measureAt(name, place)]),
    );
    const lead = measures[leading] ?? measureAt(leading, place);
    return {
      question: question.id,
      basis: isGraded(question.scale) ? ('presence' as const) : ('answers' as const),
      measures,
      band: bandOf(leading, lead),
      weeks: chart((selection) => measureAt(weekly, place, selection)),
      warning: kappaParadox(measures['percent_agreement']!, lead),
    };
  });
  const ids = questions.map(({ question }) => question);
  return {
    leading,
    weekly,
    targets: gateTargets(protocol, task, ids),
    annotators: names,
    units: tally.patterns.units(),
    questions,
    overall: Object.fromEntries(
      [...new Set([leading, ...overallMeasures])].map((name) => [name, overall(name)]),
    ),
    band: bandOf(leading, overall(leading)),
    weeks: chart((selection) => overall(weekly, selection)),
  };
}

interface Place {
  readonly question: Question;
  readonly at: number;
}

/** The answers that a measure compares: graded labels on whether they apply, else as they are. */
function comparedAnswers(
  tally: TaskFold,
  annotators: number,
): (name: MeasureName, place: Place, selection: UnitSelection) => ComparedAnswers {
  const table = annotators === 2 ? pairTables(tally)[0] : undefined;
  return (name, { question, at }, selection) => {
    const isPresence = isGraded(question.scale) && !weightedMeasures.includes(name);
    return {
      annotators,
      level: { kind: question.scale.kind === 'ordinal' && !isPresence ? 'ordinal' : 'nominal' },
      get patterns() {
        return isPresence
          ? tally.patterns.presencePatterns(at, selection)
          : tally.patterns.patterns(at, selection);
      },
      get pair() {
        return (isPresence ? table?.presence(at) : table?.confusion(at)) ?? null;
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

/**
 * The mean over questions. Answers about one unit are dependent, so intervals of questions cannot
 * be combined; the interval is a delete-a-group jackknife over twenty groups of units. Wolter 2007,
 * chapter 4, https://doi.org/10.1007/978-0-387-35099-8
 */
function overQuestions(
  questions: readonly Place[],
  of: {
    estimate(place: Place): Estimate;
    readonly value: ((place: Place, without: number) => number | null) | null;
  },
  units: number,
): Estimate {
  const only = questions.length === 1 ? questions[0] : undefined;
  if (only !== undefined) return of.estimate(only);
  const mean = macroMean(questions.map((place) => of.estimate(place)));
  if (!hasValue(mean)) return mean;
  const how = meanWords(mean);
  const plain = { ...mean, n: units };
  if (of.value === null) return { ...plain, method: `${how}; no interval` };
  if (units < unitGroups)
    return { ...plain, method: `${how}; no interval: fewer than ${unitGroups} units` };
  const { value } = of;
  const values = Array.from({ length: unitGroups }, (_, without) =>
    plainMean(questions.map((place) => value(place, without))),
  ).filter((one) => one !== null);
  if (values.length < unitGroups)
    return { ...plain, method: `${how}; no interval: it has no value without some of the units` };
  const centre = values.reduce((sum, one) => sum + one, 0) / unitGroups;
  const variance =
    ((unitGroups - 1) / unitGroups) * values.reduce((sum, one) => sum + (one - centre) ** 2, 0);
  const margin = Math.sqrt(variance) * groupQuantile;
  return {
    ...plain,
    interval: [mean.value - margin, Math.min(1, mean.value + margin)],
    method: `${how}; delete-a-group jackknife, ${unitGroups} groups`,
  };
}

/** Standard errors per 95 % interval when estimated from this many groups. */
const groupQuantile = studentTQuantile(0.975, unitGroups - 1);

function plainMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function bandOf(name: MeasureName, estimate: Estimate): KappaBand | null {
  return hasValue(estimate) && (name.includes('kappa') || name === 'krippendorff_alpha')
    ? kappaBand(estimate.value)
    : null;
}
