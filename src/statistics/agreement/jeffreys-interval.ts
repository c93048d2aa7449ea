import type { Estimate, Valued } from '../estimate.ts';
import type { PatternStatistic } from '../pattern-statistic.ts';
import type { Moments, Posterior, Range } from '../beta-posterior.ts';
import { betaInterval, dirichletPosterior } from '../beta-posterior.ts';
import { jeffreysShare } from '../jeffreys-share.ts';
import { reason } from '../reason.ts';
import type { Confusion } from './confusion.ts';
import { jeffreysPrior, mostPrior } from './jeffreys-prior.ts';
import type { RatingPatterns } from './rating-patterns.ts';

/** Below so many units, a value has no interval: it would be nearly as wide as the scale. */
export const leastUnits = 10;

/** The range of a share. */
export const shareRange: Range = [0, 1];

/** A measure for any patterns of its scale, those of the prior included. */
export type StatisticOf = (patterns: RatingPatterns) => PatternStatistic;

/**
 * The estimate with the interval that Assay gives unless another is asked for: the central interval
 * of the measure's posterior over the rating patterns with Jeffreys' prior. Unlike value ±
 * standard errors it covers what it promises for rare answers and for twenty units, stays within
 * the possible values, and has a width when nobody differs; `docs/statistics.md` has the
 * simulation.
 *
 * Shares of the patterns ~ Dirichlet(units + ½ each), see {@link jeffreysPrior}; the measure's
 * posterior by {@link dirichletPosterior}; its ends by {@link betaInterval}. No draws and no seed:
 * the order of units and annotators has no influence. It takes units for a random sample of those
 * the value is to hold for. Fewer than {@link leastUnits} units: no interval.
 * Brown, Cai and DasGupta 2001, https://doi.org/10.1214/ss/1009213286
 * @example const patterns = ratingPatterns(ratingsFromRows(Array(30).fill([1, 1]), [0, 1]));
 * percentAgreement(patterns).interval // [0.9203…, 1]
 */
export function withJeffreysInterval(
  estimate: Estimate,
  patterns: RatingPatterns,
  statisticOf: StatisticOf,
  range: Range,
  level: number,
): Estimate {
  if (estimate.value === null) return estimate;
  if (estimate.n < leastUnits) return tooFewUnits(estimate);
  const prior = jeffreysPrior(patterns);
  const posterior = dirichletPosterior(prior.counts, statisticOf(prior.patterns));
  return withPosterior(estimate, posterior, range, level);
}

/**
 * The same for the table of two annotators. A pattern's prior is shared by its two cells, so that
 * who said what has no influence on it.
 */
export function withJeffreysIntervalOfTwo(
  estimate: Estimate,
  confusion: Confusion,
  statisticOf: (confusion: Confusion) => PatternStatistic,
  range: Range,
  level: number,
): Estimate {
  if (estimate.value === null) return estimate;
  if (estimate.n < leastUnits) return tooFewUnits(estimate);
  const { confusion: all, counts } = priorOfTwo(confusion);
  return withPosterior(estimate, dirichletPosterior(counts, statisticOf(all)), range, level);
}

/** A share of the units with Jeffreys' interval: the posterior is a Beta distribution. */
export function withShareInterval(estimate: Valued, count: number, level: number): Valued {
  if (estimate.n < leastUnits) return tooFewUnits(estimate);
  const interval = jeffreysShare(count, estimate.n, level);
  return { ...estimate, interval, method: reason('interval-jeffreys') };
}

/** The posterior of a measure, per pattern of the ratings; `null` where it has no value. */
export function jeffreysPosterior(
  patterns: RatingPatterns,
  statisticOf: StatisticOf,
): Posterior | null {
  const prior = jeffreysPrior(patterns);
  return placed(dirichletPosterior(prior.counts, statisticOf(prior.patterns)), prior.place);
}

/** The same, per cell of the table of two annotators. */
export function jeffreysPosteriorOfTwo(
  confusion: Confusion,
  statisticOf: (confusion: Confusion) => PatternStatistic,
): Posterior | null {
  const { confusion: all, counts, place } = priorOfTwo(confusion);
  return placed(dirichletPosterior(counts, statisticOf(all)), place);
}

/** A value on fewer units than an interval needs. */
export function tooFewUnits(estimate: Valued): Valued {
  const method = reason('no-interval-few', { n: estimate.n, least: leastUnits });
  return { ...estimate, interval: null, method };
}

/** The estimate with the interval of a posterior. */
export function withPosterior(
  estimate: Valued,
  posterior: Moments | null,
  range: Range,
  level: number,
): Valued {
  if (posterior === null)
    return { ...estimate, interval: null, method: reason('no-interval-one-unit') };
  const interval = betaInterval(posterior, estimate.value, range, level);
  return { ...estimate, interval, method: reason('interval-jeffreys') };
}

function placed(posterior: Posterior | null, place: Int32Array): Posterior | null {
  if (posterior === null) return null;
  const influence = Float64Array.from(place, (at) => posterior.influence[at]);
  const { mean, variance, skewness } = posterior;
  return {
    mean,
    variance,
    skewness,
    influence,
    get bias() {
      return posterior.bias;
    },
  };
}

interface PriorOfTwo {
  readonly confusion: Confusion;
  readonly counts: Float64Array;
  readonly place: Int32Array;
}

function priorOfTwo(cells: Confusion): PriorOfTwo {
  const { categories, row, column, units } = cells;
  const key = (a: number, b: number): number => a * categories + b;
  const found = new Map<number, number>();
  const isSmall = categories <= fewCategories;
  const used = isSmall
    ? Array.from({ length: categories }, (_, category) => category)
    : usedMost(cells);
  for (const a of used) for (const b of used) found.set(key(a, b), a === b ? 1 : 0.5);
  if (!isSmall)
    for (let cell = 0; cell < row.length; cell++) {
      const [a, b] = [row[cell], column[cell]];
      found.set(key(a, b), a === b ? 1 : 0.5);
      found.set(key(b, a), a === b ? 1 : 0.5);
    }
  const ordered = [...found.keys()].toSorted((a, b) => a - b);
  const patterns = [...found.values()].reduce((sum, share) => sum + share, 0);
  const prior = Math.min(0.5, mostPrior / patterns);
  const place = new Map(ordered.map((cell, at) => [cell, at]));
  const counts = Float64Array.from(ordered, (cell) => prior * (found.get(cell) ?? 0));
  const own = Int32Array.from(row, (a, cell) => place.get(key(a, column[cell])) ?? -1);
  const shown = new Float64Array(ordered.length);
  for (let cell = 0; cell < units.length; cell++) shown[own[cell]] += units[cell];
  for (let cell = 0; cell < counts.length; cell++) counts[cell] += shown[cell];
  const all: Confusion = {
    ...cells,
    row: Int32Array.from(ordered, (cell) => Math.floor(cell / categories)),
    column: Int32Array.from(ordered, (cell) => cell % categories),
    units: shown,
    patternOf: new Int32Array(0),
  };
  return { confusion: all, counts, place: own };
}

/** Up to so many categories, every cell of the table has a prior. */
const fewCategories = 22;

/** The two categories that were given most often. */
function usedMost({ categories, row, column, units }: Confusion): readonly number[] {
  const given = new Float64Array(categories);
  for (let cell = 0; cell < row.length; cell++) {
    given[row[cell]] += units[cell];
    given[column[cell]] += units[cell];
  }
  return Array.from(given.keys())
    .toSorted((a, b) => given[b] - given[a] || a - b)
    .slice(0, 2);
}
