import { expect, it } from 'vitest';
import { containsPhrase, fieldTexts, parseSearch, searchWords } from './search-words.ts';

it('words are letters and digits, without case, accents and marks', () => {
  expect(searchWords('Über-Größe: ÉTÉ ﬁnal 2.5 %')).toEqual([
    'uber',
    'große',
    'ete',
    'final',
    '2',
    '5',
  ]);
  expect(searchWords('資本 ratio')).toEqual(['資', '本', 'ratio']);
  expect(searchWords('… – !')).toEqual([]);
  expect(searchWords('x'.repeat(200))).toEqual(['x'.repeat(64)]);
});

it('a minus before a word or phrase leaves units out that have it', () => {
  expect(parseSearch('-"pillar three" -two one')).toEqual({
    words: ['one'],
    phrases: [],
    without: ['pillar', 'three', 'two'],
  });
  expect(parseSearch('well-known "open').words).toEqual(['well', 'known', 'open']);
});

it('a phrase stands word by word', () => {
  expect(containsPhrase(['a', 'b', 'c'], ['b', 'c'])).toBe(true);
  expect(containsPhrase(['a', 'b', 'c'], ['a', 'c'])).toBe(false);
});

it('texts of fields are found at any depth', () => {
  expect(fieldTexts({ a: 'x', b: [1, { c: 'y' }], d: null, e: true })).toEqual(['x', '1', 'y']);
});
