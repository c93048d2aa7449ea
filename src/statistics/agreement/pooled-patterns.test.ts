import { describe, expect, it } from 'vitest';
import { fleissKappa } from './fleiss-kappa.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { pooledPatterns } from './pooled-patterns.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';

const patternsOf = (rows: (number | null)[][]) => ratingPatterns(ratingsFromRows(rows, [0, 1]));

describe('pooled patterns', () => {
  const first = [
    [0, 0],
    [0, 1],
    [1, 1],
    [null, null],
  ];
  const second = [
    [1, 1],
    [1, 1],
    [1, 0],
    [0, null],
  ];
  const pooled = pooledPatterns([patternsOf(first), patternsOf(second)]);

  it('measure the decisions of all questions as one', () => {
    const stacked = patternsOf([...first, ...second]);
    const kappa = fleissKappa(stacked);
    expect(fleissKappa(pooled)).toMatchObject({
      n: kappa.n,
      skipped: kappa.skipped,
      value: expect.closeTo(kappa.value ?? NaN, 14),
    });
    expect(krippendorffAlpha(pooled).value).toBeCloseTo(
      krippendorffAlpha(stacked).value ?? NaN,
      14,
    );
  });

  it('know the pattern of every decision', () => {
    const patterns = [...pooled.patternOf].map((pattern) =>
      pattern < 0 ? null : pooled.units[pattern],
    );
    expect(patterns).toEqual([1, 1, 1, null, 2, 2, 1, 1]);
  });

  it('want the same categories in all questions', () => {
    const other = ratingPatterns(ratingsFromRows([[0, 1]], [0, 1, 2]));
    expect(() => pooledPatterns([pooled, other])).toThrow(
      'a question has 3 categories, expected 2 as the first',
    );
    expect(() => pooledPatterns([])).toThrow(RangeError);
  });
});
