import { describe, expect, it } from 'vitest';
import { cohenKappa } from './cohen-kappa.ts';
import { confusion } from './confusion.ts';
import { congerKappa } from './conger-kappa.ts';
import { ratingsFromRows } from './ratings.ts';

// The reference values of irrCAC and irr are in agreement-oracles.test.ts.
describe('Conger’s kappa', () => {
  it('is worked out by hand for three units', () => {
    // Agreement (1 + 1/3 + 1)/3 = 7/9; chance: pairs (A, B) 1/3·2/3 twice, (A, C) 5/9, (B, C) as
    // (A, B): mean of 4/9, 5/9, 4/9.
    const kappa = congerKappa(
      ratingsFromRows(
        [
          [0, 0, 0],
          [0, 1, 0],
          [1, 1, 1],
        ],
        [0, 1],
      ),
    );
    expect(kappa.value).toBeCloseTo((7 / 9 - 13 / 27) / (1 - 13 / 27), 14);
  });

  it('is Cohen’s kappa for two annotators', () => {
    const ratings = ratingsFromRows(
      [
        [0, 0],
        [0, 1],
        [2, 2],
        [1, 1],
        [2, 0],
        [1, 1],
      ],
      [0, 1, 2],
    );
    expect(congerKappa(ratings).value).toBeCloseTo(cohenKappa(confusion(ratings)).value ?? NaN, 14);
  });

  it('leaves out an annotator without any answer', () => {
    const rows = [
      [0, 0, null],
      [0, 1, null],
      [1, 1, null],
    ];
    const two = congerKappa(
      ratingsFromRows(
        rows.map((row) => row.slice(0, 2)),
        [0, 1],
      ),
    );
    expect(congerKappa(ratingsFromRows(rows, [0, 1]))).toEqual(two);
  });

  it('has no value without variance, pairs or units', () => {
    expect(
      congerKappa(
        ratingsFromRows(
          [
            [0, 0],
            [0, 0],
          ],
          [0, 1],
        ),
      ),
    ).toMatchObject({ value: null, n: 2 });
    expect(
      congerKappa(
        ratingsFromRows(
          [
            [0, null],
            [null, 1],
          ],
          [0, 1],
        ),
      ),
    ).toMatchObject({ value: null, skipped: 2 });
    expect(congerKappa(ratingsFromRows([], [0, 1]))).toMatchObject({
      value: null,
      why: { code: 'no-ratings', values: {} },
    });
  });

  it('has no interval for a single unit', () => {
    expect(congerKappa(ratingsFromRows([[0, 1]], [0, 1]))).toMatchObject({
      value: 0,
      interval: null,
    });
  });
});
