import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BigramFilter, bigramsOf } from './bigram-filter.ts';

describe('BigramFilter', () => {
  it('never rules out a keyword that the text contains, whatever came before', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', ' ', 'ß', 'š', '漢'),
      maxLength: 30,
    });
    const filter = new BigramFilter();
    fc.assert(
      fc.property(letters, letters, letters, (before, keyword, after) => {
        filter.take(before + keyword + after);
        expect(filter.mayContain(bigramsOf(keyword))).toBe(true);
      }),
      { seed: 1 },
    );
  });

  it('rules out keywords with a pair of letters that only an earlier text had', () => {
    const filter = new BigramFilter();
    filter.take('nsfr');
    filter.take('lcr');
    expect(filter.mayContain(bigramsOf('nsfr'))).toBe(false);
    expect(filter.mayContain(bigramsOf('lcr'))).toBe(true);
  });

  it('lets single letters through', () => {
    const filter = new BigramFilter();
    filter.take('');
    expect(filter.mayContain(bigramsOf('§'))).toBe(true);
  });
});
