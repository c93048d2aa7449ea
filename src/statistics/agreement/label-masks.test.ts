import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confusion } from './confusion.ts';
import type { LabelMasks } from './label-masks.ts';
import { labelConfusions, labelPatterns, labelRatings, missingMask } from './label-masks.ts';
import { ratingPatterns } from './rating-patterns.ts';

const someMasks = fc
  .record({
    annotators: fc.integer({ min: 1, max: 6 }),
    labels: fc.integer({ min: 1, max: 31 }),
    wide: fc.boolean(),
  })
  .chain(({ annotators, labels: wanted, wide }) => {
    const labels = wide ? wanted : Math.min(wanted, 15);
    const absent = wide ? 0x80000000 : 0x8000;
    const mask = fc.oneof(
      { weight: 5, arbitrary: fc.nat(2 ** labels - 1) },
      { weight: 1, arbitrary: fc.constant(absent) },
    );
    return fc
      .array(fc.array(mask, { minLength: annotators, maxLength: annotators }), { maxLength: 40 })
      .map((rows): LabelMasks => ({
        units: rows.length,
        annotators,
        labels,
        masks: wide ? Uint32Array.from(rows.flat()) : Uint16Array.from(rows.flat()),
      }));
  });

describe('label masks', () => {
  it('give the patterns of every label in one pass', () => {
    const masks = {
      units: 2,
      annotators: 2,
      labels: 2,
      masks: Uint16Array.of(0b01, 0b11, 0b10, 0b10),
    };
    expect(labelPatterns(masks)[1].units).toEqual(Float64Array.of(1, 1));
  });

  it('give the same patterns as the ratings of each label', () => {
    fc.assert(
      fc.property(someMasks, (masks) => {
        const patterns = labelPatterns(masks);
        expect(patterns).toHaveLength(masks.labels);
        for (const [label, ofLabel] of patterns.entries()) {
          const expected = ratingPatterns(labelRatings(masks, label));
          expect({ ...ofLabel }).toEqual(expected);
        }
      }),
      { seed: 1 },
    );
  });

  it('give the same confusions as the ratings of each label', () => {
    fc.assert(
      fc.property(someMasks, fc.nat(), fc.nat(), (masks, i, j) => {
        const first = i % masks.annotators;
        const second = j % masks.annotators;
        for (const [label, cells] of labelConfusions(masks, first, second).entries()) {
          const { patternOf: _, ...expected } = confusion(
            labelRatings(masks, label),
            first,
            second,
          );
          expect(cells).toMatchObject(expected);
        }
      }),
      { seed: 1 },
    );
  });

  it('mark who did not rate a unit by the highest bit', () => {
    const absent = missingMask(new Uint16Array(0));
    const masks = {
      units: 2,
      annotators: 2,
      labels: 1,
      masks: Uint16Array.of(1, absent, absent, absent),
    };
    expect(labelRatings(masks, 0).codes).toEqual(Int8Array.of(1, -1, -1, -1));
    expect(labelPatterns(masks)[0]).toMatchObject({ unrated: 1, units: Float64Array.of(1) });
  });
});
