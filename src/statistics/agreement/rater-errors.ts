/** How many answers of two raters were compared, and how many of these differed. */
export interface ComparedPair {
  readonly first: number;
  readonly second: number;
  readonly compared: number;
  readonly differed: number;
}

/**
 * How often each rater errs, from how often pairs of them differ: whoever errs differs from
 * everybody, so that of three raters the pairs tell who it is. If errors are rare and independent,
 * two raters differ as often as either errs: dᵢⱼ = eᵢ + eⱼ. The rates solve this by least squares,
 * each pair weighted by its compared answers, and none is below 0. With three raters
 * eᵢ = (dᵢⱼ + dᵢₖ − dⱼₖ) / 2.
 *
 * Of two raters alone nobody can say who errs: a light pull to the mean, worth {@link pull} of a
 * rater's own answers and {@link prior} more, gives both the same. A rater without compared answers
 * has the mean. Computed by Gauss–Seidel sweeps, in steps.
 * @example const pair = (first, second, differed) => ({ first, second, differed, compared: 1e5 });
 * const pairs = [pair(0, 1, 60), pair(0, 2, 60), pair(1, 2, 20)];
 * allSteps(raterErrors(pairs, 3)).length // 3
 */
export function* raterErrors(
  pairs: readonly ComparedPair[],
  raters: number,
): Generator<void, Float64Array> {
  const compared = pairs.reduce((sum, one) => sum + one.compared, 0);
  const differed = pairs.reduce((sum, one) => sum + one.differed, 0);
  const mean = compared === 0 ? 0 : differed / compared / 2;
  const errors = new Float64Array(raters).fill(mean);
  const own = Array.from({ length: raters }, (): ComparedPair[] => []);
  for (const one of pairs) {
    own[one.first]!.push(one);
    own[one.second]!.push(one);
  }
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    let change = 0;
    for (let rater = 0; rater < raters; rater += 1) {
      let [sum, weight] = [0, 0];
      for (const one of own[rater]!) {
        const other = one.first === rater ? one.second : one.first;
        sum += one.differed - one.compared * errors[other]!;
        weight += one.compared;
      }
      const light = pull * weight + prior;
      const error = Math.max(0, (sum + light * mean) / (weight + light));
      change = Math.max(change, Math.abs(error - errors[rater]!));
      errors[rater] = error;
    }
    yield;
    if (change <= mean * smallest) break;
  }
  return errors;
}

const pull = 0.02;
const prior = 50;
const mostSweeps = 200;
const smallest = 1e-6;
