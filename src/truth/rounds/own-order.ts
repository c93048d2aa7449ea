import { seededRandom } from '../../statistics/seeded-random.ts';

/** An annotator's order over a run's units, by the keys that mix the numbers of places. */
export interface OwnOrder {
  readonly size: number;
  readonly keys: readonly number[];
}

/**
 * A separate order per annotator over units that anybody may claim, derived from the run's seed:
 * every unit appears exactly once. Nothing is stored: a Feistel network turns the number of a place
 * into that of a position, and back; a number outside of the run is mixed again until it is inside.
 * Luby and Rackoff 1988, https://doi.org/10.1137/0217022; Black and Rogaway 2002,
 * https://doi.org/10.1007/3-540-45760-7_9
 * @example ownOrder(7, 'anna', 10).size // 10
 */
export function ownOrder(seed: number | string, annotator: string, size: number): OwnOrder {
  const random = seededRandom(`${seed}:claim:${annotator}`);
  return { size, keys: Array.from({ length: turns }, () => random.integer(2 ** 32)) };
}

/** The position of what comes at a place of the order, from 0. */
export function positionAt(order: OwnOrder, place: number): number {
  let number = place;
  do number = mixed(number, order);
  while (number >= order.size);
  return number;
}

/** At which place of the order a position comes. */
export function placeOf(order: OwnOrder, position: number): number {
  let number = position;
  do number = unmixed(number, order);
  while (number >= order.size);
  return number;
}

const turns = 6;

/** Half of the digits of the largest number, in a base that makes both halves alike. */
function halfOf(size: number): number {
  return Math.max(2, Math.ceil(Math.sqrt(size)));
}

function mixed(number: number, { size, keys }: OwnOrder): number {
  const half = halfOf(size);
  let [left, right] = [Math.floor(number / half), number % half];
  for (const key of keys) [left, right] = [right, (left + digest(right, key)) % half];
  return left * half + right;
}

function unmixed(number: number, { size, keys }: OwnOrder): number {
  const half = halfOf(size);
  let [left, right] = [Math.floor(number / half), number % half];
  for (const key of keys.toReversed())
    [left, right] = [(((right - digest(left, key)) % half) + half) % half, left];
  return left * half + right;
}

/** The 32-bit finaliser of SplitMix over the number and the key. */
function digest(number: number, key: number): number {
  let bits = (number + key) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
