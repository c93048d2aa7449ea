import { labelRanking } from '../statistics/evaluation/label-ranking.ts';
import type { LabelTable } from './label-table.ts';
import type { SummedMeasure } from './summed-measures.ts';

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
    add(sums, row + rankedColumns.precision, averagePrecision, weight);
    add(sums, row + rankedColumns.coverage, coverage, weight);
    add(sums, row + rankedColumns.loss, loss, weight);
  }
}

function add(sums: Float64Array, at: number, value: number | null, weight: number): void {
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
  const kinds = [
    ['LRAP', rankedColumns.precision, 'no-positives', 1, 1],
    ['coverage_error', rankedColumns.coverage, 'no-positives', 0, labels.length],
    ['ranking_loss', rankedColumns.loss, 'one-class', 0, 1],
  ] as const;
  return kinds.map(([name, at, why, empty, most]): SummedMeasure => {
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
      range: [0, most],
    };
  });
}
