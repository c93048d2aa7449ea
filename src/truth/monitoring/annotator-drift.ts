import { allSteps } from '../../statistics/all-steps.ts';
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
  /** The mean of the weeks before. */
  readonly usual: number;
}

/**
 * Who agrees less with the majority of the others than before: each annotator's weeks in a
 * {@link controlChart}, of which the last one is a signal below the centre. With fewer than two
 * weeks nobody drifts.
 */
export function annotatorDrift({ weekly, plan }: TaskFold): readonly Drift[] {
  allSteps(weekly.counting());
  const { table, patterns } = weekly;
  const weightOf = (who: number): number => plan.weightOf(table.annotators[who]!);
  const byWeek = weekly.weeks
    .filter(({ number }) => patterns.units({ week: number }) > 0)
    .map(({ week, number }) => ({
      week,
      others: new OthersTally(table, weightOf, patterns.rows({ week: number })),
    }));
  const fallen = table.annotators.flatMap((annotator, who): readonly Drift[] => {
    const points = byWeek.map(({ week, others }) => {
      const counts = others.questions
        .map((_, place) => others.countsOf(who, place))
        .reduce(addCounts, noCounts);
      return { label: week, start: weekStart(week), estimate: shareOf(counts) };
    });
    const last = controlChart(points).points.findLast(({ estimate }) => hasValue(estimate));
    if (last === undefined || last.signal === null || last.centre === null) return [];
    const { label: week, estimate: agreement, centre: usual } = last;
    return agreement.value! < usual ? [{ annotator, week, agreement, usual }] : [];
  });
  // Whoever differs is also differed from: of several, it is the one who fell furthest.
  const fall = ({ usual, agreement }: Drift): number => usual - agreement.value!;
  return fallen.toSorted((a, b) => fall(b) - fall(a)).slice(0, 1);
}
