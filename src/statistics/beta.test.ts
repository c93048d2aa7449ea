import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile } from './beta.ts';

describe('the Beta distribution', () => {
  it('has closed forms for whole shape parameters and the arcsine law', () => {
    // Beta(1, b): 1 − (1 − x)^b. Beta(2, 3): 6x² − 8x³ + 3x⁴. Beta(½, ½): 2/π · arcsin √x.
    expect(betaCdf(0.2, 1, 5)).toBeCloseTo(1 - 0.8 ** 5, 12);
    expect(betaCdf(0.3, 2, 3)).toBeCloseTo(6 * 0.09 - 8 * 0.027 + 3 * 0.0081, 12);
    expect(betaCdf(0.25, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(0.5), 12);
    expect(betaQuantile(0.025, 0.5, 0.5)).toBeCloseTo(Math.sin((Math.PI / 2) * 0.025) ** 2, 12);
    expect(betaQuantile(1 - 0.8 ** 5, 1, 5)).toBeCloseTo(0.2, 12);
  });

  it('has a quantile that undoes its distribution, also for many counts', () => {
    for (const [a, b] of [
      [0.5, 30.5],
      [30.5, 0.5],
      [7.5, 13.5],
      [70_000.5, 30_000.5],
    ] as const)
      for (const p of [0.001, 0.025, 0.5, 0.975])
        expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 8);
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
  });

  it('refuses what is no probability or no shape', () => {
    expect(() => betaQuantile(1.5, 1, 1)).toThrow(RangeError);
    expect(() => betaCdf(0.5, 0, 1)).toThrow(RangeError);
  });
});
