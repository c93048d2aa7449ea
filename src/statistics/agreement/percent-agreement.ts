import type { AgreementOptions } from './chance-corrected.ts';
import { chanceCorrected, chanceCorrectedStatistic, noPairs } from './chance-corrected.ts';
import type { Confusion } from './confusion.ts';
import type { Estimate } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import { withShareInterval } from './jeffreys-interval.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import { reason } from '../reason.ts';
import { studentTInterval } from '../student-t.ts';

/**
 * Percent agreement: how often two annotators who rated the same unit gave the same answer; for
 * more than two, the mean over units of the share of annotator pairs that agree. Easy to explain,
 * but part of it is luck: one frequent answer makes it high. Read it beside a chance-corrected one.
 *
 * 1/n′ · Σᵢ Σₖ rᵢₖ(rᵢₖ − 1) / (rᵢ(rᵢ − 1)), over the n′ units with rᵢ ≥ 2 answers, rᵢₖ of them
 * category k. Interval: `withJeffreysInterval`, or with `gwet` by Gwet's variance with t(n − 1), n
 * the units with any answer, upper bound at most 1, of no width where nobody differs. Gwet 2008,
 * https://doi.org/10.1348/000711006X126600. Units with fewer than two answers are skipped. One
 * annotator: no value. With weights, near misses count in part.
 * @example const rows = [[0, 0], [0, 1], [1, 1], [1, 1]];
 * percentAgreement(ratingPatterns(ratingsFromRows(rows, [0, 1]))).value // 0.75
 */
export function percentAgreement(
  patterns: RatingPatterns,
  options: AgreementOptions = {},
): Estimate {
  return chanceCorrected(patterns, null, options, 0);
}

/** Percent agreement as a function of the units per pattern. */
export function percentAgreementStatistic(patterns: RatingPatterns): PatternStatistic {
  return chanceCorrectedStatistic(patterns, null);
}

/** {@link percentAgreement} of two annotators: exact matches among the units both rated. */
export function percentAgreementOfTwo(
  confusion: Confusion,
  options: Omit<AgreementOptions, 'weights'> = {},
): Estimate {
  const { n, skipped } = confusion;
  if (n === 0) return noValue(noPairs(skipped), n, skipped);
  let matches = 0;
  for (let cell = 0; cell < confusion.units.length; cell++) {
    if (confusion.row[cell] === confusion.column[cell]) matches += confusion.units[cell];
  }
  return proportion(matches, n, skipped, options);
}

/**
 * Unanimity: the share of units with at least two answers on which all answers are the same. Falls
 * with the number of annotators: compare only panels of one size.
 * @example const rows = [[0, 0, 0], [0, 0, 1]];
 * unanimousShare(ratingPatterns(ratingsFromRows(rows, [0, 1]))).value // 0.5
 */
export function unanimousShare(
  patterns: RatingPatterns,
  options: Omit<AgreementOptions, 'weights'> = {},
): Estimate {
  const raters = ratersPerPattern(patterns);
  let n = 0;
  let unanimous = 0;
  let rated = 0;
  for (let pattern = 0; pattern < raters.length; pattern++) {
    rated += patterns.units[pattern];
    if (raters[pattern] < 2) continue;
    n += patterns.units[pattern];
    if (patterns.offsets[pattern + 1] - patterns.offsets[pattern] === 1)
      unanimous += patterns.units[pattern];
  }
  const skipped = patterns.unrated + rated - n;
  if (n === 0) return noValue(noPairs(rated), n, skipped);
  return proportion(unanimous, n, skipped, options);
}

/** A share of units; Gwet's variance is then p(1 − p)/(n − 1). */
function proportion(
  count: number,
  n: number,
  skipped: number,
  { interval: method = 'jeffreys', confidence = 0.95 }: Omit<AgreementOptions, 'weights'>,
): Estimate {
  const value = count / n;
  const plain = pointEstimate(value, n, skipped, 'no-interval-one-unit');
  if (method === 'jeffreys') return withShareInterval(plain, count, confidence);
  if (n === 1) return plain;
  const standardError = Math.sqrt((value * (1 - value)) / (n - 1));
  const interval = studentTInterval(value, standardError, n - 1, confidence);
  return { ...plain, interval, method: reason('interval-gwet') };
}
