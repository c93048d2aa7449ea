/**
 * Benjamini–Yekutieli procedure: which of several tests to reject so that on average at most a
 * share q of the rejected ones are wrong, however the tests depend on each other.
 *
 * With the p-values in ascending order, p₁ … p_k are rejected for the largest k with p_k ≤ k / m ·
 * q / (1 + ½ + … + 1/m). Returns the places of the rejected tests, ascending; of no tests, none.
 * Benjamini and Yekutieli 2001, https://doi.org/10.1214/aos/1013699998
 * @example benjaminiYekutieli([0.001, 0.02, 0.03, 0.5], 0.05) // [0]
 */
export function benjaminiYekutieli(pValues: readonly number[], q: number): readonly number[] {
  const order = pValues.map((_, at) => at).toSorted((a, b) => pValues[a] - pValues[b]);
  const count = pValues.length;
  let harmonic = 0;
  for (let rank = 1; rank <= count; rank++) harmonic += 1 / rank;
  let rejected = 0;
  for (let rank = 1; rank <= count; rank++)
    if (pValues[order[rank - 1]] <= (rank / count) * (q / harmonic)) rejected = rank;
  return order.slice(0, rejected).toSorted((a, b) => a - b);
}
