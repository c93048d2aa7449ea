import type { Estimate } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { reason } from '../reason.ts';
import { studentTQuantile } from '../student-t.ts';
import { scoreInterval } from '../wilson-interval.ts';

/** One drawn unit. */
export interface SurveyUnit {
  /** Whether it has the property. */
  readonly has: boolean;
  /** The chance that it had to be drawn, above 0; 1 for a unit that was taken for certain. */
  readonly probability: number;
  /** What it was drawn with, where whole groups (documents) were drawn; else any distinct value. */
  readonly cluster: number;
}

/**
 * The share of a population that has a property, from a sample drawn with known and possibly
 * unequal chances, with a 95 % interval. Use it for prevalence in the corpus; the plain share of
 * the sample says something about the sample only.
 *
 * Hájek's ratio p = Σ w·y / Σ w with w = 1/π. Its variance is linearised, z = w·(y − p)/Σ w, summed
 * over clusters, and taken by Hájek's approximation for draws of fixed size without replacement:
 * Σ over groups of n/(n − 1) · Σ (1 − π)(z − z̄)², where units with the same chance make a group
 * (small groups are joined with the next) and z̄ is the mean weighted with 1 − π. The interval is
 * Wilson's with the size p(1 − p)/variance and Student's t with clusters − groups degrees of
 * freedom, so that it lies within 0 and 1. When none or all of the sample has the property, the
 * size is Kish's (Σ W)²/Σ W² over the clusters' weights. Without units there is no value; when
 * every unit was certain, the share is exact.
 *
 * Hájek 1964, https://doi.org/10.1214/aoms/1177700375; Deville 1999, "Variance estimation for
 * complex statistics and estimators", Survey Methodology 25, 193–203; Dean and Pagano 2015,
 * https://doi.org/10.1093/jssam/smv024
 * @example const units = [true, false].map((has, cluster) => ({ has, probability: 1, cluster }));
 * surveyShare(units).value // 0.5
 */
export function surveyShare(units: readonly SurveyUnit[], skipped = 0): Estimate {
  const sample = new SurveySample(
    Float64Array.from(units, (unit) => unit.probability),
    Float64Array.from(units, (unit) => unit.cluster),
  );
  return sample.share(
    Uint8Array.from(units, (unit) => Number(unit.has)),
    skipped,
  );
}

/** A drawn sample, for the shares of many properties in it: see {@link surveyShare}. */
export class SurveySample {
  readonly #weights: Float64Array;
  readonly #total: number;
  readonly #isCensus: boolean;
  /** Per unit, its cluster; per cluster, the chance of its first unit. */
  readonly #clusterOf: Int32Array;
  readonly #chances: Float64Array;
  readonly #groups: readonly Int32Array[];
  readonly #influences: Float64Array;

  constructor(probabilities: Float64Array, clusters: ArrayLike<number>) {
    this.#weights = probabilities.map((probability) => 1 / probability);
    this.#total = sum(this.#weights);
    this.#isCensus = probabilities.every((probability) => probability === 1);
    this.#clusterOf = new Int32Array(probabilities.length);
    const numbers = new Map<number, number>();
    const chances: number[] = [];
    for (let unit = 0; unit < probabilities.length; unit++) {
      const number = numbers.get(clusters[unit]) ?? numbers.size;
      if (number === numbers.size) {
        numbers.set(clusters[unit], number);
        chances.push(probabilities[unit]);
      }
      this.#clusterOf[unit] = number;
    }
    this.#chances = Float64Array.from(chances);
    this.#groups = chanceGroups(this.#chances);
    this.#influences = new Float64Array(chances.length);
  }

  /** The share that has a property: 1 per unit that has it, else 0. */
  share(has: Uint8Array, skipped = 0): Estimate {
    const weights = this.#weights;
    const n = weights.length;
    if (n === 0) return noValue('no-answers', 0, skipped);
    let having = 0;
    for (let unit = 0; unit < n; unit++) if (has[unit] === 1) having += weights[unit];
    const value = having / this.#total;
    if (this.#isCensus)
      return { value, n, skipped, interval: [value, value], method: reason('interval-census') };
    this.#influences.fill(0);
    for (let unit = 0; unit < n; unit++)
      this.#influences[this.#clusterOf[unit]] +=
        (weights[unit] * (has[unit] - value)) / this.#total;
    let variance = 0;
    let uncertain = 0;
    for (const group of this.#groups) {
      variance += this.#groupVariance(group);
      uncertain += group.length;
    }
    const size = this.#effectiveSize(value, variance);
    const freedom = Math.max(1, uncertain - this.#groups.length);
    const interval = scoreInterval(value, size, studentTQuantile(0.975, freedom));
    return { value, n, skipped, interval, method: reason('interval-survey') };
  }

  #groupVariance(group: Int32Array): number {
    const n = group.length;
    if (n < 2) return 0;
    let free = 0;
    let mean = 0;
    for (const cluster of group) {
      free += 1 - this.#chances[cluster];
      mean += (1 - this.#chances[cluster]) * this.#influences[cluster];
    }
    mean /= free;
    let squares = 0;
    for (const cluster of group)
      squares += (1 - this.#chances[cluster]) * (this.#influences[cluster] - mean) ** 2;
    return (n / (n - 1)) * squares;
  }

  /** How many units of a simple random sample would tell as much. */
  #effectiveSize(share: number, variance: number): number {
    const own = share * (1 - share);
    if (own > 0 && variance > 0) return own / variance;
    const clusters = new Float64Array(this.#chances.length);
    for (let unit = 0; unit < this.#weights.length; unit++)
      clusters[this.#clusterOf[unit]] += this.#weights[unit];
    const kish = sum(clusters) ** 2 / sum(clusters.map((weight) => weight ** 2));
    return Math.max(1, kish);
  }
}

/** The fewest clusters from which a variance is taken. */
const leastInGroup = 10;

/** The clusters that were not certain, with those of about the same chance, ten at least. */
function chanceGroups(chances: Float64Array): readonly Int32Array[] {
  const uncertain = Array.from(chances.keys()).filter((cluster) => chances[cluster] < 1);
  const groups: number[][] = [];
  let last = -1;
  for (const cluster of uncertain.toSorted((a, b) => chances[a] - chances[b])) {
    const open = groups.at(-1);
    const isSame = Math.abs(chances[cluster] - last) < 1e-9;
    if (open === undefined || (!isSame && open.length >= leastInGroup)) groups.push([cluster]);
    else open.push(cluster);
    last = chances[cluster];
  }
  const rest = groups.length > 1 && groups.at(-1)!.length < leastInGroup ? groups.pop()! : [];
  groups.at(-1)?.push(...rest);
  return groups.map((group) => Int32Array.from(group));
}

function sum(values: Float64Array): number {
  return values.reduce((all, one) => all + one, 0);
}
