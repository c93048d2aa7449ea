import type { RankingResult } from './summed-rankings.ts';

/**
 * The same results with a query left out of a measure everywhere where one run has no value for it,
 * so that runs are compared on the same queries.
 */
export function onSharedQueries(results: readonly RankingResult[]): readonly RankingResult[] {
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
