import { describe, expect, it } from 'vitest';
import { leadingCategory, tiedCategories } from './leading-category.ts';

describe('leadingCategory', () => {
  it('finds the largest amount', () => {
    expect(leadingCategory([3, 12, 2], 0, 3)).toBe(1);
    expect(leadingCategory([9, 3, 12, 2], 1, 3)).toBe(1);
  });

  it('has no leader when the largest is tied, or nothing is above 0', () => {
    expect(leadingCategory([2, 1, 2], 0, 3)).toBe(-1);
    expect(leadingCategory([0, 0], 0, 2)).toBe(-1);
    expect(leadingCategory([], 0, 0)).toBe(-1);
  });

  it('treats sums that differ by rounding alone as tied, but not larger differences', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(leadingCategory([0.1 + 0.2, 0.3], 0, 2)).toBe(-1);
    expect(leadingCategory([1e12, 1e12 + 1e4], 0, 2)).toBe(1);
    expect(leadingCategory([1e-12, 1.001e-12], 0, 2)).toBe(1);
  });

  it('lists what is tied', () => {
    expect(tiedCategories([2, 1, 2], 0, 3)).toEqual([0, 2]);
    expect(tiedCategories([0.3, 0.1 + 0.2, 0.2], 0, 3)).toEqual([0, 1]);
    expect(tiedCategories([0, 0], 0, 2)).toEqual([]);
  });
});
