import { describe, expect, it } from 'vitest';
import { sumOfProducts } from './sum-of-products.ts';

describe('sumOfProducts', () => {
  it.each([0, 1, 3, 4, 5, 8, 11])('sums the first %d products from the offset on', (length) => {
    const values = Float64Array.from({ length: 12 }, (_, index) => index + 1);
    const table = Float64Array.from({ length: 20 }, (_, index) => 100 + index);
    let expected = 0;
    for (let index = 0; index < length; index++) expected += (index + 1) * (107 + index);
    expect(sumOfProducts(values, table, 7, length)).toBe(expected);
  });
});
