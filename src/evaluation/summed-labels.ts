import { columnTotals } from '../statistics/block-bootstrap.ts';
import {
  addLabel,
  addRankedLabels,
  addUnits,
  labelColumns,
  rankedColumns,
  rankedLabelMeasures,
  unitColumns,
} from './label-sums.ts';
import { labelMeasures } from './label-measures.ts';
import type { LabelTable } from './label-table.ts';
import { overallMeasures } from './overall-labels.ts';
import type { SummedMeasures } from './summed-measures.ts';
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
  const totals = columnTotals({ blocks, columns, sums });
  const perLabel = labels.map((label, at) =>
    labelMeasures(label, at, totals, { units: table.units, groups, isShare, zeroes }),
  );
  const counting = { units: table.units, groups, isShare: isShare && isWhole, zeroes };
  return {
    sums: { blocks, columns, sums },
    measures: [
      ...overallMeasures(table, totals, counting),
      ...rankedLabelMeasures(table, totals, from, { groups, zeroes }),
      ...perLabel.flat(),
    ],
    byLabel: perLabel.map((all) => all.map(({ name }) => name)),
  };
}
