import { describe, expect, it } from 'vitest';
import { cappedSeconds } from './active-seconds.ts';

describe('active seconds', () => {
  it('count a long pause as the limit', () => {
    expect(cappedSeconds([10, 1000, 300], 300)).toBe(610);
  });

  it('count nothing without a pause, and for a clock that was put back', () => {
    expect(cappedSeconds([], 300)).toBe(0);
    expect(cappedSeconds([-1, 2], 300)).toBe(2);
  });
});
