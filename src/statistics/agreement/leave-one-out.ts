import type { Estimate } from '../estimate.ts';
import { leadingCategory } from '../leading-category.ts';
import type { Votes } from '../votes.ts';
import { checkVotes } from '../votes.ts';
import { agreementShare, outlierRule, outliers } from './outliers.ts';
import type { OutlierRule } from './outliers.ts';

/** One annotator compared with the majority of the others. */
export interface AgainstOthers {
  /** The share of votes that match the others' majority, with its Wilson interval. */
  readonly agreement: Estimate;
  /** Votes left out: the others tied, or nobody else voted; together `agreement.skipped`. */
  readonly othersTied: number;
  readonly alone: number;
  /** How often the annotator gave `answer` where the others said `majority`; non-zero only. */
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
  /** Median and median absolute deviation of the group's agreement; null for an empty group. */
  readonly median: number | null;
  readonly deviation: number | null;
}

/**
 * Agreement with the leave-one-out majority: how often an annotator says what the majority of the
 * others says. For finding, during the work, who reads the guideline differently; a majority that
 * includes the annotator would flatter everybody, the more the smaller the panel.
 *
 * votes equal to the majority of the others / votes where the others have a majority. Where the
 * others are tied, or nobody else voted, a vote is skipped and counted. Votes of weight 0 are
 * compared but never part of a majority; other weights are ignored. An annotator whose votes were
 * all skipped has no value. Who is far below the group (annotators with votes that count) is an
 * outlier, see {@link outliers}.
 * @example const votes = votesFrom([[0, 0, 1], [0, 1, 1], [0, 2, 0]]);
 * leaveOneOut(votes).annotators[2].agreement // { value: 0, n: 1, … }
 */
export function leaveOneOut(votes: Votes, rule: OutlierRule = outlierRule): LeaveOneOut {
  checkVotes(votes);
  const compared = Array.from({ length: votes.annotators }, newComparison);
  forEachUnit(votes, (members) => compareUnit(votes, members, compared));
  const agreements = compared.map(({ agreed, compared: n, othersTied, alone }) =>
    agreementShare(agreed, n, othersTied + alone, 'no-votes'),
  );
  const counting = compared.map((one) => one.counting);
  const group = outliers(agreements, counting, rule);
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
      outlier: group.isOutlier[annotator],
    })),
    median: group.median,
    deviation: group.deviation,
  };
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
