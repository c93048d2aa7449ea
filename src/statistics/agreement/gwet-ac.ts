import type { AgreementOptions, ChanceModel } from './chance-corrected.ts';
import {
  chanceCorrected,
  chanceCorrectedStatistic,
  lowestAgainstChance,
} from './chance-corrected.ts';
import type { Estimate } from '../estimate.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import type { AgreementWeights } from './weights.ts';

/**
 * Gwet's AC1, and with weights AC2: how much annotators agree beyond chance, where chance is at
 * work only on units that are hard to tell. 1 is full agreement, 0 is chance. Unlike kappa and
 * alpha it stays high when one category is rare and annotators agree (see `kappaParadox`). AC1 for
 * nominal scales; AC2 with `ordinalWeights` for ordinal, `quadraticWeights` for interval and ratio
 * scales.
 *
 * (pₐ − pₑ) / (1 − pₑ), pₐ as in `percentAgreement`, pₑ = T / (q(q − 1)) · Σₖ πₖ(1 − πₖ), q the
 * number of declared categories, T the sum of all agreement weights (q without weights), πₖ the
 * share of category k. Interval: `withJeffreysInterval`, or with `gwet` by Gwet's variance with t(n
 * − 1), upper bound at most 1. Gwet 2008, https://doi.org/10.1348/000711006X126600; Gwet 2014,
 * Handbook of inter-rater reliability. A unit with one answer counts for πₖ but not for pₐ. One
 * annotator: no value. All answers the same: 1, as irrCAC has it, also with a single declared
 * category.
 * @example const rows = [[0, 0, 0], [0, 1, 0], [1, 1, 1]];
 * gwetAc(ratingPatterns(ratingsFromRows(rows, [0, 1]))).value // 0.5609756097560976
 */
export function gwetAc(patterns: RatingPatterns, options: AgreementOptions = {}): Estimate {
  return chanceCorrected(
    patterns,
    hardUnitsChance,
    options,
    lowestAgainstChance(patterns, options),
  );
}

/** Gwet's AC1 or AC2 as a function of the units per pattern. */
export function gwetAcStatistic(
  patterns: RatingPatterns,
  weights?: AgreementWeights,
): PatternStatistic {
  return chanceCorrectedStatistic(patterns, hardUnitsChance, weights);
}

const hardUnitsChance: ChanceModel = (shares, weights) => {
  const q = weights.categories;
  if (q < 2) return new Float64Array(shares.length).fill(1);
  const factor = weights.totalAgreement / (q * (q - 1));
  return shares.map((share) => 1 - factor * (1 - share));
};
