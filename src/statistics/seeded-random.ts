/** A stream of pseudo-random numbers that depends on its seed alone. */
export interface SeededRandom {
  /** A number in [0, 1) with 53 random bits. */
  next(): number;
  /** A whole number from 0 to bound − 1 without modulo bias. The bound is 1 … 2⁵³ − 1. */
  integer(bound: number): number;
}

/**
 * Seeded random numbers: the same seed gives the same numbers on every machine, so that a draw, a
 * split or a bootstrap can be repeated. Not for secrets. The generator is xoshiro128** (period 2¹²⁸
 * − 1) on 32-bit integers. Each of its four words takes in the seed's text, code unit by code unit,
 * through the 32-bit finaliser of SplitMix; 7 and '7' are the same seed, and seeds that differ
 * anywhere give unrelated streams. Blackman and Vigna 2021, https://doi.org/10.1145/3460772;
 * Steele, Lea and Flood 2014, https://doi.org/10.1145/2660193.2660195; unbiased integers: Lemire
 * 2019, https://doi.org/10.1145/3230636
 * @example
 * seededRandom(7).integer(6) // 4
 * seededRandom('7:order:anna').integer(6) // 5
 */
export function seededRandom(seed: number | string): SeededRandom {
  if (typeof seed === 'number' && !Number.isFinite(seed))
    throw new RangeError(`seed is ${seed}, expected a finite number or text`);
  return new Xoshiro128(String(seed));
}

const lane = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667] as const;

/** Below this bound, a 32-bit word times the bound is exact in a double. */
const exactBound = 2 ** 21;

class Xoshiro128 implements SeededRandom {
  readonly #state: Int32Array;

  constructor(text: string) {
    const state = Int32Array.from(lane);
    for (let word = 0; word < 4; word++) {
      let hash = lane[word] ^ text.length;
      for (let index = 0; index < text.length; index++)
        hash = splitMix((hash ^ text.charCodeAt(index)) + lane[word]);
      state[word] = splitMix(hash + lane[word]);
    }
    // All zeros is the one state that the generator never leaves.
    if ((state[0] | state[1] | state[2] | state[3]) === 0) state[0] = 1;
    this.#state = state;
  }

  next(): number {
    const high = this.#word() >>> 5;
    const low = this.#word() >>> 6;
    return (high * 2 ** 26 + low) * 2 ** -53;
  }

  integer(bound: number): number {
    if (!(bound >= 1 && Number.isSafeInteger(bound)))
      throw new RangeError(`bound is ${bound}, expected a whole number of at least 1`);
    if (bound > exactBound) return this.#largeInteger(bound);
    let product = this.#word() * bound;
    let low = product >>> 0;
    if (low < bound) {
      const threshold = (2 ** 32 - bound) % bound;
      while (low < threshold) {
        product = this.#word() * bound;
        low = product >>> 0;
      }
    }
    return (product - low) * 2 ** -32;
  }

  #largeInteger(bound: number): number {
    const limit = 2 ** 53 - (2 ** 53 % bound);
    let value = this.next() * 2 ** 53;
    while (value >= limit) value = this.next() * 2 ** 53;
    return value % bound;
  }

  #word(): number {
    const state = this.#state;
    const second = state[1];
    const product = Math.imul(second, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    state[2] ^= state[0];
    state[3] ^= second;
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= second << 9;
    const fourth = state[3];
    state[3] = (fourth << 11) | (fourth >>> 21);
    return result >>> 0;
  }
}

function splitMix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
