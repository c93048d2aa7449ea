import type { MeasureName } from '../../domain/agreement/measure.ts';
import { codedText } from '../../domain/text-values.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { AgreementPatterns } from '../agreement/agreement-patterns.ts';
import { isCohen } from '../agreement/measures.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { weekAfter, weekStart } from '../judging/iso-week.ts';
import { answerMeasures, measuredPlaces } from './answer-measures.ts';
import type { AnswerMeasures, QuestionPlace } from './answer-measures.ts';
import { controlChart } from './control-chart.ts';
import type { ChartPoint, ControlChart } from './control-chart.ts';

/** The agreement on a task week by week. */
export interface WeeklyAgreement {
  /** The mean over the questions. */
  readonly overall: ControlChart;
  readonly questions: ReadonlyMap<string, ControlChart>;
}

/**
 * The measure followed by week: the leading one. Cohen's κ depends on who answered what, which
 * changes from week to week; Fleiss' κ of two annotators says nearly the same.
 */
export function weeklyMeasure(leading: MeasureName): MeasureName {
  return isCohen(leading) ? 'fleiss_kappa' : leading;
}

/**
 * The agreement on a task week by week, in steps. A point is what was known at the end of its week
 * (see `WeeklyJudgments`) compared with the weeks before it, so it never moves afterwards. Where
 * questions changed, a week is measured under those that most of its units were judged under. Weeks
 * in which nothing could be compared are in between, unless there are years of them.
 */
export function* weeklyAgreement(
  fold: TaskFold,
  name: MeasureName,
): Generator<void, WeeklyAgreement> {
  const versions: Version[] = [];
  for (const weekly of fold.weeklyVersions) {
    yield* weekly.counting();
    const places = measuredPlaces(weekly.table.questions);
    const names = weekly.table.annotators;
    const measures = answerMeasures(weekly.patterns, places, { names });
    versions.push({ patterns: weekly.patterns, places, measures });
  }
  const versionOf = new Map<string, { readonly version: Version; readonly number: number }>();
  for (const { week, number } of fold.weeks.inOrder) {
    const units = (one: Version): number => one.patterns.units({ week: number });
    const [version] = versions.toSorted((a, b) => units(b) - units(a));
    if (units(version!) > 0) versionOf.set(week, { version: version!, number });
  }
  const weeks = withoutGaps([...versionOf.keys()]);
  // A save changes one week: the others are as they were.
  const chart = function* (
    key: string,
    of: (version: Version, week: number) => Estimate | null,
  ): Generator<void, ControlChart> {
    const points: ChartPoint[] = [];
    for (const week of weeks) {
      const known = versionOf.get(week);
      const make = (): Estimate =>
        of(known!.version, known!.number) ?? noValue(codedText('not-asked'));
      const estimate =
        known?.version.patterns.keptFor(known.number, `${name} ${key}`, make) ??
        noValue(codedText('idle-week'));
      points.push({ label: week, start: weekStart(week), estimate });
      yield;
    }
    return controlChart(points);
  };
  const questions = new Map<string, ControlChart>();
  for (const { question } of versions[0]!.places) {
    const of = ({ places, measures }: Version, week: number): Estimate | null => {
      const place = places.find((one) => one.question.id === question.id);
      return place === undefined ? null : measures.measureAt(name, place, { week });
    };
    questions.set(question.id, yield* chart(question.id, of));
  }
  const overall = yield* chart('', ({ measures }, week) => measures.overall(name, { week }));
  return { overall, questions };
}

/** What is measured under one version of the questions. */
interface Version {
  readonly patterns: AgreementPatterns;
  readonly places: readonly QuestionPlace[];
  readonly measures: AnswerMeasures;
}

/**
 * The weeks of a chart whose points may still move: the current one, and in the week of the first
 * import those that it reaches back to.
 */
export function unfinishedWeeks(
  { weeks, recordedSince }: { readonly weeks: ControlChart; readonly recordedSince: string | null },
  current: string,
): readonly string[] {
  const isBegun = recordedSince !== null && recordedSince >= current;
  return weeks.points.flatMap(({ label }) => (isBegun || label >= current ? [label] : []));
}

/** The weeks with those in between, in order. */
function withoutGaps(weeks: readonly string[]): readonly string[] {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all = [first];
  while (all.at(-1)! < last && all.length < mostWeeks) all.push(weekAfter(all.at(-1)!));
  return all.at(-1) === last ? all : weeks;
}

/** Two years; a file with a wrong date may reach back to 1970. */
const mostWeeks = 104;
