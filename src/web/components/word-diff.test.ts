import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordDiff } from './word-diff.ts';

const text = fc
  .array(fc.constantFrom('risk', 'of', 'credit', 'is', 'the', ','), { maxLength: 12 })
  .map((words) => words.join(' '));

describe('the difference of two texts', () => {
  it('marks the words that went and came', () => {
    expect(
      wordDiff('slotting for specialised lending.', 'slotting for lending and equity.'),
    ).toEqual([
      { is: 'same', text: 'slotting for ' },
      { is: 'removed', text: 'specialised lending.' },
      { is: 'added', text: 'lending and equity.' },
    ]);
  });

  it('gives back both texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        expect(
          parts
            .filter((part) => part.is !== 'added')
            .map((part) => part.text)
            .join(''),
        ).toBe(before);
        expect(
          parts
            .filter((part) => part.is !== 'removed')
            .map((part) => part.text)
            .join(''),
        ).toBe(after);
      }),
      { seed: 1 },
    );
  });

  it('finds nothing between a text and itself', () => {
    expect(wordDiff('the same', 'the same')).toEqual([{ is: 'same', text: 'the same' }]);
    expect(wordDiff('', '')).toEqual([]);
  });
});
