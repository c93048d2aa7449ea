import type { OutcomeCounts } from './binary-counts.ts';

/** Units per true class (rows) and predicted class (columns). */
export type ClassConfusion = readonly (readonly number[])[];

/**
 * The counts of one class against all others.
 * @example classCounts([[3, 1], [0, 2]], 0) // { truePositives: 3, falsePositives: 0, falseNegatives: 1, trueNegatives: 2 }
 */
export function classCounts(confusion: ClassConfusion, of: number): OutcomeCounts {
  let total = 0;
  let row = 0;
  let column = 0;
  confusion.forEach((cells, truth) => {
    cells.forEach((units, predicted) => {
      total += units;
      if (truth === of) row += units;
      if (predicted === of) column += units;
    });
  });
  const both = confusion[of][of];
  return {
    truePositives: both,
    falsePositives: column - both,
    falseNegatives: row - both,
    trueNegatives: total - row - column + both,
  };
}

/**
 * Accuracy over several classes: the share of units whose predicted class is the true one.
 * @example classAccuracy([[3, 1], [0, 2]]) // 0.833
 */
export function classAccuracy(confusion: ClassConfusion): number | null {
  const { right, total } = sums(confusion);
  return total === 0 ? null : right / total;
}

/**
 * Balanced accuracy over several classes: the mean recall of the classes that occur, so a frequent
 * class counts no more than a rare one.
 * @example classBalancedAccuracy([[3, 1], [0, 2]]) // 0.875
 */
export function classBalancedAccuracy(confusion: ClassConfusion): number | null {
  const { rows } = sums(confusion);
  const recalls = rows.flatMap((units, at) => (units === 0 ? [] : [confusion[at][at] / units]));
  return recalls.length === 0 ? null : recalls.reduce((sum, one) => sum + one, 0) / recalls.length;
}

/**
 * Cohen's kappa of predicted and true classes: agreement beyond what their frequencies would give
 * by chance. No value when all units are of one class and predicted as it. Cohen 1960,
 * https://doi.org/10.1177/001316446002000104
 * @example classKappa([[3, 1], [0, 2]]) // 0.667
 */
export function classKappa(confusion: ClassConfusion): number | null {
  const { right, total, rows, columns } = sums(confusion);
  const expected = rows.reduce((sum, row, at) => sum + row * columns[at], 0) / total;
  return total === 0 || expected === total ? null : (right - expected) / (total - expected);
}

/**
 * Matthews' correlation over several classes: (c·s − Σ tₖpₖ) / √((s² − Σ pₖ²)(s² − Σ tₖ²)) with c
 * units right of s, tₖ true and pₖ predicted of class k. No value when all units are of one class
 * or predicted as one. Gorodkin 2004, https://doi.org/10.1016/j.compbiolchem.2004.09.006
 * @example classMatthewsCorrelation([[3, 1], [0, 2]]) // 0.707
 */
export function classMatthewsCorrelation(confusion: ClassConfusion): number | null {
  const { right, total, rows, columns } = sums(confusion);
  const products = rows.reduce((sum, row, at) => sum + row * columns[at], 0);
  const squares = (of: readonly number[]): number => of.reduce((sum, one) => sum + one * one, 0);
  const divisor =
    Math.sqrt(total * total - squares(columns)) * Math.sqrt(total * total - squares(rows));
  return divisor === 0 ? null : (right * total - products) / divisor;
}

/**
 * Ordered distance: by how many steps of an ordered scale a prediction misses on average; 0 is
 * never wrong. The classes must be in order.
 * @example orderedDistance([[1, 0, 1], [0, 2, 0], [0, 0, 0]]) // 0.5
 */
export function orderedDistance(confusion: ClassConfusion): number | null {
  let steps = 0;
  let total = 0;
  confusion.forEach((cells, truth) => {
    cells.forEach((units, predicted) => {
      steps += units * Math.abs(truth - predicted);
      total += units;
    });
  });
  return total === 0 ? null : steps / total;
}

interface ConfusionSums {
  readonly right: number;
  readonly total: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

function sums(confusion: ClassConfusion): ConfusionSums {
  const rows = confusion.map((cells) => cells.reduce((sum, units) => sum + units, 0));
  const columns = confusion.map((_, column) =>
    confusion.reduce((sum, cells) => sum + cells[column], 0),
  );
  const right = confusion.reduce((sum, cells, at) => sum + cells[at], 0);
  return { right, total: rows.reduce((sum, row) => sum + row, 0), rows, columns };
}
