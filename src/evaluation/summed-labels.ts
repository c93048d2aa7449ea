import type { SumStatistic } from '../statistics/block-bootstrap.ts';
import {
  accuracy,
  addCounts,
  balancedAccuracy,
  fScore,
  jaccard,
  matthewsCorrelation,
  meanOfValues,
  precision,
  recall,
  specificity,
} from '../statistics/evaluation/binary-counts.ts';
import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import { expectedCalibrationError, probabilityBin } from '../statistics/evaluation/calibration.ts';
import type { LabelTable } from './label-table.ts';
import type { SummedMeasure, SummedMeasures } from './summed-measures.ts';
import type { UnitBlocks } from './unit-blocks.ts';

/** Bins of the reliability curve and of ECE. */
const calibrationBins = 10;

/** Where the columns of a label begin, and what they are. */
const labelColumns = { counts: 0, brier: 4, scored: 5, bins: 6, all: 6 + 3 * calibrationBins };
/** Columns of whole units, behind those of the labels. */
const unitColumns = { exact: 0, units: 1, precision: 2, recall: 4, f1: 6, all: 8 };

/** How labels are counted. */
export interface LabelOptions {
  /** Labels and units without a value count as 0, as in scikit-learn; else they are left out. */
  readonly zeroes?: boolean;
  /** Units count by what they stand for. */
  readonly weighted?: boolean;
}

/** Counts of labels per block, with the measures that follow from them. */
export interface SummedLabels extends SummedMeasures {
  /** The names of the measures of each label, in the order of labels. */
  readonly byLabel: readonly (readonly string[])[];
}

/** Sums up what is needed for every measure of classification that follows from counts. */
export function summedLabels(
  table: LabelTable,
  { blockOf, blocks, isWhole }: UnitBlocks,
  { zeroes = false, weighted = false }: LabelOptions = {},
): SummedLabels {
  const { labels } = table;
  const columns = labels.length * labelColumns.all + unitColumns.all;
  const sums = new Float64Array(blocks * columns);
  const weights = weighted ? table.weights : null;
  labels.forEach((_, label) => addLabel(table, label, blockOf, columns, sums, weights));
  addUnits(table, blockOf, columns, sums, weights);
  const isShare = weights === null && table.subjects === null;
  const totals = new Float64Array(columns);
  for (let at = 0; at < sums.length; at += 1) totals[at % columns] += sums[at]!;
  const perLabel = labels.map((label, at) =>
    labelMeasures(label, at, totals, table.units, isShare, zeroes),
  );
  const overall = overallMeasures(table, totals, isShare && isWhole, zeroes);
  return {
    sums: { blocks, columns, sums },
    measures: [...overall, ...perLabel.flat()],
    byLabel: perLabel.map((all) => all.map(({ name }) => name)),
  };
}

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

function addLabel(
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
    if (decision >= 0)
      sums[row + (isTrue ? (decision === 1 ? 0 : 2) : decision === 1 ? 1 : 3)] += weight;
    if (own === null) continue;
    const score = own[unit]!;
    // Only probabilities can be calibrated.
    if (!(score >= 0 && score <= 1)) continue;
    const miss = isTrue ? 1 - score : score;
    sums[row + labelColumns.brier] += weight * miss * miss;
    sums[row + labelColumns.scored] += weight;
    const bin = row + labelColumns.bins + 3 * probabilityBin(score, calibrationBins);
    sums[bin] += weight;
    sums[bin + 1] += weight * score;
    if (isTrue) sums[bin + 2] += weight;
  }
}

/**
 * Measures of whole units: all labels right, and precision, recall and F1 of each unit's labels.
 */
function addUnits(
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

type Measure = (counts: OutcomeCounts) => number | null;

const averaged: readonly (readonly [string, Measure, string])[] = [
  ['P', precision, 'nothing-predicted'],
  ['R', recall, 'no-positives'],
  ['F1', fScore, 'nothing-to-find'],
];
const single: readonly (readonly [string, Measure, string])[] = [
  ...averaged,
  ['specificity', specificity, 'no-negatives'],
  ['accuracy', accuracy, 'no-answers'],
  ['balanced_accuracy', balancedAccuracy, 'one-class'],
  ['MCC', matthewsCorrelation, 'one-class'],
  ['jaccard', jaccard, 'nothing-to-find'],
];

function labelMeasures(
  label: string,
  at: number,
  totals: Float64Array,
  units: number,
  isShare: boolean,
  zeroes: boolean,
): readonly SummedMeasure[] {
  const counts = countsOf(totals, at);
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const n = Math.round(truePositives + falsePositives + falseNegatives + trueNegatives);
  const shares: Readonly<Record<string, readonly [number, number]>> = {
    P: [truePositives, truePositives + falsePositives],
    R: [truePositives, truePositives + falseNegatives],
    specificity: [trueNegatives, trueNegatives + falsePositives],
    accuracy: [truePositives + trueNegatives, n],
  };
  const left: Record<string, number> = n < units && isShare ? { 'not-compared': units - n } : {};
  const measures = single.map(([name, measure, why]): SummedMeasure => {
    const value = measure(counts);
    const share = shares[name];
    return {
      name: `${name}[${label}]`,
      statistic: (drawn) => measure(countsOf(drawn, at)) ?? (zeroes ? 0 : null),
      n,
      skipped: value === null && !zeroes ? { ...left, [why]: 1 } : left,
      ...(isShare && share !== undefined && share[1] > 0
        ? { share: { count: share[0], of: share[1] } }
        : {}),
    };
  });
  const scored = totals[at * labelColumns.all + labelColumns.scored]!;
  if (scored === 0) return measures;
  return [
    ...measures,
    {
      name: `ECE[${label}]`,
      statistic: (drawn) => expectedCalibrationError(reliabilitySums(drawn, at)),
      n: Math.round(scored),
      skipped: {},
    },
    { name: `Brier[${label}]`, statistic: brier(at), n: Math.round(scored), skipped: {} },
  ];
}

function brier(label: number): SumStatistic {
  const from = label * labelColumns.all;
  return (drawn) => {
    const scored = drawn[from + labelColumns.scored]!;
    return scored === 0 ? null : drawn[from + labelColumns.brier]! / scored;
  };
}

function overallMeasures(
  { labels, units }: LabelTable,
  totals: Float64Array,
  isShare: boolean,
  zeroes: boolean,
): readonly SummedMeasure[] {
  const numbers = labels.map((_, at) => at);
  const every = (drawn: Float64Array): readonly OutcomeCounts[] =>
    numbers.map((at) => countsOf(drawn, at));
  const base = labels.length * labelColumns.all;
  const decisions = addCounts(every(totals));
  const all = Math.round(
    decisions.truePositives +
      decisions.falsePositives +
      decisions.falseNegatives +
      decisions.trueNegatives,
  );
  const found: SummedMeasure[] = [];
  for (const [name, measure, why] of averaged) {
    const valued = (drawn: Float64Array): readonly (number | null)[] =>
      every(drawn).map((counts) => measure(counts) ?? (zeroes ? 0 : null));
    const without = valued(totals).filter((value) => value === null).length;
    const skipped: Readonly<Record<string, number>> = without === 0 ? {} : { [why]: without };
    const n = labels.length - without;
    found.push(
      {
        name: `${name}(micro)`,
        statistic: (drawn) => measure(addCounts(every(drawn))) ?? (zeroes ? 0 : null),
        n: all,
        skipped: {},
      },
      { name: `${name}(macro)`, statistic: (drawn) => meanOfValues(valued(drawn)), n, skipped },
      {
        name: `${name}(weighted)`,
        statistic: (drawn) => meanOfValues(valued(drawn), every(drawn).map(support)),
        n,
        skipped,
      },
    );
  }
  for (const [name, at] of [
    ['P(samples)', unitColumns.precision],
    ['R(samples)', unitColumns.recall],
    ['F1(samples)', unitColumns.f1],
  ] as const) {
    const n = Math.round(totals[base + at + 1]!);
    const counted = totals[base + unitColumns.units]!;
    found.push({
      name,
      statistic: (drawn) => {
        const whole = zeroes ? drawn[base + unitColumns.units]! : drawn[base + at + 1]!;
        return whole === 0 ? null : drawn[base + at]! / whole;
      },
      n: zeroes ? Math.round(counted) : n,
      skipped: zeroes || n >= counted ? {} : { 'nothing-to-find': Math.round(counted) - n },
    });
  }
  const exact = totals[base + unitColumns.exact]!;
  const known = totals[base + unitColumns.units]!;
  found.push(
    {
      name: 'subset_accuracy',
      statistic: (drawn) => quotient(drawn, base + unitColumns.exact, base + unitColumns.units),
      n: Math.round(known),
      skipped: known < units && isShare ? { 'not-compared': units - known } : {},
      ...(isShare && known > 0 ? { share: { count: exact, of: known } } : {}),
    },
    {
      name: 'hamming_loss',
      statistic: (drawn) => {
        const right = accuracy(addCounts(every(drawn)));
        return right === null ? null : 1 - right;
      },
      n: all,
      skipped: {},
    },
  );
  const scored = numbers.filter((at) => totals[at * labelColumns.all + labelColumns.scored]! > 0);
  if (scored.length > 0)
    found.push(
      {
        name: 'ECE(macro)',
        statistic: (drawn) =>
          meanOfValues(scored.map((at) => expectedCalibrationError(reliabilitySums(drawn, at)))),
        n: scored.length,
        skipped: {},
      },
      {
        name: 'Brier(macro)',
        statistic: (drawn) => meanOfValues(scored.map((at) => brier(at)(drawn))),
        n: scored.length,
        skipped: {},
      },
    );
  return found;
}

function support({ truePositives, falseNegatives }: OutcomeCounts): number {
  return truePositives + falseNegatives;
}

function quotient(totals: Float64Array, part: number, whole: number): number | null {
  return totals[whole] === 0 ? null : totals[part]! / totals[whole]!;
}
