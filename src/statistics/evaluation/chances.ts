import type { OutcomeCounts } from './binary-counts.ts';

/** What the denominator of a measure counts. */
const denominators: Readonly<Record<string, (counts: OutcomeCounts) => number>> = {
  P: ({ truePositives, falsePositives }) => truePositives + falsePositives,
  R: ({ truePositives, falseNegatives }) => truePositives + falseNegatives,
  specificity: ({ trueNegatives, falsePositives }) => trueNegatives + falsePositives,
  F1: toFind,
  jaccard: toFind,
  balanced_accuracy: (counts) =>
    meanChances([chancesOf('R', counts), chancesOf('specificity', counts)]),
};

/** How many could have been missed by a measure of these counts: what a value of 1 rests on. */
export function chancesOf(measure: string, counts: OutcomeCounts): number {
  return denominators[measure]?.(counts) ?? toFind(counts) + counts.trueNegatives;
}

function toFind({ truePositives, falsePositives, falseNegatives }: OutcomeCounts): number {
  return truePositives + falsePositives + falseNegatives;
}

/**
 * The same for the mean over labels or classes: as many times their harmonic mean, since the rarest
 * is known least. Those without any are left out of the mean and here.
 * @example meanChances([10, 10, 10]) // 30
 */
export function meanChances(chances: readonly number[]): number {
  const some = chances.filter((one) => one > 0);
  return some.length ** 2 / some.reduce((sum, one) => sum + 1 / one, 0);
}
