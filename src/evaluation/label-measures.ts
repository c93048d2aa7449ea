import type { SumStatistic } from '../statistics/block-bootstrap.ts';
import {
  accuracy,
  balancedAccuracy,
  fOfJaccard,
  fScore,
  jaccard,
  matthewsCorrelation,
  precision,
  recall,
  specificity,
} from '../statistics/evaluation/binary-counts.ts';
import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import {
  expectedCalibrationError,
  maximumCalibrationError,
} from '../statistics/evaluation/calibration.ts';
import { chancesOf } from '../statistics/evaluation/chances.ts';
import type { CountedShare } from '../statistics/jeffreys-share.ts';
import { countsOf, labelColumns, reliabilitySums } from './label-sums.ts';
import type { SummedMeasure } from './summed-measures.ts';

/** What the measures of a table are counted by. */
export interface Counting {
  readonly units: number;
  /** Units or subjects that were drawn independently. */
  readonly groups: number;
  /** Units are independent and count alike. */
  readonly isShare: boolean;
  readonly zeroes: boolean;
}

type Measure = (counts: OutcomeCounts) => number | null;

/** Measures of one label that are also averaged, with the reason why one may have no value. */
export const averaged: readonly (readonly [string, Measure, string])[] = [
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

/** Every measure of one label. */
export function labelMeasures(
  label: string,
  at: number,
  totals: Float64Array,
  { units, groups, isShare, zeroes }: Counting,
): readonly SummedMeasure[] {
  const counts = countsOf(totals, at);
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const n = decided(counts);
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
export function mean(label: number, of: 'brier' | 'logLoss'): SumStatistic {
  const from = label * labelColumns.all;
  return (drawn) => quotient(drawn, from + labelColumns[of], from + labelColumns.scored);
}

/** How many decisions were counted. */
export function decided(counts: OutcomeCounts): number {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  return Math.round(truePositives + falsePositives + falseNegatives + trueNegatives);
}

/** One total over another; null where the other is nothing. */
export function quotient(totals: Float64Array, part: number, whole: number): number | null {
  return totals[whole] === 0 ? null : totals[part]! / totals[whole]!;
}
