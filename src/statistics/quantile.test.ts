import { describe, expect, it } from 'vitest';
import { quantile } from './quantile.ts';

describe('quantile', () => {
  it('interpolates between neighbours as numpy does', () => {
    // numpy 1.24.2: np.percentile([1, 2, 4, 8], [0, 10, 50, 97.5, 100])
    const values = Float64Array.of(1, 2, 4, 8);
    const expected = [
      [0, 1],
      [0.1, 1.3],
      [0.5, 3],
      [0.975, 7.7],
      [1, 8],
    ];
    for (const [p, value] of expected) expect(quantile(values, p)).toBeCloseTo(value, 12);
  });

  it('is the value itself when there is one', () => {
    expect(quantile([3], 0.975)).toBe(3);
  });

  it('does not exist for no values', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});
