import { describe, expect, it } from 'vitest';
import { count, decimals, heading, interval, number, paragraph, table } from './output.ts';

describe('table', () => {
  const columns = [{ title: 'Question' }, { title: 'κ', numeric: true }];

  it('sets text to the left and numbers to the right, without trailing space', () => {
    expect(
      table(
        columns,
        [
          ['IRB', '0.812'],
          ['Liquidity', '−0.1'],
        ],
        80,
      ),
    ).toBe('Question       κ\n─────────  ─────\nIRB        0.812\nLiquidity   −0.1');
  });

  it('shortens the widest text column when the terminal is narrow, never a number', () => {
    const text = table(columns, [['a very long question about many things', '0.812']], 24);
    expect(text.split('\n').at(-1)).toBe('a very long ques…  0.812');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(24);
  });

  it('keeps the end of a path', () => {
    expect(
      table(
        [{ title: 'File', path: true }],
        [['examples/trial-relevance/judgments/pilot.anna.jsonl']],
        20,
      )
        .split('\n')
        .at(-1),
    ).toBe('…ts/pilot.anna.jsonl');
  });

  it('counts columns of the terminal, not units of an encoding', () => {
    expect(
      table(
        [{ title: 'A' }, { title: 'B' }],
        [
          ['😀ä', 'x'],
          ['日本', 'y'],
          ['abcd', 'z'],
        ],
        80,
      ),
    ).toBe('A     B\n────  ─\n😀ä   x\n日本  y\nabcd  z');
  });

  it('fits also with several wide columns, and leaves the narrow ones whole', () => {
    const lines = table(
      [{ title: 'unit' }, { title: 'answer' }, { title: 'n', numeric: true }, { title: 'votes' }],
      [
        ['u1', 'x', '1', 'x 1'],
        ['u2', 'a'.repeat(90), '2', 'b'.repeat(200)],
      ],
      40,
    ).split('\n');
    expect(lines.slice(2)).toEqual([
      'u1    x               1  x 1',
      `u2    ${'a'.repeat(13)}…  2  ${'b'.repeat(13)}…`,
    ]);
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
  });

  it('keeps a row on one line', () => {
    expect(
      table([{ title: 'A' }], [['two\nlines\t\u001b[31m']], 80)
        .split('\n')
        .slice(2),
    ).toEqual(['two lines [31m']);
  });

  it('stands a table of very many rows', () => {
    expect(
      table(
        [{ title: 'A' }],
        Array.from({ length: 300_000 }, () => ['x']),
        80,
      ).length,
    ).toBe(2 * 300_000 + 3);
  });

  it('prints a table without rows as its head', () => {
    expect(table(columns, [], 80)).toBe('Question  κ\n────────  ─');
  });
});

describe('decimals', () => {
  it('rounds, uses a minus sign, and a dash for nothing', () => {
    expect(
      [0.8125, 1, -0.05571, -0.0001, 0, null, undefined].map((value) => decimals(value)),
    ).toEqual(['0.813', '1.000', '−0.056', '0.000', '0.000', '–', '–']);
    expect(decimals(12.345, 1)).toBe('12.3');
  });
});

describe('interval', () => {
  it('prints both bounds, or a dash', () => {
    expect(interval([-0.1, 0.834], 2)).toBe('[−0.10, 0.83]');
    expect(interval(null)).toBe('–');
    expect(interval([0.1, 1.23], 2)).toBe('[0.10, 1.00]');
  });
});

describe('count', () => {
  it('separates thousands', () => {
    expect(count(1234567)).toBe('1,234,567');
  });
});

describe('number', () => {
  it('goes with its noun', () => {
    expect([number(1, 'unit'), number(0, 'unit'), number(1200, 'vote')]).toEqual([
      '1 unit',
      '0 units',
      '1,200 votes',
    ]);
  });
});

describe('paragraph', () => {
  it('breaks a text where it fits, without setting anything in', () => {
    expect(paragraph('one two three four', 9)).toBe('one two\nthree\nfour');
  });
});

describe('heading', () => {
  it('is underlined over its whole width', () => {
    expect(heading('Größe')).toBe('Größe\n═════');
  });
});
