import type { Estimate, Interval } from '../estimate.ts';
import { hasValue, noValue } from '../estimate.ts';
import { leadingCategory } from '../leading-category.ts';
import type { Votes } from '../votes.ts';
import { checkVotes } from '../votes.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/** One annotator compared with the majority of the others. */
export interface AgainstOthers {
  /**
   * The share of the annotator's votes that the majority of the others gave too, with its Wilson
   * interval.
   */
  readonly agreement: Estimate;
  /**
   * Votes left out because the others were tied, and because nobody else voted. Together they are
   * `agreement.skipped`.
   */
  readonly othersTied: number;
  readonly alone: number;
  /**
   * How often the annotator gave `answer` where the others said `majority`; ascending, cells
   * without votes left out.
   */
  readonly counts: readonly {
    readonly majority: number;
    readonly answer: number;
    readonly votes: number;
  }[];
  readonly outlier: boolean;
}

/** Every annotator compared with the majority of the others, and the group they are measured by. */
export interface LeaveOneOut {
  readonly annotators: readonly AgainstOthers[];
  /**
   * Median and median absolute deviation of the agreement in the group; null when the group is
   * empty.
   */
  readonly median: number | null;
  readonly deviation: number | null;
}

/** When {@link leaveOneOut} calls an annotator an outlier. */
export interface OutlierRule {
  /**
   * Compared votes that are needed to be in the group, or to be called an outlier; 20 by default.
   */
  readonly votes: number;
  /** How many median absolute deviations below the median; 3 by default. */
  readonly deviations: number;
}

/**
 * Agreement with the leave-one-out majority: how often an annotator says what the majority of the
 * others says, their own votes taken out.
 *
 * For finding the annotator who reads the guideline differently, while the work is going on.
 * Comparing with a majority that includes the annotator would flatter everybody, the more the
 * smaller the panel.
 *
 * votes equal to the majority of the others / votes where the others have a majority
 *
 * Where the others are tied, or nobody else voted, there is nothing to compare with: skipped and
 * counted. Votes of weight 0 are compared but never part of a majority; other weights are not
 * looked at. An annotator all of whose votes were skipped has no value.
 *
 * An annotator is an outlier when all four hold: at least 20 compared votes; agreement below the
 * median of the group by more than 3 median absolute deviations; below it by {@link tellingGap} at
 * the least, so that it is worth a talk; and the upper bound of the 95 % interval below that
 * median, so that chance is no excuse. The group is every annotator with 20 compared votes some of
 * which count. Rule and limits: Leys et al. 2013, https://doi.org/10.1016/j.jesp.2013.03.013
 *
 * @example leaveOneOut(votesFrom([[0, 0, 1], [0, 1, 1], [0, 2, 0]])).annotators[2].agreement // { value: 0, n: 1, … }
 */
export function leaveOneOut(
  votes: Votes,
  rule: OutlierRule = { votes: 20, deviations: 3 },
): LeaveOneOut {
  checkVotes(votes);
  const compared = Array.from({ length: votes.annotators }, newComparison);
  forEachUnit(votes, (members) => compareUnit(votes, members, compared));
  const agreements = compared.map(toEstimate);
  const inGroup = (annotator: number): boolean =>
    compared[annotator].counting && agreements[annotator].n >= rule.votes;
  const group = agreements
    .filter((agreement, annotator) => hasValue(agreement) && inGroup(annotator))
    .map((agreement) => agreement.value as number);
  const middle = median(group);
  const deviation = middle === null ? null : median(group.map((value) => Math.abs(value - middle)));
  const isOutlier = (agreement: Estimate): boolean =>
    hasValue(agreement) &&
    middle !== null &&
    deviation !== null &&
    agreement.n >= rule.votes &&
    isFarBelow(agreement.value, middle, deviation, rule) &&
    (agreement.interval as Interval)[1] < middle;
  return {
    annotators: compared.map(({ othersTied, alone, cells }, annotator) => ({
      agreement: agreements[annotator],
      othersTied,
      alone,
      counts: [...cells]
        .toSorted(([first], [second]) => first - second)
        .map(([cell, count]) => ({
          majority: Math.floor(cell / votes.categories),
          answer: cell % votes.categories,
          votes: count,
        })),
      outlier: isOutlier(agreements[annotator]),
    })),
    median: middle,
    deviation,
  };
}

/**
 * How far below the median somebody must lie before it is worth acting on: as far as the median
 * itself lies below full agreement, so that they differ from the others twice as often as the
 * median annotator; but 0.01 at the least and 0.05 at the most.
 *
 * The median absolute deviation alone does not say so: of three annotators it is the smaller of two
 * gaps, which can be next to nothing, and with many votes the narrow interval makes every
 * difference more than chance. A fixed share would not do either: where many labels are rare and
 * everybody agrees that most do not apply, somebody who misses half of what there is still agrees
 * on well over 90 %.
 *
 * @example tellingGap(0.75) // 0.05
 */
export function tellingGap(middle: number): number {
  return Math.min(Math.max(1 - middle, 0.01), 0.05);
}

/**
 * Whether an agreement lies far below the median of the group, both as the group spreads and as it
 * matters.
 */
export function isFarBelow(
  agreement: number,
  middle: number,
  deviation: number,
  rule: OutlierRule,
): boolean {
  // A difference of exactly the gap counts, however it was rounded.
  return (
    agreement < middle - rule.deviations * deviation &&
    middle - agreement >= tellingGap(middle) - 1e-9
  );
}

interface Comparison {
  agreed: number;
  compared: number;
  othersTied: number;
  alone: number;
  /** True when at least one vote has a weight. */
  counting: boolean;
  readonly cells: Map<number, number>;
}

function newComparison(): Comparison {
  return { agreed: 0, compared: 0, othersTied: 0, alone: 0, counting: false, cells: new Map() };
}

/** Calls back with the votes of each unit, those of weight 0 included. */
function forEachUnit(votes: Votes, visit: (members: Int32Array) => void): void {
  const offsets = new Int32Array(votes.units + 1);
  for (const unit of votes.unit) offsets[unit + 1]++;
  for (let unit = 0; unit < votes.units; unit++) offsets[unit + 1] += offsets[unit];
  const next = offsets.slice(0, votes.units);
  const order = new Int32Array(votes.unit.length);
  for (let vote = 0; vote < order.length; vote++) order[next[votes.unit[vote]]++] = vote;
  for (let unit = 0; unit < votes.units; unit++)
    visit(order.subarray(offsets[unit], offsets[unit + 1]));
}

function compareUnit(
  { annotator, answer, weight, categories }: Votes,
  members: Int32Array,
  compared: readonly Comparison[],
): void {
  const counts = (vote: number): boolean => weight === undefined || weight[vote] > 0;
  for (const vote of members) {
    const comparison = compared[annotator[vote]];
    if (counts(vote)) comparison.counting = true;
    const given: number[] = [];
    const amounts: number[] = [];
    for (const other of members) {
      if (annotator[other] === annotator[vote] || !counts(other)) continue;
      const place = given.indexOf(answer[other]);
      if (place >= 0) amounts[place]++;
      else amounts[given.push(answer[other]) - 1] = 1;
    }
    const leader = leadingCategory(amounts, 0, amounts.length);
    if (amounts.length === 0) comparison.alone++;
    else if (leader < 0) comparison.othersTied++;
    else {
      comparison.compared++;
      if (given[leader] === answer[vote]) comparison.agreed++;
      const cell = given[leader] * categories + answer[vote];
      comparison.cells.set(cell, (comparison.cells.get(cell) ?? 0) + 1);
    }
  }
}

function toEstimate({ agreed, compared, othersTied, alone }: Comparison): Estimate {
  const skipped = othersTied + alone;
  if (compared === 0)
    return noValue(
      skipped === 0
        ? 'The annotator has not voted.'
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

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((first, second) => first - second);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
