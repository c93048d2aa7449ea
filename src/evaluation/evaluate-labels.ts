import { columnTotals } from '../statistics/block-bootstrap.ts';
import type { Draws } from '../statistics/bootstrap.ts';
import { reliabilityCurve } from '../statistics/evaluation/calibration.ts';
import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import type { ReliabilityBin } from '../statistics/evaluation/calibration.ts';
import { countsOf, reliabilitySums } from './label-sums.ts';
import type { LabelTable } from './label-table.ts';
import { scoreEstimates } from './score-estimates.ts';
import type { ScoreEstimates } from './score-estimates.ts';
import { summedLabels } from './summed-labels.ts';
import { estimateMeasures } from './summed-measures.ts';
import type { Measured } from './summed-measures.ts';
import { unitBlocks } from './unit-blocks.ts';

/** A classifier against the truth. */
export interface LabelEvaluation {
  /** Measures over all labels. */
  readonly measures: ReadonlyMap<string, Measured>;
  readonly labels: readonly EvaluatedLabel[];
}

/** One label. */
interface EvaluatedLabel {
  readonly label: string;
  readonly measures: ReadonlyMap<string, Measured>;
  readonly counts: OutcomeCounts;
  /** The reliability curve; null without probabilities. */
  readonly reliability: readonly ReliabilityBin[] | null;
}

/** Everything that is measured about predictions of labels. */
export function evaluateLabels(
  table: LabelTable,
  draws: Draws,
  options: { readonly zeroes: boolean; readonly weighted: boolean },
): LabelEvaluation {
  const blocks = unitBlocks(table.units, table.subjects, draws.seed);
  return countLabels(table, draws, options, blocks)(scoreEstimates(table, blocks, options));
}

/** What follows from counts; the measures of scores, made by the way or elsewhere, join it. */
export function countLabels(
  table: LabelTable,
  draws: Draws,
  options: { readonly zeroes: boolean; readonly weighted: boolean },
  blocks = unitBlocks(table.units, table.subjects, draws.seed),
): (scores: ScoreEstimates | null) => LabelEvaluation {
  const summed = summedLabels(table, blocks, options);
  const all = estimateMeasures(summed, draws);
  const totals = columnTotals(summed.sums);
  const perLabel = new Set(summed.byLabel.flat());
  return (scores) => ({
    measures: new Map([
      ...[...all].filter(([name]) => !perLabel.has(name)),
      ...(scores?.overall ?? []),
    ]),
    labels: table.labels.map((label, at) => ({
      label,
      measures: new Map([
        ...summed.byLabel[at]!.map((name) => [name, all.get(name)!] as const),
        ...(scores?.byLabel[at] ?? []),
      ]),
      counts: countsOf(totals, at),
      reliability: curveOf(reliabilitySums(totals, at)),
    })),
  });
}

function curveOf(sums: Float64Array): readonly ReliabilityBin[] | null {
  const curve = reliabilityCurve(sums);
  return curve.some(({ n }) => n > 0) ? curve : null;
}
