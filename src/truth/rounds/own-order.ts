import { seededRandom } from '../../statistics/seeded-random.ts';

/** An annotator's order over a run's units: place i has unit `(start + i · step) mod size`. */
export interface OwnOrder {
  readonly start: number;
  readonly step: number;
  readonly size: number;
}

/**
 * A separate order per annotator over units that anybody may claim, derived from the run's seed.
 * The units are already shuffled; start and step differ per annotator. The step shares no divisor
 * with the number of units, so every unit appears exactly once.
 * @example ownOrder(7, 'anna', 10).size // 10
 */
export function ownOrder(seed: number | string, annotator: string, size: number): OwnOrder {
  const random = seededRandom(`${seed}:claim:${annotator}`);
  if (size < 2) return { start: 0, step: 1, size };
  const start = random.integer(size);
  let step = 1 + random.integer(size - 1);
  while (greatestDivisor(step, size) > 1) step = (step % (size - 1)) + 1;
  return { start, step, size };
}

/** The position of what comes at a place of the order, from 0. */
export function positionAt({ start, step, size }: OwnOrder, place: number): number {
  return Number((BigInt(start) + BigInt(place) * BigInt(step)) % BigInt(size));
}

/** At which place of the order a position comes. */
export function placeOf({ start, step, size }: OwnOrder, position: number): number {
  const distance = (((position - start) % size) + size) % size;
  return Number((BigInt(distance) * BigInt(inverse(step, size))) % BigInt(size));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** The number that gives 1 when multiplied with the step, modulo the size (extended Euclid). */
function inverse(step: number, size: number): number {
  let [remainder, next, factor, nextFactor] = [size, step % size, 0, 1];
  while (next !== 0) {
    const times = Math.floor(remainder / next);
    [remainder, next] = [next, remainder - times * next];
    [factor, nextFactor] = [nextFactor, factor - times * nextFactor];
  }
  return ((factor % size) + size) % size;
}
