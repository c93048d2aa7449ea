import { describe, expect, it } from 'vitest';
import { chooseAnnotators, emptyCodes, ratingsFromRows } from './ratings.ts';

describe('ratings', () => {
  it('are codes in the order of the domain, unit by unit', () => {
    const ratings = ratingsFromRows(
      [
        ['no', 'no'],
        ['yes', null],
      ],
      ['no', 'yes'],
    );
    expect(ratings).toEqual({
      units: 2,
      annotators: 2,
      categories: 2,
      codes: Int8Array.of(0, 0, 1, -1),
    });
  });

  it('keep categories that nobody used', () => {
    expect(ratingsFromRows([[1, 5]], [1, 2, 3, 4, 5]).categories).toBe(5);
  });

  it('may be empty', () => {
    expect(ratingsFromRows([], [0, 1])).toMatchObject({ units: 0, annotators: 0 });
  });

  it('refuse a row of another length and a value outside the domain', () => {
    expect(() => ratingsFromRows([[0, 1], [0]], [0, 1])).toThrow('row 2 has 1 ratings, expected 2');
    expect(() => ratingsFromRows([[0, 7]], [0, 1])).toThrow(
      'row 1 has 7, which is not among the categories',
    );
  });

  it('are stored as narrow as the domain allows', () => {
    expect(emptyCodes(2, 128)).toEqual(Int8Array.of(-1, -1));
    expect(emptyCodes(1, 129)).toEqual(Int16Array.of(-1));
    expect(emptyCodes(1, 40_000)).toEqual(Int32Array.of(-1));
  });

  it('can be narrowed to some annotators', () => {
    const ratings = ratingsFromRows(
      [
        [0, 1, null],
        [1, 1, 0],
      ],
      [0, 1],
    );
    expect(chooseAnnotators(ratings, [2, 0])).toEqual(
      ratingsFromRows(
        [
          [null, 0],
          [0, 1],
        ],
        [0, 1],
      ),
    );
  });
});
