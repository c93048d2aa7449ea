import { expect, it } from 'vitest';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { FaultList } from '../text-file.ts';
import { readQueryFields } from './query-fields.ts';
import { annotatorIn, annotatorsIn, columnNamed, idIn, numberIn } from './read-table.ts';

it('a cell is a number where it is written as one, and yes and no are 1 and 0', () => {
  const cells = [1.5, '-2', '+.5', '1e3', ' 7 ', true, false, 'Yes', 'no', 'TRUE', 'false'];
  expect(cells.map(numberIn)).toEqual([1.5, -2, 0.5, 1000, 7, 1, 0, 1, 0, 1, 0]);
  const others = ['', 'x', '0x10', '1,5', null, undefined, [1], Infinity, Number.NaN];
  expect(others.filter((cell) => !Number.isNaN(numberIn(cell)))).toEqual([]);
});

it('an id is a text that is not blank, or a number', () => {
  expect([' a ', 0, 12, '', '  ', null, undefined, true].map(idIn)).toEqual([
    'a',
    '0',
    '12',
    null,
    null,
    null,
    null,
    null,
  ]);
});

it('a column is the first of its names that the row has', () => {
  expect(columnNamed({ b: 1, c: 2 }, ['a', 'b', 'c'])).toBe('b');
  expect(columnNamed({ d: 1 }, ['a', 'b'])).toBeNull();
  expect(annotatorIn({ annotator_id: ' anna ' })).toBe('anna');
  expect(annotatorIn({ unit: 'u' })).toBeNull();
});

it('everybody who voted is found, and a row by nobody is a fault', async () => {
  const folder = temporaryFolder({ 'v.csv': 'unit,annotator\nu1,anna\nu2,ben\nu3,anna\nu4,\n' });
  const found = new FaultList();
  expect([...(await annotatorsIn(join(folder, 'v.csv'), found))]).toEqual(['anna', 'ben']);
  expect(found.faults.map(({ code, line }) => [code, line])).toEqual([['missing-field', 5]]);
});

it('a field of the queries is read under any name of the query, and a gap is a fault', async () => {
  const rows = [
    { qid: 'q1', kind: 'short' },
    { query: 'q2', kind: 3 },
    { qid: 'q3' },
    { kind: 'x' },
  ];
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const file = join(temporaryFolder({ 'q.jsonl': text }), 'q.jsonl');
  const found = new FaultList();
  expect([...(await readQueryFields(file, 'kind', found))]).toEqual([
    ['q1', 'short'],
    ['q2', '3'],
  ]);
  expect(found.faults.map(({ values, line }) => [values['field'], line])).toEqual([
    ['kind', 3],
    ['query_id', 4],
  ]);
});
