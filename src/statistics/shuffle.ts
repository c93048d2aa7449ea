import type { SeededRandom } from './seeded-random.ts';

/** What {@link shuffle} can rearrange: plain and typed arrays. */
export interface Shufflable<Value> {
  readonly length: number;
  [index: number]: Value;
}

/**
 * Shuffle (Fisher–Yates): rearranges the values in place, every order equally likely, and returns
 * the same array. Durstenfeld 1964, https://doi.org/10.1145/364520.364540
 * @example shuffle(['a', 'b', 'c', 'd'], seededRandom(7))
 */
export function shuffle<Value, Values extends Shufflable<Value>>(
  values: Values & Shufflable<Value>,
  random: SeededRandom,
): Values {
  for (let last = values.length - 1; last > 0; last--) {
    const chosen = random.integer(last + 1);
    const kept = values[last] as Value;
    values[last] = values[chosen] as Value;
    values[chosen] = kept;
  }
  return values;
}

/**
 * The same order as {@link shuffle} gives, in steps, so that other work can be done between them:
 * for millions of values.
 * @example [...shuffleSteps([1, 2, 3], seededRandom(7))].length // 0
 */
export function* shuffleSteps<Value>(
  values: Shufflable<Value>,
  random: SeededRandom,
): Generator<void, void> {
  for (let last = values.length - 1; last > 0; last--) {
    const chosen = random.integer(last + 1);
    const kept = values[last] as Value;
    values[last] = values[chosen] as Value;
    values[chosen] = kept;
    if (last % stepSize === 0) yield;
  }
}

const stepSize = 2 ** 14;
