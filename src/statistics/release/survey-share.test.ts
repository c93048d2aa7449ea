import { describe, expect, it } from 'vitest';
import { hasValue } from '../estimate.ts';
import { wilsonInterval } from '../wilson-interval.ts';
import { surveyShare } from './survey-share.ts';

const unit = (has: boolean, probability: number, cluster: number) => ({
  has,
  probability,
  cluster,
});

describe('a share under a sampling design', () => {
  it('weighs each unit by the inverse of its chance', () => {
    // Σ wy / Σ w with w = 2 and 4: (2 + 0) / (2 + 4) = 1/3.
    expect(surveyShare([unit(true, 0.5, 0), unit(false, 0.25, 1)]).value).toBeCloseTo(1 / 3, 12);
  });

  it('is exact when every unit was taken', () => {
    const units = [true, true, false, false].map((has, at) => unit(has, 1, at));
    expect(surveyShare(units)).toMatchObject({ value: 0.5, interval: [0.5, 0.5] });
  });

  it('is nearly Wilson’s interval for a small simple random sample of a large population', () => {
    const units = Array.from({ length: 2000 }, (_, at) => unit(at < 700, 1e-6, at));
    const estimate = surveyShare(units);
    const wilson = wilsonInterval(700, 2000);
    expect(hasValue(estimate) && estimate.interval![0]).toBeCloseTo(wilson[0], 4);
    expect(hasValue(estimate) && estimate.interval![1]).toBeCloseTo(wilson[1], 4);
  });

  it('is wider when units came in clusters that are alike', () => {
    const alone = Array.from({ length: 200 }, (_, at) => unit(at % 2 === 0, 0.1, at));
    const together = alone.map((one, at) => ({ ...one, has: at < 100, cluster: at >> 2 }));
    const width = (units: typeof alone): number => {
      const estimate = surveyShare(units);
      return hasValue(estimate) ? estimate.interval![1] - estimate.interval![0] : 0;
    };
    expect(width(together)).toBeGreaterThan(1.8 * width(alone));
  });

  it('has a width when nobody has the property, and no value without units', () => {
    const none = surveyShare(Array.from({ length: 50 }, (_, at) => unit(false, 0.1, at)));
    expect(hasValue(none) && none.interval![0]).toBe(0);
    expect(hasValue(none) && none.interval![1]).toBeGreaterThan(0.01);
    expect(surveyShare([]).value).toBeNull();
  });
});
