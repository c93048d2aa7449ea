import { describe, expect, it } from 'vitest';
import { fraction, list, numberAbove, portNumber, positiveWhole, wholeNumber } from './options.ts';

describe('options', () => {
  it('take whole numbers of at least 0, and nothing that only looks like one', () => {
    expect(['0', '7', '007', '9007199254740991'].map(wholeNumber)).toEqual([
      0, 7, 7, 9007199254740991,
    ]);
    for (const text of ['', '-1', '1.0', '1e3', '0x10', ' 1', '9007199254740993', 'one'])
      expect(() => wholeNumber(text)).toThrow('expected a whole number');
  });

  it('take whole numbers within bounds', () => {
    expect([positiveWhole('1'), portNumber('0'), portNumber('65535')]).toEqual([1, 0, 65_535]);
    for (const text of ['0', '-1', '1.5', ''])
      expect(() => positiveWhole(text)).toThrow('expected a whole number of at least 1');
    for (const text of ['65536', '-1', 'http', ''])
      expect(() => portNumber(text)).toThrow('expected a port from 0 to 65535');
  });

  it('take shares, and numbers above a bound', () => {
    expect(['0', '0.4', '1', '1.0'].map(fraction)).toEqual([0, 0.4, 1, 1]);
    for (const text of ['-0.1', '1.1', '.5', '1e-1', ''])
      expect(() => fraction(text)).toThrow('expected a share from 0 to 1');
    expect([numberAbove(2)('2.5'), numberAbove(2, true)('2'), numberAbove(-1)('-0.5')]).toEqual([
      2.5, 2, -0.5,
    ]);
    expect(() => numberAbove(2)('2')).toThrow('expected a number above 2');
    expect(() => numberAbove(2, true)('1.9')).toThrow('expected a number of at least 2');
  });

  it('take comma-separated lists, trimmed, without empty entries', () => {
    expect(list(' 1, 2,,3 ')).toEqual(['1', '2', '3']);
    for (const text of ['', ' ', ',,'])
      expect(() => list(text)).toThrow('expected a comma-separated list');
  });
});
