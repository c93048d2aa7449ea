import { describe, expect, it } from 'vitest';
import { readBlocks, readInline } from './markdown.ts';

describe('a text of the guideline', () => {
  it('has paragraphs, headings and lists whose entries go on in the next line', () => {
    const source =
      'First line\nsecond line.\n\n### Head\n1. One\n   goes on\n2. Two\n\nIntro:\n- a\n- b';
    expect(readBlocks(source)).toEqual([
      { kind: 'paragraph', text: 'First line second line.' },
      { kind: 'heading', text: 'Head' },
      { kind: 'list', isOrdered: true, entries: ['One goes on', 'Two'] },
      { kind: 'paragraph', text: 'Intro:' },
      { kind: 'list', isOrdered: false, entries: ['a', 'b'] },
    ]);
  });

  it('sets words off', () => {
    expect(readInline('a **b c** *d* `e*f`')).toEqual([
      { kind: 'plain', text: 'a ' },
      { kind: 'strong', text: 'b c' },
      { kind: 'plain', text: ' ' },
      { kind: 'emphasis', text: 'd' },
      { kind: 'plain', text: ' ' },
      { kind: 'code', text: 'e*f' },
    ]);
  });

  it('leaves alone what only looks like it', () => {
    for (const text of ['2 * 3 * 4', 'a*b*c', '**', '<b>x</b>', '5 %*'])
      expect(readInline(text)).toEqual([{ kind: 'plain', text }]);
  });

  it('loses no letter of a plain text', () => {
    expect(
      readInline('one [C1] “two” → three')
        .map((piece) => piece.text)
        .join(''),
    ).toBe('one [C1] “two” → three');
  });
});
