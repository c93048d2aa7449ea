import { describe, expect, it } from 'vitest';
import { studentTCdf, studentTQuantile } from './student-t.ts';

describe('Student’s t distribution', () => {
  // Expected values: mpmath with 30 digits; from 100,000 degrees of freedom on scipy 1.17.1.
  const quantiles = [
    [0.95, 1, 6.313751514675043],
    [0.95, 2, 2.9199855803537256],
    [0.95, 39, 1.6848751217112252],
    [0.975, 1, 12.706204736174705],
    [0.975, 2, 4.302652729749464],
    [0.975, 3, 3.1824463052837095],
    [0.975, 9, 2.2621571627982053],
    [0.975, 11, 2.2009851600916397],
    [0.975, 49, 2.0095752371292397],
    [0.975, 199, 1.9719565442517537],
    [0.975, 1999, 1.961151420170562],
    [0.995, 1, 63.65674116287158],
    [0.995, 11, 3.105806515539281],
    [0.995, 1999, 2.5782910195219233],
    [0.975, 1e5, 1.9599877075346095],
    [0.975, 999_999, 1.9599663568164791],
    [0.975, 1e8, 1.9599640082627663],
  ] as const;

  it.each(quantiles)(
    'a share %d lies below its quantile for %d degrees of freedom',
    (p, degreesOfFreedom, t) => {
      expect(Math.abs(studentTQuantile(p, degreesOfFreedom) / t - 1)).toBeLessThan(1e-13);
      expect(studentTQuantile(1 - p, degreesOfFreedom)).toBeCloseTo(-t, 10);
    },
  );

  it.each(quantiles)(
    'the distribution function gives %d back for %d degrees of freedom',
    (p, degreesOfFreedom, t) => {
      expect(Math.abs(studentTCdf(t, degreesOfFreedom) - p)).toBeLessThan(1e-10);
      expect(Math.abs(studentTCdf(-t, degreesOfFreedom) - (1 - p))).toBeLessThan(1e-10);
    },
  );

  it('is symmetric about 0', () => {
    expect(studentTQuantile(0.5, 7)).toBe(0);
    expect(studentTCdf(0, 7)).toBe(0.5);
  });

  it('wants positive degrees of freedom', () => {
    expect(() => studentTQuantile(0.975, 0)).toThrow('expected more than 0');
  });
});
