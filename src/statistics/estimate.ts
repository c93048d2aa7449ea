import { reason } from './reason.ts';
import type { Reason, ReasonCode } from './reason.ts';

/** A confidence interval, lower and upper bound. */
export type Interval = readonly [lower: number, upper: number];

/**
 * What a measure returns: a value with the number of units behind it and, where one was asked for,
 * an interval with the name of the method that gave it; or no value, with the reason.
 * Never NaN, never a stand-in zero.
 */
export type Estimate =
  | {
      readonly value: number;
      /** Units that the value rests on. */
      readonly n: number;
      /** Units that could not be used (for instance, rated by one annotator only). */
      readonly skipped: number;
      readonly interval: Interval | null;
      /** Names the method of the interval, or says why there is none. */
      readonly method: Reason;
      /** What the value was taken over, where that is not one question: a mean, or a pool. */
      readonly over?: Reason;
    }
  | { readonly value: null; readonly n: number; readonly skipped: number; readonly why: Reason };

/** An estimate that has a value. */
export type Valued = Extract<Estimate, { value: number }>;

/** A value without an interval; `why` says why there is none. */
export function pointEstimate(
  value: number,
  n: number,
  skipped: number,
  why: ReasonCode | Reason,
): Valued {
  const method = typeof why === 'string' ? reason(why) : why;
  return { value, n, skipped, interval: null, method };
}

/** There is no value, and why. */
export function noValue(why: ReasonCode | Reason, n = 0, skipped = 0): Estimate {
  return { value: null, n, skipped, why: typeof why === 'string' ? reason(why) : why };
}

/** True when the estimate has a value. */
export function hasValue(estimate: Estimate): estimate is Valued {
  return estimate.value !== null;
}
