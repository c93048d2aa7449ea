import { describe, expect, it } from 'vitest';
import { scaleSchema } from './scale-schema.ts';
import { isClosed, readScale, scaleAnswers } from './scale.ts';

describe('readScale', () => {
  it('reads values alone and values with a title', () => {
    expect(
      readScale({
        ordinal: [{ 0: 'not relevant' }, { 1: { en: 'somewhat', de: 'etwas' } }, 2],
        present: 1,
        ticked: 2,
      }),
    ).toEqual({
      kind: 'ordinal',
      values: [
        { value: 0, title: 'not relevant' },
        { value: 1, title: { en: 'somewhat', de: 'etwas' } },
        { value: 2, title: '2' },
      ],
      present: 1,
      ticked: 2,
      default: null,
    });
  });

  it('reads a key as a number only when it is written as one', () => {
    const values = readScale({
      nominal: [
        { '-1': 'minus one' },
        { '01': 'zero one' },
        { '1.0': 'one' },
        { '-0': 'minus zero' },
        { '99999999999999999999': 'much' },
        { none: 'none' },
      ],
    });
    expect(scaleAnswers(values)).toEqual([-1, '01', '1.0', '-0', '99999999999999999999', 'none']);
  });

  it('has no reading of presence unless one is given', () => {
    expect(readScale({ ordinal: ['low', 'high'] })).toMatchObject({ present: null, ticked: null });
  });

  it('reads binary, text and quotes', () => {
    expect(readScale('binary')).toEqual({ kind: 'binary' });
    expect(readScale('text')).toEqual({ kind: 'text', max: 2000 });
    expect(readScale({ text: { max: 80 } })).toEqual({ kind: 'text', max: 80 });
    expect(readScale({ quote: { from: 'eligibility_text' } })).toEqual({
      kind: 'quote',
      from: 'eligibility_text',
    });
  });
});

describe('scaleSchema', () => {
  it('refuses one value, fractions, booleans, unknown keys and two titles in one entry', () => {
    for (const source of [
      { ordinal: [1] },
      { ordinal: [0.5, 1] },
      { nominal: [true, false] },
      { nominal: ['a', 'b'], order: 'none' },
      { nominal: [{ a: 'A', b: 'B' }, 'c'] },
      'quote',
      {},
      null,
    ]) {
      expect(scaleSchema.safeParse(source).success, JSON.stringify(source)).toBe(false);
    }
  });
});

describe('scaleAnswers', () => {
  it('gives the values in the order of the scale, and none for what is free', () => {
    expect(scaleAnswers(readScale('binary'))).toEqual([false, true]);
    expect(scaleAnswers(readScale({ nominal: ['b', 'a'] }))).toEqual(['b', 'a']);
    expect(scaleAnswers(readScale('text'))).toEqual([]);
    expect(scaleAnswers(readScale({ quote: { from: 'x' } }))).toEqual([]);
  });
});

describe('isClosed', () => {
  it('holds for scales on which agreement can be measured', () => {
    expect(
      [
        readScale('binary'),
        readScale({ nominal: ['a', 'b'] }),
        readScale({ ordinal: [0, 1] }),
        readScale('text'),
        readScale({ quote: { from: 'x' } }),
      ].map(isClosed),
    ).toEqual([true, true, true, false, false]);
  });
});
