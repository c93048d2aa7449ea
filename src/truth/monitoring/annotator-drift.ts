import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { addCounts, noCounts, OthersTally } from '../agreement/others-tally.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { weekStart } from '../judging/iso-week.ts';
import { shareOf } from './agreement-with-others.ts';
import { controlChart } from './control-chart.ts';

/** An annotator whose agreement with the others has fallen by more than chance explains. */
export interface Drift {
  readonly annotator: string;
  /** The last week with units that others judged too. */
  readonly week: string;
  readonly agreement: Estimate;
  /** The mean of all weeks. */
  readonly usual: number;
}

/**
 * Who agrees less with the majority of the others than before: each annotator's weeks in a
 * {@link controlChart}, of which the last one is a signal below the centre. With fewer than two
 * weeks nobody drifts.
 */
export function annotatorDrift(fold: TaskFold): readonly Drift[] {
  const { table, weeks, patterns, standings } = fold;
  const byWeek = weeks.map(({ week, number }) => ({
    week,
    others: new OthersTally(table, standings.counted.weight, patterns.rows({ week: number })),
  }));
  return table.annotators.flatMap((annotator, who): readonly Drift[] => {
    if (!fold.plan.isCompared(annotator)) return [];
    const points = byWeek.map(({ week, others }) => {
      const counts = others.questions
        .map((_, place) => others.countsOf(who, place))
        .reduce(addCounts, noCounts);
      return { label: week, start: weekStart(week), estimate: shareOf(counts) };
    });
    const { centre, points: charted } = controlChart(points);
    const last = charted.findLast(({ estimate }) => hasValue(estimate));
    if (last === undefined || last.signal === null || centre === null) return [];
    const { label: week, estimate: agreement } = last;
    return agreement.value! < centre ? [{ annotator, week, agreement, usual: centre }] : [];
  });
}
