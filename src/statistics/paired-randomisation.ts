import type { BlockSums, SumStatistic } from './block-bootstrap.ts';
import type { Draws } from './bootstrap.ts';
import { seededRandom } from './seeded-random.ts';

/** How a difference stands against chance. */
export interface RandomisationTest {
  /** The measure of the second minus that of the first; null where one has no value. */
  readonly difference: number | null;
  /** How often chance alone gives a difference at least as large, in either direction. */
  readonly p: number | null;
  /** All ways of swapping were tried, not a sample. */
  readonly isExact: boolean;
}

/** Up to this many blocks, every way of swapping is tried. */
const exactBlocks = 12;

/**
 * Paired randomisation test: are two systems on the same queries (or units) different beyond
 * chance? If they were alike, it would not matter which of the two gave which result; so the
 * results of each block are swapped or not at random, and the difference is measured again. Assumes
 * nothing about the distribution of the measure. With up to 12 blocks all swaps are tried; with
 * more, p = (1 + as extreme) / (1 + resamples). Smucker, Allan and Carterette 2007,
 * https://doi.org/10.1145/1321440.1321528
 */
export function pairedRandomisation(
  first: BlockSums,
  second: BlockSums,
  statistics: readonly SumStatistic[],
  draws: Draws,
): readonly RandomisationTest[] {
  const { blocks } = first;
  const isExact = blocks <= exactBlocks;
  const rounds = isExact ? 2 ** blocks : draws.resamples;
  const random = seededRandom(draws.seed);
  const swapped = new Uint8Array(blocks);
  const observed = differences(first, second, swapped, statistics);
  const extreme = statistics.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    for (let block = 0; block < blocks; block++)
      swapped[block] = isExact ? (round >> block) & 1 : random.integer(2);
    differences(first, second, swapped, statistics).forEach((value, at) => {
      const wanted = observed[at];
      if (wanted === null || value === null) return;
      // Sums in another order differ in their last digits.
      if (Math.abs(value) >= Math.abs(wanted) - 1e-12) extreme[at]++;
    });
    draws.onDraw?.();
  }
  return observed.map((difference, at) => {
    const p = isExact ? extreme[at] / rounds : (1 + extreme[at]) / (1 + rounds);
    return { difference, p: difference === null ? null : p, isExact };
  });
}

function differences(
  first: BlockSums,
  second: BlockSums,
  swapped: Uint8Array,
  statistics: readonly SumStatistic[],
): readonly (number | null)[] {
  const { blocks, columns } = first;
  const one = new Float64Array(columns);
  const other = new Float64Array(columns);
  for (let block = 0, at = 0; block < blocks; block++) {
    const [a, b] = swapped[block] === 1 ? [second.sums, first.sums] : [first.sums, second.sums];
    for (let column = 0; column < columns; column++, at++) {
      one[column] += a[at];
      other[column] += b[at];
    }
  }
  return statistics.map((statistic) => {
    const [before, after] = [statistic(one), statistic(other)];
    return before === null || after === null ? null : after - before;
  });
}
