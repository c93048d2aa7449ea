import { describe, expect, it } from 'vitest';
import { brennanPrediger, brennanPredigerStatistic } from './brennan-prediger.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';

const patternsOf = (rows: (number | null)[][], categories = [0, 1]) =>
  ratingPatterns(ratingsFromRows(rows, categories));

// The reference values of irrCAC are in agreement-oracles.test.ts.
describe('Brennan and Prediger’s coefficient', () => {
  it('is agreement beyond one in q', () => {
    const rows = [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 1],
    ];
    expect(brennanPrediger(patternsOf(rows)).value).toBe(0.5);
    expect(brennanPrediger(patternsOf(rows, [0, 1, 2])).value).toBeCloseTo(
      (0.75 - 1 / 3) / (2 / 3),
      14,
    );
  });

  it('is 1 when all answers are the same, but has no value with one category declared', () => {
    expect(
      brennanPrediger(
        patternsOf([
          [1, 1],
          [1, 1],
        ]),
        { interval: 'gwet' },
      ),
    ).toMatchObject({ value: 1, interval: [1, 1] });
    expect(
      brennanPrediger(
        patternsOf(
          [
            [1, 1],
            [1, 1],
          ],
          [1],
        ),
      ),
    ).toMatchObject({ value: null, n: 2 });
  });

  it('has no value for one annotator', () => {
    expect(brennanPrediger(patternsOf([[1], [0]]))).toMatchObject({ value: null, skipped: 2 });
  });

  it('is a function of the units per pattern', () => {
    const patterns = patternsOf([
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(brennanPredigerStatistic(patterns)(patterns.units)).toBe(0.5);
  });
});
