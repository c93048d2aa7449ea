import type {
  ClassEvaluation,
  ClassRequest,
} from '../../../operations/evaluation/evaluate-classes.ts';
import type { LimitReport } from '../../../operations/evaluation/results.ts';
import { count, heading, number, numeric, table, wrap } from '../../output.ts';
import { comparisonTables, limitLines, measureTable } from './measure-table.ts';
import { comparisonsJson, limitsJson, measuresJson } from './measures-json.ts';

/** An evaluation of classes or verdicts for programs. */
export function classJson(evaluation: ClassEvaluation, limits: readonly LimitReport[]): unknown {
  const { measures, classes, confusion, units, notPredicted, notTrue, comparisons } = evaluation;
  return {
    measures: measuresJson(measures),
    confusion: { classes, true_by_predicted: confusion },
    ...(comparisons.length === 0 ? {} : comparisonsJson(comparisons)),
    ...(limits.length === 0 ? {} : { limits: limitsJson(limits) }),
    units: { compared: units, not_in_predictions: notPredicted, not_in_truth: notTrue },
  };
}

/** An evaluation of classes or verdicts for people. */
export function classReport(
  { predictions, truth }: ClassRequest,
  evaluation: ClassEvaluation,
  limits: readonly LimitReport[],
): string {
  const { measures, classes, confusion, units, notPredicted, notTrue, comparisons } = evaluation;
  const parts = [
    heading(`${predictions} against ${truth}, ${number(units, 'unit')}`),
    measureTable(measures),
    table(
      ['true ╲ predicted', ...classes.map(numeric)],
      confusion.map((cells, at) => [classes[at]!, ...cells.map(count)]),
    ),
  ];
  if (notPredicted > 0)
    parts.push(wrap(`${number(notPredicted, 'unit')} without a prediction left out.`));
  if (notTrue > 0) parts.push(wrap(`${number(notTrue, 'prediction')} without truth left out.`));
  if (comparisons.length > 0) parts.push(comparisonTables(comparisons));
  if (limits.length > 0) parts.push(limitLines(limits));
  return parts.join('\n\n');
}
