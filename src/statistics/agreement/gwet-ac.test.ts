import { describe, expect, it } from 'vitest';
import { gwetAc, gwetAcStatistic } from './gwet-ac.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import { customWeights, ordinalWeights } from './weights.ts';

const patternsOf = (rows: (number | null)[][], categories = [0, 1]) =>
  ratingPatterns(ratingsFromRows(rows, categories));

// The reference values of irrCAC are in agreement-oracles.test.ts.
describe('Gwet’s AC', () => {
  it('is worked out by hand for three units', () => {
    // Agreement 7/9; chance 2 · 5/9 · 4/9 = 40/81.
    const ac1 = gwetAc(
      patternsOf([
        [0, 0, 0],
        [0, 1, 0],
        [1, 1, 1],
      ]),
    );
    expect(ac1.value).toBeCloseTo((7 / 9 - 40 / 81) / (41 / 81), 14);
    expect(ac1.value).toBeCloseTo(0.5609756097560976, 14);
  });

  it('is 1 when all answers are the same, also with that category alone declared', () => {
    expect(
      gwetAc(
        patternsOf([
          [1, 1],
          [1, 1],
        ]),
        { interval: 'gwet' },
      ),
    ).toMatchObject({ value: 1, interval: [1, 1] });
    expect(
      gwetAc(
        patternsOf(
          [
            [1, 1],
            [1, 1],
          ],
          [1],
        ),
        { interval: 'gwet' },
      ),
    ).toMatchObject({ value: 1, interval: [1, 1] });
    expect(gwetAc(patternsOf([[1, 1]]))).toMatchObject({ value: 1, interval: null });
  });

  it('depends on the declared categories', () => {
    const rows = [
      [0, 0],
      [0, 1],
      [1, 1],
    ];
    expect(gwetAc(patternsOf(rows)).value).toBeLessThan(
      gwetAc(patternsOf(rows, [0, 1, 2])).value ?? NaN,
    );
  });

  it('with ordinal weights counts near misses in part', () => {
    const near = patternsOf(
      [
        [0, 0],
        [1, 2],
        [2, 2],
        [1, 1],
      ],
      [0, 1, 2],
    );
    expect(gwetAc(near, { weights: ordinalWeights(3) }).value).toBeGreaterThan(
      gwetAc(near).value ?? NaN,
    );
  });

  it('has no value without pairs, or when no disagreement counts', () => {
    expect(
      gwetAc(
        patternsOf([
          [0, null],
          [null, 1],
        ]),
      ),
    ).toMatchObject({ value: null, skipped: 2 });
    expect(
      gwetAc(
        patternsOf([
          [0, 1],
          [1, 0],
        ]),
        {
          weights: customWeights([
            [0, 0],
            [0, 0],
          ]),
        },
      ),
    ).toMatchObject({ value: null, n: 2 });
  });

  it('is a function of the units per pattern', () => {
    const patterns = patternsOf([
      [0, 0, 0],
      [0, 1, 0],
      [1, 1, 1],
    ]);
    expect(gwetAcStatistic(patterns)(patterns.units)).toBeCloseTo(0.5609756097560976, 14);
    expect(gwetAcStatistic(patterns)(Float64Array.of(3, 0, 0))).toBe(1);
  });
});
