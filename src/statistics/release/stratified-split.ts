import type { LabelMatrix } from '../label-matrix.ts';
import { checkLabelMatrix } from '../label-matrix.ts';
import { largestRemainder } from '../largest-remainder.ts';
import { seededRandom } from '../seeded-random.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { shuffle } from '../shuffle.ts';
import type { SplitBlocks } from './split-blocks.ts';
import { splitBlocks } from './split-blocks.ts';
import { improveSplit } from './split-improvement.ts';
import type { Placement } from './split-improvement.ts';
import type { SplitQuality } from './split-quality.ts';
import { splitQuality } from './split-quality.ts';

/** What {@link stratifiedSplit} is to do. */
export interface SplitPlan {
  /** The wanted share of units in each part; they are made to add up to 1. */
  readonly shares: readonly number[];
  readonly seed: number | string;
  /** Per unit: its group, any whole number. Units of one group stay together. */
  readonly group?: Int32Array;
}

/** A split, and how good it is. */
export interface StratifiedSplit {
  /** Per unit: its part. */
  readonly part: Int32Array;
  readonly quality: SplitQuality;
  /** Labels absent from a part despite at least as many carriers (units or groups) as parts. */
  readonly missing: readonly { readonly label: number; readonly part: number }[];
}

/**
 * Stratified split of units that may have several labels: parts of exact size in which every label
 * is as frequent as overall, for cutting a ground truth into development and test sets. {@link
 * iterativeStratification} from a seed, with three promises added: sizes are exact (largest
 * remainder); a label that at least as many units have as there are parts is in every part, unless
 * the sizes prevent it, which is reported as `missing`; and where the greedy walk ends more than
 * one unit off for some label, units are exchanged while that lowers Σ (prevalence in part −
 * prevalence)².
 *
 * With groups (documents, queries) no group is on two sides. Sizes are then as near as the groups
 * allow: moving and exchanging whole groups minimises the deviations of sizes and prevalences
 * together, sizes counting a thousandfold. The seed determines the order of the units and breaks
 * ties. Without labels this is a random split of exact size. Parts may be empty when there are
 * fewer units than parts. Sechidis, Tsoumakas and Vlahavas 2011,
 * https://doi.org/10.1007/978-3-642-23808-6_10
 * @example const matrix = { units: 4, labels: 1, has: Uint8Array.of(1, 1, 0, 0) };
 * stratifiedSplit(matrix, { shares: [0.5, 0.5], seed: 7 }).quality.sizes // [2, 2]
 */
export function stratifiedSplit(matrix: LabelMatrix, plan: SplitPlan): StratifiedSplit {
  checkLabelMatrix(matrix);
  checkPlan(matrix, plan);
  const whole = plan.shares.reduce((sum, share) => sum + share, 0);
  const shares = plan.shares.map((share) => share / whole);
  const random = seededRandom(plan.seed);
  const blocks = splitBlocks(matrix, plan.group);
  const sizes = largestRemainder(matrix.units, shares);
  const partOfBlock = splitOfBlocks(blocks, { shares, sizes, random });
  const part = Int32Array.from(blocks.blockOf, (block) => partOfBlock[block]);
  const quality = splitQuality(matrix, part, shares);
  const missing = quality.partPrevalence.flatMap((prevalences, index) =>
    prevalences.flatMap((prevalence, label) =>
      blocks.carriers[label] >= shares.length && (prevalence ?? 0) === 0
        ? [{ label, part: index }]
        : [],
    ),
  );
  return { part, quality, missing };
}

function checkPlan({ units }: LabelMatrix, { shares, group }: SplitPlan): void {
  if (shares.length < 2) throw new RangeError(`a split has at least 2 parts, not ${shares.length}`);
  for (const share of shares)
    if (!(share > 0 && share < Infinity))
      throw new RangeError(`a share is ${share}, expected above 0`);
  if (group !== undefined && group.length !== units)
    throw new RangeError(`group has ${group.length} units, expected ${units}`);
}

/** Few groups easily reach a dead end that another order avoids; retrying is cheap. */
const attempts = 20;
const fewGroups = 200;

function splitOfBlocks(blocks: SplitBlocks, placement: Placement): Int32Array {
  let best = placeBlocks(blocks, placement);
  let least = improveSplit(blocks, best, placement);
  if (!blocks.grouped || blocks.blocks > fewGroups) return best;
  for (let attempt = 1; attempt < attempts; attempt++) {
    const part = placeBlocks(blocks, placement);
    const cost = improveSplit(blocks, part, placement);
    if (cost < least) [best, least] = [part, cost];
  }
  return best;
}

/** The greedy walk of iterative stratification, over blocks and with a limit to every part. */
function placeBlocks(blocks: SplitBlocks, { shares, sizes, random }: Placement): Int32Array {
  const { labels, size, amount } = blocks;
  const part = new Int32Array(blocks.blocks).fill(-1);
  const order = walkingOrder(blocks, random);
  const room = Float64Array.from(sizes);
  const lacking = wantedAmounts(blocks, shares);
  const remaining = blocks.units.slice();
  const preference = shuffle(Int32Array.from(shares.keys()), random);
  const place = (block: number, wanted: Float64Array): void => {
    let chosen = preference[0];
    for (const candidate of preference)
      if (isNeedier(candidate, chosen, wanted, room, size[block])) chosen = candidate;
    part[block] = chosen;
    room[chosen] -= size[block];
    for (let label = 0; label < labels; label++) {
      remaining[label] -= amount[block * labels + label];
      lacking[label][chosen] -= amount[block * labels + label];
    }
  };
  for (;;) {
    let rarest = -1;
    for (let label = 0; label < labels; label++)
      if (remaining[label] > 0 && (rarest < 0 || remaining[label] < remaining[rarest]))
        rarest = label;
    if (rarest < 0) break;
    for (const block of order)
      if (part[block] < 0 && amount[block * labels + rarest] > 0) place(block, lacking[rarest]);
  }
  for (const block of order) if (part[block] < 0) place(block, room);
  return part;
}

/** Random; with many groups, large ones first, since small ones fill gaps better. */
function walkingOrder({ blocks, grouped, size }: SplitBlocks, random: SeededRandom): Int32Array {
  const order = shuffle(
    new Int32Array(blocks).map((_, block) => block),
    random,
  );
  return grouped && blocks > fewGroups
    ? order.toSorted((first, second) => size[second] - size[first])
    : order;
}

/** [label][part]: share × units with the label, at least 1 where there are enough carriers. */
function wantedAmounts(
  { units, carriers }: SplitBlocks,
  shares: readonly number[],
): Float64Array[] {
  return Array.from(units, (count, label) => {
    const wanted = Float64Array.from(shares, (share) => share * count);
    if (carriers[label] < shares.length) return wanted;
    const largest = wanted.indexOf(Math.max(...wanted));
    for (let part = 0; part < wanted.length; part++) {
      if (wanted[part] >= 1) continue;
      wanted[largest] -= 1 - wanted[part];
      wanted[part] = 1;
    }
    return wanted;
  });
}

function isNeedier(
  candidate: number,
  chosen: number,
  wanted: Float64Array,
  room: Float64Array,
  size: number,
): boolean {
  const fits = room[candidate] >= size;
  if (fits !== room[chosen] >= size) return fits;
  if (!fits || wanted[candidate] === wanted[chosen]) return room[candidate] > room[chosen];
  return wanted[candidate] > wanted[chosen];
}
