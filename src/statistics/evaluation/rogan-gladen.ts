import { noValue } from '../estimate.ts';
import type { Estimate } from '../estimate.ts';
import { normalQuantile } from '../normal.ts';
import { reason } from '../reason.ts';
import type { BinaryCounts } from './sensitivity-specificity.ts';

/** A judge's yes on many units, and how it did on those whose truth is known. */
export interface JudgedShare {
  /** Units on which the judge says yes, of so many that it judged. */
  readonly yes: number;
  readonly n: number;
  readonly known: BinaryCounts;
}

/**
 * Rogan–Gladen estimate: the true share of yes behind what an imperfect judge says, corrected by
 * its sensitivity and specificity, (p + Sp − 1) / (Se + Sp − 1), within 0 and 1. It needs no random
 * sample of all units, only that the judge errs as often on them as on the known ones of the same
 * truth.
 *
 * Interval of Lang and Reiczigel: with z²/2 added to the yes of n, one to the right and one to the
 * wrong ones of Se and Sp, and shifted by 2z²·(π·Se(1 − Se)/n₁ − (1 − π)·Sp(1 − Sp)/n₀); the
 * uncertainty of all three is in it. Rogan and Gladen 1978,
 * https://doi.org/10.1093/oxfordjournals.aje.a112510; Lang and Reiczigel 2014,
 * https://doi.org/10.1016/j.prevetmed.2013.09.015
 *
 * No value without true yes, without true no, and for a judge that is no better than chance (Se +
 * Sp ≤ 1).
 * @example const yes = { truePositives: 90, falseNegatives: 10 };
 * const known = { ...yes, trueNegatives: 80, falsePositives: 20 };
 * roganGladen({ yes: 340, n: 1000, known }).value // 0.2
 */
export function roganGladen({ yes, n, known }: JudgedShare, level = 0.95): Estimate {
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = known;
  const positives = truePositives + falseNegatives;
  const negatives = trueNegatives + falsePositives;
  if (n === 0) return noValue('no-answers');
  if (positives === 0) return noValue('no-positives', n);
  if (negatives === 0) return noValue('no-negatives', n);
  const youden = truePositives / positives + trueNegatives / negatives - 1;
  if (youden <= 0) return noValue('judge-by-chance', n);
  const value = within((yes / n + trueNegatives / negatives - 1) / youden);
  const z = normalQuantile((1 + level) / 2);
  const share = (yes + (z * z) / 2) / (n + z * z);
  const sensitivity = (truePositives + 1) / (positives + 2);
  const specificity = (trueNegatives + 1) / (negatives + 2);
  const scale = sensitivity + specificity - 1;
  if (scale <= 0) return noValue('judge-by-chance', n);
  const centre = (share + specificity - 1) / scale;
  const ofSensitivity = (sensitivity * (1 - sensitivity)) / (positives + 2);
  const ofSpecificity = (specificity * (1 - specificity)) / (negatives + 2);
  const shift = 2 * z * z * (centre * ofSensitivity - (1 - centre) * ofSpecificity);
  const variance =
    (share * (1 - share)) / (n + z * z) +
    centre * centre * ofSensitivity +
    (1 - centre) * (1 - centre) * ofSpecificity;
  const half = (z * Math.sqrt(variance)) / scale;
  const low = Math.min(value, within(centre + shift - half));
  const high = Math.max(value, within(centre + shift + half));
  const method = reason('interval-lang-reiczigel');
  return { value, n, skipped: 0, interval: [low, high], method };
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
