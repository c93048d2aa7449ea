import { describe, expect, it } from 'vitest';
import { pairwiseAgreement } from './pairwise-agreement.ts';
import { ratingsFromRows } from './ratings.ts';

describe('pairwise agreement', () => {
  it('lists every pair of annotators in order', () => {
    const pairs = pairwiseAgreement(
      ratingsFromRows(
        [
          [0, 0, 1],
          [1, 1, 1],
        ],
        [0, 1],
      ),
    );
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(pairs.map(({ percent }) => percent.value)).toEqual([1, 0.5, 0.5]);
    expect(pairs.map(({ kappa }) => kappa.value)).toEqual([1, 0, 0]);
  });

  it('takes each pair on the units both rated', () => {
    const [pair, apart] = pairwiseAgreement(
      ratingsFromRows(
        [
          [0, 0, null],
          [1, 1, null],
          [null, 1, 0],
        ],
        [0, 1],
      ),
    );
    expect(pair.kappa).toMatchObject({ value: 1, n: 2, skipped: 1 });
    expect(apart.kappa).toMatchObject({ value: null, n: 0, skipped: 3 });
  });

  it('is empty for one annotator', () => {
    expect(pairwiseAgreement(ratingsFromRows([[0], [1]], [0, 1]))).toEqual([]);
  });
});
