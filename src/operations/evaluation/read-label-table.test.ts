import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { FaultList } from '../text-file.ts';
import { firstRow } from './first-row.ts';
import { chosenRows } from './tables/growing-columns.ts';
import { readNumberTables, slowTable } from './read-label-table.ts';
import type { ReadTable } from './read-label-table.ts';

const columns = [
  { name: 'a', kind: 'grade' },
  { name: 's', kind: 'number' },
] as const;
const names = { id: 'id', texts: [] };

// The full reader says what each text means; the quick one must read it the same, or leave it.
describe('a table of numbers, read quickly and in full', () => {
  const cells = ['1', '0', '', ' 1', '+1', '-1', '1.5', '.5', '5.', '1e-3', '1E2', '-0', '0x1'];
  const odd = ['true', 'no', '40000', '32767', '1234567890123456789012', '1e400', 'nan', 'é'];
  const rows = [
    ...[...cells, ...odd].flatMap((cell) => [`u1,${cell},0.5`, `u1,1,${cell}`]),
    'u1,1',
    'u1,1,0.5,7',
    ' u1 ,1,0.5',
    'ü1,1,0.25',
    '"u1",1,0.5',
    '"u,1",1,0.5',
    'u"1,1,0.5',
    ',1,0.5',
    '   ',
    'u1,1,0.5\r',
    'u1,1,0.5\nu1,1,0.5',
    'u1,1,0.5\n\nu2,0,0.123456789012345678',
  ];
  it.each(rows)('CSV %j', async (row) => {
    await expectSame('t.csv', `id,a,s\nu0,1,0.5\n${row}\n`);
    await expectSame('t.csv', `\uFEFFs,x,id,a\n0.5,x,u0,1\n${row}\n`);
  });

  const values =
    '007 1. - .5 +1 1e tru nul 1 0 -1 1.5 1e-3 true false null "1" [1] {"b":1} 1e400 -0 ' +
    '40000 1234567890123456789012 0.1234567890123456789';
  const json = values
    .split(' ')
    .flatMap((value) => [`{"id":"u1","a":${value},"s":0.5}`, `{"id":"u1","a":1,"s":${value}}`]);
  const others = [
    '{"id":"u1"}',
    '{"s":0.5,"id":"u1","a":1}',
    '{"id":7,"a":1,"s":0.5}',
    '{"id":007,"a":1,"s":0.5}',
    '{"id":1.0,"a":1,"s":0.5}',
    '{"id":" u1 ","a":1,"s":0.5}',
    '{"id":"","a":1,"s":0.5}',
    '{"id":"u\\u0031","a":1,"s":0.5}',
    '{"id":"😀","a":1,"s":0.5}',
    '{"id":"u1","a":1,"a":0,"s":0.5}',
    '{"id":"u1","a":1,"s":0.5} ',
    '{"id":"u1","a":1,"s":0.5} x',
    '{"id":"u1","a":1,"s":0.5',
    '{ "id" : "u1" , "a" : 1 , "s" : 0.5 }',
    '{"id":"u1","a":1,"s":0.5,"more":{"a":2}}',
    '{"id":"u0","a":1,"s":0.5}',
    '[1]',
    '  ',
  ];
  it.each([...json, ...others])('JSONL %j', async (row) => {
    await expectSame('t.jsonl', `{"id":"u0","a":1,"s":0.5}\n${row}\n{"id":"u9","a":0,"s":1}\n`);
  });
});

it('names a unit that appears twice, with both lines', async () => {
  const file = join(
    temporaryFolder({ 't.csv': 'id,a,s\nu0,1,0.5\nu1,1,0.5\nu0,0,0.5\n' }),
    't.csv',
  );
  const found = new FaultList();
  const first = (await firstRow(file, found))!;
  const [table] = await readNumberTables([{ file, first, names, columns }], found, null);
  expect(found.faults).toMatchObject([
    { code: 'duplicate-unit', line: 4, message: expect.stringMatching(/u0.*line 2/) },
  ]);
  expect(table!.ids.texts()).toEqual(['u0', 'u1']);
});

async function expectSame(name: string, text: string): Promise<void> {
  const file = join(temporaryFolder({ [name]: text }), name);
  const [quickly, fully, opened] = [new FaultList(), new FaultList(), new FaultList()];
  const first = await firstRow(file, opened);
  if (first === null) return;
  const [quick] = await readNumberTables([{ file, first, names, columns }], quickly, null);
  const full = await slowTable(file, names, columns, fully);
  expect(quickly.faults).toEqual(fully.faults);
  if (quickly.count === 0) expect(contentOf(quick!)).toEqual(contentOf(full));
}

function contentOf({ ids, values }: ReadTable): unknown {
  const rows = chosenRows(Int32Array.from({ length: ids.size }, (_, at) => at));
  return [ids.texts(), values.grades('a', rows), values.numbers('s', rows)];
}
