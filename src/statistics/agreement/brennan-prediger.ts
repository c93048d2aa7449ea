import type { AgreementOptions, ChanceModel } from './chance-corrected.ts';
import {
  chanceCorrected,
  chanceCorrectedStatistic,
  lowestAgainstChance,
} from './chance-corrected.ts';
import type { Estimate } from '../estimate.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';

/**
 * Brennan and Prediger's coefficient (Bennett's S for two annotators, Randolph's free-marginal
 * kappa for more): how much annotators agree beyond picking any of the q categories at random. 1 is
 * full agreement, 0 is chance. For when nothing fixes how often each category should occur; unused
 * declared categories raise it. With weights, near misses count in part.
 *
 * (pₐ − pₑ) / (1 − pₑ), pₐ as in `percentAgreement`, pₑ = T / q², T the sum of all agreement
 * weights (q without weights). Brennan and Prediger 1981,
 * https://doi.org/10.1177/001316448104100307. Interval: `withJeffreysInterval`, or with
 * `gwet` by Gwet's variance with t(n − 1), upper bound at most 1; Gwet 2014, Handbook of
 * inter-rater reliability, where a unit with one answer changes only n for the interval. One
 * annotator, or only one declared category: no value. All answers the same: 1.
 * @example const rows = [[0, 0], [0, 1], [1, 1], [1, 1]];
 * brennanPrediger(ratingPatterns(ratingsFromRows(rows, [0, 1]))).value // 0.5
 */
export function brennanPrediger(
  patterns: RatingPatterns,
  options: AgreementOptions = {},
): Estimate {
  return chanceCorrected(patterns, uniformChance, options, lowestAgainstChance(patterns, options));
}

/** Brennan and Prediger's coefficient as a function of the units per pattern. */
export function brennanPredigerStatistic(patterns: RatingPatterns): PatternStatistic {
  return chanceCorrectedStatistic(patterns, uniformChance);
}

const uniformChance: ChanceModel = (shares, weights) =>
  new Float64Array(shares.length).fill(1 - weights.totalAgreement / weights.categories ** 2);
