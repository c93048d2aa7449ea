import { describe, expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';
import { shuffle } from './shuffle.ts';

const ten = (): number[] => Array.from({ length: 10 }, (_, index) => index);

describe('shuffle', () => {
  it('keeps the values and returns the same array', () => {
    const values = ['a', 'b', 'c', 'd'];
    expect(shuffle(values, seededRandom(7))).toBe(values);
    expect(values.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(shuffle(Int32Array.of(1, 2, 3), seededRandom(7)).toSorted()).toEqual(
      Int32Array.of(1, 2, 3),
    );
    expect(shuffle([], seededRandom(7))).toEqual([]);
  });

  it('gives every order the same chance', () => {
    const random = seededRandom('orders');
    const times = new Map<string, number>();
    for (let draw = 0; draw < 24_000; draw++) {
      const order = shuffle([0, 1, 2, 3], random).join('');
      times.set(order, (times.get(order) ?? 0) + 1);
    }
    expect(times.size).toBe(24);
    const chiSquare = [...times.values()].reduce(
      (sum, count) => sum + (count - 1000) ** 2 / 1000,
      0,
    );
    // 99.9 % quantile of chi-square with 23 degrees of freedom
    expect(chiSquare).toBeLessThan(49.73);
  });

  it('gives the same order for the same seed', () => {
    expect(shuffle(ten(), seededRandom('x'))).toEqual(shuffle(ten(), seededRandom('x')));
    expect(shuffle(ten(), seededRandom('x'))).not.toEqual(shuffle(ten(), seededRandom('y')));
  });
});
