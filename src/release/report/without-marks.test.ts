import { expect, it } from 'vitest';
import { withoutMarks } from './without-marks.ts';

it.each([
  ['**none**: no reaction', 'none: no reaction'],
  ['__none__ and *mild*', 'none and mild'],
  ['`is_relevant` is false', 'is_relevant is false'],
  ['see [the FAQ](faq.md)', 'see the FAQ'],
  ['2 * 3 * 4 and a_b_c stay', '2 * 3 * 4 and a_b_c stay'],
])('a card has the words of the guideline without its marks: %s', (text, words) => {
  expect(withoutMarks(text)).toBe(words);
});
