import { normalQuantile } from '../normal.ts';
import { bestLambda } from './powered-moments.ts';
import type { PoweredMoments } from './powered-moments.ts';

/** How many more units people would have to judge; null when more than there are. */
export interface JudgmentsNeeded {
  /** With the model's judgments on the other units. */
  readonly withModel: number | null;
  /** With human judgments alone, of as many units as it takes. */
  readonly alone: number;
}

/**
 * How many more units people must judge until the interval of a {@link predictionPoweredMean} is as
 * narrow as asked, if the spread stays as it is now. Units that get a human judgment are taken from
 * those that have none, and λ is chosen again. With human judgments alone, it is
 * ⌈4z²·var(y) / width²⌉ − n.
 * @example const moments = { n: 100, unjudged: 900, human: 0.25, model: 0.25, covariance: 0.2 };
 * humanJudgmentsNeeded(moments, 0.1) // { withModel: 84, alone: 285 }
 */
export function humanJudgmentsNeeded(
  moments: PoweredMoments,
  width: number,
  confidence = 0.95,
): JudgmentsNeeded {
  if (!(width > 0)) throw new RangeError(`width is ${width}, expected above 0`);
  const z = normalQuantile((1 + confidence) / 2);
  const wanted = (width / (2 * z)) ** 2;
  const alone = Math.max(0, Math.ceil(moments.human / wanted - 1e-9) - moments.n);
  const isEnough = (more: number): boolean => varianceWith(moments, more) <= wanted * (1 + 1e-12);
  if (!isEnough(moments.unjudged)) return { withModel: null, alone };
  let [low, high] = [0, moments.unjudged];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return { withModel: low, alone };
}

/** The variance of the estimate once so many more units have a human judgment. */
function varianceWith(moments: PoweredMoments, more: number): number {
  const n = moments.n + more;
  const unjudged = moments.unjudged - more;
  if (n === 0) return Infinity;
  const lambda = bestLambda({ ...moments, n, unjudged });
  const { human, model, covariance } = moments;
  const rectified = human - 2 * lambda * covariance + lambda * lambda * model;
  return Math.max(0, rectified) / n + (unjudged === 0 ? 0 : (lambda * lambda * model) / unjudged);
}
