import { compareCodePoints } from '../../formats/code-points.ts';
import { notInPool, rankingOf } from '../../statistics/evaluation/judged-ranking.ts';
import { scoreOrder } from '../../statistics/evaluation/score-order.ts';
import type { JudgedQuery } from './judge-run.ts';
import type { LabelTable } from '../label-table.ts';

/**
 * Each label as a query: its units in the order of falling scores, ties by falling id as in
 * trec_eval, with their true grades. Labels without scores are left out.
 */
export function rankedLabels(table: LabelTable, ids: readonly string[]): readonly JudgedQuery[] {
  return table.labels.flatMap((label, at): readonly JudgedQuery[] => {
    const scores = table.scores[at]!;
    if (scores === null) return [];
    const order = [...scoreOrder(scores)].filter((unit) => !Number.isNaN(scores[unit]!));
    const sorted = order.toSorted(
      (a, b) => scores[b]! - scores[a]! || compareCodePoints(ids[b]!, ids[a]!),
    );
    const truth = table.truth[at]!;
    const grades = Int32Array.from(sorted, (unit) => (truth[unit]! < 0 ? notInPool : truth[unit]!));
    const highest = truth.reduce((most, grade) => Math.max(most, grade), -1);
    const levels = new Int32Array(highest + 1);
    let positive = 0;
    for (const grade of truth) {
      if (grade >= 0) levels[grade] += 1;
      if (grade > 0) positive += 1;
    }
    const ranking = rankingOf(grades, levels, table.level);
    return [{ query: label, ranking, isMissing: false, positive }];
  });
}
