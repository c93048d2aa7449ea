import type { LabelTable } from './label-table.ts';
import { kinds, scoredLabels, scoredTogether } from './score-estimates.ts';
import type { ScoredLabel } from './score-estimates.ts';
import type { LabelOptions } from './summed-labels.ts';
import type { SummedMeasure, SummedMeasures } from './summed-measures.ts';
import type { UnitBlocks } from './unit-blocks.ts';

/**
 * Means of average precision and AUROC over labels as sums over blocks, so that systems can be
 * compared. Both measures are a mean over positives: a positive adds its precision, or the share of
 * negatives below it, and each unit what it changes for others. Per block there are these parts and
 * the positives; one over the other is the value of all blocks, and of blocks that were drawn or
 * swapped what it would be, but for differences of second order. Null where a label has no scores.
 */
export function summedScores(
  table: LabelTable,
  unitBlocks: UnitBlocks,
  { zeroes = false }: LabelOptions = {},
): SummedMeasures | null {
  const labels = scoredLabels(table, unitBlocks, { zeroes }).filter((one) => one !== null);
  if (labels.length < table.labels.length) return null;
  const together = scoredTogether(table, unitBlocks);
  const all = together === null ? labels : [...labels, together];
  const numbers = labels.map((_, at) => at);
  const support = labels.map(({ positives }) => positives);
  return {
    sums: blockSums(all, unitBlocks.blocks),
    measures: kinds.flatMap((kind, at) => [
      mean(`${kind}(macro)`, at, numbers, all, () => 1),
      mean(`${kind}(weighted)`, at, numbers, all, (label) => support[label]!),
      ...(together === null ? [] : [mean(`${kind}(micro)`, at, [labels.length], all, () => 1)]),
    ]),
  };
}

/** Per label the parts of both measures and the positives. */
const width = kinds.length + 1;

function blockSums(labels: readonly ScoredLabel[], blocks: number): SummedMeasures['sums'] {
  const columns = width * labels.length;
  const sums = new Float64Array(blocks * columns);
  labels.forEach((one, label) => {
    for (let block = 0; block < blocks; block += 1) {
      const from = block * columns + width * label;
      const own = one.positivesIn[block]!;
      kinds.forEach((kind, at) => {
        const { value, influence } = one[kind];
        sums[from + at] =
          value === null ? Number.NaN : value * own + one.positives * influence[block]!;
      });
      sums[from + kinds.length] = own;
    }
  });
  return { blocks, columns, sums };
}

/** A mean over those labels that have a value, weighted. */
function mean(
  name: string,
  kind: number,
  labels: readonly number[],
  all: readonly ScoredLabel[],
  weightOf: (label: number) => number,
): SummedMeasure {
  const valued = labels.filter((label) => all[label]![kinds[kind]!].value !== null);
  const total = valued.reduce((sum, label) => sum + weightOf(label), 0);
  return {
    name,
    n: valued.length,
    skipped: {},
    statistic: (totals) => {
      let sum = 0;
      let left = total;
      for (const label of valued) {
        // Without positives, a label counts as 0 where that was asked for.
        if (all[label]!.positives === 0) continue;
        const positives = totals[width * label + 2]!;
        // None of its positives was drawn: of such a sample it has no value.
        if (positives === 0) left -= weightOf(label);
        else sum += weightOf(label) * (totals[width * label + kind]! / positives);
      }
      return left === 0 || Number.isNaN(sum) ? null : sum / left;
    },
  };
}
