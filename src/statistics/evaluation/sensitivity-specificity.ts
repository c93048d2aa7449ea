import type { Estimate } from '../estimate.ts';
import { exactShare } from './clopper-pearson-interval.ts';

/** How often a judge says yes and no, by what is true. */
export interface BinaryCounts {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
}

/** How often a judge is right where the answer is yes, and where it is no. */
export interface SensitivitySpecificity {
  readonly sensitivity: Estimate;
  readonly specificity: Estimate;
}

/**
 * Sensitivity and specificity: the share of true yes that a judge finds, TP / (TP + FN), and the
 * share of true no that it leaves alone, TN / (TN + FP), each with its exact interval. Unlike
 * accuracy, neither depends on how frequent yes is. Without a true yes there is no sensitivity,
 * without a true no no specificity. Yerushalmy 1947, https://doi.org/10.2307/4586294
 * @example const yes = { truePositives: 7, falseNegatives: 13 };
 * const no = { falsePositives: 0, trueNegatives: 20 };
 * sensitivitySpecificity({ ...yes, ...no }).sensitivity.value // 0.35
 */
export function sensitivitySpecificity(
  { truePositives, falsePositives, trueNegatives, falseNegatives }: BinaryCounts,
  level = 0.95,
): SensitivitySpecificity {
  const positives = truePositives + falseNegatives;
  const negatives = trueNegatives + falsePositives;
  return {
    sensitivity: exactShare(truePositives, positives, 'no-positives', negatives, level),
    specificity: exactShare(trueNegatives, negatives, 'no-negatives', positives, level),
  };
}

/** The counts of a judge's answers to one question, counting these categories as yes. */
export function binaryCounts(
  truth: ArrayLike<number>,
  judge: ArrayLike<number>,
  isYes: (category: number) => boolean,
): BinaryCounts {
  let [truePositives, falsePositives, trueNegatives, falseNegatives] = [0, 0, 0, 0];
  for (let unit = 0; unit < truth.length; unit++) {
    if (truth[unit] < 0 || judge[unit] < 0) continue;
    const said = isYes(judge[unit]);
    if (isYes(truth[unit])) {
      if (said) truePositives++;
      else falseNegatives++;
    } else if (said) falsePositives++;
    else trueNegatives++;
  }
  return { truePositives, falsePositives, trueNegatives, falseNegatives };
}
