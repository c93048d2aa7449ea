import type { SumStatistic } from '../statistics/block-bootstrap.ts';
import {
  accuracy,
  addCounts,
  balancedAccuracy,
  fOfJaccard,
  fScore,
  jaccard,
  matthewsCorrelation,
  meanOfValues,
  precision,
  recall,
  specificity,
} from '../statistics/evaluation/binary-counts.ts';
import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import {
  expectedCalibrationError,
  maximumCalibrationError,
} from '../statistics/evaluation/calibration.ts';
import { chancesOf, meanChances } from '../statistics/evaluation/chances.ts';
import {
  addLabel,
  addRankedLabels,
  addUnits,
  countsOf,
  labelColumns,
  rankedColumns,
  rankedLabelMeasures,
  reliabilitySums,
  unitColumns,
} from './label-sums.ts';
import type { LabelTable } from './label-table.ts';
import type { CountedShare } from '../statistics/jeffreys-share.ts';
import type { SummedMeasure, SummedMeasures } from './summed-measures.ts';
import type { UnitBlocks } from './unit-blocks.ts';

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
  { blockOf, blocks, groups, isWhole }: UnitBlocks,
  { zeroes = false, weighted = false }: LabelOptions = {},
): SummedLabels {
  const { labels } = table;
  const from = labels.length * labelColumns.all + unitColumns.all;
  const columns = from + rankedColumns.all;
  const sums = new Float64Array(blocks * columns);
  const weights = weighted ? table.weights : null;
  labels.forEach((_, label) => addLabel(table, label, blockOf, columns, sums, weights));
  addUnits(table, blockOf, columns, sums, weights);
  addRankedLabels(table, blockOf, { columns, from }, sums, weights);
  const isShare = weights === null && table.subjects === null;
  const totals = new Float64Array(columns);
  for (let at = 0; at < sums.length; at += 1) totals[at % columns] += sums[at]!;
  const perLabel = labels.map((label, at) =>
    labelMeasures(label, at, totals, { units: table.units, groups, isShare, zeroes }),
  );
  const counting = { units: table.units, groups, isShare: isShare && isWhole, zeroes };
  const overall = overallMeasures(table, totals, counting);
  return {
    sums: { blocks, columns, sums },
    measures: [
      ...overall,
      ...rankedLabelMeasures(table, totals, from, { groups, zeroes }),
      ...perLabel.flat(),
    ],
    byLabel: perLabel.map((all) => all.map(({ name }) => name)),
  };
}

interface Counting {
  readonly units: number;
  /** Units or subjects that were drawn independently. */
  readonly groups: number;
  /** Units are independent and count alike. */
  readonly isShare: boolean;
  readonly zeroes: boolean;
}

type Measure = (counts: OutcomeCounts) => number | null;

const averaged: readonly (readonly [string, Measure, string])[] = [
  ['P', precision, 'nothing-predicted'],
  ['R', recall, 'no-positives'],
  ['F1', fScore, 'nothing-to-find'],
  ['jaccard', jaccard, 'nothing-to-find'],
];
const single: readonly (readonly [string, Measure, string])[] = [
  ...averaged,
  ['specificity', specificity, 'no-negatives'],
  ['accuracy', accuracy, 'no-answers'],
  ['balanced_accuracy', balancedAccuracy, 'one-class'],
  ['MCC', matthewsCorrelation, 'one-class'],
];

function labelMeasures(
  label: string,
  at: number,
  totals: Float64Array,
  { units, groups, isShare, zeroes }: Counting,
): readonly SummedMeasure[] {
  const counts = countsOf(totals, at);
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const n = Math.round(truePositives + falsePositives + falseNegatives + trueNegatives);
  const shares: Readonly<Record<string, readonly [number, number]>> = {
    P: [truePositives, truePositives + falsePositives],
    R: [truePositives, truePositives + falseNegatives],
    specificity: [trueNegatives, trueNegatives + falsePositives],
    accuracy: [truePositives + trueNegatives, n],
    jaccard: [truePositives, truePositives + falsePositives + falseNegatives],
  };
  const left: Record<string, number> = n < units && isShare ? { 'not-compared': units - n } : {};
  const measures = single.map(([name, measure, why]): SummedMeasure => {
    const value = measure(counts);
    return {
      name: `${name}[${label}]`,
      statistic: (drawn) => measure(countsOf(drawn, at)) ?? (zeroes ? 0 : null),
      n,
      skipped: value === null && !zeroes ? { ...left, [why]: 1 } : left,
      chances: Math.min(chancesOf(name, counts), groups),
      ...(name === 'MCC' ? { range: [-1, 1] } : {}),
      ...(isShare ? countedBy(name, shares, counts) : {}),
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
      gapsOf: Math.round(scored),
    },
    {
      name: `MCE[${label}]`,
      statistic: (drawn) => maximumCalibrationError(reliabilitySums(drawn, at)),
      n: Math.round(scored),
      skipped: {},
      noInterval: 'no-interval-largest',
    },
    { name: `Brier[${label}]`, statistic: mean(at, 'brier'), n: Math.round(scored), skipped: {} },
    {
      name: `log_loss[${label}]`,
      statistic: mean(at, 'logLoss'),
      n: Math.round(scored),
      skipped: {},
      range: [0, Infinity],
    },
  ];
}

/** The counts of independent units that a measure of one label follows from. */
function countedBy(
  name: string,
  shares: Readonly<Record<string, readonly [number, number]>>,
  counts: OutcomeCounts,
): Pick<SummedMeasure, 'share' | 'shares' | 'cells'> {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  if (name === 'MCC')
    return {
      cells: {
        counts: Float64Array.of(truePositives, falsePositives, falseNegatives, trueNegatives),
        statistic: ([tp, fp, fn, tn]) =>
          matthewsCorrelation({
            truePositives: tp!,
            falsePositives: fp!,
            falseNegatives: fn!,
            trueNegatives: tn!,
          }),
      },
    };
  const counted = (own: string): CountedShare => ({ count: shares[own]![0], of: shares[own]![1] });
  if (name === 'balanced_accuracy') return { shares: [counted('R'), counted('specificity')] };
  const share = counted(name === 'F1' ? 'jaccard' : name);
  if (share.of === 0) return {};
  return { share: name === 'F1' ? { ...share, as: fOfJaccard } : share };
}

/** What the probabilities of a label miss, per unit. */
function mean(label: number, of: 'brier' | 'logLoss'): SumStatistic {
  const from = label * labelColumns.all;
  return (drawn) => quotient(drawn, from + labelColumns[of], from + labelColumns.scored);
}

function overallMeasures(
  { labels }: LabelTable,
  totals: Float64Array,
  { units, groups, isShare, zeroes }: Counting,
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
    const chances = every(totals).map((counts) => chancesOf(name, counts));
    const pooled = Math.min(chancesOf(name, decisions), groups);
    found.push(
      {
        name: `${name}(micro)`,
        statistic: (drawn) => measure(addCounts(every(drawn))) ?? (zeroes ? 0 : null),
        n: all,
        skipped: {},
        chances: pooled,
      },
      {
        name: `${name}(macro)`,
        statistic: (drawn) => meanOfValues(valued(drawn)),
        n,
        skipped,
        chances: Math.min(meanChances(chances), groups),
      },
      {
        name: `${name}(weighted)`,
        statistic: (drawn) => meanOfValues(valued(drawn), every(drawn).map(support)),
        n,
        skipped,
        chances: pooled,
      },
    );
  }
  for (const [name, at, why] of [
    ['P(samples)', unitColumns.precision, 'nothing-predicted'],
    ['R(samples)', unitColumns.recall, 'no-positives'],
    ['F1(samples)', unitColumns.f1, 'nothing-to-find'],
    ['jaccard(samples)', unitColumns.jaccard, 'nothing-to-find'],
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
      chances: Math.min(n, groups),
      skipped: zeroes || n >= counted ? {} : { [why]: Math.round(counted) - n },
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
      chances: Math.min(all, groups),
    },
  );
  const scoredUnits = (at: number): number => totals[at * labelColumns.all + labelColumns.scored]!;
  const scored = numbers.filter((at) => scoredUnits(at) > 0);
  if (scored.length > 0)
    found.push(
      {
        name: 'ECE(macro)',
        statistic: (drawn) =>
          meanOfValues(scored.map((at) => expectedCalibrationError(reliabilitySums(drawn, at)))),
        n: scored.length,
        skipped: {},
        gapsOf: Math.round(Math.min(...scored.map(scoredUnits))),
      },
      {
        name: 'Brier(macro)',
        statistic: (drawn) => meanOfValues(scored.map((at) => mean(at, 'brier')(drawn))),
        n: scored.length,
        skipped: {},
        chances: Math.min(units, groups),
      },
      {
        name: 'log_loss(macro)',
        statistic: (drawn) => meanOfValues(scored.map((at) => mean(at, 'logLoss')(drawn))),
        n: scored.length,
        skipped: {},
        range: [0, Infinity],
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
