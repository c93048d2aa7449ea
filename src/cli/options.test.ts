import { describe, expect, it } from 'vitest';
import { list, wholeNumber } from './options.ts';

describe('options', () => {
  it('take whole numbers of at least 0, and nothing that only looks like one', () => {
    expect(['0', '7', '007', '9007199254740991'].map(wholeNumber)).toEqual([0, 7, 7, 9007199254740991]);
    for (const text of ['', '-1', '1.0', '1e3', '0x10', ' 1', '9007199254740993', 'one']) expect(() => wholeNumber(text)).toThrow('expected a whole number');
  });

  it('take lists with commas, trimmed, without empty entries', () => {
    expect(list(' 1, 2,,3 ')).toEqual(['1', '2', '3']);
    for (const text of ['', ' ', ',,']) expect(() => list(text)).toThrow('expected a list with commas');
  });
});
