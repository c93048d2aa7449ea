import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import type { AgreementWeights } from './weights.ts';

/** The standard error of Krippendorff's alpha, and the units it is judged by. */
export interface AlphaSpread {
  readonly standardError: number;
  /** Units with at least one answer; the interval has one degree of freedom less. */
  readonly rated: number;
}

/**
 * Standard error of Krippendorff's alpha by linearisation over units, as irrCAC 1.4 for R has it:
 * that of alpha without the term 1/N that corrects for small samples. `null` with fewer than two
 * pairable units or without variance.
 *
 * With r̄ the mean number of answers of the n pairable units, per unit oᵢ = Σ δ(c, k) over ordered
 * pairs / (r̄(rᵢ − 1)) and eᵢ = Σₖ rᵢₖ/r̄ · Σₗ δ(k, l)πₗ, each less its mean times (rᵢ − r̄)/r̄.
 * Gwet 2014, Handbook of inter-rater reliability.
 */
export function alphaStandardError(
  patterns: RatingPatterns,
  weights: AgreementWeights,
): AlphaSpread | null {
  const raters = ratersPerPattern(patterns);
  const shares = new Float64Array(patterns.categories);
  let rated = 0;
  let n = 0;
  let total = 0;
  for (let pattern = 0; pattern < raters.length; pattern++) {
    rated += patterns.units[pattern];
    if (raters[pattern] < 2) continue;
    n += patterns.units[pattern];
    total += patterns.units[pattern] * raters[pattern];
    for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
      shares[patterns.category[entry]] += patterns.units[pattern] * patterns.count[entry];
    }
  }
  if (n < 2) return null;
  const mean = total / n;
  for (let category = 0; category < shares.length; category++) shares[category] /= total;
  const expected = weights.expectedByFirst(shares);
  let chance = 0;
  for (let category = 0; category < shares.length; category++)
    chance += shares[category] * expected[category];
  if (!(chance > 0)) return null;

  const own = new Float64Array(raters.length);
  const met = new Float64Array(raters.length);
  let disagreement = 0;
  for (let pattern = 0; pattern < raters.length; pattern++) {
    if (raters[pattern] < 2) continue;
    for (let first = patterns.offsets[pattern]; first < patterns.offsets[pattern + 1]; first++) {
      const category = patterns.category[first];
      met[pattern] += (patterns.count[first] / mean) * expected[category];
      for (
        let second = patterns.offsets[pattern];
        second < patterns.offsets[pattern + 1];
        second++
      ) {
        const apart = weights.disagreement(category, patterns.category[second]);
        own[pattern] +=
          (patterns.count[first] * patterns.count[second] * apart) / (mean * (raters[pattern] - 1));
      }
    }
    disagreement += (patterns.units[pattern] / n) * own[pattern];
  }
  let squares = 0;
  for (let pattern = 0; pattern < raters.length; pattern++) {
    if (raters[pattern] < 2) continue;
    const surplus = (raters[pattern] - mean) / mean;
    const ownPart = own[pattern] - disagreement * (1 + surplus);
    const metPart = met[pattern] - chance * (1 + surplus);
    squares += patterns.units[pattern] * ((2 * disagreement * metPart) / chance - ownPart) ** 2;
  }
  return { standardError: Math.sqrt(squares / (n * (n - 1))) / chance, rated };
}
