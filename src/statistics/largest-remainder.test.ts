import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import fixture from './fixtures/splits.json' with { type: 'json' };
import { largestRemainder } from './largest-remainder.ts';

describe('largestRemainder', () => {
  it('allocates as scikit-learn’s StratifiedShuffleSplit does', () => {
    const { input, expected } = fixture.cases.find(
      ({ id }) => id === 'split/sss_counts_open',
    ) as unknown as {
      input: { class_counts: number[]; test_size: number };
      expected: { n_test: number; test_class_counts: number[] };
    };
    const units = input.class_counts.reduce((sum, count) => sum + count, 0);
    expect(Math.ceil(units * input.test_size)).toBe(expected.n_test);
    expect(Array.from(largestRemainder(expected.n_test, input.class_counts))).toEqual(
      expected.test_class_counts,
    );
  });

  it('does not lose a unit to rounding', () => {
    // 0.29 × 100 = 28.999999999999996 and 0.7 × 10 = 7.000000000000001 in doubles
    expect(Array.from(largestRemainder(100, [0.29, 0.71]))).toEqual([29, 71]);
    expect(Array.from(largestRemainder(10, [0.1, 0.2, 0.7]))).toEqual([1, 2, 7]);
  });

  it('gives equal remainders to the earlier part', () => {
    expect(Array.from(largestRemainder(5, [1, 1]))).toEqual([3, 2]);
  });

  it('adds up, and is off by less than one', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.array(fc.double({ min: 0.001, max: 10, noNaN: true }), { minLength: 1, maxLength: 8 }),
        (total, shares) => {
          const sizes = Array.from(largestRemainder(total, shares));
          const sum = shares.reduce((all, share) => all + share, 0);
          expect(sizes.reduce((all, size) => all + size, 0)).toBe(total);
          sizes.forEach((size, part) =>
            expect(Math.abs(size - (total * shares[part]) / sum)).toBeLessThan(1),
          );
        },
      ),
      { seed: 1 },
    );
  });

  it('refuses shares that mean nothing', () => {
    expect(() => largestRemainder(5, [0, 0])).toThrow('add up to 0');
    expect(() => largestRemainder(5, [1, -1])).toThrow('share 1 is -1');
  });
});
