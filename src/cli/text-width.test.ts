import { describe, expect, it } from 'vitest';
import { shorten, textWidth } from './text-width.ts';

describe('the width of a text', () => {
  it('is in columns: two for wide characters and emoji, none for marks', () => {
    expect(
      [
        'abc',
        'Größe',
        '日本語',
        '한국',
        'ｆｕｌｌ',
        '😀',
        '👩‍👩‍👧‍👦',
        'e\u0301',
        '❤\uFE0F',
        'κ ≥ 0.7',
        '─═',
        '',
      ].map(textWidth),
    ).toEqual([3, 5, 6, 4, 8, 2, 2, 1, 2, 7, 2, 0]);
  });

  it('is kept when a text is shortened, and no character is cut in two', () => {
    expect(shorten('abcdefgh', 5)).toBe('abcd…');
    expect(shorten('日本語の非常に', 6)).toBe('日本…');
    expect(shorten('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 5)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
    expect(shorten('ordner/日本語', 5, 'end')).toBe('…本語');
    expect(shorten('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  });
});
