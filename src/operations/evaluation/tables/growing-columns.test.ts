import { describe, expect, it } from 'vitest';
import { chosenRows, fitsColumn, GrowingColumns } from './growing-columns.ts';

const columns = [
  { name: 'p', kind: 'chance' },
  { name: 'a', kind: 'grade' },
  { name: 's', kind: 'number' },
] as const;

/** The rows of a table by their places. */
const rows = (...places: readonly number[]) => chosenRows(Int32Array.from(places));

describe('columns that grow', () => {
  it('hold what is put into their rows, and show where a cell is empty', () => {
    const table = new GrowingColumns(columns, 2);
    expect(table.setRow(0, Float64Array.of(0.5, 3, -1.5))).toBe(true);
    expect(table.setRow(1, Float64Array.of(Number.NaN, Number.NaN, Number.NaN))).toBe(true);
    // Behind the room that was expected.
    expect(table.setRow(2, Float64Array.of(1, 0, 7))).toBe(true);
    table.set(1, 5, 9);
    expect([...table.grades('a', rows(0, 1, 2, 5))!]).toEqual([3, -1, 0, 9]);
    expect([...table.numbers('p', rows(0, 1, 2))!]).toEqual([0.5, Number.NaN, 1]);
    expect([...table.numbers('s', rows(2, 0, 1))!]).toEqual([7, -1.5, Number.NaN]);
  });

  it('have no cells for rows that were never put, also beyond their room', () => {
    const table = new GrowingColumns(columns, 1);
    table.setRow(0, Float64Array.of(0.5, 3, 2));
    expect([...table.grades('a', rows(0, 1, 2))!]).toEqual([3, -1, -1]);
    expect([...table.numbers('s', rows(0, 1))!]).toEqual([2, Number.NaN]);
    expect([...table.grades('a', rows(4, 0))!]).toEqual([-1, 3]);
    expect([...table.numbers('s', rows(4, 0))!]).toEqual([Number.NaN, 2]);
  });

  it('are found by name and kind alone', () => {
    const table = new GrowingColumns(columns);
    expect([table.grades('s', rows(0)), table.grades('x', rows(0))]).toEqual([null, null]);
    expect([table.numbers('a', rows(0)), table.numbers('x', rows(0))]).toEqual([null, null]);
  });

  it.each([
    ['a grade with a fraction', [1, 1.5, 0], false],
    ['a grade below 0', [1, -1, 0], false],
    ['the highest grade', [1, 32_767, 0], true],
    ['a grade above the highest', [1, 32_768, 0], false],
    ['no chance at all', [0, 1, 0], false],
    ['a chance above 1', [1.01, 1, 0], false],
    ['the chance 1', [1, 1, 0], true],
    ['any other number', [1, 1, -1e300], true],
  ] as const)('say whether a row fits: %s', (_, values, fits) => {
    expect(new GrowingColumns(columns).setRow(0, Float64Array.from(values))).toBe(fits);
  });

  it('are the same after another thread packed them', () => {
    const table = new GrowingColumns(columns, 2);
    table.setRow(0, Float64Array.of(0.5, 3, -1.5));
    expect(table.packed().columns).toEqual(columns);
    const same = GrowingColumns.unpacked(table.packed());
    expect([...same.grades('a', rows(0))!, ...same.numbers('s', rows(0))!]).toEqual([3, -1.5]);
    expect(same.setRow(4, Float64Array.of(0.25, 2, 1))).toBe(true);
    expect([...same.numbers('p', rows(0, 4))!]).toEqual([0.5, 0.25]);
    expect([...same.grades('a', rows(0, 4))!]).toEqual([3, 2]);
  });
});

it('rows are the first of a table as they stand, or chosen', () => {
  const isStart = (...places: readonly number[]): boolean => rows(...places).isStart;
  expect([isStart(), isStart(0), isStart(0, 1, 2)]).toEqual([true, true, true]);
  expect([isStart(1), isStart(0, 2), isStart(1, 0)]).toEqual([false, false, false]);
});

it('a number is what a column holds, or not', () => {
  expect([0, 1, 32_767].every((value) => fitsColumn('grade', value))).toBe(true);
  expect([-1, 0.5, 32_768, Number.NaN].some((value) => fitsColumn('grade', value))).toBe(false);
  expect([1e-9, 1].every((value) => fitsColumn('chance', value))).toBe(true);
  expect([0, -0.5, 1.1, Number.NaN].some((value) => fitsColumn('chance', value))).toBe(false);
  expect([-1, 0, 1e300].every((value) => fitsColumn('number', value))).toBe(true);
  expect(fitsColumn('number', Number.NaN)).toBe(false);
});
