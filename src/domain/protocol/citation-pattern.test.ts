import { describe, expect, it } from 'vitest';
import { citationPattern } from './citation-pattern.ts';

const marks = (pattern: string, text: string): readonly string[] | null => {
  const compiled = citationPattern(pattern);
  return compiled === null ? null : (text.match(compiled) ?? []);
};

describe('the pattern of citation marks', () => {
  it.each([
    ['\\[C\\d+\\]', ['[C12]']],
    ['\\[C?\\d+\\]', ['[1]', '[C12]']],
    ['\\(\\d{4}\\)', ['(2024)']],
    ['[①-⑳]', ['②']],
    ['\\[\\d+\\]|\\(\\d{4}\\)', ['[1]', '(2024)']],
  ])('%s finds its marks and no others', (pattern, expected) => {
    expect(marks(pattern, 'As [1] and [C12] and (2024) and ② say.')).toEqual(expected);
  });

  it.each([
    ['a group', '(a+)+'],
    ['a look-ahead', '(?=a)'],
    ['a back reference', '\\1'],
    ['an anchor', '^a'],
    ['a class that does not end', '[a'],
    ['a class that ends before it begins', '[z-a]'],
    ['a repeat of nothing', '+'],
    ['a repeat of a repeat', 'a++'],
    ['too many repeats', 'a{1,99}'],
    ['many ways', 'a*a*a*a*'],
    ['nothing', 'a?'],
    ['too long a pattern', 'a'.repeat(81)],
  ])('refuses %s', (_, pattern) => {
    expect(citationPattern(pattern)).toBeNull();
  });

  it('tries each place of a text in a bounded number of ways', () => {
    expect(marks('\\[[a-z]*[0-9a-z]*\\]', '['.repeat(20_000) + 'a'.repeat(20_000))).toEqual([]);
  });
});
