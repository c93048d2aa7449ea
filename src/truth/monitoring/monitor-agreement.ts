import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Question } from '../../domain/protocol/question.ts';
import {
  brennanPrediger,
  brennanPredigerStatistic,
} from '../../statistics/agreement/brennan-prediger.ts';
import { cohenKappa } from '../../statistics/agreement/cohen-kappa.ts';
import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { fleissKappa, fleissKappaStatistic } from '../../statistics/agreement/fleiss-kappa.ts';
import { gwetAc, gwetAcStatistic } from '../../statistics/agreement/gwet-ac.ts';
import { kappaBand } from '../../statistics/agreement/kappa-band.ts';
import type { KappaBand } from '../../statistics/agreement/kappa-band.ts';
import { kappaParadox } from '../../statistics/agreement/kappa-paradox.ts';
import {
  krippendorffAlpha,
  krippendorffAlphaStatistic,
} from '../../statistics/agreement/krippendorff-alpha.ts';
import { macroMean } from '../../statistics/agreement/macro-mean.ts';
import type { PatternStatistic } from '../../statistics/pattern-statistic.ts';
import {
  percentAgreement,
  percentAgreementStatistic,
} from '../../statistics/agreement/percent-agreement.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import {
  negativeAgreement,
  positiveAgreement,
} from '../../statistics/agreement/specific-agreement.ts';
import { studentTQuantile } from '../../statistics/student-t.ts';
import {
  linearWeights,
  ordinalWeights,
  positions,
  quadraticWeights,
} from '../../statistics/agreement/weights.ts';
import { unitGroups } from '../agreement/agreement-patterns.ts';
import type { UnitSelection } from '../agreement/agreement-patterns.ts';
import { controlChart } from './control-chart.ts';
import type { ControlChart } from './control-chart.ts';
import { weekStart } from '../judging/iso-week.ts';
import type { MonitorTally } from '../fold/monitor-tally.ts';
import { pairTables } from './pair-tables.ts';

/** The agreement on one question, by all measures that apply to it. */
export interface QuestionFigures {
  readonly question: string;
  /**
   * `presence`: whether the label applies, with weighted measures on its grades; `answers`: the
   * answers as they are.
   */
  readonly basis: 'presence' | 'answers';
  readonly measures: Readonly<Partial<Record<MeasureName, Estimate>>>;
  /** The word for the leading measure; null where it has no value or is no kappa. */
  readonly band: KappaBand | null;
  /** The agreement week by week. */
  readonly weeks: ControlChart;
  readonly warning: string | null;
}

/** What a gate of a round asks of a measure. */
export interface AgreementTarget {
  readonly round: string;
  readonly measure: MeasureName;
  /** Null for the mean over the questions. */
  readonly question: string | null;
  readonly target: number;
}

/** The agreement on a task now. */
export interface AgreementFigures {
  /**
   * The measure that the gates name first; else Cohen's κ for two annotators and Fleiss' κ for
   * more.
   */
  readonly leading: MeasureName;
  /**
   * The measure that is followed week by week: the leading one, but Fleiss' κ in place of Cohen's.
   */
  readonly weekly: MeasureName;
  /**
   * What the gates ask for, in the order of the rounds; trainings are left out, since they compare
   * with a key.
   */
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
 * Measures the agreement on a task from the counts of a tally: a few operations, however many units
 * there are. The tally is settled.
 */
export function agreementFigures(
  tally: MonitorTally,
  protocol: Pick<Protocol, 'rounds'>,
): AgreementFigures {
  const { names } = tally.agreementColumns();
  const leading = leadingMeasure(protocol, tally.plan.task.id, names.length);
  const measured = tally.answers.questions
    .map((question, at) => ({ question, at }))
    .filter(({ question }) => question.measured);
  const pairs = names.length === 2 ? pairTables(tally)[0] : undefined;
  const measure = (
    name: MeasureName,
    { question, at }: Place,
    selection: UnitSelection = {},
  ): Estimate => {
    if (isCohen(name))
      return cohen(name, question, names.length, pairs?.confusion(at), pairs?.presence(at));
    const presence = isPresence(question);
    if (name === 'gwet_ac2')
      return question.scale.kind === 'ordinal'
        ? gwetAc(tally.patterns.patterns(at, selection), {
            weights: ordinalWeights(question.scale.values.length),
          })
        : noValue('AC2 weighs near misses, and a nominal scale has none.');
    const patterns = presence
      ? tally.patterns.presencePatterns(at, selection)
      : tally.patterns.patterns(at, selection);
    if (name === 'percent_agreement') return percentAgreement(patterns);
    if (name === 'fleiss_kappa') return fleissKappa(patterns);
    if (name === 'gwet_ac1') return gwetAc(patterns);
    if (name === 'brennan_prediger') return brennanPrediger(patterns);
    if (name === 'krippendorff_alpha')
      return krippendorffAlpha(patterns, {
        metric: { kind: question.scale.kind === 'ordinal' && !presence ? 'ordinal' : 'nominal' },
        gwet: true,
      });
    return name === 'positive_agreement'
      ? positiveAgreement(patterns)
      : negativeAgreement(patterns);
  };
  // Who answered what is not kept by week, so that Cohen's κ has no weeks; Fleiss' κ of two
  // annotators says nearly the same.
  const weekly = isCohen(leading) ? 'fleiss_kappa' : leading;
  const weeks = tally.weeks.map(({ week, number }) => ({ week, selection: { week: number } }));
  const chart = (of: (selection: UnitSelection) => Estimate): ControlChart =>
    controlChart(
      weeks.map(({ week, selection }) => ({
        label: week,
        start: weekStart(week),
        estimate: of(selection),
      })),
    );
  const valueOf = (
    name: MeasureName,
    { question, at }: Place,
    selection: UnitSelection,
  ): number | null => {
    const patterns = isPresence(question)
      ? tally.patterns.presencePatterns(at, selection)
      : tally.patterns.patterns(at, selection);
    return statisticOf(name, patterns, question)(patterns.units);
  };
  const overall = (name: MeasureName, selection: UnitSelection = {}): Estimate =>
    overQuestions(
      measured,
      {
        estimate: (place) => measure(name, place, selection),
        value: isCohen(name)
          ? null
          : (place, without) => valueOf(name, place, { ...selection, without }),
      },
      tally.patterns.units(selection),
    );
  return {
    leading,
    weekly,
    targets: gateTargets(
      protocol,
      tally.plan.task.id,
      measured.map(({ question }) => question.id),
    ),
    annotators: names,
    units: tally.patterns.units(),
    questions: measured.map((place) => {
      const measures = Object.fromEntries(
        measuresOf(place.question, names.length).map((name) => [name, measure(name, place)]),
      );
      const lead = measures[leading] ?? measure(leading, place);
      return {
        question: place.question.id,
        basis: isPresence(place.question) ? 'presence' : 'answers',
        measures,
        band: bandOf(leading, lead),
        weeks: chart((selection) => measure(weekly, place, selection)),
        warning: kappaParadox(measures['percent_agreement']!, lead),
      };
    }),
    overall: Object.fromEntries(
      [...new Set([leading, ...overallMeasures])].map((name) => [name, overall(name)]),
    ),
    band: bandOf(leading, overall(leading)),
    weeks: chart((selection) => overall(weekly, selection)),
  };
}

/** The measure that the gates of a task name first; else the usual one for so many annotators. */
export function leadingMeasure(
  protocol: Pick<Protocol, 'rounds'>,
  task: string,
  annotators: number,
): MeasureName {
  const gates = protocol.rounds
    .filter((round) => round.task === task)
    .flatMap((round) => round.gates);
  const named = gates.find(
    (gate) =>
      gate.kind === 'measure' &&
      gate.scope.kind !== 'key' &&
      (gate.measure.includes('kappa') ||
        gate.measure.includes('alpha') ||
        gate.measure.startsWith('gwet')),
  );
  if (named?.kind === 'measure' && (annotators === 2 || !isCohen(named.measure)))
    return named.measure;
  return annotators === 2 ? 'cohen_kappa' : 'fleiss_kappa';
}

/** What the gates of a task ask of a measure, of the mean over its questions or of one of them. */
export function gateTargets(
  protocol: Pick<Protocol, 'rounds'>,
  task: string,
  questions: readonly string[],
): readonly AgreementTarget[] {
  return protocol.rounds
    .filter((round) => round.task === task)
    .flatMap((round) =>
      round.gates.flatMap((gate): readonly AgreementTarget[] => {
        if (gate.kind !== 'measure' || gate.scope.kind === 'key') return [];
        const { measure, target, scope } = gate;
        if (scope.kind === 'overall')
          return scope.how === 'macro'
            ? [{ round: round.id, measure, question: null, target }]
            : [];
        return (scope.kind === 'question' ? [scope.question] : questions).map((question) => ({
          round: round.id,
          measure,
          question,
          target,
        }));
      }),
    );
}

interface Place {
  readonly question: Question;
  readonly at: number;
}

const overallMeasures: readonly MeasureName[] = [
  'percent_agreement',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
];

function measuresOf(question: Question, annotators: number): readonly MeasureName[] {
  const isTwofold =
    question.scale.kind === 'binary' ||
    isPresence(question) ||
    (question.scale.kind !== 'text' &&
      question.scale.kind !== 'quote' &&
      question.scale.values.length === 2);
  const isOrdered = question.scale.kind === 'ordinal';
  return [
    'percent_agreement',
    ...(isTwofold ? (['positive_agreement', 'negative_agreement'] as const) : []),
    ...(annotators === 2 ? (['cohen_kappa'] as const) : []),
    ...(annotators === 2 && isOrdered
      ? (['cohen_kappa_linear', 'cohen_kappa_quadratic'] as const)
      : []),
    'fleiss_kappa',
    'krippendorff_alpha',
    'gwet_ac1',
    ...(isOrdered ? (['gwet_ac2'] as const) : []),
    'brennan_prediger',
  ];
}

/**
 * The mean over questions. Answers to several questions about one unit hang together, so that the
 * intervals of the questions cannot be put together; the interval comes from leaving out one of
 * twenty groups of units after the other (delete-a-group jackknife). Wolter 2007, chapter 4,
 * https://doi.org/10.1007/978-0-387-35099-8
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
  const how = `mean of ${mean.n} questions${mean.skipped === 0 ? '' : `, ${mean.skipped} without a value left out`}`;
  const plain = { ...mean, n: units };
  if (of.value === null) return { ...plain, method: `${how}; no interval` };
  if (units < unitGroups)
    return { ...plain, method: `${how}; no interval: fewer than ${unitGroups} units` };
  const { value } = of;
  const left = Array.from({ length: unitGroups }, (_, without) =>
    plainMean(questions.map((place) => value(place, without))),
  );
  const values = left.filter((one) => one !== null);
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

/** How many standard errors make a 95 % interval when they are estimated from so many groups. */
const groupQuantile = studentTQuantile(0.975, unitGroups - 1);

function plainMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** A measure as a function of the units per pattern: its value alone, without an interval. */
function statisticOf(
  measure: MeasureName,
  patterns: RatingPatterns,
  question: Question,
): PatternStatistic {
  if (measure === 'percent_agreement') return percentAgreementStatistic(patterns);
  if (measure === 'krippendorff_alpha')
    return krippendorffAlphaStatistic(patterns, {
      kind: question.scale.kind === 'ordinal' && !isPresence(question) ? 'ordinal' : 'nominal',
    });
  if (measure === 'gwet_ac1') return gwetAcStatistic(patterns);
  return measure === 'brennan_prediger'
    ? brennanPredigerStatistic(patterns)
    : fleissKappaStatistic(patterns);
}

function isPresence({ scale }: Question): boolean {
  return scale.kind === 'ordinal' && scale.present !== null;
}

function isCohen(measure: MeasureName): boolean {
  return measure.startsWith('cohen_kappa');
}

function cohen(
  measure: MeasureName,
  question: Question,
  annotators: number,
  answers: Parameters<typeof cohenKappa>[0] | undefined,
  presence: Parameters<typeof cohenKappa>[0] | undefined,
): Estimate {
  if (annotators !== 2 || answers === undefined || presence === undefined)
    return noValue(`Cohen’s κ compares exactly two annotators; there are ${annotators}.`);
  if (measure === 'cohen_kappa') return cohenKappa(isPresence(question) ? presence : answers);
  if (question.scale.kind !== 'ordinal')
    return noValue('Weights need an order, and a nominal scale has none.');
  const places = positions(question.scale.values.length);
  return cohenKappa(answers, {
    weights: measure === 'cohen_kappa_linear' ? linearWeights(places) : quadraticWeights(places),
  });
}

function bandOf(measure: MeasureName, estimate: Estimate): KappaBand | null {
  return hasValue(estimate) && (measure.includes('kappa') || measure === 'krippendorff_alpha')
    ? kappaBand(estimate.value)
    : null;
}
