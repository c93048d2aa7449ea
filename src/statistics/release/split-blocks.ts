import type { LabelMatrix } from '../label-matrix.ts';

/** What a split may not tear apart: groups of units, or single units. */
export interface SplitBlocks {
  readonly blocks: number;
  readonly labels: number;
  readonly grouped: boolean;
  /** Per unit: its block. */
  readonly blockOf: Int32Array;
  /** Per block: its units; one more entry, for the empty block, is 0. */
  readonly size: Int32Array;
  /** [block, label]: units of the block with the label; one more row, for the empty block, is 0. */
  readonly amount: Int32Array;
  /** Per label: units and blocks that have it. */
  readonly units: Int32Array;
  readonly carriers: Int32Array;
}

/** Joins units with the same group number; without groups, every unit is a block. */
export function splitBlocks(
  { units, labels, has }: LabelMatrix,
  group: Int32Array | undefined,
): SplitBlocks {
  const { blocks, blockOf } =
    group === undefined
      ? { blocks: units, blockOf: Int32Array.from({ length: units }, (_, unit) => unit) }
      : numberGroups(group);
  const size = new Int32Array(blocks + 1);
  const amount = new Int32Array((blocks + 1) * labels);
  for (let unit = 0; unit < units; unit++) {
    size[blockOf[unit]]++;
    for (let label = 0; label < labels; label++)
      amount[blockOf[unit] * labels + label] += has[unit * labels + label];
  }
  const total = new Int32Array(labels);
  const carriers = new Int32Array(labels);
  for (let block = 0; block < blocks; block++) {
    for (let label = 0; label < labels; label++) {
      total[label] += amount[block * labels + label];
      if (amount[block * labels + label] > 0) carriers[label]++;
    }
  }
  return { blocks, labels, grouped: blocks < units, blockOf, size, amount, units: total, carriers };
}

function numberGroups(group: Int32Array): Pick<SplitBlocks, 'blocks' | 'blockOf'> {
  const numberOf = new Map<number, number>();
  const blockOf = group.map((key) => {
    const known = numberOf.get(key);
    if (known !== undefined) return known;
    numberOf.set(key, numberOf.size);
    return numberOf.size - 1;
  });
  return { blocks: numberOf.size, blockOf };
}
