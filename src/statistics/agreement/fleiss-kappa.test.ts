import { describe, expect, it } from 'vitest';
import {
  fleissKappa,
  fleissKappaNullTest,
  fleissKappaPerCategory,
  fleissKappaStatistic,
} from './fleiss-kappa.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';

const patternsOf = (rows: (number | null)[][], categories = [0, 1]) =>
  ratingPatterns(ratingsFromRows(rows, categories));

// The reference values of statsmodels, irr and irrCAC are in agreement-oracles.test.ts.
describe('Fleiss’ kappa', () => {
  it('is worked out by hand for three units', () => {
    // Agreement 7/9; shares 5/9 and 4/9, so chance 41/81.
    expect(
      fleissKappa(
        patternsOf([
          [0, 0, 0],
          [0, 1, 0],
          [1, 1, 1],
        ]),
      ).value,
    ).toBeCloseTo(0.55, 14);
  });

  it('lets a unit with one answer count for chance, and one with none not at all', () => {
    const base = [
      [0, 0],
      [1, 1],
      [0, 1],
    ];
    const withSingle = fleissKappa(patternsOf([...base, [0, null]]));
    const withNone = fleissKappa(patternsOf([...base, [null, null]]));
    expect(withNone).toEqual({ ...fleissKappa(patternsOf(base)), skipped: 1 });
    // Shares 5/8 and 3/8: chance 34/64; agreement 2/3 over three units.
    expect(withSingle.value).toBeCloseTo((2 / 3 - 34 / 64) / (1 - 34 / 64), 14);
    expect(withSingle).toMatchObject({ n: 3, skipped: 1 });
  });

  it('has no value when all answers are the same', () => {
    expect(
      fleissKappa(
        patternsOf([
          [1, 1],
          [1, 1],
        ]),
      ),
    ).toMatchObject({ value: null, n: 2, why: { code: 'no-variance' } });
    expect(
      fleissKappaNullTest(
        patternsOf([
          [1, 1],
          [1, 1],
        ]),
      ),
    ).toBeNull();
  });

  it('has no value per category where the category was never or always chosen', () => {
    const [never, both, other] = fleissKappaPerCategory(
      patternsOf(
        [
          [1, 2],
          [1, 1],
          [2, 2],
        ],
        [0, 1, 2],
      ),
    );
    expect(never.value).toBeNull();
    expect(both.value).toBeCloseTo(1 / 3, 14);
    expect(other.value).toBeCloseTo(1 / 3, 14);
  });

  it('keeps its upper bound at 1 or below', () => {
    expect(
      fleissKappa(
        patternsOf([
          [0, 0],
          [1, 1],
          [0, 0],
          [0, 1],
        ]),
        { interval: 'gwet' },
      ),
    ).toMatchObject({ interval: [expect.any(Number), 1] });
  });

  it('is a function of the units per pattern', () => {
    const patterns = patternsOf([
      [0, 0, 0],
      [0, 1, 0],
      [1, 1, 1],
    ]);
    expect(fleissKappaStatistic(patterns)(patterns.units)).toBeCloseTo(0.55, 14);
    expect(fleissKappaStatistic(patterns)(Float64Array.of(3, 0, 0))).toBeNull();
  });
});
