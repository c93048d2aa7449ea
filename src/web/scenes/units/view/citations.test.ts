import { describe, expect, it } from 'vitest';
import { answerParts, citationHint, isSourceSet, readSources } from './citations.ts';

const marks = /\[C\d+\]/gu;
const sources = readSources('[C1] One. [CTX_SEP] [C2] Two,\nin two lines. [CTX_SEP] Unmarked.');

describe('the sources of a context', () => {
  it('stand one after the other, each with its mark', () => {
    expect(sources).toEqual([
      { mark: '[C1]', text: 'One.' },
      { mark: '[C2]', text: 'Two,\nin two lines.' },
      { mark: null, text: 'Unmarked.' },
    ]);
  });

  it('are told from other texts', () => {
    expect([
      isSourceSet('[C1] One.'),
      isSourceSet('a [CTX_SEP] b'),
      isSourceSet('An answer [C1].'),
    ]).toEqual([true, true, false]);
  });
});

describe('the marks in an answer', () => {
  it('are those in the expected form, each named once', () => {
    expect(citationHint('A [C1][C1], b (C2), c [2], d [C7].', sources, marks)).toEqual({
      cited: ['[C1]', '[C7]'],
      unknown: ['[C7]'],
    });
  });

  it('may be missing', () => {
    expect(citationHint('See the price list.', sources, marks)).toEqual({ cited: [], unknown: [] });
  });

  it('cut the answer without losing a letter', () => {
    const parts = answerParts('A [C1], b [C7].', sources, marks);
    expect(parts.map((part) => part.text).join('')).toBe('A [C1], b [C7].');
    expect(parts.map((part) => part.isKnown)).toEqual([null, true, null, false, null]);
  });

  it('are not held against sources that are folded away', () => {
    expect(answerParts('A [C7].', null, marks).map((part) => part.isKnown)).toEqual([
      null,
      true,
      null,
    ]);
  });

  it('follow the pattern of the protocol; a number cites the source with that number', () => {
    const wide = /\[C?\d{1,3}\]/gu;
    expect(citationHint('A [1], b [C2], c [3], d [4].', sources, wide)).toEqual({
      cited: ['[1]', '[C2]', '[3]', '[4]'],
      unknown: ['[4]'],
    });
    expect(readSources('(1) One. [CTX_SEP] (2) Two.', /\(\d\)/gu)).toEqual([
      { mark: '(1)', text: 'One.' },
      { mark: '(2)', text: 'Two.' },
    ]);
  });

  it('are not looked for where the protocol has no pattern', () => {
    expect(answerParts('A [1].', sources, null)).toEqual([{ text: 'A [1].', isKnown: null }]);
  });
});
