import type { SeededRandom } from '../seeded-random.ts';
import { shuffle } from '../shuffle.ts';
import type { SplitBlocks } from './split-blocks.ts';

/** The wanted shares and sizes of the parts, and what breaks ties. */
export interface Placement {
  readonly shares: readonly number[];
  readonly sizes: Int32Array;
  readonly random: SeededRandom;
}

/**
 * Improves a split in place by exchanging blocks between two parts, and with groups also by moving
 * them, as long as that lowers
 *   Σ over parts and labels of (prevalence in part − prevalence)²
 *     + 1000 · labels · Σ over parts of ((size − wanted) / units)²
 * plus 1 for every label that a part lacks although there are enough carriers. Single units are
 * left alone when no label is off by a whole unit. Large splits are searched by random samples.
 * Returns that sum at the end, for comparing splits of the same blocks; 0 for single units left
 * alone.
 */
export function improveSplit(
  blocks: SplitBlocks,
  part: Int32Array,
  { shares, sizes, random }: Placement,
): number {
  const state = buildState(blocks, part, sizes);
  if (!blocks.grouped && isBalanced(blocks, state, shares)) return 0;
  const sample = blocks.grouped ? 200 : 64;
  const complete = blocks.blocks <= sample;
  let idle = 0;
  for (let round = 0; round < mostRounds && idle < (complete ? 1 : patience); round++) {
    let improved = false;
    const members = membersOfParts(part, shares.length, sample, random);
    for (let first = 0; first < shares.length; first++) {
      for (let second = first + 1; second < shares.length; second++) {
        const exchange = bestExchange(blocks, state, first, second, members);
        if (exchange === null) continue;
        apply(blocks, state, part, exchange);
        const { given, taken } = exchange;
        const replaced = (list: readonly number[], lost: number, got: number): number[] =>
          list
            .map((block) => (block === lost ? got : block))
            .filter((one) => one !== blocks.blocks);
        members[first] = replaced(members[first], given, taken);
        members[second] = replaced(members[second], taken, given);
        improved = true;
      }
    }
    idle = improved ? 0 : idle + 1;
    if (!blocks.grouped && improved && isBalanced(blocks, state, shares)) return 0;
  }
  return totalCost(blocks, state);
}

const mostRounds = 500;
const patience = 4;
const sizeWeight = 1000;

interface State {
  readonly wantedSize: Int32Array;
  readonly size: Int32Array;
  /** [part, label]: units of the part with the label. */
  readonly amount: Int32Array;
  readonly prevalence: Float64Array;
  readonly units: number;
}

interface Exchange {
  readonly first: number;
  readonly second: number;
  /** The blocks that go from first to second and back; the number after the last means none. */
  readonly given: number;
  readonly taken: number;
}

function buildState(blocks: SplitBlocks, part: Int32Array, wantedSize: Int32Array): State {
  const { labels } = blocks;
  const size = new Int32Array(wantedSize.length);
  const amount = new Int32Array(wantedSize.length * labels);
  for (let block = 0; block < blocks.blocks; block++) {
    size[part[block]] += blocks.size[block];
    for (let label = 0; label < labels; label++)
      amount[part[block] * labels + label] += blocks.amount[block * labels + label];
  }
  const units = blocks.blockOf.length;
  const prevalence = Float64Array.from(blocks.units, (count) => count / Math.max(1, units));
  return { wantedSize, size, amount, units, prevalence };
}

function isBalanced(
  { labels, units, carriers }: SplitBlocks,
  { amount }: State,
  shares: readonly number[],
): boolean {
  for (let part = 0; part < shares.length; part++) {
    for (let label = 0; label < labels; label++) {
      const has = amount[part * labels + label];
      if (
        Math.abs(has - shares[part] * units[label]) >= 1 ||
        (has === 0 && carriers[label] >= shares.length)
      )
        return false;
    }
  }
  return true;
}

function membersOfParts(
  part: Int32Array,
  parts: number,
  sample: number,
  random: SeededRandom,
): number[][] {
  const members: number[][] = Array.from({ length: parts }, () => []);
  for (let block = 0; block < part.length; block++) members[part[block]].push(block);
  return members.map((blocks) => {
    if (blocks.length <= sample) return blocks;
    if (blocks.length <= 4 * sample) return shuffle(blocks, random).slice(0, sample);
    return Array.from({ length: sample }, () => blocks[random.integer(blocks.length)]);
  });
}

function bestExchange(
  blocks: SplitBlocks,
  state: State,
  first: number,
  second: number,
  members: readonly (readonly number[])[],
): Exchange | null {
  const none = blocks.blocks;
  const givens = blocks.grouped ? [...members[first], none] : members[first];
  const takens = blocks.grouped ? [...members[second], none] : members[second];
  let best: Exchange | null = null;
  let least = costAfter(blocks, state, { first, second, given: none, taken: none }) - 1e-12;
  for (const given of givens) {
    for (const taken of takens) {
      const cost = costAfter(blocks, state, { first, second, given, taken });
      if (cost < least) {
        least = cost;
        best = { first, second, given, taken };
      }
    }
  }
  return best;
}

function totalCost(blocks: SplitBlocks, state: State): number {
  let cost = 0;
  for (let part = 0; part < state.size.length; part++)
    cost += partCost(blocks, state, part, blocks.blocks, blocks.blocks);
  return cost;
}

function costAfter(
  blocks: SplitBlocks,
  state: State,
  { first, second, given, taken }: Exchange,
): number {
  return (
    partCost(blocks, state, first, given, taken) + partCost(blocks, state, second, taken, given)
  );
}

/** What a part costs once it has lost one block and got another. */
function partCost(
  { labels, carriers, size, amount }: SplitBlocks,
  state: State,
  part: number,
  lost: number,
  got: number,
): number {
  const parts = state.size.length;
  const newSize = state.size[part] + size[got] - size[lost];
  const scale = 1 / Math.max(1, newSize);
  const miss = (newSize - state.wantedSize[part]) / state.units;
  let cost = sizeWeight * Math.max(1, labels) * miss * miss;
  for (let label = 0; label < labels; label++) {
    const has =
      state.amount[part * labels + label] +
      amount[got * labels + label] -
      amount[lost * labels + label];
    const off = has * scale - state.prevalence[label];
    cost += off * off;
    if (has === 0 && carriers[label] >= parts) cost += 1;
  }
  return cost;
}

function apply(
  blocks: SplitBlocks,
  state: State,
  part: Int32Array,
  { first, second, given, taken }: Exchange,
): void {
  const { labels, size, amount } = blocks;
  if (given !== blocks.blocks) part[given] = second;
  if (taken !== blocks.blocks) part[taken] = first;
  state.size[first] += size[taken] - size[given];
  state.size[second] -= size[taken] - size[given];
  for (let label = 0; label < labels; label++) {
    const more = amount[taken * labels + label] - amount[given * labels + label];
    state.amount[first * labels + label] += more;
    state.amount[second * labels + label] -= more;
  }
}
