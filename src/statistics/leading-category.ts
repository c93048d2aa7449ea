/** Amounts within this share of the larger are tied: 0.1 + 0.2 is not quite 0.3 in doubles. */
export const tieTolerance = 1e-9;

/**
 * The position of the largest amount in `amounts[from]` … `amounts[to − 1]`, counted from `from`;
 * −1 when the largest is tied (see {@link tieTolerance}) or nothing is above 0.
 * @example leadingCategory([3, 12, 2], 0, 3) // 1
 */
export function leadingCategory(amounts: ArrayLike<number>, from: number, to: number): number {
  let first = 0;
  let second = 0;
  let leader = -1;
  for (let index = from; index < to; index++) {
    const amount = amounts[index];
    if (amount > first) {
      second = first;
      first = amount;
      leader = index - from;
    } else if (amount > second) {
      second = amount;
    }
  }
  return first - second <= tieTolerance * first ? -1 : leader;
}

/** The positions of all amounts tied for the largest, from `from`; empty when none is above 0. */
export function tiedCategories(amounts: ArrayLike<number>, from: number, to: number): number[] {
  let largest = 0;
  for (let index = from; index < to; index++) largest = Math.max(largest, amounts[index]);
  const tied: number[] = [];
  if (largest === 0) return tied;
  for (let index = from; index < to; index++)
    if (largest - amounts[index] <= tieTolerance * largest) tied.push(index - from);
  return tied;
}
