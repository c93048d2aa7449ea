/** How often a yes-or-no prediction met the truth; weighted where units have weights. */
export interface OutcomeCounts {
  /** Predicted and true. */
  readonly truePositives: number;
  /** Predicted, not true. */
  readonly falsePositives: number;
  /** True, not predicted. */
  readonly falseNegatives: number;
  /** Neither. */
  readonly trueNegatives: number;
}

/**
 * Precision: the share of what was predicted that is true. No value when nothing was predicted.
 * @example precision({ truePositives: 3, falsePositives: 1, falseNegatives: 0, trueNegatives: 0 }) // 0.75
 */
export function precision({ truePositives, falsePositives }: OutcomeCounts): number | null {
  return ratio(truePositives, truePositives + falsePositives);
}

/**
 * Recall, also sensitivity: the share of what is true that was predicted. No value without
 * positives.
 * @example recall({ truePositives: 1, falsePositives: 0, falseNegatives: 3, trueNegatives: 0 }) // 0.25
 */
export function recall({ truePositives, falseNegatives }: OutcomeCounts): number | null {
  return ratio(truePositives, truePositives + falseNegatives);
}

/**
 * Specificity: the share of what is not true that was not predicted. No value without negatives.
 * @example specificity({ truePositives: 0, falsePositives: 1, falseNegatives: 0, trueNegatives: 3 }) // 0.75
 */
export function specificity({ trueNegatives, falsePositives }: OutcomeCounts): number | null {
  return ratio(trueNegatives, trueNegatives + falsePositives);
}

/**
 * F: the weighted harmonic mean of precision and recall; with β = 1 (F1) both weigh the same, with
 * 2 recall weighs more. (1 + β²)·TP / ((1 + β²)·TP + β²·FN + FP). No value when nothing is true and
 * nothing was predicted. Van Rijsbergen 1979, Information Retrieval, chapter 7.
 * @example fScore({ truePositives: 2, falsePositives: 1, falseNegatives: 1, trueNegatives: 0 }) // 0.667
 */
export function fScore(counts: OutcomeCounts, beta = 1): number | null {
  const { truePositives, falsePositives, falseNegatives } = counts;
  const weighted = (1 + beta * beta) * truePositives;
  return ratio(weighted, weighted + beta * beta * falseNegatives + falsePositives);
}

/**
 * Jaccard index: what is both true and predicted, as a share of what is either.
 * @example jaccard({ truePositives: 2, falsePositives: 1, falseNegatives: 1, trueNegatives: 0 }) // 0.5
 */
export function jaccard(counts: OutcomeCounts): number | null {
  const { truePositives, falsePositives, falseNegatives } = counts;
  return ratio(truePositives, truePositives + falsePositives + falseNegatives);
}

/**
 * F1 by the Jaccard index, with which it rises: 2J / (1 + J). So an interval of one is an interval
 * of the other, and the index is a share.
 * @example fOfJaccard(0.5) // 0.667
 */
export function fOfJaccard(index: number): number {
  return (2 * index) / (1 + index);
}

/**
 * Accuracy: the share of predictions that meet the truth. High for rare labels whatever the system
 * does: read it beside F1 or {@link matthewsCorrelation}.
 * @example accuracy({ truePositives: 1, falsePositives: 0, falseNegatives: 1, trueNegatives: 2 }) // 0.75
 */
export function accuracy(counts: OutcomeCounts): number | null {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const right = truePositives + trueNegatives;
  return ratio(right, right + falsePositives + falseNegatives);
}

/**
 * Balanced accuracy: the mean of recall and specificity; 0.5 is chance, whatever the prevalence. No
 * value when all units are positive or all negative.
 * @example balancedAccuracy({ truePositives: 1, falsePositives: 0, falseNegatives: 1, trueNegatives: 2 }) // 0.75
 */
export function balancedAccuracy(counts: OutcomeCounts): number | null {
  const [positive, negative] = [recall(counts), specificity(counts)];
  return positive === null || negative === null ? null : (positive + negative) / 2;
}

/**
 * Matthews' correlation (MCC): the correlation of prediction and truth, from −1 to 1; 0 is chance.
 * Uses all four counts, so it cannot be high for a system that predicts one answer only; for that
 * there is no value. (TP·TN − FP·FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN)). Matthews 1975,
 * https://doi.org/10.1016/0005-2795(75)90109-9
 * @example matthewsCorrelation({ truePositives: 2, falsePositives: 0, falseNegatives: 0, trueNegatives: 2 }) // 1
 */
export function matthewsCorrelation(counts: OutcomeCounts): number | null {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const product =
    Math.sqrt((truePositives + falsePositives) * (truePositives + falseNegatives)) *
    Math.sqrt((trueNegatives + falsePositives) * (trueNegatives + falseNegatives));
  return ratio(truePositives * trueNegatives - falsePositives * falseNegatives, product);
}

/** The counts of several labels together, as micro averages take them. */
export function addCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  const sum = (of: (counts: OutcomeCounts) => number): number =>
    all.reduce((total, counts) => total + of(counts), 0);
  return {
    truePositives: sum((counts) => counts.truePositives),
    falsePositives: sum((counts) => counts.falsePositives),
    falseNegatives: sum((counts) => counts.falseNegatives),
    trueNegatives: sum((counts) => counts.trueNegatives),
  };
}

/**
 * The mean of the values that there are; with weights, the weighted mean. Null when there are none.
 * @example meanOfValues([1, null, 0]) // 0.5
 */
export function meanOfValues(
  values: readonly (number | null)[],
  weights?: readonly number[],
): number | null {
  let sum = 0;
  let total = 0;
  values.forEach((value, at) => {
    if (value === null) return;
    const weight = weights?.[at] ?? 1;
    sum += weight * value;
    total += weight;
  });
  return ratio(sum, total);
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
