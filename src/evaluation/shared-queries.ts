import type { SummedMeasures } from './summed-measures.ts';

/**
 * The same results with a query left out of a measure everywhere where one system has no value for
 * it, so that systems are compared on the same queries. Columns are pairs of a value and its count.
 */
export function onSharedQueries<Result extends SummedMeasures>(
  results: readonly Result[],
): readonly Result[] {
  const [first] = results;
  if (first === undefined) return [];
  const { blocks, columns } = first.sums;
  const copies = results.map(({ sums }) => sums.sums.slice());
  for (let block = 0; block < blocks; block += 1)
    for (let column = 1; column < columns; column += 2) {
      const at = block * columns + column;
      if (copies.every((sums) => sums[at] === 1)) continue;
      for (const sums of copies) sums[at] = sums[at - 1] = 0;
    }
  return results.map((result, at) => ({ ...result, sums: { blocks, columns, sums: copies[at]! } }));
}
