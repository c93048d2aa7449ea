import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { earlierPlace } from '../../domain/text-values.ts';
import type { UnitTable } from '../../formats/units/unit-table.ts';
import { readDataset, readUnitTable } from './read-dataset.ts';
import { mostRecent } from './recent-units.ts';
import { unitNotes } from './unit-notes.ts';

const everything = { subject: null };
const fileOf = (rows: readonly unknown[]): string =>
  join(temporaryFolder({ 'a.jsonl': jsonLines(rows) }), 'a.jsonl');
const subjectsOf = (table: UnitTable) =>
  [...table.subjects()].map(({ id, fields, ids }) => [id, fields, ids]);

describe('a dataset of businesses with their reviews', () => {
  const rows = [
    {
      business: { business_id: 'b1', name: 'One', city: 'Bern' },
      reviews: [
        { review_id: 'r1', date: '2020-01-01', text: 'good' },
        { review_id: '', date: '2020-01-02', text: 'lost' },
        { review_id: 'r1', date: '2020-01-03', text: 'again' },
      ],
    },
    { business_id: 'b2', name: 'Two', reviews: [{ review_id: 'r2', text: 'undated' }] },
    { business_id: 'b1', review_id: 'r3', date: '2020-02-01', text: 'flat' },
  ];

  it('has its subjects with the named fields, and their units', () => {
    const seen: unknown[] = [];
    const table = readDataset(fileOf(rows), ['name', 'none'], {
      ...everything,
      onUnit: (id, fields) => seen.push([id, fields['text']]),
    });
    expect(subjectsOf(table)).toEqual([
      ['b1', { name: 'One' }, ['r1', 'r3']],
      ['b2', { name: 'Two' }, ['r2']],
    ]);
    expect(seen).toEqual([
      ['r1', 'good'],
      ['r1', 'again'],
      ['r2', 'undated'],
      ['r3', 'flat'],
    ]);
    expect(unitNotes(table)).toEqual([
      { code: 'units-without-id', values: { count: 1 } },
      { code: 'units-repeated', values: { count: 1 } },
      { code: 'units-undated', values: { count: 1 } },
    ]);
  });

  it('is kept for one subject alone where one is asked for', () => {
    const seen: string[] = [];
    const filter = { subject: 'b2', onUnit: (id: string) => seen.push(id) };
    expect(subjectsOf(readDataset(fileOf(rows), [], filter))).toEqual([['b2', {}, ['r2']]]);
    expect(seen).toEqual(['r2']);
  });

  it('has each business with its reviews once, and rows that can be read', () => {
    const twice = [
      { business_id: 'b1', reviews: [] },
      { name: 'nobody' },
      { business_id: 'b1', reviews: [] },
    ];
    const file = fileOf(twice);
    const found = faultsIn(() => readDataset(file, [], everything));
    expect(found.map(({ code, line }) => [code, line])).toEqual([
      ['missing-field', 2],
      ['missing-field', 2],
      ['duplicate-unit', 3],
    ]);
    expect(found[2]).toMatchObject({ file, values: { unit: 'b1', place: earlierPlace(1) } });
  });
});

describe('units of a task', () => {
  const task = buildTask({
    questions: { relevant: {} },
    unit: { subject: 'document', date: 'day', show: ['text'] },
  });
  const rows = [
    { id: 'u1', document: 'd1', day: '2020-01-01', text: 'a' },
    { id: 'u2', document: 'd1', day: '2020-01-03', text: 'b' },
    { id: 'u3', document: 'd2', day: '2020-01-02', text: 'c' },
  ];

  it('belong to subjects, in their order of days', () => {
    const seen: string[] = [];
    const table = readUnitTable(fileOf(rows), task, ['text'], {
      ...everything,
      onUnit: (id) => seen.push(id),
    });
    expect(subjectsOf(table)).toEqual([
      ['d1', { text: 'a' }, ['u1', 'u2']],
      ['d2', { text: 'c' }, ['u3']],
    ]);
    expect([...table.subjects()].map(({ ranks }) => [...ranks])).toEqual([[1, 0], [0]]);
    expect([seen, unitNotes(table)]).toEqual([['u1', 'u2', 'u3'], []]);
    const one = { subject: 'd2', onUnit: (id: string) => seen.push(id) };
    expect(subjectsOf(readUnitTable(fileOf(rows), task, [], one))).toEqual([['d2', {}, ['u3']]]);
    expect(seen).toHaveLength(4);
  });

  it('are their own subjects where the task has none, and undated without a date', () => {
    const plain = { ...task, unit: { ...task.unit, subject: null, date: null } };
    const table = readUnitTable(fileOf(rows), plain, [], everything);
    expect(subjectsOf(table).map(([id]) => id)).toEqual(['u1', 'u2', 'u3']);
    expect(unitNotes(table)).toEqual([{ code: 'units-undated', values: { count: 3 } }]);
  });

  it('must have what names them', () => {
    const file = fileOf([...rows, { document: 'd1', text: 'd' }]);
    expect(faultsIn(() => readUnitTable(file, task, [], everything))).toMatchObject([
      { code: 'missing-field', field: 'id', file, line: 4 },
    ]);
  });
});

describe('the most recent units', () => {
  const unit = (id: string, subject: string | null, date: unknown) => ({ id, subject, date });
  const units = [
    unit('a', 's', '2020-01-01'),
    unit('b', 's', '2020-01-03'),
    unit('c', 's', '2020-01-02'),
    unit('d', null, null),
    unit('e', null, null),
  ];

  it('are so many of each subject, in the order given; all without a number', () => {
    expect(mostRecent(units, null)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(mostRecent(units, 1)).toEqual(['b', 'd', 'e']);
    expect(mostRecent(units, 2)).toEqual(['b', 'c', 'd', 'e']);
  });
});
