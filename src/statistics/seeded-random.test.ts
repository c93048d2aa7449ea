import { describe, expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';

describe('seededRandom', () => {
  it('gives the numbers of an independent implementation', () => {
    // Computed with unlimited integers in Python; its xoshiro128** gives 11520, 0, 5927040,
    // 70819200 from the state 1, 2, 3, 4, as the authors' reference implementation does.
    const random = seededRandom(7);
    expect([random.next(), random.next(), random.next()]).toEqual([
      0.6877932672276931, 0.1922312160469608, 0.16392972854222665,
    ]);
    const derived = seededRandom('7:order:anna');
    expect([derived.next(), derived.next(), derived.next()]).toEqual([
      0.9360392489142578, 0.9497369278997168, 0.11418765273776921,
    ]);
  });

  it('gives the documented numbers', () => {
    expect(seededRandom(7).integer(6)).toBe(4);
    expect(seededRandom('7:order:anna').integer(6)).toBe(5);
  });

  it('takes a number and its text for the same seed, and everything else for another', () => {
    expect(seededRandom(7).next()).toBe(seededRandom('7').next());
    const first = new Set(
      ['', '0', '7', '70', '07', '7:a', '7:b', 'a:7'].map((seed) => seededRandom(seed).next()),
    );
    expect(first.size).toBe(8);
  });

  it('fills [0, 1) evenly', () => {
    const random = seededRandom('evenly');
    const bins = new Int32Array(20);
    for (let draw = 0; draw < 200_000; draw++) bins[Math.floor(random.next() * 20)]++;
    const chiSquare = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // 99.9 % quantile of chi-square with 19 degrees of freedom
    expect(chiSquare).toBeLessThan(43.82);
  });

  it.each([1, 2, 3, 7, 1000, 2 ** 21, 2 ** 21 + 1, 3 * 2 ** 30, 2 ** 53 - 1])(
    'gives every whole number below %d the same chance',
    (bound) => {
      const random = seededRandom(`bound ${bound}`);
      const thirds = new Int32Array(3);
      for (let draw = 0; draw < 30_000; draw++) {
        const value = random.integer(bound);
        if (!(Number.isInteger(value) && value >= 0 && value < bound))
          throw new Error(`${value} is no whole number below ${bound}`);
        thirds[Math.floor((value * 3) / bound)]++;
      }
      const expected = [0, 1, 2].map(
        (third) => (Math.ceil(((third + 1) * bound) / 3) - Math.ceil((third * bound) / 3)) / bound,
      );
      // Five standard deviations of a binomial count.
      thirds.forEach((count, third) =>
        expect(Math.abs(count - 30_000 * expected[third])).toBeLessThanOrEqual(
          5 * Math.sqrt(30_000 * expected[third] * (1 - expected[third])) + 1e-6,
        ),
      );
    },
  );

  it('refuses seeds and bounds that mean nothing', () => {
    expect(() => seededRandom(Number.NaN)).toThrow('seed is NaN');
    for (const bound of [0, -1, 1.5, 2 ** 53, Number.NaN])
      expect(() => seededRandom(1).integer(bound)).toThrow(RangeError);
  });
});
