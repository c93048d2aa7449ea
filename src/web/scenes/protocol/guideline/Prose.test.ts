import { expect, it } from 'vitest';
import { markHits } from './Prose.tsx';

it('a search marks every hit, in any case and letter by letter', () => {
  const hits = (text: string, sought: string): readonly string[] =>
    markHits(text, sought).flatMap((part) => (part.tag === undefined ? [] : [part.text]));
  expect(hits('Phase I and phase II', 'PHASE')).toEqual(['Phase', 'phase']);
  expect(hits('a (b) a.b', '(b)')).toEqual(['(b)']);
  expect(hits('a.b axb', 'a.b')).toEqual(['a.b']);
  expect(hits('one letter is too little', 'e')).toEqual([]);
  expect(
    markHits('Phase I', 'phase')
      .map((part) => part.text)
      .join(''),
  ).toBe('Phase I');
});
