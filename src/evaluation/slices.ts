import type { BlockSums } from '../statistics/block-bootstrap.ts';

/** The blocks that belong to each value of a field, values in the order of first appearance. */
export function blocksByValue(values: readonly (string | null)[]): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>();
  values.forEach((value, block) => {
    const name = value ?? '';
    const blocks = found.get(name);
    if (blocks === undefined) found.set(name, [block]);
    else blocks.push(block);
  });
  return found;
}

/** Only these blocks. */
export function chosenBlocks({ columns, sums }: BlockSums, blocks: readonly number[]): BlockSums {
  const chosen = new Float64Array(blocks.length * columns);
  blocks.forEach((block, at) => {
    chosen.set(sums.subarray(block * columns, (block + 1) * columns), at * columns);
  });
  return { blocks: blocks.length, columns, sums: chosen };
}
