import { printRankingMeasure, rankingFacts } from '../../domain/evaluation/ranking-measure.ts';
import type { RankingKind, RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import type { SumStatistic } from '../../statistics/block-bootstrap.ts';
import type { Interval } from '../../statistics/estimate.ts';
import type { JudgedQuery } from './judge-run.ts';
import { measureRankings } from './measure-rankings.ts';
import type { CountingOptions, MeasuredRankings } from './measure-rankings.ts';
import type { SummedMeasure, SummedMeasures } from '../summed-measures.ts';

/** A run's measures, query by query and together. */
export interface RankingResult extends SummedMeasures {
  readonly queries: readonly string[];
  readonly columns: readonly MeasuredRankings[];
}

/**
 * Computes measures of a run for every query, and what is needed to sum them up: per query and
 * measure a column with the value and one with 1, both 0 where the query has no value.
 */
export function summedRankings(
  queries: readonly JudgedQuery[],
  measures: readonly RankingMeasure[],
  options: CountingOptions = {},
): RankingResult {
  const shown = measures.filter(({ kind }) => kind !== 'relstring');
  const columns = shown.map((measure) => measureRankings(queries, measure, options));
  const width = 2 * columns.length;
  const sums = new Float64Array(queries.length * width);
  columns.forEach(({ values, gaps }, column) => {
    for (let query = 0; query < values.length; query += 1) {
      if (gaps[query] !== null) continue;
      sums[query * width + 2 * column] = values[query]!;
      sums[query * width + 2 * column + 1] = 1;
    }
  });
  return {
    queries: queries.map(({ query }) => query),
    columns,
    sums: { blocks: queries.length, columns: width, sums },
    measures: columns.map(summedMeasure),
  };
}

function summedMeasure({ measure, values, gaps }: MeasuredRankings, column: number): SummedMeasure {
  const { summary } = rankingFacts(measure);
  const skipped: Record<string, number> = {};
  let n = 0;
  let sum = 0;
  for (let query = 0; query < gaps.length; query += 1) {
    const gap = gaps[query] ?? null;
    if (gap !== null) skipped[gap] = (skipped[gap] ?? 0) + 1;
    else {
      n += 1;
      sum += values[query]!;
    }
  }
  const statistic: SumStatistic = (totals) => {
    const count = totals[2 * column + 1]!;
    const total = totals[2 * column]!;
    if (summary === 'sum') return total;
    if (count === 0) return null;
    return summary === 'mean' ? total / count : Math.exp(total / count);
  };
  const base = { name: printRankingMeasure(measure), statistic, n, skipped, blocks: n };
  if (summary === 'sum') return { ...base, noInterval: 'no-interval-description' };
  if (measure.kind === 'Success' && n > 0) return { ...base, share: { count: sum, of: n } };
  const range = unbounded[measure.kind];
  return range === undefined ? base : { ...base, range };
}

/** Measures that are not between 0 and 1. */
const unbounded: Partial<Record<RankingKind, Interval | null>> = {
  utility: null,
  DCG: [0, Infinity],
  idealDCG: [0, Infinity],
};
