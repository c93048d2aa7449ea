import { cohenKappa } from './cohen-kappa.ts';
import { confusion } from './confusion.ts';
import type { Estimate } from '../estimate.ts';
import { percentAgreementOfTwo } from './percent-agreement.ts';
import type { Ratings } from './ratings.ts';

/** How two annotators of a panel agree. */
export interface PairAgreement {
  readonly first: number;
  readonly second: number;
  readonly kappa: Estimate;
  readonly percent: Estimate;
}

/**
 * Cohen's kappa and percent agreement of every pair of annotators, (0, 1), (0, 2) … in order, each
 * on the units both rated; a pair without one has no value. The mean kappa is Light's kappa, see
 * `macroMean`. Light 1971, https://doi.org/10.1037/h0031643
 * @example pairwiseAgreement(ratingsFromRows([[0, 1], [1, 1]], [0, 1]))[0].percent.value // 0.5
 */
export function pairwiseAgreement(ratings: Ratings): PairAgreement[] {
  const pairs: PairAgreement[] = [];
  for (let first = 0; first < ratings.annotators; first++) {
    for (let second = first + 1; second < ratings.annotators; second++) {
      const table = confusion(ratings, first, second);
      const percent = percentAgreementOfTwo(table);
      pairs.push({ first, second, kappa: cohenKappa(table), percent });
    }
  }
  return pairs;
}
