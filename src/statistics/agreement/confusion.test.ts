import { describe, expect, it } from 'vitest';
import { confusion, confusionOfTable, confusionTable, marginals } from './confusion.ts';
import { ratingsFromRows } from './ratings.ts';

describe('confusion', () => {
  const ratings = ratingsFromRows(
    [
      [0, 0],
      [0, 1],
      [1, null],
      [0, 1],
      [null, null],
    ],
    [0, 1],
  );

  it('counts pairs of answers, and the units it had to skip', () => {
    const cells = confusion(ratings);
    expect(confusionTable(cells)).toEqual([
      [1, 2],
      [0, 0],
    ]);
    expect(cells).toMatchObject({ n: 3, skipped: 2, patternOf: Int32Array.of(0, 1, -1, 1, -1) });
  });

  it('is transposed when the annotators change places', () => {
    expect(confusionTable(confusion(ratings, 1, 0))).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('knows nothing of an annotator who does not exist', () => {
    expect(confusion(ratingsFromRows([[0], [1]], [0, 1]))).toMatchObject({ n: 0, skipped: 2 });
  });

  it('keeps only the pairs that occur on a scale with thousands of values', () => {
    const values = Array.from({ length: 50_000 }, (_, index) => index);
    const cells = confusion(
      ratingsFromRows(
        [
          [49_999, 49_998],
          [3, 4],
          [49_999, 49_998],
          [3, null],
        ],
        values,
      ),
    );
    expect(cells).toMatchObject({
      row: Int32Array.of(3, 49_999),
      column: Int32Array.of(4, 49_998),
      units: Float64Array.of(1, 2),
      patternOf: Int32Array.of(1, 0, 1, -1),
    });
  });

  it('can be made from a table', () => {
    const table = [
      [4, 0, 1],
      [0, 0, 0],
      [2, 0, 3],
    ];
    expect(confusionTable(confusionOfTable(table))).toEqual(table);
    expect(confusionOfTable(table, 2)).toMatchObject({ n: 10, skipped: 2 });
  });

  it('counts how often each annotator chose each category', () => {
    expect(marginals(confusion(ratings))).toEqual({
      first: Float64Array.of(3, 0),
      second: Float64Array.of(1, 2),
    });
  });
});
