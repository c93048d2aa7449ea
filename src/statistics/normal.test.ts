import { describe, expect, it } from 'vitest';
import { normalCdf, normalDensity, normalQuantile } from './normal.ts';

// Expected values: mpmath with 30 digits.
describe('the standard normal distribution', () => {
  it.each([
    [-37, 5.725571222524577e-300],
    [-8, 6.220960574271784e-16],
    [-2.6, 0.004661188023718749],
    [-2.4, 0.008197535924596131],
    [-1, 0.15865525393145705],
    [0.5, 0.6914624612740131],
    [1.96, 0.9750021048517795],
    [5, 0.9999997133484281],
  ])('has at most %d with its probability', (x, probability) => {
    expect(Math.abs(normalCdf(x) / probability - 1)).toBeLessThan(2e-13);
  });

  it.each([
    [1e-300, -37.0470962993612],
    [1e-10, -6.361340902404057],
    [0.005, -2.575829303548901],
    [0.025, -1.9599639845400543],
    [0.3, -0.5244005127080408],
    [0.5, 0],
    [0.6, 0.2533471031357998],
    [0.975, 1.9599639845400543],
  ])('has a share %d below its quantile', (p, x) => {
    expect(Math.abs(normalQuantile(p) - x)).toBeLessThan(1e-14 * Math.max(1, Math.abs(x)));
  });

  it('has infinite quantiles at 0 and 1, and none beyond', () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    expect(() => normalQuantile(1.01)).toThrow('expected a probability from 0 to 1');
    expect(() => normalQuantile(NaN)).toThrow(RangeError);
  });

  it('has the density 1/√(2π) at 0', () => {
    expect(normalDensity(0)).toBeCloseTo(0.3989422804014327, 15);
  });
});
