import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownOrder, placeOf, positionAt } from './own-order.ts';

describe('an order of one’s own', () => {
  it('meets every unit exactly once, and can be read backwards', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer(),
        fc.string(),
        (size, seed, annotator) => {
          const order = ownOrder(seed, annotator, size);
          const positions = Array.from({ length: size }, (_, place) => positionAt(order, place));
          expect(positions.toSorted((a, b) => a - b)).toEqual(
            Array.from({ length: size }, (_, at) => at),
          );
          expect(positions.map((position) => placeOf(order, position))).toEqual(
            Array.from({ length: size }, (_, at) => at),
          );
        },
      ),
      { seed: 1 },
    );
  });

  it('is the same for the same seed, and another for another annotator', () => {
    expect(ownOrder(7, 'anna', 1000)).toEqual(ownOrder(7, 'anna', 1000));
    const orders = ['anna', 'ben', 'cora', 'dora'].map((name) =>
      JSON.stringify(ownOrder(7, name, 1000)),
    );
    expect(new Set(orders).size).toBe(4);
  });

  it('is exact for more units than a product of two numbers could count', () => {
    const order = { start: 3, step: 2_999_999, size: 3_000_001 };
    expect(placeOf(order, positionAt(order, 2_999_998))).toBe(2_999_998);
  });
});
