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

  it('is exact for millions of units', () => {
    const order = ownOrder(7, 'anna', 3_000_001);
    const places = Array.from({ length: 3000 }, (_, at) => at * 1000);
    expect(places.map((place) => placeOf(order, positionAt(order, place)))).toEqual(places);
  });

  it('takes neighbours apart: units that follow each other are far from each other', () => {
    const order = ownOrder(7, 'anna', 10_000);
    const positions = Array.from({ length: 10_000 }, (_, place) => positionAt(order, place));
    const steps = positions.slice(1).map((position, at) => Math.abs(position - positions[at]!));
    // The mean distance of two numbers drawn from 0 to n is n / 3; its standard error here is 24.
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(Math.abs(mean - 10_000 / 3)).toBeLessThan(100);
    // In a random order, half of the steps go up.
    const up = positions.slice(1).filter((position, at) => position > positions[at]!).length;
    expect(Math.abs(up - 5000)).toBeLessThan(150);
  });
});
