import { seededRandom } from '../statistics/seeded-random.ts';

/** The block of each unit, and how many blocks there are. */
export interface UnitBlocks {
  readonly blockOf: Int32Array;
  readonly blocks: number;
  /** Blocks are subjects or units of their own; else many of them, put together at random. */
  readonly isWhole: boolean;
}

/** More blocks make the bootstrap slower, not better. */
const mostBlocks = 2000;

/**
 * What is drawn together in a bootstrap: the units of a subject, or single units. Beyond two
 * thousand, they are put into that many blocks of nearly equal size at random; resampling blocks of
 * independent units estimates the same spread.
 */
export function unitBlocks(units: number, subjects: Int32Array | null, seed: number): UnitBlocks {
  const group = subjects ?? Int32Array.from({ length: units }, (_, unit) => unit);
  const groups = group.reduce((most, one) => Math.max(most, one + 1), 0);
  if (groups <= mostBlocks) return { blockOf: group, blocks: groups, isWhole: true };
  const order = Int32Array.from({ length: groups }, (_, at) => at);
  const random = seededRandom(`blocks ${seed}`);
  for (let at = groups - 1; at > 0; at -= 1) {
    const other = random.integer(at + 1);
    const kept = order[at]!;
    order[at] = order[other]!;
    order[other] = kept;
  }
  const blockOfGroup = new Int32Array(groups);
  for (let at = 0; at < groups; at += 1) blockOfGroup[order[at]!] = at % mostBlocks;
  return {
    blockOf: Int32Array.from(group, (one) => blockOfGroup[one]!),
    blocks: mostBlocks,
    isWhole: false,
  };
}
