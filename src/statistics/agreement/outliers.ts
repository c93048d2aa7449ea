import { reason } from '../reason.ts';
import type { Reason, ReasonCode } from '../reason.ts';
import type { Estimate, Interval } from '../estimate.ts';
import { hasValue, noValue } from '../estimate.ts';
import { quantile } from '../quantile.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/** When an annotator is an {@link outliers outlier}. */
export interface OutlierRule {
  /** Compared votes needed to be in the group or called an outlier; 20 by default. */
  readonly votes: number;
  /** How many median absolute deviations below the median; 3 by default. */
  readonly deviations: number;
}

/** At least 20 compared votes, and more than 3 median absolute deviations below the median. */
export const outlierRule: OutlierRule = { votes: 20, deviations: 3 };

/** A group of annotators, and who of all of them falls out of it. */
export interface OutlierGroup {
  /** Median and median absolute deviation of the agreement; null when the group is empty. */
  readonly median: number | null;
  readonly deviation: number | null;
  readonly isOutlier: readonly boolean[];
}

/**
 * Who agrees with the others far less than usual. An annotator is an outlier when all four hold: at
 * least 20 compared votes; agreement below the group's median by more than 3 median absolute
 * deviations; below it by at least {@link tellingGap}, to be worth a talk; and the upper bound of
 * the 95 % interval below that median, to exclude chance. The group is every annotator with 20
 * compared votes whose judgments count. Leys et al. 2013,
 * https://doi.org/10.1016/j.jesp.2013.03.013
 */
export function outliers(
  agreements: readonly Estimate[],
  counts: readonly boolean[],
  rule: OutlierRule,
): OutlierGroup {
  const group = agreements
    .filter((one, annotator) => counts[annotator] && one.n >= rule.votes)
    .filter(hasValue)
    .map(({ value }) => value);
  if (group.length === 0)
    return { median: null, deviation: null, isOutlier: agreements.map(() => false) };
  const median = middle(group);
  const deviation = middle(group.map((value) => Math.abs(value - median)));
  const isOutlier = agreements.map(
    (one) =>
      hasValue(one) &&
      one.n >= rule.votes &&
      one.value < median - rule.deviations * deviation &&
      // A difference of exactly the gap counts, however it was rounded.
      median - one.value >= tellingGap(median) - 1e-9 &&
      (one.interval as Interval)[1] < median,
  );
  return { median, deviation, isOutlier };
}

/** The share of compared votes that agreed, with its Wilson interval; `nothing` says why not. */
export function agreementShare(
  agreed: number,
  compared: number,
  skipped: number,
  nothing: ReasonCode | Reason,
): Estimate {
  if (compared === 0) return noValue(skipped === 0 ? nothing : 'no-majority', 0, skipped);
  const interval = wilsonInterval(agreed, compared);
  const method = reason('interval-wilson');
  return { value: agreed / compared, n: compared, skipped, interval, method };
}

/**
 * How far below the median an agreement must be to be worth acting on: as far as the median is
 * below full agreement, so that it differs twice as often; but at least 0.01 and at most 0.05. The
 * median absolute deviation is not enough: of three annotators it is the smaller of two gaps,
 * possibly tiny, and many votes make every difference more than chance. Nor is a fixed share: where
 * labels are rare, somebody who misses half of them still agrees on well over 90 %.
 * @example tellingGap(0.75) // 0.05
 */
export function tellingGap(median: number): number {
  return Math.min(Math.max(1 - median, 0.01), 0.05);
}

function middle(values: readonly number[]): number {
  return quantile(Float64Array.from(values).toSorted(), 0.5);
}
