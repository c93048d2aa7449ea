import { describe, expect, it } from 'vitest';
import {
  imported,
  judgment,
  judgments,
  place,
  someProject,
  unit,
} from '../../../test/imported-files.ts';
import { faultsOf, refusal } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { writeWorkbook } from '../../formats/xlsx-writer.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { countUnits, findUnit } from '../../store/units/units.ts';
import { listImports } from './list-imports.ts';

const databases = testDatabases('sqlite');

async function emptyProject(): Promise<WorkWorld> {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: '  full: { annotators: 2 }' }), 0);
  return world;
}

const stored = (world: WorkWorld) => world.store.read((db) => countUnits(db, place));
const fieldsOf = async (world: WorkWorld, id: string) =>
  (await world.store.read((db) => findUnit(db, { ...place, unit: id })))?.fields;

describe('units of a file', () => {
  it('that are many are stored in pieces, which is told, and are all there or none', async () => {
    const world = await emptyProject();
    const ids = Array.from({ length: 1500 }, (_, at) => `n${at}`);
    const steps: (readonly [number, number])[] = [];
    const storing = (done: number, total: number): void => void steps.push([done, total]);
    const text = jsonLines(ids.map((id) => unit(id)));
    const first = await imported(world, text, { kind: 'units', storing });
    expect(first).toMatchObject({ inserted: 1500, unchanged: 0, log: expect.any(String) });
    expect([await stored(world), steps.at(-1)]).toEqual([1500, [1500, 1500]]);
    expect(await imported(world, text, { kind: 'units' })).toMatchObject({
      inserted: 0,
      unchanged: 1500,
      log: null,
    });
    // One that is new and one that has changed, more than a thousand rows apart.
    const changed = ['x1', ...ids].map((id) => unit(id, id === 'n1400' ? { page: 9 } : {}));
    for (const dryRun of [true, false])
      expect(
        await faultsOf(imported(world, jsonLines(changed), { kind: 'units', dryRun })),
      ).toMatchObject([{ code: 'unit-changed', field: 'n1400', line: 1402, file: 'file.jsonl' }]);
    expect(await stored(world)).toBe(1500);
    const more = jsonLines([...ids, 'x1'].map((id) => unit(id)));
    expect(await imported(world, more, { kind: 'units' })).toMatchObject({
      inserted: 1,
      unchanged: 1500,
    });
  });

  it('that stand twice are told with both places, however far apart', async () => {
    const world = await emptyProject();
    const ids = [...Array.from({ length: 1100 }, (_, at) => `n${at}`), 'n3', 'n1099'];
    const faults = await faultsOf(
      imported(world, jsonLines(ids.map((id) => unit(id))), { kind: 'units' }),
    );
    expect(faults).toMatchObject([
      {
        code: 'duplicate-unit',
        values: { unit: 'n3', place: { values: { line: 4 } } },
        line: 1101,
      },
      {
        code: 'duplicate-unit',
        values: { unit: 'n1099', place: { values: { line: 1100 } } },
        line: 1102,
      },
    ]);
  });

  it('get the number of their row where the file does not name them', async () => {
    const world = await emptyProject();
    const csv = 'document,text\nd,one\nd,two\n';
    await imported(world, csv, { kind: 'units', name: 'u.csv', numbered: 'id' });
    expect(await fieldsOf(world, '2')).toEqual({ id: '2', document: 'd', text: 'two' });
  });

  it('have the columns that a mapping names, and as many cells', async () => {
    const world = await emptyProject();
    const mapping = { columns: ['id', 'document', 'text'] };
    const given = { kind: 'units', format: 'units-csv', name: 'u.csv', mapping } as const;
    expect(await imported(world, 'a,d,one\nb,d,two\n', given)).toMatchObject({ inserted: 2 });
    const reason = { code: 'field-count-header', values: { got: 2, expected: 3 } };
    expect(await faultsOf(imported(world, 'c,d\n', given))).toMatchObject([
      { code: 'bad-csv', values: { reason }, line: 1, file: 'u.csv' },
    ]);
  });

  it('of a table of votes are each there once, with what belongs to them', async () => {
    const world = await emptyProject();
    const rows = 'id,document,text,worker,A\nn1,d,one,anna,1\nn1,d,one,ben,0\nn2,d,two,anna,1\n';
    expect(await imported(world, rows, { kind: 'units', name: 'u.csv' })).toMatchObject({
      inserted: 2,
    });
    expect(await fieldsOf(world, 'n1')).toEqual({ id: 'n1', document: 'd', text: 'one' });
    // Without a column that says who answered, a row is a unit, with all of its columns.
    await imported(world, 'id,document,text,A\nn3,d,one,1\n', { kind: 'units', name: 'u.csv' });
    expect(await fieldsOf(world, 'n3')).toMatchObject({ A: '1' });
    const other = `${rows}n1,d,other,zoe,1\n`.replaceAll('n1', 'm1').replaceAll('n2', 'm2');
    expect(await faultsOf(imported(world, other, { kind: 'units', name: 'u.csv' }))).toMatchObject([
      { code: 'duplicate-unit', line: 5 },
    ]);
  });

  it('come from Parquet, and from the sheet of a workbook, whose name is told', async () => {
    const world = await emptyProject();
    const columns = ['id', 'document', 'text'].map((name) => ({ name, type: 'text' as const }));
    const parquet = new Uint8Array(writeParquet(columns, [unit('p1'), unit('p2')] as never));
    expect(await imported(world, parquet, { kind: 'units', name: 'u.parquet' })).toMatchObject({
      format: 'parquet',
      inserted: 2,
    });
    const told: CodedText[] = [];
    const tell = (texts: readonly CodedText[]): void => void told.push(...texts);
    const sheet = writeWorkbook('letters', columns, [unit('s1')] as never);
    expect(await imported(world, sheet, { kind: 'units', name: 'u.xlsx', tell })).toMatchObject({
      inserted: 1,
    });
    expect(told).toContainEqual({ code: 'read-sheet', values: { sheet: 'letters' } });
    const empty = writeWorkbook('letters', columns, []);
    expect(await refusal(imported(world, empty, { kind: 'units', format: 'units-csv' }))).toEqual([
      ['file-empty', {}],
    ]);
  });

  it('are none in an empty list, a header alone, or the export of a tool without tasks', async () => {
    const world = await emptyProject();
    for (const [text, format] of [
      ['[]', 'units-jsonl'],
      ['id,document,text\n', 'units-csv'],
      ['[]', 'label-studio'],
    ] as const)
      expect([format, await refusal(imported(world, text, { kind: 'units', format }))]).toEqual([
        format,
        [['file-empty', {}]],
      ]);
    expect(await listImports(world.lead, project)).toEqual([]);
  });

  it('are told how far their file is read, with the delimiter where it is no comma', async () => {
    const world = await emptyProject();
    const done: number[] = [];
    const told: CodedText[] = [];
    const given = {
      kind: 'units',
      progress: (bytes: number) => void done.push(bytes),
      tell: (texts: readonly CodedText[]) => void told.push(...texts),
    } as const;
    const csv = 'id;document;text\nn1;d;one\n';
    await imported(world, csv, { ...given, name: 'u.csv' });
    expect([done.at(-1), told]).toEqual([
      csv.length,
      [
        {
          code: 'separated-by',
          values: { delimiter: { code: 'delimiter-semicolon', values: {} } },
        },
      ],
    ]);
    const lines = jsonLines([unit('n2')]);
    await imported(world, lines, given);
    expect(done.at(-1)).toBe(lines.length);
  });

  it('of an array are told by their place, after five hundred too', async () => {
    const world = await emptyProject();
    const rows = Array.from({ length: 501 }, (_, at) => unit(at === 500 ? 'n0' : `n${at}`));
    const faults = await faultsOf(imported(world, JSON.stringify(rows), { kind: 'units' }));
    expect(faults.map(({ about }) => about)).toEqual(['[500]']);
  });
});

describe('judgments of a file', () => {
  it('by many who do not count are told for the first twenty, and the rest are counted', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const names = Array.from({ length: 22 }, (_, at) => `guest-${String(at).padStart(2, '0')}`);
    const rows = [
      ...names.map((name) => judgment('u1', name, ['A'])),
      judgment('u2', names[0]!, ['A']),
      judgment('u1', 'anna', ['A']),
    ];
    const { warnings, willCount } = await imported(world, jsonLines(rows), {
      kind: 'judgments',
      dryRun: true,
    });
    expect(willCount).toBe(1);
    expect([warnings.length, warnings[0], warnings.at(-1)]).toEqual([
      22,
      { code: 'judgments-count', values: { count: 1, total: 24 } },
      { code: 'more-uncounted', values: { count: 2 } },
    ]);
    expect(warnings[1]).toMatchObject({ values: { annotator: 'guest-00', count: 2 } });
    expect(warnings[20]).toMatchObject({ values: { annotator: 'guest-19', count: 1 } });
  });

  it('on a task that has no units make them, where the file shows what they are', async () => {
    const world = await emptyProject();
    const csv = 'id,document,text,annotator_id,A,B,C\nn1,d,one,anna,1,0,0\nn2,d,two,anna,0,0,0\n';
    const given = { kind: 'judgments', name: 'j.csv' } as const;
    const made = { count: 2, name: 'j.csv' };
    const dry = await imported(world, csv, { ...given, dryRun: true });
    expect([dry.inserted, dry.warnings[0], await stored(world)]).toEqual([
      2,
      { code: 'units-to-make', values: made },
      0,
    ]);
    const told: CodedText[] = [];
    const tell = (texts: readonly CodedText[]): void => void told.push(...texts);
    const result = await imported(world, csv, { ...given, tell });
    expect([result.inserted, result.warnings[0], await stored(world)]).toEqual([
      2,
      { code: 'units-made', values: made },
      2,
    ]);
    expect(told).toContainEqual({ code: 'units-made', values: made });
    expect((await judgments(world)).map((one) => one.unit)).toEqual(['n1', 'n2']);
    expect((await listImports(world.lead, project)).map(({ format }) => format)).toEqual([
      'judgments judgments-csv',
      'units units-csv',
    ]);
  });

  it('on a task that has no units are refused where the file does not show them', async () => {
    const world = await emptyProject();
    const rows = jsonLines([judgment('u1', 'anna', ['A'])]);
    expect(await refusal(imported(world, rows, { kind: 'judgments' }))).toEqual([
      ['no-units-yet', { task: 'topics' }],
    ]);
    const csv = 'id,document,text,annotator_id,A,B,C\nn1,d,one,anna,9,0,0\n';
    const [found] = await faultsOf(imported(world, csv, { kind: 'judgments', name: 'j.csv' }));
    expect([found?.field, await stored(world)]).toEqual(['A', 0]);
  });
});
