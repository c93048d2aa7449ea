/**
 * Holm's correction for several comparisons: the p-values that keep the chance of even one false
 * alarm among all at the level that one test would have. The smallest is multiplied by the number
 * of tests, the next by one less, and so on; none falls below the one before it, none exceeds 1. A
 * test without a p-value (null) is not a comparison. Holm 1979,
 * https://www.jstor.org/stable/4615733
 * @example holm([0.01, 0.04, 0.03]) // [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly (number | null)[]): readonly (number | null)[] {
  const order = pValues
    .flatMap((p, at) => (p === null ? [] : [{ p, at }]))
    .toSorted((a, b) => a.p - b.p || a.at - b.at);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let least = 0;
  order.forEach(({ p, at }, rank) => {
    least = Math.min(1, Math.max(least, p * (order.length - rank)));
    adjusted[at] = least;
  });
  return adjusted;
}
