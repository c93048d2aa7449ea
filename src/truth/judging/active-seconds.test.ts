import { describe, expect, it } from 'vitest';
import { activeSeconds, cappedSeconds } from './active-seconds.ts';

describe('active seconds', () => {
  it('count a long pause as the limit', () => {
    expect(activeSeconds([0, 10_000, 1_010_000], 300)).toBe(310);
    expect(cappedSeconds([10, 1000, 300], 300)).toBe(610);
  });

  it('count nothing for one moment, for none, and for a clock that was put back', () => {
    expect(activeSeconds([], 300)).toBe(0);
    expect(activeSeconds([5000], 300)).toBe(0);
    expect(activeSeconds([5000, 4000, 6000], 300)).toBe(2);
  });
});
