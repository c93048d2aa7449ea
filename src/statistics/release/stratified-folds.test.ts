import { describe, expect, it } from 'vitest';
import fixture from '../fixtures/splits.json' with { type: 'json' };
import { stratifiedFolds } from './stratified-folds.ts';

describe('stratifiedFolds', () => {
  it('gives the folds of scikit-learn’s StratifiedKFold', () => {
    const { input, expected } = fixture.cases.find(
      ({ id }) => id === 'split/skfold_open',
    ) as unknown as {
      input: { y: number[]; k: number };
      expected: { folds: number[]; class_counts_per_fold: number[][] };
    };
    const folds = stratifiedFolds(input.y, input.k);
    expect(Array.from(folds)).toEqual(expected.folds);
    expected.class_counts_per_fold.forEach((counts, fold) =>
      counts.forEach((count, category) => {
        expect(
          input.y.filter((value, unit) => value === category && folds[unit] === fold).length,
        ).toBe(count);
      }),
    );
  });

  it('gives the documented example and refuses one fold', () => {
    expect(Array.from(stratifiedFolds(Int32Array.of(0, 0, 1, 1), 2))).toEqual([0, 1, 0, 1]);
    expect(() => stratifiedFolds([0, 1], 1)).toThrow('folds is 1');
  });
});
