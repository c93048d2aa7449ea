import type { AgreementOptions, ChanceModel } from './chance-corrected.ts';
import { chanceCorrected, chanceCorrectedStatistic, lowestKappa } from './chance-corrected.ts';
import type { Estimate } from '../estimate.ts';
import { hasValue } from '../estimate.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import { oneAgainstRest, ratersPerPattern } from './rating-patterns.ts';

/**
 * Fleiss' kappa: how much several annotators agree beyond drawing answers from the pooled shares of
 * the categories. 1 is full agreement, 0 is chance, below 0 is worse than chance. For two or more
 * annotators on a nominal scale; they may differ from unit to unit. It falls with a rare category
 * even when the annotators are careful: see {@link gwetAc} and `kappaParadox`.
 *
 * κ = (P̄ − P̄ₑ) / (1 − P̄ₑ), P̄ as in `percentAgreement`, P̄ₑ = Σₖ πₖ², πₖ the share of category
 * k; with weights Σ wₖₗ πₖ πₗ. Fleiss 1971, https://doi.org/10.1037/h0031619. Interval:
 * `withJeffreysInterval`, or with `gwet` by Gwet's variance with t(n − 1), upper bound at most 1;
 * Gwet 2008, https://doi.org/10.1348/000711006X126600. With missing answers this is Gwet's
 * generalisation (as irrCAC): a unit with one answer counts for πₖ but not for P̄. One annotator,
 * or all answers the same: no value.
 * @example const rows = [[0, 0, 0], [0, 1, 0], [1, 1, 1]];
 * fleissKappa(ratingPatterns(ratingsFromRows(rows, [0, 1]))).value // 0.55
 */
export function fleissKappa(patterns: RatingPatterns, options: AgreementOptions = {}): Estimate {
  return chanceCorrected(patterns, pooledChance, options, lowestKappa(patterns));
}

/** Fleiss' kappa as a function of the units per pattern, for the bootstrap. */
export function fleissKappaStatistic(patterns: RatingPatterns): PatternStatistic {
  return chanceCorrectedStatistic(patterns, pooledChance);
}

/**
 * Fleiss' kappa of each category against all others: 1 − mean disagreement on "is it this
 * category?" over 2π(1 − π). A category that nobody or everybody chose has no value.
 */
export function fleissKappaPerCategory(
  patterns: RatingPatterns,
  options: Omit<AgreementOptions, 'weights'> = {},
): Estimate[] {
  return Array.from({ length: patterns.categories }, (_, category) =>
    fleissKappa(oneAgainstRest(patterns, category), options),
  );
}

/** A test against the hypothesis that the annotators answer by chance. */
export interface NullTest {
  /** Standard error under that hypothesis; not for intervals. */
  readonly standardError: number;
  /** The coefficient over that standard error. */
  readonly z: number;
}

/**
 * Standard error of Fleiss' kappa if the annotators answered by chance, and z, to test for any
 * agreement at all. `null` where kappa has no value or the number of answers varies between units.
 * Not for intervals. Fleiss, Nee and Landis 1979, https://doi.org/10.1037/0033-2909.86.5.974
 */
export function fleissKappaNullTest(patterns: RatingPatterns): NullTest | null {
  const raters = constantRaters(patterns);
  const kappa = fleissKappa(patterns);
  if (raters === null || !hasValue(kappa)) return null;
  const votes = new Float64Array(patterns.categories);
  for (let pattern = 0; pattern < patterns.units.length; pattern++) {
    for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
      votes[patterns.category[entry]] += patterns.units[pattern] * patterns.count[entry];
    }
  }
  let spread = 0;
  let skew = 0;
  for (const count of votes) {
    const share = count / (kappa.n * raters);
    spread += share * (1 - share);
    skew += share * (1 - share) * (1 - 2 * share);
  }
  const standardError =
    Math.sqrt((2 * (spread * spread - skew)) / (kappa.n * raters * (raters - 1))) / spread;
  return { standardError, z: kappa.value / standardError };
}

/** How many answers every rated unit has, or `null` where that varies. */
function constantRaters(patterns: RatingPatterns): number | null {
  const raters = ratersPerPattern(patterns);
  return raters.length > 0 && raters.every((count) => count === raters[0]) ? raters[0] : null;
}

/** A second answer is drawn from the pooled shares. */
const pooledChance: ChanceModel = (shares, weights) => {
  const first = weights.expectedByFirst(shares);
  const second = weights.expectedBySecond(shares);
  return first.map((value, category) => (value + second[category]) / 2);
};
