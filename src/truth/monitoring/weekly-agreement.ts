import type { MeasureName } from '../../domain/agreement/measure.ts';
import { codedText } from '../../domain/text-values.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { isCohen } from '../agreement/measures.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { weekAfter, weekStart } from '../judging/iso-week.ts';
import { answerMeasures, measuredPlaces } from './answer-measures.ts';
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
 * (see `WeeklyJudgments`) compared with the weeks before it, so it never moves afterwards. Weeks in
 * which nothing could be compared are in between, unless there are years of them.
 */
export function* weeklyAgreement(
  { weekly }: TaskFold,
  name: MeasureName,
): Generator<void, WeeklyAgreement> {
  yield* weekly.counting();
  const { patterns, table } = weekly;
  const places = measuredPlaces(table.questions);
  const measures = answerMeasures(patterns, places, { names: table.annotators });
  const numbers = new Map(weekly.weeks.map(({ week, number }) => [week, number]));
  const weeks = withoutGaps(
    weekly.weeks.flatMap(({ week, number }) =>
      patterns.units({ week: number }) > 0 ? [week] : [],
    ),
  );
  // A save changes one week: the others are as they were.
  const chart = function* (
    key: string,
    of: (week: number) => Estimate,
  ): Generator<void, ControlChart> {
    const points: ChartPoint[] = [];
    for (const week of weeks) {
      const number = numbers.get(week);
      const isIdle = number === undefined || patterns.units({ week: number }) === 0;
      const estimate = isIdle
        ? noValue(codedText('idle-week'))
        : patterns.keptFor(number, `${name} ${key}`, () => of(number));
      points.push({ label: week, start: weekStart(week), estimate });
      yield;
    }
    return controlChart(points);
  };
  const questions = new Map<string, ControlChart>();
  for (const place of places) {
    const of = (week: number): Estimate => measures.measureAt(name, place, { week });
    questions.set(place.question.id, yield* chart(place.question.id, of));
  }
  return { overall: yield* chart('', (week) => measures.overall(name, { week })), questions };
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
