import { describe, expect, it } from 'vitest';
import fixture from './fixtures/splits.json' with { type: 'json' };
import { groupFolds } from './group-folds.ts';

describe('groupFolds', () => {
  it('gives the sizes of scikit-learn’s GroupKFold, no group in two folds', () => {
    const { input, expected } = fixture.cases.find(
      ({ id }) => id === 'split/groupkfold_open',
    ) as unknown as { input: { groups: number[]; k: number }; expected: { fold_sizes: number[] } };
    const folds = groupFolds(input.groups, input.k);
    expect(
      expected.fold_sizes.map((_, fold) => folds.filter((value) => value === fold).length),
    ).toEqual(expected.fold_sizes);
    expect(new Set(input.groups.map((group, unit) => `${group} in ${folds[unit]}`)).size).toBe(
      new Set(input.groups).size,
    );
  });

  it('gives the documented example and refuses one fold', () => {
    expect(Array.from(groupFolds(Int32Array.of(5, 5, 5, 8, 8, 9), 2))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(() => groupFolds([0, 1], 1)).toThrow('folds is 1');
  });
});
