import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printFault } from '../../domain/fault.ts';
import type { InputError } from '../../domain/fault.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { FaultList } from '../text-file.ts';
import { readClasses, readClassVotes } from './read-classes.ts';
import type { ClassColumns } from './read-classes.ts';
import { idIn } from './read-table.ts';
import type { TableRow } from './read-table.ts';

const columns: ClassColumns = {
  id: 'id',
  column: 'answer',
  classes: null,
  order: null,
  subject: null,
  slice: null,
  chance: null,
};
const byId = (row: TableRow): readonly string[] | null => {
  const id = idIn(row['id']);
  return id === null ? null : [id];
};

async function read(lines: readonly string[], change: Partial<ClassColumns> = {}) {
  const file = join(temporaryFolder({ 'rows.csv': `${lines.join('\n')}\n` }), 'rows.csv');
  const found = new FaultList();
  const rows = await readClasses(file, { ...columns, ...change }, byId, found);
  let faults: readonly string[] = [];
  try {
    found.throwIfAny();
  } catch (error) {
    faults = (error as InputError).faults.map((one) => printFault({ ...one, file: 'rows.csv' }));
  }
  return { rows, faults };
}

it('takes the class of every unit with its line, subject, slice and weight', async () => {
  const { rows, faults } = await read(
    ['id,answer,who,kind,p', 'a,cat,x,old,0.5', 'b,dog,y,new,1'],
    { subject: 'who', slice: 'kind', chance: 'p' },
  );
  expect(faults).toEqual([]);
  expect(Object.fromEntries(rows)).toEqual({
    a: { name: 'cat', line: 2, subject: 'x', slice: 'old', weight: 2, scores: null },
    b: { name: 'dog', line: 3, subject: 'y', slice: 'new', weight: 1, scores: null },
  });
});

it('reads yes and no in any case where these are the classes, and nothing else', async () => {
  const { rows, faults } = await read(['id,answer', 'a,YES', 'b,No', 'c,maybe'], {
    classes: ['no', 'yes'],
  });
  expect([...rows.values()].map(({ name }) => name)).toEqual(['yes', 'no']);
  expect(faults).toEqual(['rows.csv:4 answer is "maybe", expected no or yes']);
  // Where any class may occur, a name is as it is written.
  const free = await read(['id,answer', 'a,YES']);
  expect(free.rows.get('a')!.name).toBe('YES');
});

it('takes the likeliest class where a row names none, and the first of equal ones', async () => {
  const { rows, faults } = await read([
    'id,answer,score_cat,score_dog',
    'a,,0.2,0.8',
    'b,,0.5,0.5',
    'c,cat,0.1,0.9',
  ]);
  expect(faults).toEqual([]);
  expect([...rows.values()].map(({ name }) => name)).toEqual(['dog', 'cat', 'cat']);
  expect(rows.get('c')!.scores).toEqual({ cat: 0.1, dog: 0.9 });
});

it('refuses a row without a class where the classes are known, unless its scores name one', async () => {
  const { rows, faults } = await read(['id,answer,score_yes', 'a,,0.7', 'b,,'], {
    classes: ['no', 'yes'],
  });
  expect(rows.get('a')!.name).toBe('yes');
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^rows\.csv:3 score_yes is /);
  const plain = await read(['id,answer', 'a,'], { classes: ['no', 'yes'] });
  expect(plain.faults).toEqual(['rows.csv:2 answer is missing, expected a value']);
});

it('refuses rows without a unit or a class, and units that appear twice', async () => {
  const { faults } = await read(['id,answer', ',cat', 'a,', 'b,cat', 'b,dog']);
  expect(faults).toEqual([
    'rows.csv:2 id is missing, expected a value',
    'rows.csv:3 answer is missing, expected a value',
    'rows.csv:5 the unit b already appears on line 4',
  ]);
});

it('refuses what is no probability and no chance', async () => {
  const { faults } = await read(
    ['id,answer,score_cat,p', 'a,cat,1.5,1', 'b,cat,0.5,0', 'c,cat,0.5,2', 'd,cat,1,1'],
    { chance: 'p' },
  );
  expect(faults).toHaveLength(3);
  expect(faults.join('\n')).toMatch(/:2 score_cat is .*\n.*:3 p is .*\n.*:4 p is /);
});

it('reads the votes of each annotator apart', async () => {
  const file = join(
    temporaryFolder({ 'votes.csv': 'id,annotator,answer\na,anna,cat\na,ben,dog\nb,anna,dog\n' }),
    'votes.csv',
  );
  const found = new FaultList();
  const votes = await readClassVotes(file, columns, byId, found);
  found.throwIfAny();
  expect([...votes].map(([who, rows]) => [who, [...rows.keys()]])).toEqual([
    ['anna', ['a', 'b']],
    ['ben', ['a']],
  ]);
});
