import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unseenRate } from './unseen-rate.ts';

describe('unseenRate', () => {
  it('is the rate at which n cases would be without an occurrence one time in twenty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (n) => {
        expect((1 - unseenRate(n)) ** n).toBeCloseTo(0.05, 9);
      }),
    );
  });

  it('is near 3 / n from 30 on, as the rule of three says (Hanley and Lippman-Hand 1983)', () => {
    for (const n of [30, 100, 1000]) expect(unseenRate(n) * n).toBeGreaterThan(2.85);
    for (const n of [1, 30, 1000]) expect(unseenRate(n) * n).toBeLessThan(3);
  });
});
