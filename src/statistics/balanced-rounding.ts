import type { SeededRandom } from './seeded-random.ts';
import { shuffle } from './shuffle.ts';

/** Sums that {@link balancedRounding} is to keep: [item, sum] coefficients. */
export interface BalancingSums {
  readonly sums: number;
  readonly coefficient: (item: number, sum: number) => number;
  /** The sums to give up when not all can be kept, first to go first; others are always kept. */
  readonly dispensable: readonly number[];
}

/**
 * Balanced rounding (the cube method): rounds every amount at random to one of its two neighbouring
 * whole numbers, so that each is right on average and given sums stay as they are. For turning
 * expected counts of strata into whole counts without changing anybody's inclusion probability:
 * E(rounded amount) = amount, exactly. Sums are kept exactly while more fractions are left than
 * sums; then the dispensable ones are given up in turn. A sum given up while c sums were still kept
 * ends less than c away from its value (times its largest coefficient).
 *
 * Flight phase: while some fractions can change without touching the sums, go along such a
 * direction to one of the two ends where a fraction reaches 0 or 1, with the chances that keep the
 * average. Amounts within 1e-9 of a whole number are that number and take no part. Deville and
 * Tillé 2004, https://doi.org/10.1093/biomet/91.4.893; Chauvet and Tillé 2006,
 * https://doi.org/10.1007/s00180-006-0250-2
 * @example const sums = { sums: 1, coefficient: () => 1, dispensable: [] };
 * balancedRounding([0.5, 0.5], sums, seededRandom(1)) // [1, 0] or [0, 1]
 */
export function balancedRounding(
  amounts: ArrayLike<number>,
  { sums, coefficient, dispensable }: BalancingSums,
  random: SeededRandom,
): Int32Array {
  const whole = Int32Array.from(amounts, (amount) => Math.floor(amount + tiny));
  const fraction = Float64Array.from(amounts, (amount, item) => Math.max(0, amount - whole[item]));
  const open = [...fraction.keys()].filter((item) => isOpen(fraction[item]));
  const waiting = shuffle(open, random);
  let kept = Array.from({ length: sums }, (_, sum) => sum);
  let given = 0;
  let active: number[] = [];
  for (;;) {
    while (active.length <= kept.length && waiting.length > 0) active.push(waiting.pop() as number);
    if (active.length === 0) break;
    const rows = active.map((item) => kept.map((sum) => coefficient(item, sum)));
    const direction = nullDirection(rows);
    if (direction === null) {
      if (given === dispensable.length) break;
      const dropped = dispensable[given++];
      kept = kept.filter((sum) => sum !== dropped);
      continue;
    }
    walk(fraction, active, direction, random);
    active = active.filter((item) => isOpen(fraction[item]));
  }
  return whole.map((count, item) => count + Math.round(fraction[item]));
}

const tiny = 1e-9;

function isOpen(fraction: number): boolean {
  return fraction > tiny && fraction < 1 - tiny;
}

/** Goes along the direction to one of the two ends of the cube. */
function walk(
  fraction: Float64Array,
  active: readonly number[],
  direction: readonly number[],
  random: SeededRandom,
): void {
  let forward = Infinity;
  let backward = Infinity;
  active.forEach((item, index) => {
    const step = direction[index];
    if (step === 0) return;
    forward = Math.min(forward, (step > 0 ? 1 - fraction[item] : -fraction[item]) / step);
    backward = Math.min(backward, (step > 0 ? fraction[item] : fraction[item] - 1) / step);
  });
  const distance = random.next() < backward / (forward + backward) ? forward : -backward;
  active.forEach((item, index) => {
    fraction[item] = Math.min(1, Math.max(0, fraction[item] + distance * direction[index]));
  });
}

/** A u ≠ 0 with Σ u(i) · rows[i] = 0, by Gaussian elimination; null if rows are independent. */
function nullDirection(rows: readonly (readonly number[])[]): number[] | null {
  const columns = rows.length;
  const matrix = (rows[0] ?? []).map((_, sum) => rows.map((row) => row[sum]));
  const pivotOfColumn: number[] = [];
  let rank = 0;
  for (let column = 0; column < columns; column++) {
    let best = rank;
    for (let row = rank + 1; row < matrix.length; row++)
      if (Math.abs(matrix[row][column]) > Math.abs(matrix[best][column])) best = row;
    if (rank === matrix.length || Math.abs(matrix[best][column]) < 1e-10)
      return solve(matrix, pivotOfColumn, column, columns);
    [matrix[rank], matrix[best]] = [matrix[best], matrix[rank]];
    for (let row = 0; row < matrix.length; row++) {
      const factor = matrix[row][column] / matrix[rank][column];
      if (row === rank || factor === 0) continue;
      for (let other = column; other < columns; other++)
        matrix[row][other] -= factor * matrix[rank][other];
    }
    pivotOfColumn.push(rank++);
  }
  return null;
}

/** The first column without a pivot is a combination of those before it, each of which has one. */
function solve(
  matrix: readonly (readonly number[])[],
  pivotOfColumn: readonly number[],
  free: number,
  columns: number,
): number[] {
  const direction = Array.from({ length: columns }, () => 0);
  direction[free] = 1;
  pivotOfColumn.forEach((row, column) => {
    const value = -matrix[row][free] / matrix[row][column];
    direction[column] = Math.abs(value) < 1e-12 ? 0 : value;
  });
  return direction;
}
