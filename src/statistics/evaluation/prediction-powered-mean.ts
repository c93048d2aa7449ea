import { noValue } from '../estimate.ts';
import type { Estimate, Interval } from '../estimate.ts';
import { normalQuantile } from '../normal.ts';
import { reason } from '../reason.ts';
import type { Reason } from '../reason.ts';
import {
  bestLambda,
  poweredMoments,
  populationMean,
  populationVariance,
} from './powered-moments.ts';
import type { PoweredOptions, PoweredSample } from './powered-moments.ts';
import { smallSampleInterval } from './small-sample-interval.ts';

/** A mean from few human and many model judgments, beside that from the human ones alone. */
export interface PredictionPowered {
  readonly estimate: Estimate;
  /** The same from the human judgments alone. */
  readonly classical: Estimate;
  /** How far the model is trusted: 0 ignores it; null without a value. */
  readonly lambda: number | null;
  /** Units that only the model judged. */
  readonly unjudged: number;
  /** How many human judgments alone would give as narrow an interval; null where unknown. */
  readonly equivalent: number | null;
  /** How many human judgments the model saves; null where unknown. */
  readonly saved: number | null;
  /** Why the interval holds the truth less often than it says; null where it does not. */
  readonly caution: Reason | null;
  /** An interval that also holds with few judgments; null where there is none. */
  readonly smallSample: Interval | null;
}

/**
 * Prediction-powered mean (PPI++): the mean that people would give all units, from few human and
 * many model judgments. The model may be wrong in any way: its error is measured on the units that
 * people judged, and taken off. The better the model, the narrower the interval; a useless one is
 * ignored. For a share, judgments are 0 and 1. The units that people judged must be a random sample
 * of all.
 *
 * mean = λ·mean(f′) + mean(y − λf), variance = λ²·var(f′)/N + var(y − λf)/n, with y the n human
 * judgments, f the model's on the same units and f′ its N others; normal quantiles, population
 * variances. λ = cov(y, f) / ((1 + n/N)·var(f, f′)), within 0 and 1, with the sample variance of
 * all predictions. Angelopoulos, Duchi and Zrnic 2023, https://doi.org/10.48550/arXiv.2311.01453
 *
 * Without human judgments there is no value. Without further predictions, or where all are the
 * same, λ is 0 and the estimate the classical one. One human judgment, or no spread at all: no
 * interval. Below fifty human judgments, or ten with and ten without the answer whose share it is,
 * the interval is too narrow, which `caution` says; `smallSample` holds there (see
 * `smallSampleInterval`).
 * @example const sample = { human: [0, 1, 1, 0], model: [0, 1, 1, 1], unjudged: [0, 0, 1, 1] };
 * predictionPoweredMean(sample, { lambda: 1 }).estimate.value // 0.25
 */
export function predictionPoweredMean(
  { human, model, unjudged }: PoweredSample,
  options: PoweredOptions = {},
): PredictionPowered {
  const [n, others] = [human.length, unjudged.length];
  if (model.length !== n)
    throw new RangeError(`there are ${model.length} predictions for ${n} human judgments`);
  const { confidence = 0.95 } = options;
  if (n === 0) {
    const nothing = noValue('no-human-judgments', 0, others);
    const none = { lambda: null, equivalent: null, saved: null, caution: null, smallSample: null };
    return { estimate: nothing, classical: nothing, unjudged: others, ...none };
  }
  const moments = poweredMoments({ human, model, unjudged });
  const lambda = others === 0 ? 0 : (options.lambda ?? bestLambda(moments));
  const rectified = human.map((value, at) => value - lambda * model[at]);
  const added = others === 0 ? 0 : lambda * populationMean(unjudged);
  const otherVariance =
    others === 0 ? 0 : (lambda * lambda * populationVariance(unjudged)) / others;
  const error = Math.sqrt(otherVariance + populationVariance(rectified) / n);
  const classicalError = Math.sqrt(populationVariance(human) / n);
  const powered = reason('interval-prediction-powered');
  const equivalent = n > 1 && error > 0 ? populationVariance(human) / (error * error) : null;
  return {
    estimate: withError(added + populationMean(rectified), error, { n, confidence }, powered),
    classical: withError(
      populationMean(human),
      classicalError,
      { n, confidence },
      reason('interval-normal'),
    ),
    lambda,
    unjudged: others,
    equivalent,
    saved: equivalent === null ? null : Math.max(0, Math.floor(equivalent - n + 1e-9)),
    caution: cautionOf(human),
    smallSample: smallSampleInterval({ human, model, unjudged }, options),
  };
}

/** From here on the intervals hold what they promise in simulation; see docs/statistics.md. */
const leastHuman = 50;
const leastOfAnswer = 10;

function cautionOf(human: readonly number[]): Reason | null {
  const [n, first] = [human.length, human[0]];
  if (n < leastHuman) return reason('few-human-judgments', { n, least: leastHuman });
  const same = human.filter((value) => value === first).length;
  const isShare = new Set(human).size <= 2;
  const fewer = Math.min(same, n - same);
  return isShare && fewer < leastOfAnswer
    ? reason('few-of-an-answer', { count: fewer, least: leastOfAnswer })
    : null;
}

/**
 * The difference of two prediction-powered means of separate units, first minus second: for
 * instance of two systems whose answers were judged by few people and one model.
 * @example const one = predictionPoweredMean({ human: [0, 1], model: [0, 1], unjudged: [1] });
 * predictionPoweredDifference(one, one).value // 0
 */
export function predictionPoweredDifference(
  first: PredictionPowered,
  second: PredictionPowered,
): Estimate {
  const [a, b] = [first.estimate, second.estimate];
  if (a.value === null || b.value === null) {
    const why = a.value === null ? a.why : (b as Extract<Estimate, { value: null }>).why;
    return noValue(why, a.n + b.n, a.skipped + b.skipped);
  }
  const common = { value: a.value - b.value, n: a.n + b.n, skipped: 0 };
  if (a.interval === null) return { ...common, interval: null, method: a.method };
  if (b.interval === null) return { ...common, interval: null, method: b.method };
  const half = Math.hypot(a.interval[1] - a.value, b.interval[1] - b.value);
  const interval = [common.value - half, common.value + half] as const;
  return { ...common, interval, method: a.method };
}

function withError(
  value: number,
  error: number,
  { n, confidence }: { readonly n: number; readonly confidence: number },
  method: Reason,
): Estimate {
  const common = { value, n, skipped: 0 };
  if (n === 1) return { ...common, interval: null, method: reason('no-interval-one-unit') };
  if (!(error > 0)) return { ...common, interval: null, method: reason('no-interval-no-spread') };
  const half = normalQuantile((1 + confidence) / 2) * error;
  return { ...common, interval: [value - half, value + half], method };
}
