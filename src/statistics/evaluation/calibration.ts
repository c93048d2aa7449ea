/** One bin of a reliability curve: how high predictions in it are, and how often they were true. */
export interface ReliabilityBin {
  /** From this probability on … */
  readonly from: number;
  /** … to below this one; the last bin includes 1. */
  readonly to: number;
  /** Units in the bin, weighted where units have weights. */
  readonly n: number;
  /** Mean predicted probability; null in an empty bin. */
  readonly predicted: number | null;
  /** Share of units that are true; null in an empty bin. */
  readonly observed: number | null;
}

/** Per bin three sums: of weights, of weighted probabilities and of weighted truths. */
export type BinSums = Float64Array;

/**
 * The bin of a probability among `bins` of equal width: closed on the left, the last on both sides.
 * @example probabilityBin(0.3, 10) // 2, since 3/10 is a little above 0.3 in binary
 */
export function probabilityBin(probability: number, bins: number): number {
  let bin = Math.min(bins - 1, Math.max(0, Math.floor(probability * bins)));
  // The edges are those of numpy.linspace: bin number times the width.
  if (probability < bin * (1 / bins)) bin -= 1;
  else if (bin < bins - 1 && probability >= (bin + 1) * (1 / bins)) bin += 1;
  return bin;
}

/**
 * Sums per bin from which everything about calibration follows.
 * @example binSums([1, 0], [0.9, 0.2], 2) // [1, 0.2, 0, 1, 0.9, 1]
 */
export function binSums(
  truth: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  bins: number,
  weights?: ArrayLike<number>,
): BinSums {
  const sums = new Float64Array(3 * bins);
  for (let unit = 0; unit < truth.length; unit++) {
    const at = 3 * probabilityBin(probabilities[unit], bins);
    const weight = weights === undefined ? 1 : weights[unit];
    sums[at] += weight;
    sums[at + 1] += weight * probabilities[unit];
    sums[at + 2] += weight * truth[unit];
  }
  return sums;
}

/**
 * The reliability curve: per bin, what was predicted beside what was observed.
 * @example reliabilityCurve(binSums([1, 0], [0.9, 0.2], 2))[1] // { n: 1, predicted: 0.9, observed: 1 }
 */
export function reliabilityCurve(sums: ArrayLike<number>): readonly ReliabilityBin[] {
  const bins = sums.length / 3;
  return Array.from({ length: bins }, (_, bin) => {
    const n = sums[3 * bin];
    return {
      from: bin / bins,
      to: (bin + 1) / bins,
      n,
      predicted: n === 0 ? null : sums[3 * bin + 1] / n,
      observed: n === 0 ? null : sums[3 * bin + 2] / n,
    };
  });
}

/**
 * Expected calibration error (ECE): by how much predicted probabilities and observed shares differ,
 * averaged over bins by their units. 0 is perfectly calibrated. Depends on the number of bins:
 * state it. No value without units. Guo et al. 2017, https://arxiv.org/abs/1706.04599
 * @example expectedCalibrationError(binSums([1, 0], [0.9, 0.2], 2)) // 0.15
 */
export function expectedCalibrationError(sums: ArrayLike<number>): number | null {
  let gaps = 0;
  let total = 0;
  for (let at = 0; at < sums.length; at += 3) {
    gaps += Math.abs(sums[at + 1] - sums[at + 2]);
    total += sums[at];
  }
  return total === 0 ? null : gaps / total;
}

/**
 * Maximum calibration error (MCE): the largest gap of any bin.
 * @example maximumCalibrationError(binSums([1, 0], [0.9, 0.2], 2)) // 0.2
 */
export function maximumCalibrationError(sums: ArrayLike<number>): number | null {
  const gaps = binGaps(sums);
  return gaps.length === 0 ? null : gaps.reduce((most, gap) => Math.max(most, gap), 0);
}

/**
 * Average calibration error (ACE): the mean gap of the bins that are not empty.
 * @example averageCalibrationError(binSums([1, 0], [0.9, 0.2], 2)) // 0.15
 */
export function averageCalibrationError(sums: ArrayLike<number>): number | null {
  const gaps = binGaps(sums);
  return gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

/**
 * Brier score: the mean squared difference of probability and truth; 0 is best, 0.25 is what 0.5
 * for everything gets. Brier 1950,
 * https://doi.org/10.1175/1520-0493(1950)078%3C0001:VOFEIT%3E2.0.CO;2
 * @example brierScore([1, 0], [0.9, 0.2]) // 0.025
 */
export function brierScore(
  truth: ArrayLike<number>,
  probabilities: ArrayLike<number>,
): number | null {
  let sum = 0;
  for (let unit = 0; unit < truth.length; unit++) sum += (probabilities[unit] - truth[unit]) ** 2;
  return truth.length === 0 ? null : sum / truth.length;
}

/**
 * Log loss: the mean negative logarithm of the probability given to what is true. Probabilities are
 * kept 2⁻⁵² away from 0 and 1, as scikit-learn does, since one sure mistake would cost infinitely.
 * @example logLoss([1, 0], [0.9, 0.2]) // 0.164
 */
export function logLoss(truth: ArrayLike<number>, probabilities: ArrayLike<number>): number | null {
  let sum = 0;
  for (let unit = 0; unit < truth.length; unit++) {
    const p = probabilities[unit];
    sum += surprise(truth[unit] === 1 ? p : 1 - p);
  }
  return truth.length === 0 ? null : sum / truth.length;
}

/**
 * What log loss counts for one unit: −ln of the probability given to what is true, kept 2⁻⁵² away
 * from 0 and 1.
 * @example surprise(0.5) // 0.693
 */
export function surprise(probability: number): number {
  return -Math.log(Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, probability)));
}

function binGaps(sums: ArrayLike<number>): readonly number[] {
  const gaps: number[] = [];
  for (let at = 0; at < sums.length; at += 3)
    if (sums[at] > 0) gaps.push(Math.abs(sums[at + 1] - sums[at + 2]) / sums[at]);
  return gaps;
}
