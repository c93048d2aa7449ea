import { describe, expect, it } from 'vitest';
import { jeffreysShare, meanOfShares } from './jeffreys-share.ts';

describe('Jeffreys’ interval of a share', () => {
  it('equals statsmodels 0.13.5, but for none and all', () => {
    const [low, high] = jeffreysShare(7, 20);
    expect(low).toBeCloseTo(0.17227621363191203, 9);
    expect(high).toBeCloseTo(0.5677660938414961, 9);
    // There, statsmodels has 2.4e-5: but 0 is possible where nobody had it.
    expect(jeffreysShare(0, 20)[0]).toBe(0);
    expect(jeffreysShare(0, 20)[1]).toBeCloseTo(0.11663898290487539, 9);
    expect(jeffreysShare(20, 20)[1]).toBe(1);
  });

  it('says nothing of nothing, and refuses what cannot be counted', () => {
    expect(jeffreysShare(0, 0)).toEqual([0, 1]);
    expect(() => jeffreysShare(2, 1)).toThrow('expected 0 to 1');
  });

  it('of a mean is that of the share where there is one, and narrower over more of them', () => {
    const [low, high] = jeffreysShare(3, 9);
    const one = meanOfShares([{ count: 3, of: 9 }])!;
    expect(one[0]).toBeCloseTo(low, 12);
    expect(one[1]).toBeCloseTo(high, 12);
    const two = meanOfShares([
      { count: 3, of: 9 },
      { count: 3, of: 9 },
    ])!;
    // Two independent means of the same width: half of it times √2.
    expect(two[1] - two[0]).toBeCloseTo((high - low) / Math.SQRT2, 12);
    expect(meanOfShares([])).toBe(null);
    expect(meanOfShares([{ count: 0, of: 0 }])).toBe(null);
  });
});
