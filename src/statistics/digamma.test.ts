import { describe, expect, it } from 'vitest';
import { digamma } from './digamma.ts';

const eulerGamma = 0.5772156649015329;

describe('digamma', () => {
  it('has the known values', () => {
    expect(digamma(1)).toBeCloseTo(-eulerGamma, 14);
    expect(digamma(0.5)).toBeCloseTo(-eulerGamma - 2 * Math.log(2), 14);
    expect(digamma(0.25)).toBeCloseTo(-eulerGamma - Math.PI / 2 - 3 * Math.log(2), 14);
    // ψ(n) = 1 + 1/2 + … + 1/(n − 1) − γ
    const harmonic = Array.from({ length: 99 }, (_, index) => 1 / (index + 1)).reduce(
      (sum, term) => sum + term,
      0,
    );
    expect(digamma(100)).toBeCloseTo(harmonic - eulerGamma, 13);
  });

  it('satisfies ψ(x + 1) = ψ(x) + 1/x', () => {
    for (const x of [1e-6, 0.01, 0.7, 3.3, 9.99, 10, 1234.5])
      expect(Math.abs(digamma(x + 1) - digamma(x) - 1 / x)).toBeLessThan(1e-14 * (1 + 1 / x));
  });

  it('refuses what it is not made for', () => {
    for (const x of [0, -1, Number.NaN]) expect(() => digamma(x)).toThrow(RangeError);
  });
});
