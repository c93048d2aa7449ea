import type { Estimate, Interval } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { reason } from '../reason.ts';
import { studentTQuantile } from '../student-t.ts';

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
  const n = units.length;
  if (n === 0) return noValue('no-answers', 0, skipped);
  const weights = units.map(({ probability }) => 1 / probability);
  const total = sum(weights);
  const value = sum(units.map(({ has }, at) => (has ? weights[at] : 0))) / total;
  if (units.every(({ probability }) => probability === 1))
    return { value, n, skipped, interval: [value, value], method: reason('interval-census') };
  const clusters = summedClusters(units, weights, value, total);
  const uncertain = clusters.filter(({ probability }) => probability < 1);
  const groups = chanceGroups(uncertain);
  const variance = sum(groups.map(groupVariance));
  const size = effectiveSize(value, variance, clusters);
  const freedom = Math.max(1, uncertain.length - groups.length);
  const interval = scoreInterval(value, size, studentTQuantile(0.975, freedom));
  return { value, n, skipped, interval, method: reason('interval-survey') };
}

interface Cluster {
  readonly probability: number;
  /** The sum of its units' weights, and of their influences on the share. */
  weight: number;
  influence: number;
}

function summedClusters(
  units: readonly SurveyUnit[],
  weights: readonly number[],
  share: number,
  total: number,
): readonly Cluster[] {
  const found = new Map<number, Cluster>();
  units.forEach(({ has, probability, cluster }, at) => {
    const known = found.get(cluster) ?? { probability, weight: 0, influence: 0 };
    found.set(cluster, known);
    known.weight += weights[at];
    known.influence += (weights[at] * (Number(has) - share)) / total;
  });
  return [...found.values()];
}

/** The fewest clusters from which a variance is taken. */
const leastInGroup = 10;

/** Clusters of about the same chance, at least ten together. */
function chanceGroups(clusters: readonly Cluster[]): readonly (readonly Cluster[])[] {
  const sorted = clusters.toSorted((a, b) => a.probability - b.probability);
  const groups: Cluster[][] = [];
  let last = -1;
  for (const cluster of sorted) {
    const open = groups.at(-1);
    const isSame = Math.abs(cluster.probability - last) < 1e-9;
    if (open === undefined || (!isSame && open.length >= leastInGroup)) groups.push([cluster]);
    else open.push(cluster);
    last = cluster.probability;
  }
  const rest = groups.length > 1 && groups.at(-1)!.length < leastInGroup ? groups.pop()! : [];
  groups.at(-1)?.push(...rest);
  return groups;
}

function groupVariance(group: readonly Cluster[]): number {
  const n = group.length;
  if (n < 2) return 0;
  const free = sum(group.map(({ probability }) => 1 - probability));
  const mean = sum(group.map(({ probability, influence }) => (1 - probability) * influence)) / free;
  const squares = sum(
    group.map(({ probability, influence }) => (1 - probability) * (influence - mean) ** 2),
  );
  return (n / (n - 1)) * squares;
}

/** How many units of a simple random sample would tell as much. */
function effectiveSize(share: number, variance: number, clusters: readonly Cluster[]): number {
  const own = share * (1 - share);
  if (own > 0 && variance > 0) return own / variance;
  const total = sum(clusters.map(({ weight }) => weight));
  const kish = total ** 2 / sum(clusters.map(({ weight }) => weight ** 2));
  return Math.max(1, kish);
}

/** Wilson's score interval for a share of so many units. */
function scoreInterval(share: number, size: number, quantile: number): Interval {
  const square = (quantile * quantile) / size;
  const centre = (share + square / 2) / (1 + square);
  const spread = Math.sqrt((share * (1 - share)) / size + square / (4 * size));
  const half = (quantile * spread) / (1 + square);
  return [share === 0 ? 0 : centre - half, share === 1 ? 1 : centre + half];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
