import { probabilityBin, surprise } from './calibration.ts';

/** Where each sum lies in the row of a block. */
export const probabilityColumns = { scored: 0, logLoss: 1, brier: 2, second: 3, bins: 4 } as const;

/** Bins of the calibration of the likeliest class. */
export const classBins = 10;

/** How many sums a block has. */
export const probabilityWidth = probabilityColumns.bins + 3 * classBins;

/**
 * Adds what the probabilities of one unit's classes say: the surprise of the true class, the
 * squared differences over all classes, whether the true one is among the two likeliest, and
 * whether the likeliest is right, by how sure it is. Adds nothing where one is not a probability.
 * @example const sums = new Float64Array(probabilityWidth);
 * addClassProbabilities([0.7, 0.2, 0.1], 0, 1, sums, 0);
 * sums[2] // 0.14
 */
export function addClassProbabilities(
  probabilities: ArrayLike<number>,
  truth: number,
  weight: number,
  sums: Float64Array,
  row: number,
): void {
  let brier = 0;
  let likeliest = 0;
  let likelier = 0;
  for (let at = 0; at < probabilities.length; at++) {
    const own = probabilities[at];
    if (!(own >= 0 && own <= 1)) return;
    brier += (own - (at === truth ? 1 : 0)) ** 2;
    if (own > probabilities[likeliest]) likeliest = at;
    // As in scikit-learn, the later of two equal classes is the likelier.
    if (own > probabilities[truth] || (own === probabilities[truth] && at > truth)) likelier += 1;
  }
  sums[row + probabilityColumns.scored] += weight;
  sums[row + probabilityColumns.logLoss] += weight * surprise(probabilities[truth]);
  sums[row + probabilityColumns.brier] += weight * brier;
  if (likelier < 2) sums[row + probabilityColumns.second] += weight;
  const sure = probabilities[likeliest];
  const bin = row + probabilityColumns.bins + 3 * probabilityBin(sure, classBins);
  sums[bin] += weight;
  sums[bin + 1] += weight * sure;
  if (likeliest === truth) sums[bin + 2] += weight;
}
