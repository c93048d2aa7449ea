import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate, Interval } from '../../statistics/estimate.ts';
import { isFarBelow } from '../../statistics/agreement/leave-one-out.ts';
import type { OutlierRule } from '../../statistics/agreement/leave-one-out.ts';
import { quantile } from '../../statistics/quantile.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import type { MonitorTally } from '../fold/monitor-tally.ts';
import { noCounts } from '../agreement/others-tally.ts';
import type { OthersCounts } from '../agreement/others-tally.ts';

/** An annotator compared with the majority of the others on one question. */
export interface AgainstMajority {
  readonly question: string;
  readonly agreement: Estimate;
  /** Left out because the others were tied, and because nobody else answered. */
  readonly othersTied: number;
  readonly alone: number;
  /**
   * Of a label: how often the annotator said that it applies where the others said that it does
   * not, and the other way round.
   */
  readonly extra: number;
  readonly missed: number;
}

/** An annotator compared with the majority of the others on all questions. */
export interface AnnotatorFigures {
  readonly annotator: string;
  readonly judged: number;
  readonly uncertain: number;
  /** Over all measured questions together. */
  readonly agreement: Estimate;
  readonly outlier: boolean;
  readonly questions: readonly AgainstMajority[];
}

/** Everybody compared with the majority of the others. */
export interface AnnotatorComparison {
  readonly annotators: readonly AnnotatorFigures[];
  /**
   * Median and median absolute deviation of the agreement in the group; null when nobody has judged
   * enough to be in it.
   */
  readonly median: number | null;
  readonly deviation: number | null;
  readonly rule: OutlierRule;
}

/**
 * At least 20 compared answers, more than 3 median absolute deviations below the median; see {@link
 * annotatorComparison}.
 */
export const outlierRule: OutlierRule = { votes: 20, deviations: 3 };

/**
 * Everybody's agreement with the majority of the others on each measured question, their own
 * answers taken out. Graded labels are compared on whether they apply. The same counts, and the
 * same rule for outliers, as `leaveOneOut` on the answers to all questions: at least 20 compared
 * answers, agreement more than 3 median absolute deviations below the group's median and far enough
 * below it to matter (`tellingGap`), and the upper bound of the 95 % interval below that median.
 * The group is everybody with 20 compared answers whose judgments have a weight. Leys et al. 2013,
 * https://doi.org/10.1016/j.jesp.2013.03.013
 */
export function annotatorComparison(
  tally: MonitorTally,
  rule: OutlierRule = outlierRule,
): AnnotatorComparison {
  const { answers } = tally;
  const { questions, countsOf } = tally.others();
  const weights = tally.weights();
  const overall = answers.annotators.map((_, annotator) =>
    estimateOf(
      questions.map((_question, place) => countsOf(annotator, place)).reduce(added, noCounts),
    ),
  );
  const group = overall.flatMap((estimate, annotator) =>
    hasValue(estimate) && weights[annotator]! > 0 && estimate.n >= rule.votes
      ? [estimate.value]
      : [],
  );
  const median = middle(group);
  const deviation = median === null ? null : middle(group.map((value) => Math.abs(value - median)));
  const isOutlier = (estimate: Estimate): boolean =>
    hasValue(estimate) &&
    median !== null &&
    deviation !== null &&
    estimate.n >= rule.votes &&
    isFarBelow(estimate.value, median, deviation, rule) &&
    (estimate.interval as Interval)[1] < median;
  return {
    annotators: answers.annotators.map((annotator, at) => ({
      annotator,
      judged: tally.times.of(annotator).units,
      uncertain: tally.uncertainBy(annotator),
      agreement: overall[at]!,
      outlier: isOutlier(overall[at]!),
      questions: questions.map((question, place) => {
        const own = countsOf(at, place);
        return {
          question: question.id,
          agreement: estimateOf(own),
          othersTied: own.tied,
          alone: own.alone,
          extra: own.extra,
          missed: own.missed,
        };
      }),
    })),
    median,
    deviation,
    rule,
  };
}

function added(sum: OthersCounts, one: OthersCounts): OthersCounts {
  return {
    agreed: sum.agreed + one.agreed,
    compared: sum.compared + one.compared,
    tied: sum.tied + one.tied,
    alone: sum.alone + one.alone,
    extra: sum.extra + one.extra,
    missed: sum.missed + one.missed,
  };
}

function estimateOf({ agreed, compared, tied, alone }: OthersCounts): Estimate {
  const skipped = tied + alone;
  if (compared === 0)
    return noValue(
      skipped === 0
        ? 'The annotator has not answered.'
        : 'The others have no majority on any unit of this annotator.',
      0,
      skipped,
    );
  return {
    value: agreed / compared,
    n: compared,
    skipped,
    interval: wilsonInterval(agreed, compared),
    method: 'Wilson',
  };
}

function middle(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
}
