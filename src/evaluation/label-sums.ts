import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import { probabilityBin, surprise } from '../statistics/evaluation/calibration.ts';
import { labelRanking } from '../statistics/evaluation/label-ranking.ts';
import type { LabelTable } from './label-table.ts';
import type { SummedMeasure } from './summed-measures.ts';

/** Bins of the reliability curve and of ECE. */
const calibrationBins = 10;

/** Where the columns of a label begin, and what they are. */
export const labelColumns = {
  counts: 0,
  brier: 4,
  scored: 5,
  logLoss: 6,
  bins: 7,
  all: 7 + 3 * calibrationBins,
};
/** Columns of whole units, behind those of the labels. */
export const unitColumns = {
  exact: 0,
  units: 1,
  precision: 2,
  recall: 4,
  f1: 6,
  jaccard: 8,
  all: 10,
};

/** The sums of the reliability curve of a label, out of the totals. */
export function reliabilitySums(totals: Float64Array, label: number): Float64Array {
  const from = label * labelColumns.all + labelColumns.bins;
  return totals.subarray(from, from + 3 * calibrationBins);
}

/** The counts of a label, out of the totals. */
export function countsOf(totals: Float64Array, label: number): OutcomeCounts {
  const from = label * labelColumns.all + labelColumns.counts;
  return {
    truePositives: totals[from]!,
    falsePositives: totals[from + 1]!,
    falseNegatives: totals[from + 2]!,
    trueNegatives: totals[from + 3]!,
  };
}

/** Adds a label's counts, and sums of what its probabilities miss, to the blocks. */
export function addLabel(
  { truth, predicted, scores, level, units }: LabelTable,
  label: number,
  blockOf: Int32Array,
  columns: number,
  sums: Float64Array,
  weights: Float64Array | null,
): void {
  const [grades, decisions, own] = [truth[label]!, predicted[label]!, scores[label]!];
  const base = label * labelColumns.all;
  for (let unit = 0; unit < units; unit += 1) {
    const grade = grades[unit]!;
    if (grade < 0) continue;
    const isTrue = grade >= level;
    const weight = weights === null ? 1 : weights[unit]!;
    const row = blockOf[unit]! * columns + base;
    const decision = decisions[unit]!;
    // True positives, false positives, false negatives, true negatives.
    const cell = (isTrue ? 0 : 1) + (decision === 1 ? 0 : 2);
    if (decision >= 0) sums[row + cell] += weight;
    if (own === null) continue;
    const score = own[unit]!;
    // Only probabilities can be calibrated.
    if (!(score >= 0 && score <= 1)) continue;
    const miss = isTrue ? 1 - score : score;
    sums[row + labelColumns.brier] += weight * miss * miss;
    sums[row + labelColumns.scored] += weight;
    sums[row + labelColumns.logLoss] += weight * surprise(isTrue ? score : 1 - score);
    const bin = row + labelColumns.bins + 3 * probabilityBin(score, calibrationBins);
    sums[bin] += weight;
    sums[bin + 1] += weight * score;
    if (isTrue) sums[bin + 2] += weight;
  }
}

/**
 * Measures of whole units: all labels right, and precision, recall and F1 of each unit's labels.
 */
export function addUnits(
  { truth, predicted, labels, level, units }: LabelTable,
  blockOf: Int32Array,
  columns: number,
  sums: Float64Array,
  weights: Float64Array | null,
): void {
  const base = labels.length * labelColumns.all;
  for (let unit = 0; unit < units; unit += 1) {
    let both = 0;
    let either = 0;
    let found = 0;
    let wanted = 0;
    let known = 0;
    for (let label = 0; label < labels.length; label += 1) {
      const grade = truth[label]![unit]!;
      const decision = predicted[label]![unit]!;
      if (grade < 0 || decision < 0) continue;
      known += 1;
      const isTrue = grade >= level;
      if (isTrue) wanted += 1;
      if (decision === 1) found += 1;
      if (isTrue && decision === 1) both += 1;
      if (isTrue !== (decision === 1)) either += 1;
    }
    if (known === 0) continue;
    const weight = weights === null ? 1 : weights[unit]!;
    const row = blockOf[unit]! * columns + base;
    if (either === 0) sums[row + unitColumns.exact] += weight;
    sums[row + unitColumns.units] += weight;
    addRatio(sums, row + unitColumns.precision, both, found, weight);
    addRatio(sums, row + unitColumns.recall, both, wanted, weight);
    addRatio(sums, row + unitColumns.f1, 2 * both, found + wanted, weight);
    addRatio(sums, row + unitColumns.jaccard, both, found + wanted - both, weight);
  }
}

function addRatio(
  sums: Float64Array,
  at: number,
  part: number,
  whole: number,
  weight: number,
): void {
  if (whole === 0) return;
  sums[at] += (weight * part) / whole;
  sums[at + 1] += weight;
}

/** Columns of the ranking of each unit's labels: a value and its count each. */
export const rankedColumns = { units: 0, precision: 1, coverage: 3, loss: 5, all: 7 };

/** Adds how well scores rank the labels of each unit that has all scores and all truths. */
export function addRankedLabels(
  { truth, scores, labels, level, units }: LabelTable,
  blockOf: Int32Array,
  { columns, from }: { readonly columns: number; readonly from: number },
  sums: Float64Array,
  weights: Float64Array | null,
): void {
  if (labels.length < 2 || scores.some((own) => own === null)) return;
  const isTrue = new Uint8Array(labels.length);
  const own = new Float64Array(labels.length);
  for (let unit = 0; unit < units; unit += 1) {
    let isWhole = true;
    for (let label = 0; label < labels.length; label += 1) {
      const grade = truth[label]![unit]!;
      isTrue[label] = grade >= level ? 1 : 0;
      own[label] = scores[label]![unit]!;
      if (grade < 0 || Number.isNaN(own[label])) isWhole = false;
    }
    if (!isWhole) continue;
    const { averagePrecision, coverage, loss } = labelRanking(isTrue, own);
    const weight = weights === null ? 1 : weights[unit]!;
    const row = blockOf[unit]! * columns + from;
    sums[row + rankedColumns.units] += weight;
    addValue(sums, row + rankedColumns.precision, averagePrecision, weight);
    addValue(sums, row + rankedColumns.coverage, coverage, weight);
    addValue(sums, row + rankedColumns.loss, loss, weight);
  }
}

function addValue(sums: Float64Array, at: number, value: number | null, weight: number): void {
  if (value === null) return;
  sums[at] += weight * value;
  sums[at + 1] += weight;
}

/**
 * Label ranking average precision, coverage error and ranking loss. With `zeroes`, units without a
 * value count as in scikit-learn: as 1, 0 and 0.
 */
export function rankedLabelMeasures(
  { labels }: LabelTable,
  totals: Float64Array,
  from: number,
  { groups, zeroes }: { readonly groups: number; readonly zeroes: boolean },
): readonly SummedMeasure[] {
  const units = totals[from + rankedColumns.units]!;
  if (units === 0) return [];
  // The true labels of a unit are never within fewer than one; a unit without any counts as 0.
  const leastCovered = zeroes ? 0 : 1;
  const kinds = [
    ['LRAP', rankedColumns.precision, 'no-positives', 1, [0, 1]],
    ['coverage_error', rankedColumns.coverage, 'no-positives', 0, [leastCovered, labels.length]],
    ['ranking_loss', rankedColumns.loss, 'one-class', 0, [0, 1]],
  ] as const;
  return kinds.map(([name, at, why, empty, range]): SummedMeasure => {
    const n = totals[from + at + 1]!;
    return {
      name,
      statistic: (drawn) => {
        const counted = drawn[from + at + 1]!;
        const without = zeroes ? drawn[from + rankedColumns.units]! - counted : 0;
        const whole = counted + without;
        return whole === 0 ? null : (drawn[from + at]! + empty * without) / whole;
      },
      n: Math.round(zeroes ? units : n),
      skipped: zeroes || n >= units ? {} : { [why]: Math.round(units - n) },
      chances: Math.min(n, groups),
      range,
    };
  });
}
