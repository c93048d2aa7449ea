import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jensenShannonDistance } from './jensen-shannon.ts';

const distance = (first: number[], second: number[]): number =>
  jensenShannonDistance(first, second).value as number;

describe('jensenShannonDistance', () => {
  it('is 0 for equal and 1 for disjoint distributions', () => {
    expect(jensenShannonDistance([2, 4, 6], [1, 2, 3]).value).toBeCloseTo(0, 7);
    expect(jensenShannonDistance([1, 0], [0, 1])).toMatchObject({ value: 1, n: 1, interval: null });
  });

  it('has the value of the formula: half and half against certainty', () => {
    // m = (3/4, 1/4): H(m) = 0.8112781244591328, H(p) = 1, H(q) = 0; √(0.8112781… − 0.5)
    expect(jensenShannonDistance([1, 1], [1, 0]).value).toBeCloseTo(
      Math.sqrt(0.8112781244591328 - 0.5),
      14,
    );
  });

  it('has the values of scipy 1.10.1 (base 2)', () => {
    expect(jensenShannonDistance([1, 2, 3], [3, 2, 1]).value).toBeCloseTo(0.354703515198132, 14);
    expect(jensenShannonDistance([5, 0, 1, 9], [2, 2, 2, 0]).value).toBeCloseTo(
      0.7325723051938259,
      14,
    );
  });

  it('has no value when one side is empty', () => {
    expect(jensenShannonDistance([0, 0], [1, 2])).toMatchObject({
      value: null,
      why: { code: 'empty-distribution', values: {} },
    });
  });

  it('is a metric between 0 and 1, and unused categories change nothing', () => {
    const counts = fc
      .array(fc.nat(20), { minLength: 3, maxLength: 3 })
      .filter((values) => values.some((value) => value > 0));
    fc.assert(
      fc.property(counts, counts, counts, (a, b, c) => {
        expect(distance(a, b)).toBeCloseTo(distance(b, a), 12);
        expect(distance(a, b)).toBeLessThanOrEqual(1);
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c) + 1e-7);
        expect(distance([...a, 0], [...b, 0])).toBe(distance(a, b));
      }),
      { seed: 1 },
    );
  });

  it('refuses negative counts and different categories', () => {
    expect(() => jensenShannonDistance([1, -1], [1, 1])).toThrow('count of category 1 is -1');
    expect(() => jensenShannonDistance([1], [1, 1])).toThrow('1 and 2 categories');
  });
});
