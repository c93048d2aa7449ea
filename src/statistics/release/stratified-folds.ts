/**
 * Stratified folds for one category per unit: k parts in which every category is spread evenly,
 * without randomness, for cross-validation; for several labels per unit see {@link
 * stratifiedSplit}. Category sizes per fold, and fold sizes, differ by at most 1. Within a
 * category, earlier units go to earlier folds, as in scikit-learn's StratifiedKFold without
 * shuffling. A category with fewer units than folds is missing in some. Categories are numbered by
 * first appearance.
 * @example stratifiedFolds(Int32Array.of(0, 0, 1, 1), 2) // [0, 1, 0, 1]
 */
export function stratifiedFolds(category: ArrayLike<number>, folds: number): Int32Array {
  if (!(Number.isInteger(folds) && folds >= 2))
    throw new RangeError(`folds is ${folds}, expected a whole number of at least 2`);
  const units = new Map<number, number[]>();
  for (let unit = 0; unit < category.length; unit++) {
    const members = units.get(category[unit]);
    if (members === undefined) units.set(category[unit], [unit]);
    else members.push(unit);
  }
  const fold = new Int32Array(category.length);
  let dealt = 0;
  for (const members of units.values()) {
    // Units sorted by category are dealt out in turn, which says how many of each category a fold
    // gets.
    const allocation = new Int32Array(folds);
    for (let index = 0; index < members.length; index++) allocation[dealt++ % folds]++;
    let next = 0;
    for (let chosen = 0; chosen < folds; chosen++) {
      for (let index = 0; index < allocation[chosen]; index++) fold[members[next++]] = chosen;
    }
  }
  return fold;
}
