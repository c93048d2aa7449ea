import type { AgreementOptions } from './chance-corrected.ts';
import { noPairs } from './chance-corrected.ts';
import type { Estimate } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import { shareRange, withJeffreysInterval } from './jeffreys-interval.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import { reason } from '../reason.ts';
import { studentTInterval } from '../student-t.ts';

/**
 * Specific agreement on one category: given that one annotator chose it, how often another who
 * rated the unit did too. For a yes-or-no question, positive and negative agreement together
 * replace a single chance-corrected number; a rare answer usually has the lower one.
 *
 * Σ rᵢₖ(rᵢₖ − 1) / Σ rᵢₖ(rᵢ − 1) over the units, rᵢₖ of the rᵢ answers to a unit being category k;
 * for two annotators 2a / (2a + b + c). Cicchetti and Feinstein 1990,
 * https://doi.org/10.1016/0895-4356(90)90159-M. Interval: `withJeffreysInterval`, or with `gwet` by
 * the linearised variance of a ratio over units with t(n − 1), cut at 0 and 1. Units with fewer
 * than two answers are skipped. A category that nobody chose on a unit rated twice has no value.
 * @example const rows = [[1, 1], [1, 0], [0, 0], [0, 0]];
 * specificAgreement(ratingPatterns(ratingsFromRows(rows, [0, 1])), 1).value // 0.6666666666666666
 */
export function specificAgreement(
  patterns: RatingPatterns,
  category: number,
  options: SpecificOptions = {},
): Estimate {
  const { agreeing, possible, isPairable } = pairsOn(patterns, category);
  let rated = 0;
  let n = 0;
  let agreeingTotal = 0;
  let possibleTotal = 0;
  for (let pattern = 0; pattern < patterns.units.length; pattern++) {
    rated += patterns.units[pattern];
    if (isPairable[pattern] === 0) continue;
    n += patterns.units[pattern];
    agreeingTotal += patterns.units[pattern] * agreeing[pattern];
    possibleTotal += patterns.units[pattern] * possible[pattern];
  }
  const skipped = patterns.unrated + rated - n;
  if (n === 0) return noValue(noPairs(rated), n, skipped);
  if (possibleTotal === 0) return noValue('category-not-chosen', n, skipped);
  const value = agreeingTotal / possibleTotal;
  const plain = pointEstimate(value, n, skipped, 'no-interval-one-unit');
  const { confidence = 0.95 } = options;
  if (options.interval !== 'gwet')
    return withJeffreysInterval(
      plain,
      patterns,
      (all) => specificAgreementStatistic(all, category),
      shareRange,
      confidence,
    );
  if (n === 1) return plain;
  let squares = 0;
  for (let pattern = 0; pattern < patterns.units.length; pattern++) {
    if (isPairable[pattern] === 1)
      squares += patterns.units[pattern] * (agreeing[pattern] - value * possible[pattern]) ** 2;
  }
  const standardError = Math.sqrt((n * squares) / (n - 1)) / possibleTotal;
  const [lower, upper] = studentTInterval(value, standardError, n - 1, confidence);
  return { ...plain, interval: [Math.max(0, lower), upper], method: reason('interval-linearised') };
}

/** Settings of {@link specificAgreement}. */
export type SpecificOptions = Omit<AgreementOptions, 'weights'>;

/** Specific agreement on a category as a function of the units per pattern. */
export function specificAgreementStatistic(
  patterns: RatingPatterns,
  category: number,
): PatternStatistic {
  const { agreeing, possible } = pairsOn(patterns, category);
  return (units) => {
    let agreed = 0;
    let all = 0;
    for (let pattern = 0; pattern < units.length; pattern++) {
      agreed += units[pattern] * agreeing[pattern];
      all += units[pattern] * possible[pattern];
    }
    return all > 0 ? agreed / all : null;
  };
}

/** Specific agreement on every category of the domain, in its order. */
export function specificAgreementPerCategory(
  patterns: RatingPatterns,
  options: SpecificOptions = {},
): Estimate[] {
  return Array.from({ length: patterns.categories }, (_, category) =>
    specificAgreement(patterns, category, options),
  );
}

/** Positive agreement of a yes-or-no question: {@link specificAgreement} on yes, category 1. */
export function positiveAgreement(
  patterns: RatingPatterns,
  options: SpecificOptions = {},
): Estimate {
  return specificAgreement(patterns, 1, options);
}

/** Negative agreement of a yes-or-no question: {@link specificAgreement} on no, category 0. */
export function negativeAgreement(
  patterns: RatingPatterns,
  options: SpecificOptions = {},
): Estimate {
  return specificAgreement(patterns, 0, options);
}

interface CategoryPairs {
  /** Per pattern: ordered pairs of annotators who both chose the category … */
  readonly agreeing: Float64Array;
  /** … and of which the first chose it. */
  readonly possible: Float64Array;
  readonly isPairable: Uint8Array;
}

function pairsOn(patterns: RatingPatterns, category: number): CategoryPairs {
  const raters = ratersPerPattern(patterns);
  const agreeing = new Float64Array(raters.length);
  const possible = new Float64Array(raters.length);
  for (let pattern = 0; pattern < raters.length; pattern++) {
    for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
      if (patterns.category[entry] !== category) continue;
      agreeing[pattern] = patterns.count[entry] * (patterns.count[entry] - 1);
      possible[pattern] = patterns.count[entry] * (raters[pattern] - 1);
    }
  }
  const isPairable = Uint8Array.from(raters, (count) => (count >= 2 ? 1 : 0));
  return { agreeing, possible, isPairable };
}
