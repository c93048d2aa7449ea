import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratingsFromRows } from '../../statistics/agreement/ratings.ts';
import { familiesOf, familyRatings, stability } from './families.ts';

const annotators = ['large#1', 'small#1', 'small#2', 'small#3', 'anna'];
const families = familiesOf(annotators, (name) => name.split('#')[0]!);

describe('families of annotators', () => {
  it('are those who are not independent, in order of appearance', () => {
    expect(families).toEqual([
      { name: 'large', members: [0] },
      { name: 'small', members: [1, 2, 3] },
      { name: 'anna', members: [4] },
    ]);
  });

  it('answer as the majority of their members, and not at all when tied or silent', () => {
    const ratings = ratingsFromRows(
      [
        ['x', 'y', 'y', 'x', 'x'],
        ['y', 'x', 'y', null, 'x'],
        [null, null, null, null, 'y'],
        ['x', null, 'z', null, null],
        ['x', 'x', 'y', 'z', 'x'],
      ],
      ['x', 'y', 'z'],
    );
    expect(familyRatings(ratings, families)).toEqual({
      units: 5,
      annotators: 3,
      categories: 3,
      codes: Int8Array.from([0, 1, 0, 1, -1, 0, -1, -1, 1, 0, 2, -1, 0, -1, 0]),
    });
  });

  it('agree with themselves, which is stability, where two members answered', () => {
    const ratings = ratingsFromRows(
      [
        ['x', 'y', 'y', 'y', 'x'],
        ['y', 'x', 'y', 'x', 'x'],
        ['x', 'x', null, null, 'x'],
      ],
      ['x', 'y'],
    );
    // All alike on the first unit, one of three pairs on the second, nothing to compare on the
    // third.
    expect(stability(ratings, families[1]!)).toMatchObject({
      value: expect.closeTo((1 + 1 / 3) / 2, 12),
      n: 2,
    });
    expect(stability(ratings, families[0]!)).toMatchObject({ value: null });
  });

  it('of one member each change nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('x', 'y', null), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 8,
        }),
        (rows) => {
          const ratings = ratingsFromRows(rows, ['x', 'y']);
          expect(
            familyRatings(
              ratings,
              familiesOf(['a', 'b', 'c'], (name) => name),
            ),
          ).toEqual(ratings);
        },
      ),
      { seed: 1 },
    );
  });
});
