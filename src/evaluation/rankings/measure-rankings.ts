import { rankingFacts } from '../../domain/evaluation/ranking-measure.ts';
import type { RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import type { JudgedQuery } from './judge-run.ts';
import { preferencesCounted, queryFunction } from './ranking-function.ts';

/** What a measure gives for each query, in the order of the queries. */
export interface MeasuredRankings {
  readonly measure: RankingMeasure;
  readonly values: Float64Array;
  /** Per query: why it has no value, or null. */
  readonly gaps: readonly (Gap | null)[];
}

/**
 * Why a query has no value: nothing is relevant, nothing gains, nothing is preferred, or the run
 * has nothing for it.
 */
type Gap = 'no-relevant' | 'no-ideal-gain' | 'no-preferences' | 'not-in-run';

/** Which queries count, and what one without a value counts as. */
export interface CountingOptions {
  /** Queries that the run does not have count as 0; else they are left out. */
  readonly complete?: boolean;
  /** Queries without relevant documents count as 0, as in trec_eval; else they are left out. */
  readonly zeroes?: boolean;
}

/** Computes a measure for every query. A query without a value has 0 and a gap. */
export function measureRankings(
  queries: readonly JudgedQuery[],
  measure: RankingMeasure,
  { complete = false, zeroes = false }: CountingOptions = {},
): MeasuredRankings {
  const compute = queryFunction(measure);
  const values = new Float64Array(queries.length);
  const gaps = queries.map((one, at): Gap | null => {
    const gap = gapOf(one, measure, complete, zeroes);
    if (gap === null) values[at] = compute(one);
    return gap;
  });
  return { measure, values, gaps };
}

function gapOf(
  { ranking, groups, preferences, isMissing }: JudgedQuery,
  measure: RankingMeasure,
  complete: boolean,
  zeroes: boolean,
): Gap | null {
  if (isMissing && !complete) return 'not-in-run';
  if (zeroes || !rankingFacts(measure).needsRelevant) return null;
  if (preferences !== undefined)
    return preferencesCounted(measure, preferences) > 0 ? null : 'no-preferences';
  if (groups !== undefined)
    return groups.some(({ relevant }) => relevant > 0) ? null : 'no-relevant';
  if (isGraded(measure)) return hasGain(ranking.levels) ? null : 'no-ideal-gain';
  return ranking.relevant > 0 ? null : 'no-relevant';
}

function isGraded({ kind }: RankingMeasure): boolean {
  return kind === 'nDCG' || kind === 'nDCGrel' || kind === 'G' || kind === 'ERR' || kind === 'RBP';
}

function hasGain(levels: Int32Array): boolean {
  for (let grade = 1; grade < levels.length; grade += 1) if (levels[grade]! > 0) return true;
  return false;
}

/** One value from the queries that have one: mean, sum or geometric mean; null when none has. */
export function summarise({ measure, values, gaps }: MeasuredRankings): number | null {
  const { summary } = rankingFacts(measure);
  let sum = 0;
  let count = 0;
  for (let at = 0; at < values.length; at += 1) {
    if (gaps[at] !== null) continue;
    sum += values[at]!;
    count += 1;
  }
  if (summary === 'sum') return sum;
  if (count === 0 || summary === 'none') return null;
  return summary === 'mean' ? sum / count : Math.exp(sum / count);
}
