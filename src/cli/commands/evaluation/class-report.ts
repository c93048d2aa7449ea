import type {
  ClassEvaluation,
  ClassRequest,
} from '../../../operations/evaluation/evaluate-classes.ts';
import type { VerdictTruth } from '../../../operations/evaluation/release/open-release.ts';
import type { LimitReport } from '../../../operations/evaluation/results.ts';
import { count, heading, number, numeric, table, wrap } from '../../output.ts';
import {
  comparisonTables,
  limitLines,
  measureTable,
  spreadTable,
  weightedTable,
} from './measure-table.ts';
import { comparisonsJson, limitsJson, measuresJson, spreadJson } from './measures-json.ts';

/** An evaluation of classes or verdicts for programs. */
export function classJson(
  evaluation: ClassEvaluation,
  limits: readonly LimitReport[],
  verdicts: VerdictTruth | null,
): unknown {
  const { measures, classes, confusion, weighted, slices, votes } = evaluation;
  const { units, notPredicted, notTrue, comparisons } = evaluation;
  return {
    measures: measuresJson(measures),
    confusion: { classes, true_by_predicted: confusion },
    ...(weighted === null ? {} : { weighted: { measures: measuresJson(weighted) } }),
    ...(slices === null
      ? {}
      : {
          [verdicts === null ? 'slices' : 'by_k']: Object.fromEntries(
            [...slices].map(([value, one]) => [value, measuresJson(one)]),
          ),
        }),
    ...(votes === null ? {} : { over_votes: spreadJson(votes) }),
    ...(verdicts === null
      ? {}
      : { policy: verdicts.policy, subjects_without_verdict: verdicts.without }),
    ...(comparisons.length === 0 ? {} : comparisonsJson(comparisons)),
    ...(limits.length === 0 ? {} : { limits: limitsJson(limits) }),
    units: { compared: units, not_in_predictions: notPredicted, not_in_truth: notTrue },
  };
}

/** An evaluation of classes or verdicts for people. */
export function classReport(
  { predictions, truth, slice }: ClassRequest,
  evaluation: ClassEvaluation,
  limits: readonly LimitReport[],
  verdicts: VerdictTruth | null,
): string {
  const { measures, classes, confusion, weighted, slices, votes } = evaluation;
  const { units, notPredicted, notTrue, comparisons } = evaluation;
  const of = verdicts === null ? '' : `, policy ${verdicts.policy}`;
  const what = number(units, verdicts === null ? 'unit' : 'verdict');
  const parts = [
    heading(`${predictions} against ${truth}${of}, ${what}`),
    measureTable(measures),
    table(
      ['true ╲ predicted', ...classes.map(numeric)],
      confusion.map((cells, at) => [classes[at]!, ...cells.map(count)]),
    ),
  ];
  if (notPredicted > 0)
    parts.push(wrap(`${number(notPredicted, 'unit')} without a prediction left out.`));
  if (notTrue > 0) parts.push(wrap(`${number(notTrue, 'prediction')} without truth left out.`));
  if (verdicts !== null && verdicts.without > 0)
    parts.push(wrap(`${number(verdicts.without, 'verdict')} cannot be given and are left out.`));
  if (weighted !== null) parts.push(weightedTable(measures, weighted));
  for (const [value, one] of slices ?? [])
    parts.push(`${slice}: ${value === '' ? 'none' : value}\n${measureTable(one)}`);
  if (comparisons.length > 0) parts.push(comparisonTables(comparisons));
  if (votes !== null) parts.push(spreadTable(votes.spread, measures));
  if (limits.length > 0) parts.push(limitLines(limits));
  return parts.join('\n\n');
}
