import { describe, expect, it } from 'vitest';
import { fault } from '../domain/fault.ts';
import { nestedTooDeep } from './json-depth.ts';
import { faultAt, readJsonText } from './json-rows.ts';

describe('the objects of a JSON text', () => {
  it('are read from lines, with their lines', () => {
    expect(readJsonText('\uFEFF{"a":1}\r\n\n{"a":2}\n')).toEqual({
      layout: 'lines',
      rows: [
        { row: { a: 1 }, line: 1, index: 0 },
        { row: { a: 2 }, line: 3, index: 1 },
      ],
      faults: [],
    });
  });

  it('are read from an array, and from one object over several lines', () => {
    expect(readJsonText(' [ {"a":1},\n{"a":2}]')).toEqual({
      layout: 'array',
      rows: [
        { row: { a: 1 }, line: null, index: 0 },
        { row: { a: 2 }, line: null, index: 1 },
      ],
      faults: [],
    });
    expect(readJsonText('{\n "a": 1\n}').rows).toEqual([{ row: { a: 1 }, line: null, index: 0 }]);
    expect(readJsonText('[]')).toEqual({ layout: 'array', rows: [], faults: [] });
  });

  it('are at fault with their place', () => {
    expect(
      readJsonText('{"a":1}\n[1]\n{bad\n5').faults.map((found) => `${found.line} ${found.message}`),
    ).toEqual([
      '3 expected JSON, got "{bad"',
      '2 expected an object with named fields, got an array of 1',
      '4 expected an object with named fields, got 5',
    ]);
    expect(readJsonText('[{"a":1},7]').faults).toEqual([
      {
        code: 'not-an-object',
        values: { got: '7' },
        about: '[1]',
        message: '[1] expected an object with named fields, got 7',
        field: '[1]',
      },
    ]);
    expect(readJsonText('[1, 2').faults.map((found) => found.code)).toEqual(['bad-json']);
    expect(readJsonText(' \n').faults.map((found) => found.code)).toEqual(['file-empty']);
  });

  it('are refused when they are nested absurdly deep, without running out of stack', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(readJsonText(deep).faults.map((found) => found.message)).toEqual([
      'expected JSON, got a row nested more than 64 levels deep',
    ]);
    expect(nestedTooDeep({ a: [{ b: 1 }] }, 3)).toBe(false);
    expect(nestedTooDeep({ a: [{ b: 1 }] }, 2)).toBe(true);
  });
});

describe('a fault in an array', () => {
  it('names the position in place of a line', () => {
    expect(
      faultAt(fault('missing-field', { field: 'data', expected: 'x' }), { line: null, index: 3 }),
    ).toMatchObject({ field: '[3].data', message: '[3] data is missing, expected x' });
  });
});
