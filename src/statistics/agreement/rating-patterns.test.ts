import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneAgainstRest, ratersPerPattern, ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import { sparsePatterns } from './sparse-patterns.ts';

const domain = [0, 1, 2, 3];
const rowsOf = (annotators: number) =>
  fc.array(
    fc.array(fc.option(fc.nat(3), { nil: null }), { minLength: annotators, maxLength: annotators }),
    { maxLength: 30 },
  );
const someRows = fc.integer({ min: 1, max: 5 }).chain(rowsOf);

describe('rating patterns', () => {
  it('merge units that were rated alike, whoever gave which answer', () => {
    const patterns = ratingPatterns(
      ratingsFromRows(
        [
          [0, 1],
          [1, 0],
          [null, null],
          [1, 1],
        ],
        [0, 1],
      ),
    );
    expect(patterns).toMatchObject({ categories: 2, unrated: 1 });
    expect(patterns.units).toEqual(Float64Array.of(1, 2));
    expect(patterns.patternOf).toEqual(Int32Array.of(1, 1, -1, 0));
    expect(patterns.offsets).toEqual(Int32Array.of(0, 1, 3));
    expect(patterns.category).toEqual(Int32Array.of(1, 0, 1));
    expect(patterns.count).toEqual(Int32Array.of(2, 1, 1));
    expect(ratersPerPattern(patterns)).toEqual(Int32Array.of(2, 2));
  });

  it('are the same by table and by hashing', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const ratings = ratingsFromRows(rows, domain);
        expect(sparsePatterns(ratings)).toEqual(ratingPatterns(ratings));
      }),
      { seed: 1 },
    );
  });

  it('describe every unit', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const patterns = ratingPatterns(ratingsFromRows(rows, domain));
        for (const [unit, row] of rows.entries()) {
          const pattern = patterns.patternOf[unit];
          const answers: number[] = [];
          const end = pattern < 0 ? 0 : patterns.offsets[pattern + 1];
          for (let entry = patterns.offsets[Math.max(pattern, 0)]; entry < end; entry++) {
            for (let count = 0; count < patterns.count[entry]; count++)
              answers.push(patterns.category[entry]);
          }
          expect(answers).toEqual(row.filter((answer) => answer !== null).toSorted());
        }
        expect(patterns.units.reduce((sum, units) => sum + units, patterns.unrated)).toBe(
          rows.length,
        );
      }),
      { seed: 1 },
    );
  });

  it('do not depend on the order of units and annotators', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const { patternOf: _, ...patterns } = ratingPatterns(ratingsFromRows(rows, domain));
        const turned = rows.toReversed().map((row) => row.toReversed());
        expect(ratingPatterns(ratingsFromRows(turned, domain))).toMatchObject(patterns);
      }),
      { seed: 1 },
    );
  });

  it('hold thousands of values and many annotators', () => {
    const values = Array.from({ length: 5000 }, (_, index) => index);
    const rows = values.map((value) => [value, (value * 7) % 5000, value]);
    const patterns = ratingPatterns(ratingsFromRows([...rows, ...rows], values));
    expect(patterns.units.length).toBe(5000);
    expect(patterns.units.every((units) => units === 2)).toBe(true);
    const crowd = Array.from({ length: 40 }, (_, annotator) => 39 - annotator);
    expect(
      ratingPatterns(ratingsFromRows([crowd, crowd.toReversed()], crowd.toReversed())).units,
    ).toEqual(Float64Array.of(2));
  });

  it('can be read as one category against the rest', () => {
    const patterns = oneAgainstRest(
      ratingPatterns(
        ratingsFromRows(
          [
            [0, 1, 2],
            [2, 2, 2],
            [0, 0, 1],
          ],
          [0, 1, 2],
        ),
      ),
      2,
    );
    const expected = ratingPatterns(
      ratingsFromRows(
        [
          [0, 0, 1],
          [1, 1, 1],
          [0, 0, 0],
        ],
        [0, 1],
      ),
    );
    expect(patterns.categories).toBe(2);
    const describePatterns = (of: typeof patterns) =>
      [...of.units.keys()].map(
        (pattern) =>
          [...of.category.subarray(of.offsets[pattern], of.offsets[pattern + 1])].join() +
          ':' +
          [...of.count.subarray(of.offsets[pattern], of.offsets[pattern + 1])].join(),
      );
    expect(describePatterns(patterns).toSorted()).toEqual(describePatterns(expected).toSorted());
  });
});
