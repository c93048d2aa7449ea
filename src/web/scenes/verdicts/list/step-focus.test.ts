import { describe, expect, it } from 'vitest';
import { nextPlace } from './step-focus.ts';

describe('a step among rows', () => {
  it('begins at the first or the last, and stops at the ends', () => {
    expect([nextPlace(3, -1, 1), nextPlace(3, -1, -1)]).toEqual([0, 2]);
    expect([nextPlace(3, 0, 1), nextPlace(3, 2, 1), nextPlace(3, 0, -1)]).toEqual([1, 2, 0]);
    expect(nextPlace(0, -1, 1)).toBe(-1);
  });
});
