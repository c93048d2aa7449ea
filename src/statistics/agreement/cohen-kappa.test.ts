import { describe, expect, it } from 'vitest';
import {
  cohenKappa,
  cohenKappaMaximum,
  cohenKappaNullTest,
  cohenKappaStatistic,
} from './cohen-kappa.ts';
import { confusion, confusionOfTable } from './confusion.ts';
import { ratingsFromRows } from './ratings.ts';
import { linearWeights, positions } from './weights.ts';

// The reference values of statsmodels and scikit-learn are in agreement-oracles.test.ts.
describe('Cohen’s kappa', () => {
  it('is 0.5 in the smallest example', () => {
    const ratings = ratingsFromRows(
      [
        ['a', 'a'],
        ['b', 'b'],
        ['a', 'b'],
        ['b', 'b'],
      ],
      ['a', 'b'],
    );
    expect(cohenKappa(confusion(ratings))).toMatchObject({ value: 0.5, n: 4, skipped: 0 });
  });

  it('skips units without both answers, and counts them', () => {
    const ratings = ratingsFromRows(
      [
        [0, 0],
        [1, 1],
        [0, null],
        [null, null],
      ],
      [0, 1],
    );
    expect(cohenKappa(confusion(ratings), { interval: 'gwet' })).toMatchObject({
      value: 1,
      n: 2,
      skipped: 2,
      interval: [1, 1],
    });
  });

  it('is 0 when one annotator always gives the same answer', () => {
    expect(
      cohenKappa(
        confusionOfTable([
          [4, 2],
          [0, 0],
        ]),
        { interval: 'gwet' },
      ),
    ).toMatchObject({ value: 0, interval: [0, 0] });
    expect(
      cohenKappaNullTest(
        confusionOfTable([
          [4, 2],
          [0, 0],
        ]),
      ),
    ).toBeNull();
  });

  it('has no value when both always give the same answer', () => {
    const why = { code: 'no-variance', values: {} };
    expect(
      cohenKappa(
        confusionOfTable([
          [7, 0],
          [0, 0],
        ]),
      ),
    ).toEqual({ value: null, n: 7, skipped: 0, why });
    expect(
      cohenKappaNullTest(
        confusionOfTable([
          [7, 0],
          [0, 0],
        ]),
      ),
    ).toBeNull();
    expect(
      cohenKappaMaximum(
        confusionOfTable([
          [7, 0],
          [0, 0],
        ]),
      ),
    ).toBeNull();
  });

  it('has no value without a unit that both rated', () => {
    expect(
      cohenKappa(
        confusionOfTable([
          [0, 0],
          [0, 0],
        ]),
      ),
    ).toMatchObject({ value: null, why: { code: 'no-ratings', values: {} } });
    expect(
      cohenKappa(
        confusionOfTable(
          [
            [0, 0],
            [0, 0],
          ],
          3,
        ),
      ),
    ).toMatchObject({ value: null, skipped: 3 });
    expect(
      cohenKappaNullTest(
        confusionOfTable([
          [0, 0],
          [0, 0],
        ]),
      ),
    ).toBeNull();
  });

  it('with the interval of other programs is not cut off at 1', () => {
    const kappa = cohenKappa(
      confusionOfTable([
        [9, 1],
        [0, 2],
      ]),
      { interval: 'gwet' },
    );
    expect(kappa).toMatchObject({
      interval: [expect.any(Number), expect.toSatisfy((upper: number) => upper > 1)],
    });
  });

  it('is a function of the units per cell', () => {
    const cells = confusionOfTable([
      [20, 5],
      [10, 15],
    ]);
    expect(cohenKappaStatistic(cells)(cells.units)).toBeCloseTo(0.4, 15);
    expect(cohenKappaStatistic(cells)(Float64Array.of(5, 0, 0, 0))).toBeNull();
    const weights = linearWeights(positions(2));
    expect(cohenKappaStatistic(cells, { weights })(cells.units)).toBeCloseTo(0.4, 15);
  });
});
