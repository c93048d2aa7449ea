import { describe, expect, it } from 'vitest';
import { claimHolds } from './apply-rulings.ts';

describe('claimHolds', () => {
  it('compares texts, and takes "none" for no answer', () => {
    expect([
      claimHolds('severe', 'severe'),
      claimHolds(true, true),
      claimHolds('true', true),
      claimHolds('severe', 'mild'),
      claimHolds('none', undefined),
      claimHolds('mild', undefined),
    ]).toEqual([true, true, true, false, true, false]);
  });
});
