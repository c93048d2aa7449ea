import type {
  TableEvaluation,
  TableRequest,
} from '../../../operations/evaluation/evaluate-table.ts';
import type {
  LabelEvaluation,
  LimitReport,
  Measured,
} from '../../../operations/evaluation/results.ts';
import { count, decimals, heading, number, numeric, table, wrap } from '../../output.ts';
import {
  comparisonTables,
  limitLines,
  measureTable,
  spreadTable,
  weightedTable,
} from './measure-table.ts';
import { comparisonsJson, limitsJson, measuresJson, spreadJson } from './measures-json.ts';

/** An evaluation of predictions for programs. */
export function tableJson(
  { level, threshold, zeroes }: TableRequest,
  evaluation: TableEvaluation,
  limits: readonly LimitReport[],
): unknown {
  const { joined, rankings, weighted, slices, comparisons, votes } = evaluation;
  const { measures, ...rest } = evaluationJson(evaluation.evaluation);
  return {
    measures: { ...measuresJson(rankings ?? new Map()), ...(measures as object) },
    ...rest,
    ...(weighted === null
      ? {}
      : { weighted: { ...evaluationJson(weighted), without_chance: joined.withoutChance } }),
    ...(slices === null
      ? {}
      : {
          slices: Object.fromEntries(
            [...slices].map(([value, one]) => [value, evaluationJson(one)]),
          ),
        }),
    ...(comparisons.length === 0 ? {} : comparisonsJson(comparisons)),
    ...(votes === null ? {} : { over_votes: spreadJson(votes) }),
    ...(limits.length === 0 ? {} : { limits: limitsJson(limits) }),
    units: {
      compared: joined.table.units,
      not_in_predictions: joined.notPredicted,
      not_in_truth: joined.notTrue,
    },
    conventions: {
      true_from_grade: level,
      predicted_from_score: threshold,
      without_value: zeroes ? 'count as 0' : 'are left out',
    },
  };
}

function evaluationJson({ measures, labels }: LabelEvaluation): Readonly<Record<string, unknown>> {
  return {
    measures: measuresJson(measures),
    labels: Object.fromEntries(
      labels.map(({ label, measures: own, counts, reliability }) => [
        label,
        {
          ...measuresJson(own, (name) => bare(name)),
          confusion: {
            true_positives: counts.truePositives,
            false_positives: counts.falsePositives,
            false_negatives: counts.falseNegatives,
            true_negatives: counts.trueNegatives,
          },
          ...(reliability === null ? {} : { reliability }),
        },
      ]),
    ),
  };
}

/** `F1` for `F1[IRB]`, below the label itself. */
function bare(name: string): string {
  return name.slice(0, name.indexOf('['));
}

/** An evaluation of predictions for people. */
export function tableReport(
  { predictions, truth, slice }: TableRequest,
  { joined, evaluation, rankings, weighted, slices, comparisons, votes }: TableEvaluation,
  limits: readonly LimitReport[],
): string {
  const parts = [
    heading(`${predictions} against ${truth}, ${number(joined.table.units, 'unit')}`),
    measureTable(evaluation.measures),
    labelTable(evaluation),
  ];
  if (rankings !== null) parts.splice(1, 0, `Each label as a query\n${measureTable(rankings)}`);
  if (joined.notPredicted > 0)
    parts.push(wrap(`${number(joined.notPredicted, 'unit')} without a prediction left out.`));
  if (joined.notTrue > 0)
    parts.push(wrap(`${number(joined.notTrue, 'prediction')} without truth left out.`));
  if (weighted !== null)
    parts.push(weightedTable(evaluation.measures, weighted.measures, joined.withoutChance));
  for (const [value, one] of slices ?? [])
    parts.push(`${slice}: ${value === '' ? 'none' : value}\n${measureTable(one.measures)}`);
  if (comparisons.length > 0) parts.push(comparisonTables(comparisons));
  if (votes !== null) parts.push(spreadTable(votes.spread, evaluation.measures));
  if (limits.length > 0) parts.push(limitLines(limits));
  return parts.join('\n\n');
}

const shownOfLabels = ['P', 'R', 'F1', 'MCC', 'AP', 'AUROC', 'ECE'];

function labelTable({ labels }: LabelEvaluation): string {
  const value = (own: ReadonlyMap<string, Measured>, label: string, name: string): string => {
    const one = own.get(`${name}[${label}]`);
    return decimals(one?.value, 4);
  };
  return table(
    ['label', ...shownOfLabels.map(numeric), numeric('true'), numeric('predicted')],
    labels.map(({ label, measures, counts }) => [
      label,
      ...shownOfLabels.map((name) => value(measures, label, name)),
      count(counts.truePositives + counts.falseNegatives),
      count(counts.truePositives + counts.falsePositives),
    ]),
  );
}
