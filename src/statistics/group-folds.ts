/**
 * Group folds: k parts of about the same size, no group in two of them, without randomness; for
 * cross-validation when units of one document or query resemble one another. Groups by decreasing
 * size, each to the part with the fewest units so far (Graham 1969,
 * https://doi.org/10.1137/0117039); equal ones by lowest number. Labels are ignored: see {@link
 * stratifiedSplit}. With fewer groups than folds, some folds are empty.
 * @example groupFolds(Int32Array.of(5, 5, 5, 8, 8, 9), 2) // [0, 0, 0, 1, 1, 1]
 */
export function groupFolds(group: ArrayLike<number>, folds: number): Int32Array {
  if (!(Number.isInteger(folds) && folds >= 2))
    throw new RangeError(`folds is ${folds}, expected a whole number of at least 2`);
  const sizeOf = new Map<number, number>();
  for (let unit = 0; unit < group.length; unit++)
    sizeOf.set(group[unit], (sizeOf.get(group[unit]) ?? 0) + 1);
  const ordered = [...sizeOf].toSorted(
    ([firstGroup, first], [secondGroup, second]) => second - first || firstGroup - secondGroup,
  );
  const load = new Float64Array(folds);
  const foldOf = new Map<number, number>();
  for (const [key, size] of ordered) {
    const lightest = load.indexOf(Math.min(...load));
    load[lightest] += size;
    foldOf.set(key, lightest);
  }
  return Int32Array.from(group, (key) => foldOf.get(key) as number);
}
