import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedRounding } from './balanced-rounding.ts';
import { seededRandom } from './seeded-random.ts';

describe('balancedRounding', () => {
  it('is right on average', () => {
    // Two sums over eight amounts: all of them, and the even ones; neither is whole.
    const amounts = [0.1, 0.35, 1.5, 0.72, 2.9, 0.05, 0.6, 0.33];
    const sums = {
      sums: 2,
      coefficient: (item: number, sum: number): number => (sum === 0 || item % 2 === 0 ? 1 : 0),
      dispensable: [1, 0],
    };
    const totals = new Float64Array(amounts.length);
    const draws = 40_000;
    const random = seededRandom('average');
    for (let draw = 0; draw < draws; draw++)
      balancedRounding(amounts, sums, random).forEach((count, item) => {
        totals[item] += count;
      });
    amounts.forEach((amount, item) => {
      const fraction = amount - Math.floor(amount);
      // Five standard deviations of a binomial mean.
      expect(Math.abs(totals[item] / draws - amount)).toBeLessThan(
        5 * Math.sqrt((fraction * (1 - fraction)) / draws),
      );
    });
  });

  it('rounds each amount to a neighbour and keeps whole sums that are not dispensable', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 30 }),
        fc.nat(),
        (given, seed) => {
          const sum = given.reduce((total, amount) => total + amount, 0);
          const amounts = [...given, Math.ceil(sum) - sum];
          const counts = balancedRounding(
            amounts,
            { sums: 1, coefficient: () => 1, dispensable: [] },
            seededRandom(seed),
          );
          counts.forEach((count, item) => expect(Math.abs(count - amounts[item])).toBeLessThan(1));
          expect(counts.reduce((total, count) => total + count, 0)).toBeCloseTo(Math.ceil(sum), 6);
        },
      ),
      { seed: 1 },
    );
  });

  it('misses a sum by less than the number of sums kept when it is given up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.nat(15)), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.nat(),
        (items, seed) => {
          const coefficient = (item: number, sum: number): number => (items[item][1] >> sum) & 1;
          const counts = balancedRounding(
            items.map(([amount]) => amount),
            { sums: 4, coefficient, dispensable: [3, 2, 1, 0] },
            seededRandom(seed),
          );
          for (let sum = 0; sum < 4; sum++) {
            const missed = items.reduce(
              (total, [amount], item) => total + coefficient(item, sum) * (counts[item] - amount),
              0,
            );
            expect(Math.abs(missed)).toBeLessThan(sum + 1);
          }
        },
      ),
      { seed: 1 },
    );
  });

  it('leaves whole amounts alone and gives the documented example', () => {
    expect(
      Array.from(
        balancedRounding(
          [2, 0, 3 + 1e-12, 1 - 1e-12],
          { sums: 0, coefficient: () => 0, dispensable: [] },
          seededRandom(1),
        ),
      ),
    ).toEqual([2, 0, 3, 1]);
    const counts = balancedRounding(
      [0.5, 0.5],
      { sums: 1, coefficient: () => 1, dispensable: [] },
      seededRandom(1),
    );
    expect(counts[0] + counts[1]).toBe(1);
  });
});
