import { seededRandom } from '../statistics/seeded-random.ts';

/** The block of each unit, and how many blocks there are. */
export interface UnitBlocks {
  readonly blockOf: Int32Array;
  readonly blocks: number;
  /** How many units or subjects are drawn independently. */
  readonly groups: number;
  /** Blocks are subjects or units of their own; else many of them, put together at random. */
  readonly isWhole: boolean;
}

/** Up to this many units or subjects are drawn one by one. */
const mostBlocks = 2000;

/** Beyond that, this many blocks: more make the bootstrap slower, and its intervals no better. */
const manyBlocks = 500;

/**
 * What is drawn together in a bootstrap: the units of a subject, or single units. Beyond two
 * thousand, they are put into five hundred blocks of nearly equal size at random; resampling blocks
 * of independent units estimates the same spread.
 */
export function unitBlocks(units: number, subjects: Int32Array | null, seed: number): UnitBlocks {
  const group = subjects ?? numbersTo(units);
  let groups = 0;
  for (const one of group) groups = Math.max(groups, one + 1);
  if (groups <= mostBlocks) return { blockOf: group, blocks: groups, groups, isWhole: true };
  const order = numbersTo(groups);
  const random = seededRandom(`blocks ${seed}`);
  for (let at = groups - 1; at > 0; at -= 1) {
    const other = random.integer(at + 1);
    const kept = order[at]!;
    order[at] = order[other]!;
    order[other] = kept;
  }
  const blockOfGroup = new Int32Array(groups);
  for (let at = 0; at < groups; at += 1) blockOfGroup[order[at]!] = at % manyBlocks;
  const blockOf = new Int32Array(group.length);
  for (let unit = 0; unit < group.length; unit += 1) blockOf[unit] = blockOfGroup[group[unit]!]!;
  return { blockOf, blocks: manyBlocks, groups, isWhole: false };
}

function numbersTo(size: number): Int32Array {
  const numbers = new Int32Array(size);
  for (let at = 0; at < size; at += 1) numbers[at] = at;
  return numbers;
}
