import { leadingCategory, tiedCategories } from '../leading-category.ts';
import type { VotesByUnit } from '../votes.ts';

/**
 * What was voted on every unit. Entries of unit u are at `offsets[u]` … `offsets[u + 1] − 1`, by
 * ascending category, only for categories with votes, so thousands of categories cost nothing.
 */
export interface VoteTally {
  readonly units: number;
  readonly categories: number;
  readonly offsets: Int32Array;
  readonly category: Int32Array;
  /** How much the category got: votes, or the sum of their weights. */
  readonly weight: Float64Array;
  /** Per unit: the sum over its categories. */
  readonly total: Float64Array;
  /** Votes of weight 0: kept, never counted. */
  readonly uncounted: number;
}

/** The answers of a vote, as columns; {@link voteOutcome} reads one unit in words. */
export interface VoteResult {
  /** Per unit: the winning category, or −1 when there is none (a tie, or nothing that counts). */
  readonly answer: Int32Array;
  /** Per unit: the largest share of the total, also when tied; 0 without any vote. */
  readonly confidence: Float64Array;
  readonly tally: VoteTally;
}

/** What a vote says about one unit. */
export type VoteOutcome =
  | { readonly answer: number; readonly confidence: number; readonly total: number }
  | {
      readonly answer: null;
      readonly tied: readonly number[];
      readonly total: number;
      readonly why: string;
    };

/** Counts the votes of every unit, each as 1 or by its weight. */
export function tallyVotes(votes: VotesByUnit, weight: Float64Array | null): VoteTally {
  const { units, categories, answer } = votes;
  const offsets = new Int32Array(units + 1);
  const category = new Int32Array(answer.length);
  const amount = new Float64Array(answer.length);
  const total = new Float64Array(units);
  const entryOf = new Int32Array(categories).fill(-1);
  let end = 0;
  for (let unit = 0; unit < units; unit++) {
    const start = end;
    for (let vote = votes.offsets[unit]; vote < votes.offsets[unit + 1]; vote++) {
      const given = answer[vote];
      if (entryOf[given] < start) {
        entryOf[given] = end;
        category[end++] = given;
      }
      const counts = weight === null ? 1 : weight[vote];
      amount[entryOf[given]] += counts;
      total[unit] += counts;
    }
    sortEntries(category, amount, start, end);
    offsets[unit + 1] = end;
  }
  return {
    units,
    categories,
    offsets,
    category: category.slice(0, end),
    weight: amount.slice(0, end),
    total,
    uncounted: votes.uncounted,
  };
}

/** The winner of every unit: the category with the largest weight. Ties have no winner. */
export function decideVotes(tally: VoteTally): VoteResult {
  const answer = new Int32Array(tally.units);
  const confidence = new Float64Array(tally.units);
  for (let unit = 0; unit < tally.units; unit++) {
    const from = tally.offsets[unit];
    const to = tally.offsets[unit + 1];
    const leader = leadingCategory(tally.weight, from, to);
    answer[unit] = leader < 0 ? -1 : tally.category[from + leader];
    let largest = 0;
    for (let entry = from; entry < to; entry++) largest = Math.max(largest, tally.weight[entry]);
    confidence[unit] = from === to ? 0 : largest / tally.total[unit];
  }
  return { answer, confidence, tally };
}

/** What the vote says about one unit: the answer, or the tied categories and why there is none. */
export function voteOutcome(result: VoteResult, unit: number): VoteOutcome {
  const { tally } = result;
  const total = tally.total[unit];
  if (result.answer[unit] >= 0)
    return { answer: result.answer[unit], confidence: result.confidence[unit], total };
  const from = tally.offsets[unit];
  const places = tiedCategories(tally.weight, from, tally.offsets[unit + 1]);
  const tied = places.map((position) => tally.category[from + position]);
  const nobody = 'Nobody whose vote counts has answered.';
  const why = tied.length === 0 ? nobody : `${tied.length} answers are tied.`;
  return { answer: null, tied, total, why };
}

function sortEntries(category: Int32Array, amount: Float64Array, from: number, to: number): void {
  for (let entry = from + 1; entry < to; entry++) {
    const movedCategory = category[entry];
    const movedAmount = amount[entry];
    let place = entry;
    for (; place > from && category[place - 1] > movedCategory; place--) {
      category[place] = category[place - 1];
      amount[place] = amount[place - 1];
    }
    category[place] = movedCategory;
    amount[place] = movedAmount;
  }
}
