import { describe, expect, it } from 'vitest';
import { allSteps } from '../all-steps.ts';
import { raterErrors } from './rater-errors.ts';

/** Pairs of raters, of whom each errs in so many of a million answers. */
function pairsOf(errors: readonly number[], shared: readonly (readonly [number, number])[]) {
  return shared.map(([first, second]) => {
    const differed = errors[first]! + errors[second]!;
    return { first, second, compared: 1_000_000, differed };
  });
}

const ratesOf = (...given: Parameters<typeof raterErrors>): readonly number[] =>
  [...allSteps(raterErrors(...given))].map((rate) => Math.round(1_000_000 * rate));

describe('rater errors', () => {
  it('tell of three raters who errs, by how much more their pairs differ than the other', () => {
    // (0.06 + 0.05 − 0.03) / 2 = 0.04, and so 0.02 and 0.01; the pull to the mean takes 2 %.
    const pairs = pairsOf(
      [40_000, 20_000, 10_000],
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
    );
    const [a, b, c] = ratesOf(pairs, 3) as [number, number, number];
    expect(Math.abs(a - 40_000)).toBeLessThan(800);
    expect(Math.abs(b - 20_000)).toBeLessThan(400);
    expect(Math.abs(c - 10_000)).toBeLessThan(800);
  });

  it('find two who err together, from those with whom they are compared', () => {
    const all = [0, 1, 2, 3, 4];
    const shared = all.flatMap((one) =>
      all.flatMap((other) => (one < other ? [[one, other] as const] : [])),
    );
    const rates = ratesOf(pairsOf([5000, 90_000, 80_000, 4000, 6000], shared), 5);
    expect(rates[1]).toBeGreaterThan(85_000);
    expect(rates[2]).toBeGreaterThan(76_000);
    expect(Math.max(rates[0]!, rates[3]!, rates[4]!)).toBeLessThan(9000);
  });

  it('say the same of two raters alone, and of those who are never compared the mean', () => {
    expect(ratesOf(pairsOf([30_000, 10_000], [[0, 1]]), 3)).toEqual([20_000, 20_000, 20_000]);
    expect(ratesOf([], 2)).toEqual([0, 0]);
  });

  it('are not below 0', () => {
    const pairs = [
      { first: 0, second: 1, compared: 1000, differed: 100 },
      { first: 0, second: 2, compared: 1000, differed: 10 },
      { first: 1, second: 2, compared: 1000, differed: 10 },
    ];
    expect(Math.min(...ratesOf(pairs, 3))).toBe(0);
  });

  it('do not depend on the order of the pairs', () => {
    const pairs = pairsOf(
      [7000, 20_000, 1000, 4000],
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [0, 2],
      ],
    );
    expect(ratesOf(pairs.toReversed(), 4)).toEqual(ratesOf(pairs, 4));
  });
});
