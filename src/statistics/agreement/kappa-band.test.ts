import { describe, expect, it } from 'vitest';
import { kappaBand, kappaBands } from './kappa-band.ts';

describe('kappaBand', () => {
  it.each([
    [-1, 'poor'],
    [-1e-12, 'poor'],
    [0, 'slight'],
    [0.2, 'slight'],
    [0.2 + 1e-12, 'fair'],
    [0.205, 'fair'],
    [0.4, 'fair'],
    [0.4 + 1e-12, 'moderate'],
    [0.6, 'moderate'],
    [0.6 + 1e-12, 'substantial'],
    [0.8, 'substantial'],
    [0.8 + 1e-12, 'almost perfect'],
    [1, 'almost perfect'],
  ])('%d is %s', (kappa, band) => {
    expect(kappaBand(kappa)).toBe(band);
  });

  it('has a word for every kappa, and none twice', () => {
    const words = new Set(Array.from({ length: 2001 }, (_, step) => kappaBand(step / 1000 - 1)));
    expect([...words]).toEqual([...kappaBands]);
  });

  it('has no word for what is no kappa', () => {
    expect(() => kappaBand(1.2)).toThrow('expected a number of at most 1');
    expect(() => kappaBand(NaN)).toThrow(RangeError);
  });
});
