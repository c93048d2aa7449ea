import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import type { JudgedRanking } from '../../statistics/evaluation/judged-ranking.ts';
import { judgeRun } from './judge-run.ts';
import type { JudgedRun, JudgingOptions } from './judge-run.ts';

/**
 * Puts a run beside the grades of several groups of judges: each query has a ranking per group that
 * judged it. A document without a judgment is one that no group judged.
 */
export function judgeGroups(
  qrels: ScoredDocuments,
  run: ScoredDocuments,
  options: JudgingOptions = {},
): JudgedRun {
  const groups = new Map<string, JudgedRanking[]>();
  for (let group = 0; group < qrels.annotators.length; group += 1)
    for (const { query, ranking } of judgeRun(ofAnnotator(qrels, group), run, options).queries)
      if (groups.has(query)) groups.get(query)!.push(ranking);
      else groups.set(query, [ranking]);
  const judged = judgeRun(qrels, run, options);
  return {
    ...judged,
    queries: judged.queries.map((one) => ({ ...one, groups: groups.get(one.query)! })),
  };
}

/** What one annotator, or one group, judged. */
export function ofAnnotator(votes: ScoredDocuments, number: number): ScoredDocuments {
  const rows: number[] = [];
  for (let row = 0; row < votes.size; row += 1) if (votes.annotator[row] === number) rows.push(row);
  const used = [...new Set(rows.map((row) => votes.query[row]!))];
  const numberOf = new Map(used.map((query, at) => [query, at]));
  const own = (column: Int32Array): Int32Array => Int32Array.from(rows, (row) => column[row]!);
  return {
    ...votes,
    size: rows.length,
    start: own(votes.start),
    length: own(votes.length),
    hash: own(votes.hash),
    value: Float64Array.from(rows, (row) => votes.value[row]!),
    line: own(votes.line),
    annotator: own(votes.annotator),
    part: own(votes.part),
    query: Int32Array.from(rows, (row) => numberOf.get(votes.query[row]!)!),
    queries: used.map((query) => votes.queries[query]!),
  };
}
