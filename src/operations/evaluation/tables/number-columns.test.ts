import { expect, it } from 'vitest';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/run-assay.ts';
import { readNumberColumns, readNumberRows } from './number-columns.ts';

type Read = readonly (readonly [string, ...number[]])[];

/** The rows of a text with the columns id, text, a and b; null where the full reader must read. */
function csvRows(text: string): Read | null {
  const file = join(temporaryFolder({ 'a.csv': `id,text,a,b\n${text}` }), 'a.csv');
  const rows: [string, ...number[]][] = [];
  const isPlain = readNumberColumns(file, 4, 2, {
    id: 0,
    into: Int32Array.of(-1, -1, 0, 1),
    row: (bytes, start, end, numbers) =>
      rows.push([bytes.toString('utf8', start, end), ...numbers]) > 0,
  });
  return isPlain ? rows : null;
}

function jsonRows(...lines: readonly string[]): Read | null {
  const file = join(temporaryFolder({ 'a.jsonl': lines.join('\n') }), 'a.jsonl');
  const rows: [string, ...number[]][] = [];
  const isPlain = readNumberRows(
    file,
    'id',
    ['a', 'b'],
    (bytes, start, end, numbers) => rows.push([bytes.toString('utf8', start, end), ...numbers]) > 0,
  );
  return isPlain ? rows : null;
}

it('reads ids and numbers of a table from its bytes, as JavaScript would', () => {
  expect(csvRows('u1,x,1,-2.5\nü2,,.5,1e-3\nu3,y,,007\n')).toEqual([
    ['u1', 1, -2.5],
    ['ü2', 0.5, 0.001],
    ['u3', Number.NaN, 7],
  ]);
  // Digits that do not fit into 53 bits, and more than 22 behind the point.
  const many = ['0.1', '123456789.123456789', '9007199254740993', `0.${'3'.repeat(30)}`, '-0'];
  expect(many.map((text) => csvRows(`u,,${text},1`)?.[0]?.[1])).toEqual(many.map(Number));
});

it.each([
  ['a quote', 'u1,"x",1,2'],
  ['a word', 'u1,x,one,2'],
  ['two points', 'u1,x,1.2.3,2'],
  ['a sign alone', 'u1,x,-,2'],
  ['a space', 'u1,x, 1,2'],
  ['a cell too few', 'u1,x,1'],
  ['a cell too many', 'u1,x,1,2,3'],
  ['no id', ',x,1,2'],
])('leaves a table with %s to the full reader', (_, line) => {
  expect(csvRows(`u0,x,1,2\n${line}\n`)).toBeNull();
});

it('reads JSON the same way, with true and false as 1 and 0 and null as no number', () => {
  expect(
    jsonRows(
      '{"id":"u1","a":1.5,"b":true}',
      '',
      '{"id":12,"a":-3,"b":false}',
      '{"b":null,"id":"u3","c":"else"}',
      '{"id":"u4","a":1e2,"b":-0.25}',
    ),
  ).toEqual([
    ['u1', 1.5, 1],
    ['12', -3, 0],
    ['u3', Number.NaN, Number.NaN],
    ['u4', 100, -0.25],
  ]);
});

it.each([
  ['a text where a number is', '{"id":"u1","a":"1","b":2}'],
  ['a list', '{"id":"u1","a":[1],"b":2}'],
  ['an escaped id', '{"id":"u\\u0031","a":1,"b":2}'],
  ['an empty id', '{"id":"","a":1,"b":2}'],
  ['no id', '{"a":1,"b":2}'],
  ['an id with a fraction', '{"id":1.5,"a":1,"b":2}'],
  ['an id that would lose digits', '{"id":1234567890123456,"a":1,"b":2}'],
  ['a number that would lose digits', '{"id":"u1","a":9007199254740993,"b":2}'],
  ['a number without an end', '{"id":"u1","a":1e999,"b":2}'],
  ['something behind the row', '{"id":"u1","a":1,"b":2} 3'],
])('leaves JSON with %s to the full reader', (_, line) => {
  expect(jsonRows('{"id":"u0","a":1,"b":2}', line)).toBeNull();
});

it('stops as soon as a row is refused', () => {
  const file = join(temporaryFolder({ 'a.csv': 'id,a\nu1,1\nu2,2\nu3,3\n' }), 'a.csv');
  const seen: number[] = [];
  const plan = {
    id: 0,
    into: Int32Array.of(-1, 0),
    row: (_: Buffer, _start: number, _end: number, [value]: Float64Array) => seen.push(value!) < 2,
  };
  expect(readNumberColumns(file, 2, 1, plan)).toBe(false);
  expect(seen).toEqual([1, 2]);
});

it('reads every digit, and signs, points and ends wherever they may be', () => {
  const cells = ['0', '9', '90', '1.9', '-9.05', '5.', '-.5', '1E2', '9007199254740991', '1e400'];
  expect(cells.map((text) => csvRows(`u,,${text},${text}`)?.[0]?.slice(1))).toEqual(
    cells.map((text) => [Number(text), Number(text)]),
  );
  const longest = `0.${'0'.repeat(21)}5`;
  expect(csvRows(`u,,${longest},1`)?.[0]?.[1]).toBe(Number(longest));
  for (const wrong of ['1:2', '1/2', '--1', '1-', '.', '1e', 'e5'])
    expect(csvRows(`u,,${wrong},1`)).toBeNull();
});

it('reads every digit of JSON, and passes over keys that nobody asked for', () => {
  const cells = ['0', '9', '-9.05', '1.50', '0.9', '9007199254740991', '-0.5e1'];
  expect(cells.map((text) => jsonRows(`{"x":[1,{}],"id":"u","y":"z","a":${text}}`))).toEqual(
    cells.map(() => null),
  );
  expect(cells.map((text) => jsonRows(`{"x":"1","id":"u","y":2,"a":${text}}`)?.[0]?.[1])).toEqual(
    cells.map(Number),
  );
  const ids = ['0', '9', '123456789012345'];
  expect(ids.map((id) => jsonRows(`{"id":${id},"a":1,"b":2}`)?.[0]?.[0])).toEqual(ids);
  for (const id of ['01', '-1', '1e3', '1234567890123456', 'true'])
    expect(jsonRows(`{"id":${id},"a":1,"b":2}`)).toBeNull();
});
