import { describe, expect, it } from 'vitest';
import { answerCodes, CellCodes, sameNumber } from './cell-codes.ts';
import type { LevelName } from './cell-codes.ts';

function coded(cells: readonly string[], scale: LevelName, declared: readonly string[] | null) {
  const codes = new CellCodes(scale, declared);
  const problems = cells.map((cell) => codes.add(cell));
  const { categories, codes: found } = codes.finish();
  return { categories, codes: [...found], problems };
}

it.each([
  ['1', '1.0', true],
  ['-2', '-2.00', true],
  ['1', '2', false],
  // Number('') is 0, but nothing is no number.
  ['', '0', false],
  ['0', ' ', false],
  ['a', 'a', false],
  ['Infinity', 'Infinity', false],
])('%j and %j are the same number: %s', (a, b, expected) => {
  expect(sameNumber(a, b)).toBe(expected);
});

describe('the cells of a matrix', () => {
  it('are categories in their order, with 1 and 1.0 as one, and empty cells as missing', () => {
    const { categories, codes, problems } = coded(['10', '', '2', '2.0', '  '], 'nominal', null);
    // Numbers stand by value, not by text: 2 before 10.
    expect(categories).toEqual(['2', '10']);
    expect(codes).toEqual([1, -1, 0, 0, -1]);
    expect(problems).toEqual([null, null, null, null, null]);
  });

  it('stand by their text where one of them is no number', () => {
    expect(coded(['b', '10', '2', 'a'], 'nominal', null).categories).toEqual(['10', '2', 'a', 'b']);
  });

  it('keep the declared order, and a value that is not declared says what was expected', () => {
    const { categories, codes, problems } = coded(['high', 'low', 'odd'], 'ordinal', [
      'low',
      'high',
    ]);
    expect(categories).toEqual(['low', 'high']);
    expect(codes).toEqual([1, 0, -1]);
    expect(problems).toEqual([null, null, expect.anything()]);
  });

  it('are numbers on an interval scale, and not below zero on a ratio scale', () => {
    const wrong = (cell: string, scale: LevelName): boolean =>
      coded([cell], scale, null).problems[0] !== null;
    expect(wrong('x', 'interval')).toBe(true);
    expect(wrong('-1', 'interval')).toBe(false);
    expect(wrong('-1', 'ratio')).toBe(true);
    expect(wrong('0', 'ratio')).toBe(false);
    expect(wrong('x', 'nominal')).toBe(false);
  });

  it('keep their codes when there are more of them, and more categories, than fit at first', () => {
    const cells = Array.from({ length: 10_000 }, (_, at) => String(at % 300));
    const { categories, codes } = coded(cells, 'interval', null);
    expect(categories).toHaveLength(300);
    expect(codes.every((code, at) => categories[code] === cells[at])).toBe(true);
  });
});

it('an answer has the code of its text, else of its number', () => {
  const { codeOf } = answerCodes(['1', '01', '2', 'none'], 'nominal', ['1', '01', '2', 'none']);
  expect(['1', '01', '2.0', 'none', 'other'].map(codeOf)).toEqual([0, 1, 2, 3, -1]);
});
