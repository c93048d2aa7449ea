import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { medianDifference } from './median-difference.ts';

const normal = (random: { next(): number }): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

describe('the difference of two medians', () => {
  it('has no value without values, and no interval with few', () => {
    expect(medianDifference([], [1]).value).toBeNull();
    expect(medianDifference([4, 5], [1, 1])).toMatchObject({ value: 3.5, n: 4, interval: null });
  });

  it('is the arithmetic of the definition', () => {
    // n = 9: c = round(5 − 3) = 2, P(Bin(9, ½) ≤ 1) = 10/512, whose upper normal quantile is
    // 2.0627; the standard error of each median is (8 − 2) / (2 · 2.0627) = 1.4544.
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const found = medianDifference(values, values);
    expect(found.value).toBe(0);
    const half = 1.959964 * Math.hypot(6 / (2 * 2.0627), 6 / (2 * 2.0627));
    expect(found).toMatchObject({ interval: [expect.closeTo(-half, 2), expect.closeTo(half, 2)] });
  });

  it('holds the true difference about as often as it promises, for skewed times', () => {
    const random = seededRandom('median difference');
    const sample = (size: number, median: number): number[] =>
      Array.from({ length: size }, () => median * Math.exp(0.6 * normal(random)));
    let held = 0;
    for (let turn = 0; turn < 400; turn += 1) {
      const found = medianDifference(sample(180, 40), sample(20, 55));
      const [low, high] = ('interval' in found && found.interval) || [0, 0];
      if (low <= -15 && -15 <= high) held += 1;
    }
    expect(held / 400).toBeGreaterThan(0.92);
    expect(held / 400).toBeLessThan(0.99);
  });

  it('changes its sign with the order of the samples', () => {
    const [a, b] = [
      [3, 9, 4, 8, 7, 12],
      [1, 2, 5, 9, 30],
    ];
    const [there, back] = [medianDifference(a!, b!), medianDifference(b!, a!)];
    expect(there.value).toBe(-back.value!);
  });
});
