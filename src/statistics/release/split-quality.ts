import type { Estimate } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import type { LabelMatrix } from '../label-matrix.ts';
import { labelCounts } from '../label-matrix.ts';

/** How well a split keeps sizes and labels; all counts are of units. */
export interface SplitQuality {
  /** Per part: how many units it has, and how many its share asks for. */
  readonly sizes: readonly number[];
  readonly wantedSizes: readonly number[];
  /** [label]: the share of all units that have it. */
  readonly prevalence: readonly number[];
  /** [part][label]: the same within a part; null in a part without units. */
  readonly partPrevalence: readonly (readonly (number | null)[])[];
  /** The largest |prevalence in a part − prevalence overall|; null without labels or units. */
  readonly largestDeviation: {
    readonly value: number;
    readonly part: number;
    readonly label: number;
  } | null;
  /** The largest |units of a part with a label − share × units with it|; ideally below 1. */
  readonly largestCountDeviation: number;
  /** LD: mean of |odds in the part − odds overall| over labels and parts; n counts labels. */
  readonly labelDistribution: Estimate;
  /** ED: mean over parts of |size − share × units|. */
  readonly exampleDistribution: number;
}

/**
 * Quality of a stratified split: sizes, prevalence of every label in every part, and two figures.
 * LD = mean over labels l and parts p of |pos(p, l)/neg(p, l) − pos(l)/neg(l)|; ED = mean over p of
 * |n(p) − share(p) · n|. Lower is better, 0 is perfect. A label that all units of some part have
 * has infinite odds and is skipped in LD. Sechidis, Tsoumakas and Vlahavas 2011,
 * https://doi.org/10.1007/978-3-642-23808-6_10
 * @example const matrix = { units: 4, labels: 1, has: Uint8Array.of(1, 1, 0, 0) };
 * splitQuality(matrix, Int32Array.of(0, 1, 0, 1), [0.5, 0.5]).largestDeviation.value // 0
 */
export function splitQuality(
  matrix: LabelMatrix,
  part: Int32Array,
  shares: readonly number[],
): SplitQuality {
  const { units, labels } = matrix;
  const parts = shares.length;
  const counts = labelCounts(matrix);
  const sizes = Array.from({ length: parts }, () => 0);
  const positives = new Int32Array(parts * labels);
  for (let unit = 0; unit < units; unit++) {
    sizes[part[unit]]++;
    for (let label = 0; label < labels; label++)
      positives[part[unit] * labels + label] += matrix.has[unit * labels + label];
  }
  const prevalence = Array.from(counts, (count) => (units === 0 ? 0 : count / units));
  const partPrevalence = sizes.map((size, index) =>
    prevalence.map((_, label) => (size === 0 ? null : positives[index * labels + label] / size)),
  );
  let largestDeviation: SplitQuality['largestDeviation'] = null;
  let largestCountDeviation = 0;
  for (let index = 0; index < parts; index++) {
    for (let label = 0; label < labels; label++) {
      const within = partPrevalence[index][label];
      const value = within === null ? -1 : Math.abs(within - prevalence[label]);
      if (value > (largestDeviation?.value ?? -1)) largestDeviation = { value, part: index, label };
      largestCountDeviation = Math.max(
        largestCountDeviation,
        Math.abs(positives[index * labels + label] - shares[index] * counts[label]),
      );
    }
  }
  const wantedSizes = shares.map((share) => share * units);
  return {
    sizes,
    wantedSizes,
    prevalence,
    partPrevalence,
    largestDeviation,
    largestCountDeviation,
    labelDistribution: labelDistribution(matrix, counts, sizes, positives),
    exampleDistribution:
      sizes.reduce((sum, size, index) => sum + Math.abs(size - wantedSizes[index]), 0) / parts,
  };
}

function labelDistribution(
  { units, labels }: LabelMatrix,
  counts: Int32Array,
  sizes: readonly number[],
  positives: Int32Array,
): Estimate {
  let sum = 0;
  let used = 0;
  for (let label = 0; label < labels; label++) {
    const odds = counts[label] / (units - counts[label]);
    let deviation = 0;
    for (let part = 0; part < sizes.length; part++) {
      const positive = positives[part * labels + label];
      deviation += Math.abs(positive / (sizes[part] - positive) - odds) / sizes.length;
    }
    if (!Number.isFinite(deviation)) continue;
    sum += deviation;
    used++;
  }
  if (labels === 0) return noValue('no-label-columns');
  if (used === 0) return noValue('no-finite-odds', 0, labels);
  return pointEstimate(sum / used, used, labels - used, 'no-interval-description');
}
