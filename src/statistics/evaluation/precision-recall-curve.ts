import { scoreOrder } from './score-order.ts';

/** A threshold of a precision–recall curve. */
export interface PrecisionRecallPoint {
  /** Units with this score or a higher one are predicted. */
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
}

/**
 * The precision–recall curve: what precision and recall are when everything from a score on is
 * predicted, from the highest score to the lowest. Tied scores are one threshold. At most `points`
 * thresholds, spread evenly over recall, so that a million units draw as fast as a hundred. Empty
 * without positives. Davis and Goadrich 2006, https://doi.org/10.1145/1143844.1143874
 * @example precisionRecallCurve([1, 0, 1], Float64Array.of(0.9, 0.8, 0.7)).length // 3
 */
export function precisionRecallCurve(
  truth: ArrayLike<number>,
  scores: Float64Array,
  points = 101,
): readonly PrecisionRecallPoint[] {
  const order = scoreOrder(scores);
  let positives = 0;
  for (let unit = 0; unit < order.length; unit++) positives += truth[unit] === 1 ? 1 : 0;
  if (positives === 0) return [];
  const curve: PrecisionRecallPoint[] = [];
  let found = 0;
  let next = 0;
  for (let at = 0; at < order.length; at++) {
    found += truth[order[at]] === 1 ? 1 : 0;
    const threshold = scores[order[at]];
    const isLast = at === order.length - 1;
    if (!isLast && scores[order[at + 1]] === threshold) continue;
    const recall = found / positives;
    if (recall < next && !isLast) continue;
    curve.push({ threshold, precision: found / (at + 1), recall });
    next = order.length <= points ? 0 : recall + 1 / (points - 1);
  }
  return curve;
}
