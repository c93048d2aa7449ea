import type { Interval } from '../estimate.ts';
import { normalQuantile } from '../normal.ts';
import { reason } from '../reason.ts';
import type { Reason } from '../reason.ts';

/** What is expected of a round that has not been judged yet. */
export interface KappaExpectation {
  /** The agreement one hopes for. */
  readonly kappa: number;
  /** The share of units that have the label. */
  readonly prevalence: number;
  /** How many annotators judge each unit. */
  readonly annotators: number;
  /** 0.95 by default. */
  readonly level?: number;
}

/** A width with the interval it belongs to, or why there is none. */
export type ExpectedWidth =
  | { readonly width: number; readonly interval: Interval }
  | { readonly width: null; readonly why: Reason };

/** A number of units, or why there is none. */
export type RequiredUnits =
  | { readonly units: number }
  | { readonly units: null; readonly why: Reason };

/**
 * Expected width of the interval of κ: how precisely a planned number of units will measure
 * agreement on a binary question, for deciding whether a pilot can tell 0.6 from 0.8. Rare labels
 * need far more units.
 *
 * width = 2 · z · √(v / units). v is the large-sample variance per unit of Fleiss' κ (and of
 * Cohen's for two annotators; Fleiss, Cohen and Everitt 1969) when all annotators say yes with the
 * same chance and the number of yes on a unit is beta-binomial with correlation κ. With x of m
 * saying yes, d = 2x(m − x)/(m(m − 1)) and q = 1 − p:
 *   v = E[(−(d − 2pq(1 − κ)) / 2pq + (1 − κ)(1 − 2p)(x/m − p) / pq)²]
 * For m = 2 this is (1 − κ)((1 − κ)(1 − 2κ) + κ(2 − κ) / 2pq). Bloch and Kraemer 1989,
 * https://doi.org/10.2307/2532052; Donner and Eliasziw 1992,
 * https://doi.org/10.1002/sim.4780111109; several annotators: Zou and Donner 2004,
 * https://doi.org/10.1111/j.0006-341X.2004.00232.x
 *
 * No value for one annotator, a prevalence of 0 or 1, κ = 1 (the formula gives 0), and a negative κ
 * that no such annotators can have. The interval's upper bound is at most 1; the width is before
 * that cut.
 * @example expectedKappaWidth({ kappa: 0.7, prevalence: 0.2, annotators: 3 }, 100).width // 0.279
 */
export function expectedKappaWidth(expectation: KappaExpectation, units: number): ExpectedWidth {
  if (!(units >= 1)) throw new RangeError(`units is ${units}, expected at least 1`);
  const variance = varianceOfKappa(expectation);
  if (typeof variance === 'object') return { width: null, why: variance };
  const { kappa, level = 0.95 } = expectation;
  const half = normalQuantile((1 + level) / 2) * Math.sqrt(variance / units);
  return { width: 2 * half, interval: [kappa - half, Math.min(1, kappa + half)] };
}

/**
 * The number of units for a wanted width of the interval of κ: the smallest whose {@link
 * expectedKappaWidth} is at most the width, ⌈4 · z² · v / width²⌉.
 * @example unitsForKappaWidth({ kappa: 0.7, prevalence: 0.2, annotators: 3 }, 0.2).units // 195
 */
export function unitsForKappaWidth(expectation: KappaExpectation, width: number): RequiredUnits {
  if (!(width > 0)) throw new RangeError(`width is ${width}, expected above 0`);
  const variance = varianceOfKappa(expectation);
  if (typeof variance === 'object') return { units: null, why: variance };
  const z = normalQuantile((1 + (expectation.level ?? 0.95)) / 2);
  return { units: Math.max(2, Math.ceil((4 * z * z * variance) / (width * width) - 1e-9)) };
}

/** n times the large-sample variance of κ, or why there is none. */
function varianceOfKappa({ kappa, prevalence, annotators }: KappaExpectation): number | Reason {
  if (!(Number.isInteger(annotators) && annotators >= 2)) return reason('one-annotator');
  if (!(prevalence > 0 && prevalence < 1)) return reason('extreme-prevalence');
  if (!(kappa < 1)) return reason('full-kappa');
  const chances = chancesOfYes(kappa, prevalence, annotators);
  if (chances.some((chance) => chance < 0)) return reason('impossible-kappa', { kappa });
  const chance = prevalence * (1 - prevalence);
  let variance = 0;
  for (let yes = 0; yes <= annotators; yes++) {
    const disagreement = (2 * yes * (annotators - yes)) / (annotators * (annotators - 1));
    const fromDisagreement = -(disagreement - 2 * chance * (1 - kappa)) / (2 * chance);
    const fromPrevalence =
      ((1 - kappa) * (1 - 2 * prevalence) * (yes / annotators - prevalence)) / chance;
    variance += chances[yes] * (fromDisagreement + fromPrevalence) ** 2;
  }
  return variance;
}

/** Beta-binomial chances of 0 … annotators times yes, in a form that allows correlations ≤ 0. */
function chancesOfYes(correlation: number, prevalence: number, annotators: number): number[] {
  const rest = 1 - correlation;
  const rising = (start: number, times: number): number => {
    let product = 1;
    for (let step = 0; step < times; step++) product *= start * rest + step * correlation;
    return product;
  };
  let ways = 1;
  return Array.from({ length: annotators + 1 }, (_, yes) => {
    if (yes > 0) ways = (ways * (annotators - yes + 1)) / yes;
    return (
      (ways * rising(prevalence, yes) * rising(1 - prevalence, annotators - yes)) /
      rising(1, annotators)
    );
  });
}
