import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { FaultList } from '../text-file.ts';
import { eachRow, namedFormat, namedUnit, rowFormat, UnitFile } from './unit-file.ts';
import type { UnitRow } from './unit-file.ts';

/** The rows of a file, and what is wrong with it. */
function read(name: string, text: string, ids: readonly string[] | null = null) {
  const file = new UnitFile(join(temporaryFolder({ [name]: text }), name), null, ids);
  const rows: UnitRow[] = [];
  const found = new FaultList();
  file.read((row) => rows.push(row), found);
  const faults = ((): readonly string[] => {
    try {
      found.throwIfAny();
      return [];
    } catch (error) {
      return (error as { faults: { code: string; line?: number }[] }).faults.map(
        ({ code, line }) => `${line} ${code}`,
      );
    }
  })();
  return { file, rows, faults };
}

it('a line of JSON keeps its numbers, and gets one field more', () => {
  const { file, rows } = read('units.jsonl', '{"id":"a","n":1.50}\n{"id":"b","seat":7,"n":2}\n');
  expect(rows.map((row) => file.lineWith(row, 'seat', 3))).toEqual([
    '{"id":"a","n":1.50,"seat":3}\n',
    // A field that is there is replaced, not written twice.
    '{"id":"b","seat":3,"n":2}\n',
  ]);
  expect(file.headWith('seat')).toBe('');
});

it('a row of a table gets a column at its end, and a column that is there moves there', () => {
  const { file, rows } = read('units.csv', 'id,seat,text\na,7,"one, two"\n');
  expect(file.headWith('seat') + file.lineWith(rows[0]!, 'seat', 3)).toBe(
    'id,text,seat\na,"one, two",3\n',
  );
  expect(file.headWith('place') + file.lineWith(rows[0]!, 'place', 3)).toBe(
    'id,seat,text,place\na,7,"one, two",3\n',
  );
});

it('a unit that appears twice is a fault with its line, and taken once', () => {
  const { rows, faults } = read('units.jsonl', '{"id":"a"}\n{"id":"b"}\n{"id":"a"}\n');
  expect(rows.map(({ id, line }) => [id, line])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(faults).toEqual(['3 duplicate-unit']);
});

it('units are named by the fields that are asked for, else by the first that is usual', () => {
  const text = '{"query":"q","doc":"d","chunk_id":"c"}\n';
  expect(read('units.jsonl', text).rows[0]!.id).toBe('c');
  expect(read('units.jsonl', text, ['query', 'doc']).rows[0]!.id).toBe('q::d');
});

it('a table without rows is empty, and one without an id is not known', () => {
  expect(read('units.csv', 'id,text\n').faults).toEqual(['undefined file-empty']);
  expect(read('units.jsonl', '{"name":"a","text":"b"}\n').faults).toEqual([
    'undefined unknown-format',
  ]);
  const { faults, rows } = read('units.jsonl', '{"id":"a"}\n{"name":"b"}\n');
  expect([faults, rows.length]).toEqual([['2 missing-field'], 1]);
});

it('an empty object gets its field, too', () => {
  const file = new UnitFile('units.jsonl', null, ['id']);
  const row = { id: 'a', fields: {}, line: 1, text: ' { } ' };
  expect(file.lineWith(row, 'seat', 3)).toBe('{"seat":3}\n');
});

it('rows of a table are told with their lines, and its columns once', () => {
  const path = join(temporaryFolder({ 'a.csv': 'id,text\na,one\nb,\n' }), 'a.csv');
  const taken: unknown[] = [];
  const columns: unknown[] = [];
  const found = new FaultList();
  eachRow(
    path,
    'csv',
    (...row) => taken.push(row),
    found,
    undefined,
    (names) => columns.push(names),
  );
  expect(taken).toEqual([
    [{ id: 'a', text: 'one' }, 2, null],
    [{ id: 'b', text: '' }, 3, null],
  ]);
  expect([columns, found.count]).toEqual([[['id', 'text']], 0]);
});

it('the unit of a row is the one that it names, else by the fields of its id', () => {
  expect(namedUnit({ unit: ' u1 ', id: 'u2' }, ['id'])).toEqual({ ok: true, id: 'u1' });
  for (const unit of ['', '  ', 7])
    expect(namedUnit({ unit, id: 'u2' }, ['id'])).toEqual({ ok: true, id: 'u2' });
  expect(namedUnit({}, ['id']).ok).toBe(false);
});

it('the format of a file is told by its name, else by how it begins', () => {
  expect(['a.CSV', 'a.jsonl', 'a.NDJSON', 'a.json', 'a.txt', 'csv'].map(namedFormat)).toEqual([
    'csv',
    'jsonl',
    'jsonl',
    'jsonl',
    null,
    null,
  ]);
  const format = (text: string): string =>
    rowFormat(join(temporaryFolder({ units: text }), 'units'));
  expect(['\uFEFF {"id":1}', '[1]', '', 'id,text\n'].map(format)).toEqual([
    'jsonl',
    'jsonl',
    'jsonl',
    'csv',
  ]);
  // What cannot be read is left to the reader that follows.
  expect([rowFormat('/no/such/file'), rowFormat(temporaryFolder())]).toEqual(['jsonl', 'jsonl']);
});
