import { describe, expect, it } from 'vitest';
import { drawStrata } from './draw-strata.ts';
import type { DrawStrata } from './draw-strata.ts';
import { inclusionProbabilities } from './inclusion-probabilities.ts';

const strataOf = (
  rows: readonly (readonly [units: number, labels: readonly number[], hard: number])[],
): DrawStrata => {
  const units = rows.flatMap(([count, labels, hard]) =>
    Array.from({ length: count }, () => ({ labels, hard })),
  );
  const labels = rows[0][1].length;
  return drawStrata(
    { units: units.length, labels, has: Uint8Array.from(units.flatMap((unit) => unit.labels)) },
    Uint8Array.from(units, ({ hard }) => hard),
  );
};

describe('drawStrata', () => {
  it('joins units with the same labels and difficulty', () => {
    const strata = drawStrata(
      { units: 5, labels: 2, has: Uint8Array.of(1, 0, 0, 1, 1, 0, 1, 0, 0, 0) },
      Uint8Array.of(0, 0, 0, 1, 0),
    );
    expect(strata).toMatchObject({
      strata: 4,
      size: Int32Array.of(2, 1, 1, 1),
      hard: Uint8Array.of(0, 0, 1, 0),
      members: Int32Array.of(0, 2, 1, 3, 4),
    });
    expect(strata.has).toEqual(Uint8Array.of(1, 0, 0, 1, 1, 0, 0, 0));
  });
});

describe('inclusionProbabilities', () => {
  it('are equal within easy and hard units when no label needs help', () => {
    const { expected, labelExpected, shortfall } = inclusionProbabilities(
      strataOf([
        [40, [1], 0],
        [60, [0], 0],
        [20, [1], 1],
        [30, [0], 1],
      ]),
      { sizes: [50, 10], least: [10] },
    );
    expect(Array.from(expected)).toEqual([20, 30, 4, 6]);
    expect(labelExpected[0]).toBe(24);
    expect(shortfall).toBe(0);
  });

  it('raise a scarce label to what is wanted and lower the others alike', () => {
    // 10 of 100 have the label; 20 are drawn: 2 expected, 6 wanted, so 14 of the other 90.
    const { expected, shortfall } = inclusionProbabilities(
      strataOf([
        [10, [1], 0],
        [90, [0], 0],
      ]),
      { sizes: [20, 0], least: [6] },
    );
    expect(expected[0]).toBeCloseTo(6, 9);
    expect(expected[1]).toBeCloseTo(14, 9);
    expect(shortfall).toBeLessThan(1e-9);
  });

  it('multiply the factors of a unit’s labels, and stop at 1', () => {
    const strata = strataOf([
      [5, [1, 1], 0],
      [20, [1, 0], 0],
      [20, [0, 1], 0],
      [155, [0, 0], 0],
    ]);
    const { expected, labelExpected } = inclusionProbabilities(strata, {
      sizes: [40, 0],
      least: [10, 10],
    });
    const [both, first, second, none] = Array.from(
      expected,
      (count, stratum) => count / strata.size[stratum],
    );
    expect(labelExpected[0]).toBeCloseTo(10, 9);
    expect(labelExpected[1]).toBeCloseTo(10, 9);
    expect(both * none).toBeCloseTo(first * second, 9);
    const certain = inclusionProbabilities(strata, { sizes: [40, 0], least: [18, 18] });
    expect(certain.expected[0]).toBe(5);
    expect(certain.labelExpected[0]).toBeCloseTo(18, 9);
  });

  it('keep the sizes and say how much is missing when the targets contradict one another', () => {
    const { expected, shortfall } = inclusionProbabilities(
      strataOf([
        [50, [1, 0], 0],
        [50, [0, 1], 0],
      ]),
      { sizes: [10, 0], least: [8, 8] },
    );
    expect(expected[0] + expected[1]).toBeCloseTo(10, 9);
    expect(shortfall).toBeGreaterThan(1);
  });
});
