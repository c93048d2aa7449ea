/** How well scores put the true labels of one unit before the others. */
export interface LabelRanking {
  /** Label ranking average precision; null without a true label. */
  readonly averagePrecision: number | null;
  /** How many of the first labels hold all true ones; null without a true label. */
  readonly coverage: number | null;
  /** The share of pairs of a true and a false label in the wrong order; null without a pair. */
  readonly loss: number | null;
}

/**
 * The ranking of one unit's labels by their scores, for multi-label classifiers. Labels with equal
 * scores share the lower rank, so that a tie of a true and a false label is not a success, as in
 * scikit-learn. Where scikit-learn puts 1, 0 and 0 for units without a true (or a false) label,
 * there is no value. Tsoumakas, Katakis and Vlahavas 2010,
 * https://doi.org/10.1007/978-0-387-09823-4_34
 * @example labelRanking([1, 0, 1], [0.9, 0.8, 0.7]).averagePrecision // 0.833
 * @example labelRanking([1, 0, 1], [0.9, 0.8, 0.7]).coverage // 3
 * @example labelRanking([1, 0, 1], [0.9, 0.8, 0.7]).loss // 0.5
 */
export function labelRanking(truth: ArrayLike<number>, scores: ArrayLike<number>): LabelRanking {
  let wanted = 0;
  let precision = 0;
  let coverage = 0;
  let wrong = 0;
  for (let label = 0; label < scores.length; label++) {
    if (truth[label] !== 1) continue;
    let before = 0;
    let trueBefore = 0;
    for (let other = 0; other < scores.length; other++) {
      if (scores[other] < scores[label]) continue;
      before++;
      if (truth[other] === 1) trueBefore++;
    }
    wanted++;
    precision += trueBefore / before;
    coverage = Math.max(coverage, before);
    wrong += before - trueBefore;
  }
  const pairs = wanted * (scores.length - wanted);
  return {
    averagePrecision: wanted === 0 ? null : precision / wanted,
    coverage: wanted === 0 ? null : coverage,
    loss: pairs === 0 ? null : wrong / pairs,
  };
}
