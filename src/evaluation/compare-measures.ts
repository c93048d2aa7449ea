import { columnTotals, expandedInterval, resampleBlocks } from '../statistics/block-bootstrap.ts';
import type { BlockSums } from '../statistics/block-bootstrap.ts';
import type { Draws } from '../statistics/bootstrap.ts';
import { holm } from '../statistics/holm.ts';
import { pairedRandomisation } from '../statistics/paired-randomisation.ts';
import type { SummedMeasures } from './summed-measures.ts';

/** How the second of two systems differs from the first, in one measure. */
interface Comparison {
  readonly measure: string;
  readonly first: number | null;
  readonly second: number | null;
  /** Second minus first, with its interval. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** From the paired randomisation test. */
  readonly p: number | null;
  /** The same after Holm's correction for all comparisons that were made together. */
  readonly corrected: number | null;
}

/** Two systems on the same queries or units. */
export interface ComparedPair {
  readonly names: readonly [string, string];
  readonly comparisons: readonly Comparison[];
}

/** Systems with names; their blocks are the same queries or units in the same order. */
export interface NamedSystem extends SummedMeasures {
  readonly name: string;
  /** Measures over blocks of their own; the same lists in all systems. */
  readonly further?: readonly SummedMeasures[];
}

/**
 * Compares every pair of systems in every measure. A query that one of the two has no value for is
 * left out of both. Differences have a bootstrap interval over the same draws for both systems; all
 * p-values are corrected together.
 */
export function compareSystems(
  systems: readonly NamedSystem[],
  draws: Draws,
): readonly ComparedPair[] {
  const pairs = systems.flatMap((first, at) =>
    systems.slice(at + 1).map((second) => ({ first, second })),
  );
  const compared = pairs.map(({ first, second }) => {
    const others = [second, ...(second.further ?? [])];
    return [first, ...(first.further ?? [])].flatMap((one, at) =>
      comparePair(one, others[at]!, draws),
    );
  });
  const corrected = holm(compared.flatMap((all) => all.map(({ p }) => p)));
  let next = 0;
  return compared.map((all, at) => ({
    names: [pairs[at]!.first.name, pairs[at]!.second.name],
    comparisons: all.map((one) => ({ ...one, corrected: corrected[next++]! })),
  }));
}

function comparePair(
  first: SummedMeasures,
  second: SummedMeasures,
  draws: Draws,
): readonly Omit<Comparison, 'corrected'>[] {
  const measures = first.measures.filter(
    ({ noInterval }) => noInterval !== 'no-interval-description',
  );
  const statistics = measures.map(({ statistic }) => statistic);
  const tests = pairedRandomisation(first.sums, second.sums, statistics, draws);
  const { columns, blocks } = first.sums;
  const both = sideBySide(first.sums, second.sums);
  const resampled = measures.map(() => new Float64Array(draws.resamples));
  const filled = new Int32Array(measures.length);
  if (blocks >= 2)
    resampleBlocks(both, draws, (totals) => {
      const [one, other] = [totals.subarray(0, columns), totals.subarray(columns)];
      statistics.forEach((statistic, at) => {
        const [before, after] = [statistic(one), statistic(other)];
        if (before !== null && after !== null) resampled[at]![filled[at]!++] = after - before;
      });
    });
  const totals = [columnTotals(first.sums), columnTotals(second.sums)] as const;
  return measures.map(({ name, statistic, blocks: own = blocks }, at) => {
    const interval = expandedInterval(resampled[at]!.subarray(0, filled[at]!), own);
    return {
      measure: name,
      first: statistic(totals[0]),
      second: statistic(totals[1]),
      difference: tests[at]!.difference,
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      p: tests[at]!.p,
    };
  });
}

function sideBySide(first: BlockSums, second: BlockSums): BlockSums {
  const { blocks, columns } = first;
  const sums = new Float64Array(2 * blocks * columns);
  for (let block = 0; block < blocks; block += 1) {
    const from = block * columns;
    sums.set(first.sums.subarray(from, from + columns), 2 * from);
    sums.set(second.sums.subarray(from, from + columns), 2 * from + columns);
  }
  return { blocks, columns: 2 * columns, sums };
}
