import { printChoice, printValue } from './text-values.ts';
import { describe, expect, it } from 'vitest';
import { english } from './english.ts';
import { errorCatalogue } from './errors.ts';
import { fault, InputError, printFault, refuse } from './fault.ts';

describe('english', () => {
  it('fills in the values and leaves out what has none', () => {
    expect(english('wrong-value', { field: 'relevance', got: 3, expected: '0, 1 or 2' })).toBe(
      'relevance is 3, expected 0, 1 or 2',
    );
    expect(english('unknown-field', { field: 'foo' })).toBe('foo is unknown here');
  });

  it('does not take a value for a placeholder', () => {
    expect(english('wrong-value', { field: '{got}', got: '$&', expected: '{field}' })).toBe(
      '{got} is $&, expected {field}',
    );
  });
});

describe('the catalogue', () => {
  it('has codes in kebab case with a message and an HTTP status of an error', () => {
    for (const [code, { message, status }] of Object.entries(errorCatalogue)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(message.length).toBeGreaterThan(0);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });
});

describe('fault', () => {
  it('carries the field that it speaks of, and its place', () => {
    expect(
      fault('missing-field', { field: 'unit', expected: 'a text' }, { file: 'a.jsonl', line: 3 }),
    ).toEqual({
      code: 'missing-field',
      values: { field: 'unit', expected: 'a text' },
      message: 'unit is missing, expected a text',
      field: 'unit',
      file: 'a.jsonl',
      line: 3,
    });
    expect(fault('file-empty')).toEqual({
      code: 'file-empty',
      values: {},
      message: 'the file is empty, expected at least one row',
    });
  });
});

describe('printFault', () => {
  it('puts file and line before the message where they are known', () => {
    const found = fault('file-empty');
    expect(printFault(found)).toBe('the file is empty, expected at least one row');
    expect(printFault({ ...found, file: 'a.csv' })).toBe(
      'a.csv: the file is empty, expected at least one row',
    );
    expect(printFault({ ...found, file: 'a.csv', line: 7 })).toBe(
      'a.csv:7 the file is empty, expected at least one row',
    );
  });
});

describe('printValue', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [1.5, '1.5'],
    [Number.NaN, 'NaN'],
    ['1', '"1"'],
    ['a\nb', '"a\\nb"'],
    [[1, 2], 'an array of 2'],
    [{ a: 1 }, 'an object'],
  ])('shows %j as %s', (value, shown) => {
    expect(printValue(value)).toBe(shown);
  });

  it('shortens long texts, and not in the middle of a character', () => {
    expect(printValue('x'.repeat(5_000_000))).toBe(`"${'x'.repeat(56)}…`);
    expect(printValue(`${'x'.repeat(55)}😀${'x'.repeat(55)}`)).toBe(`"${'x'.repeat(55)}…`);
  });
});

describe('printChoice', () => {
  it('joins choices as a reader says them', () => {
    expect(printChoice([])).toBe('nothing');
    expect(printChoice(['a'])).toBe('a');
    expect(printChoice([0, 1, 2])).toBe('0, 1 or 2');
    expect(printChoice(['a', 'b', 'c'], 'and')).toBe('a, b and c');
  });

  it('names eleven of more than twelve, and counts the rest', () => {
    expect(printChoice(Array.from({ length: 14 }, (_, at) => at))).toBe(
      '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 or 3 more',
    );
  });
});

describe('InputError', () => {
  it('keeps the first faults and the count of all', () => {
    const error = new InputError([fault('file-empty')], 120);
    expect(error).toMatchObject({
      name: 'InputError',
      count: 120,
      message: 'the file is empty, expected at least one row',
    });
    expect(() => refuse('file-empty', {}, { file: 'x' })).toThrowError(
      'x: the file is empty, expected at least one row',
    );
  });
});
