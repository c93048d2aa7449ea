import { reason } from '../reason.ts';
import type { ReasonCode } from '../reason.ts';
import type { Estimate } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import { withJeffreysInterval } from './jeffreys-interval.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';
import { studentTInterval } from '../student-t.ts';
import type { AgreementWeights } from './weights.ts';
import { identityWeights } from './weights.ts';

/**
 * A coefficient's notion of chance: from the category shares, the chance disagreement of each
 * category. Its mean over the shares is one minus the usual chance agreement. `null`: no chance.
 */
export type ChanceModel =
  | ((shares: Float64Array, weights: AgreementWeights) => Float64Array)
  | null;

/**
 * The method of an interval. `jeffreys`: see {@link withJeffreysInterval}; the default. `gwet`: the
 * large-sample formula that other programs have, Gwet's variance with t(n − 1), for comparing with
 * them; for Cohen's kappa, that of Fleiss, Cohen and Everitt.
 */
export type AnalyticInterval = 'jeffreys' | 'gwet';

/** Settings that every coefficient of this family takes. */
export interface AgreementOptions {
  /** How much near misses count; every disagreement fully unless given. */
  readonly weights?: AgreementWeights;
  /** The method of the interval; `jeffreys` unless given. */
  readonly interval?: AnalyticInterval;
  /** Coverage of the interval; 0.95 unless given. */
  readonly confidence?: number;
}

/**
 * A coefficient of the form (observed − chance) / (1 − chance) for any number of annotators, with
 * or without missing answers, and its interval. `lowest` is its least possible value. Observed
 * agreement is the mean over units with two or more answers of the share of annotator pairs that
 * agree. Category shares are means over all rated units, so units with one answer count only there.
 * Gwet's variance is that of the linearised coefficient over units; it does not assume independent
 * annotators or chance. Gwet 2008, https://doi.org/10.1348/000711006X126600; Gwet 2014, Handbook of
 * inter-rater reliability.
 */
export function chanceCorrected(
  patterns: RatingPatterns,
  chance: ChanceModel,
  options: AgreementOptions,
  lowest: number,
): Estimate {
  const { weights = identityWeights(patterns.categories), confidence = 0.95 } = options;
  const fit = fitChanceCorrected(patterns, weights, chance);
  const skipped = patterns.unrated;
  if ('why' in fit) return noValue(fit.why, fit.pairable, skipped + fit.rated - fit.pairable);
  const { value, standardError, rated, pairable } = fit;
  const estimate = pointEstimate(
    value,
    pairable,
    skipped + rated - pairable,
    'no-interval-one-unit',
  );
  if (options.interval === 'gwet') {
    if (standardError === null) return estimate;
    const interval = studentTInterval(value, standardError, rated - 1, confidence);
    return { ...estimate, interval, method: reason('interval-gwet') };
  }
  return withJeffreysInterval(
    estimate,
    patterns,
    (all) => chanceCorrectedStatistic(all, chance, weights),
    [lowest, 1],
    confidence,
  );
}

/** The same as a function of how many units show each pattern. */
export function chanceCorrectedStatistic(
  patterns: RatingPatterns,
  chance: ChanceModel,
  weights: AgreementWeights = identityWeights(patterns.categories),
): PatternStatistic {
  const facts = patternFacts(patterns, weights);
  const shares = new Float64Array(patterns.categories);
  const statistic: PatternStatistic = (units) => {
    const { pairable, agreement, disagreement } = observe(patterns, facts, units, shares);
    if (pairable === 0) return null;
    if (chance === null) return agreement;
    const chanceDisagreement = dot(shares, chance(shares, weights));
    return chanceDisagreement > 0 ? 1 - disagreement / chanceDisagreement : null;
  };
  if (chance !== null) return statistic;
  const stepped = (units: Float64Array, more: number): Float64Array => {
    const { pairable, agreement } = observe(patterns, facts, units, shares);
    return Float64Array.from(facts.raters, (raters, pattern) =>
      raters < 2
        ? agreement
        : (agreement * pairable + more * (1 - facts.disagreement[pattern])) / (pairable + more),
    );
  };
  return Object.assign(statistic, { stepped });
}

/**
 * The least possible kappa or alpha: −1/(m − 1) for units that at least m annotators rated, since
 * not everybody can differ from everybody on two categories.
 */
export function lowestKappa(patterns: RatingPatterns): number {
  let fewest = Infinity;
  for (const raters of ratersPerPattern(patterns))
    if (raters >= 2) fewest = Math.min(fewest, raters);
  return fewest === Infinity ? -1 : -1 / (fewest - 1);
}

/** The least possible coefficient whose chance agreement is at most that of even shares, T / q². */
export function lowestAgainstChance(
  { categories }: RatingPatterns,
  { weights = identityWeights(categories) }: AgreementOptions,
): number {
  if (categories < 2) return 0;
  const chance = weights.totalAgreement / categories ** 2;
  return -chance / (1 - chance);
}

/** Why a coefficient that needs two answers on a unit has no value. */
export function noPairs(rated: number): ReasonCode {
  return rated === 0 ? 'no-ratings' : 'no-pairs';
}

/** Gwet's standard error is `null` with a single unit. */
type Fit = Pick<Observation, 'rated' | 'pairable'> &
  (
    | { readonly value: number; readonly standardError: number | null }
    | { readonly why: ReasonCode }
  );

/** The value and standard error of such a coefficient, or why there is no value. */
function fitChanceCorrected(
  patterns: RatingPatterns,
  weights: AgreementWeights,
  chance: ChanceModel,
): Fit {
  const facts = patternFacts(patterns, weights);
  const { rated, pairable, agreement, disagreement, shares } = observe(
    patterns,
    facts,
    patterns.units,
    new Float64Array(patterns.categories),
  );
  if (pairable === 0) return { why: noPairs(rated), rated, pairable };
  const byCategory =
    chance === null ? new Float64Array(shares.length).fill(1) : chance(shares, weights);
  const chanceDisagreement = chance === null ? 1 : dot(shares, byCategory);
  if (!(chanceDisagreement > 0)) return { why: 'no-variance', rated, pairable };
  const value = chance === null ? agreement : 1 - disagreement / chanceDisagreement;

  let squares = 0;
  for (let pattern = 0; pattern < patterns.units.length; pattern++) {
    const raters = facts.raters[pattern];
    let met = 0;
    for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
      met += (patterns.count[entry] / raters) * byCategory[patterns.category[entry]];
    }
    // A unit with one answer has no agreement; those with more represent it.
    const ownValue =
      raters >= 2 ? (rated / pairable) * (1 - facts.disagreement[pattern] / chanceDisagreement) : 0;
    const ownChance = (2 * (1 - value) * (chanceDisagreement - met)) / chanceDisagreement;
    squares += patterns.units[pattern] * (ownValue - ownChance - value) ** 2;
  }
  const standardError = rated < 2 ? null : Math.sqrt(squares / (rated * (rated - 1)));
  return { value, standardError, rated, pairable };
}

interface PatternFacts {
  readonly raters: Int32Array;
  /** Mean disagreement of the annotator pairs that rated such a unit. */
  readonly disagreement: Float64Array;
}

function patternFacts(patterns: RatingPatterns, weights: AgreementWeights): PatternFacts {
  const raters = ratersPerPattern(patterns);
  const disagreement = new Float64Array(raters.length);
  for (let pattern = 0; pattern < raters.length; pattern++) {
    let sum = 0;
    for (let first = patterns.offsets[pattern]; first < patterns.offsets[pattern + 1]; first++) {
      for (
        let second = patterns.offsets[pattern];
        second < patterns.offsets[pattern + 1];
        second++
      ) {
        const weight = weights.disagreement(patterns.category[first], patterns.category[second]);
        sum += patterns.count[first] * patterns.count[second] * weight;
      }
    }
    if (raters[pattern] >= 2)
      disagreement[pattern] = sum / (raters[pattern] * (raters[pattern] - 1));
  }
  return { raters, disagreement };
}

interface Observation {
  /** Units rated by at least one annotator; the interval has one degree of freedom less. */
  readonly rated: number;
  /** Units rated by at least two. */
  readonly pairable: number;
  /** Each summed on its own, so that 24 agreeing units of 30 give 0.8 and not one minus 0.2. */
  readonly agreement: number;
  readonly disagreement: number;
  readonly shares: Float64Array;
}

function observe(
  patterns: RatingPatterns,
  facts: PatternFacts,
  units: ArrayLike<number>,
  shares: Float64Array,
): Observation {
  shares.fill(0);
  let rated = 0;
  let pairable = 0;
  let agreement = 0;
  let disagreement = 0;
  for (let pattern = 0; pattern < patterns.units.length; pattern++) {
    const shown = units[pattern];
    if (shown === 0) continue;
    const raters = facts.raters[pattern];
    rated += shown;
    if (raters >= 2) {
      pairable += shown;
      agreement += shown * (1 - facts.disagreement[pattern]);
      disagreement += shown * facts.disagreement[pattern];
    }
    for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
      shares[patterns.category[entry]] += shown * (patterns.count[entry] / raters);
    }
  }
  for (let category = 0; category < shares.length; category++) shares[category] /= rated;
  agreement /= pairable;
  disagreement /= pairable;
  return { rated, pairable, agreement, disagreement, shares };
}

function dot(shares: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let category = 0; category < shares.length; category++)
    sum += shares[category] * values[category];
  return sum;
}
