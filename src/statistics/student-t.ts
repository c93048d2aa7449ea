import { betaFraction } from './beta.ts';
import type { Interval } from './estimate.ts';
import { normalQuantile } from './normal.ts';

/**
 * Student's t distribution: the probability of a value of at most t, to about 1e-13. By the
 * incomplete beta function, P(T > t) = ½ I_x(ν/2, ½) with x = ν/(ν + t²), as a continued fraction;
 * Abramowitz and Stegun 1964, 26.5.8 and 26.7.1.
 * @example studentTCdf(2.2281388519649385, 10) // 0.975
 */
export function studentTCdf(t: number, degreesOfFreedom: number): number {
  const tail = upperTail(Math.abs(t), degreesOfFreedom);
  return t > 0 ? 1 - tail : tail;
}

/**
 * Student's t distribution: the value that a share p lies below; −∞ for 0 and ∞ for 1. Newton's
 * method from the normal quantile, which is always nearer to zero than the answer; the distribution
 * function is concave there, so the steps cannot overshoot. From 100,000 degrees of freedom on by
 * the expansion around the normal quantile, Abramowitz and Stegun 1964, 26.7.5, whose next term is
 * below 1e-16.
 * @example studentTQuantile(0.975, 10) // 2.2281388519649385
 */
export function studentTQuantile(p: number, degreesOfFreedom: number): number {
  if (!(degreesOfFreedom > 0))
    throw new RangeError(`degrees of freedom are ${degreesOfFreedom}, expected more than 0`);
  if (p < 0.5) return -studentTQuantile(1 - p, degreesOfFreedom);
  const start = normalQuantile(p);
  if (start === 0 || start === Infinity) return start;
  if (degreesOfFreedom >= 1e5) return nearNormal(start, degreesOfFreedom);
  let t = start;
  for (let step = 0; step < 200; step++) {
    const next = t + (upperTail(t, degreesOfFreedom) - (1 - p)) / density(t, degreesOfFreedom);
    if (Math.abs(next - t) <= 1e-15 * t) return next;
    t = next;
  }
  return t;
}

/** Value ± t · standard error, with the upper bound at most 1. */
export function studentTInterval(
  value: number,
  standardError: number,
  degreesOfFreedom: number,
  confidence: number,
): Interval {
  const margin = standardError * studentTQuantile((1 + confidence) / 2, degreesOfFreedom);
  return [value - margin, Math.min(1, value + margin)];
}

function nearNormal(z: number, degreesOfFreedom: number): number {
  const square = z * z;
  const first = (z * (square + 1)) / 4;
  const second = (z * (3 + square * (16 + square * 5))) / 96;
  const third = (z * (-15 + square * (17 + square * (19 + square * 3)))) / 384;
  return z + (first + (second + third / degreesOfFreedom) / degreesOfFreedom) / degreesOfFreedom;
}

/** P(T > t) for t ≥ 0. */
function upperTail(t: number, degreesOfFreedom: number): number {
  const a = degreesOfFreedom / 2;
  const x = degreesOfFreedom / (degreesOfFreedom + t * t);
  const y = (t * t) / (degreesOfFreedom + t * t);
  // x^a · y^½ / B(a, ½), with log1p because x is close to 1 for many degrees of freedom.
  const front =
    (Math.exp(-a * Math.log1p((t * t) / degreesOfFreedom)) * Math.sqrt(y) * gammaRatio(a)) /
    Math.sqrt(Math.PI);
  if (x < (a + 1) / (a + 2.5)) return (0.5 * front * betaFraction(x, a, 0.5)) / a;
  return 0.5 - front * betaFraction(y, 0.5, a);
}

function density(t: number, degreesOfFreedom: number): number {
  const power = Math.exp((-(degreesOfFreedom + 1) / 2) * Math.log1p((t * t) / degreesOfFreedom));
  return (gammaRatio(degreesOfFreedom / 2) / Math.sqrt(degreesOfFreedom * Math.PI)) * power;
}

/**
 * Γ(a + ½) / Γ(a) without cancellation for large a: an asymptotic series from 20 on, and Γ(a +
 * ½)/Γ(a) = Γ(a + 3/2)/Γ(a + 1) · a/(a + ½) to get there.
 */
function gammaRatio(a: number): number {
  let factor = 1;
  let shifted = a;
  for (; shifted < 20; shifted++) factor *= shifted / (shifted + 0.5);
  const inverse = 1 / shifted;
  const square = inverse * inverse;
  const series =
    inverse *
    (-1 / 8 +
      square * (1 / 192 + square * (-1 / 640 + square * (17 / 14336 + square * (-31 / 18432)))));
  return factor * Math.sqrt(shifted) * Math.exp(series);
}
