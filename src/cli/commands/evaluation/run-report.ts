import { trecName } from '../../../domain/evaluation/ranking-measure.ts';
import type { RunEvaluation, RunRequest } from '../../../operations/evaluation/evaluate-run.ts';
import type { LimitReport } from '../../../operations/evaluation/results.ts';
import { count, decimals, heading, numeric, table, wrap } from '../../output.ts';
import {
  comparisonTables,
  limitLines,
  measureTable,
  spreadTable,
  weightedParts,
} from './measure-table.ts';
import {
  comparisonsJson,
  limitsJson,
  measuresJson,
  spreadJson,
  weightedJson,
} from './measures-json.ts';

/** What is shown of an evaluation besides the measures. */
export interface Shown {
  readonly perQuery: boolean;
  /** trec_eval's names instead of Assay's. */
  readonly trecNames: boolean;
}

/** An evaluation of a run for programs. */
export function runJson(
  { level, complete, judgedOnly, zeroes }: RunRequest,
  evaluation: RunEvaluation,
  limits: readonly LimitReport[],
  { perQuery, trecNames }: Shown,
): unknown {
  const { result, judged, measures, slices, comparisons, votes } = evaluation;
  const names = new Map(
    result.columns.map(({ measure }, at) => [result.measures[at]!.name, trecName(measure)]),
  );
  const rename = (name: string): string => (trecNames ? (names.get(name) ?? name) : name);
  return {
    measures: measuresJson(measures, rename),
    ...weightedJson(evaluation, rename),
    ...(perQuery ? { per_query: perQueryJson(evaluation, rename) } : {}),
    ...(slices === null
      ? {}
      : {
          slices: Object.fromEntries(
            [...slices].map(([value, one]) => [value, measuresJson(one, rename)]),
          ),
        }),
    ...(comparisons.length === 0 ? {} : comparisonsJson(comparisons)),
    ...(votes === null ? {} : { over_votes: spreadJson(votes, rename) }),
    ...(limits.length === 0 ? {} : { limits: limitsJson(limits) }),
    queries: {
      judged: judged.queries.length,
      not_in_run: judged.queries.filter(({ isMissing }) => isMissing).length,
      not_in_qrels: judged.notJudged,
    },
    documents: {
      looked_at: judged.documents,
      unjudged: judged.unjudged,
      unjudged_are: judgedOnly ? 'removed' : 'not relevant',
    },
    conventions: {
      relevant_from_grade: level,
      queries_not_in_run: complete ? 'count as 0' : 'are left out',
      queries_without_relevant: zeroes ? 'count as 0' : 'are left out',
      ties: 'score, then document name, both descending, as in trec_eval 10',
    },
  };
}

function perQueryJson(
  { result }: RunEvaluation,
  rename: (name: string) => string,
): Readonly<Record<string, Readonly<Record<string, number | null>>>> {
  const { queries, columns, measures } = result;
  return Object.fromEntries(
    queries.map((query, at) => [
      query,
      Object.fromEntries(
        columns.map(({ values, gaps }, column) => [
          rename(measures[column]!.name),
          gaps[at] === null ? values[at]! : null,
        ]),
      ),
    ]),
  );
}

/** An evaluation of a run for people. */
export function runReport(
  { run, qrels, judgedOnly, slice }: RunRequest,
  evaluation: RunEvaluation,
  limits: readonly LimitReport[],
  { perQuery }: Shown,
): string {
  const { judged, measures, slices, comparisons, votes } = evaluation;
  const share = judged.documents === 0 ? 0 : judged.unjudged / judged.documents;
  const parts = [
    heading(`${run} against ${qrels}, ${judgedQueries(judged.queries.length)}`),
    measureTable(measures),
    wrap(
      `${count(judged.unjudged)} of ${count(judged.documents)} retrieved documents ` +
        `(${decimals(100 * share, 1)} %) have no judgment; they are ` +
        `${judgedOnly ? 'removed' : 'taken as not relevant'}.`,
    ),
  ];
  if (judged.notJudged > 0)
    parts.push(wrap(`${count(judged.notJudged)} of the run’s queries have no judgments.`));
  parts.push(...weightedParts(measures, evaluation));
  if (perQuery) parts.push(queryTable(evaluation));
  for (const [value, one] of slices ?? [])
    parts.push(`${slice}: ${value === '' ? 'none' : value}\n${measureTable(one)}`);
  if (comparisons.length > 0) parts.push(comparisonTables(comparisons));
  for (const [name, one] of votes?.annotators ?? [])
    parts.push(`Under the answers of ${name}\n${measureTable(one)}`);
  if (votes !== null) parts.push(spreadTable(votes.spread, measures));
  if (limits.length > 0) parts.push(limitLines(limits));
  return parts.join('\n\n');
}

function judgedQueries(value: number): string {
  return `${count(value)} judged ${value === 1 ? 'query' : 'queries'}`;
}

function queryTable({ result }: RunEvaluation): string {
  const { queries, columns, measures } = result;
  return table(
    ['query', ...measures.map(({ name }) => numeric(name))],
    queries.map((query, at) => [
      query,
      ...columns.map(({ values, gaps }) => decimals(gaps[at] === null ? values[at] : null, 4)),
    ]),
  );
}
