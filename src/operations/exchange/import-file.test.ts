import { expect, it } from 'vitest';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { listAudit } from '../../store/workspace/audit.ts';
import { findImport, listImports } from '../../store/exchange/imports.ts';
import { countUnits, findUnit } from '../../store/units/units.ts';
import { importFile } from './import-file.ts';
import type { ImportRequest } from './import-request.ts';
import { place, unit, imported } from '../../../test/imported-files.ts';

async function emptyProject(world: WorkWorld): Promise<WorkWorld> {
  await makeProject(world, protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }), 0);
  return world;
}

describeStores('imported units', (databases) => {
  it('are added once: the same content again is left, and said so', async () => {
    const world = await emptyProject(await makeWorld(await databases.open()));
    const text = jsonLines([unit('u1'), unit('u2', { page: 3 })]);
    const first = await imported(world, text, { kind: 'units' });
    expect(first).toMatchObject({
      format: 'units-jsonl',
      inserted: 2,
      unchanged: 0,
      before: null,
      log: expect.any(String),
    });
    expect(await world.store.read((db) => findUnit(db, { ...place, unit: 'u2' }))).toMatchObject({
      subject: 'd1',
      fields: unit('u2', { page: 3 }),
    });
    const again = await imported(world, text, { kind: 'units' });
    expect(again).toMatchObject({
      inserted: 0,
      unchanged: 2,
      log: null,
      before: { by: 'lena', at: expect.any(String) },
    });
    // A file may hold judgments too, which were not imported with its units.
    const [known] = await world.store.read((db) => listImports(db, project));
    const same = (kind: string) => world.store.read((db) => findImport(db, { ...known!, kind }));
    expect([(await same('units'))?.id, await same('judgments')]).toEqual([known!.id, null]);
    // The same units in another order, with one more, is another file of which one unit is new.
    const more = await imported(
      world,
      jsonLines([unit('u3'), unit('u2', { page: 3 }), unit('u1')]),
      { kind: 'units' },
    );
    expect(more).toMatchObject({ inserted: 1, unchanged: 2, before: null });
    expect(
      (await world.store.read((db) => listImports(db, project))).map((entry) => [
        entry.format,
        entry.counts['inserted'],
        entry.by,
      ]),
    ).toEqual([
      ['units units-jsonl', 2, 'lena'],
      ['units units-jsonl', 1, 'lena'],
    ]);
    expect((await world.store.read((db) => listAudit(db, { project, limit: 1 })))[0]).toMatchObject(
      { action: 'import-units', actor: 'lena' },
    );
  });

  it('with another content under a known id are a conflict that lists the ids, and then nothing is added', async () => {
    const world = await emptyProject(await makeWorld(await databases.open()));
    await imported(world, jsonLines([unit('u1'), unit('u2')]), { kind: 'units' });
    const failure = await imported(
      world,
      jsonLines([unit('u0'), unit('u1', { text: 'changed' }), unit('u2', { page: 9 }), unit('u3')]),
      { kind: 'units' },
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      faults: [
        { code: 'unit-changed', field: 'u1', file: 'file.jsonl', line: 2 },
        { code: 'unit-changed', field: 'u2', file: 'file.jsonl', line: 3 },
      ],
    });
    expect(await world.store.read((db) => countUnits(db, place))).toBe(2);
    expect((await world.store.read((db) => listImports(db, project))).length).toBe(1);
  });

  it('with faults are all told with their lines, and then nothing is added', async () => {
    const world = await emptyProject(await makeWorld(await databases.open()));
    const text =
      `${jsonLines([unit('u1'), unit('u1'), { id: 'u2', document: 'd1' }])}{"id":\n[1]\n` +
      `${jsonLines([{ document: 'd', text: 't' }])}`;
    const failure = await imported(world, text, { kind: 'units' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ count: 5 });
    const { faults } = failure as {
      readonly faults: readonly {
        readonly code: string;
        readonly line?: number;
        readonly file?: string;
      }[];
    };
    expect(
      faults.map((one) => [one.code, one.line]).toSorted((a, b) => Number(a[1]) - Number(b[1])),
    ).toEqual([
      ['duplicate-unit', 2],
      ['missing-field', 3],
      ['bad-json', 4],
      ['not-an-object', 5],
      ['missing-field', 6],
    ]);
    expect(faults[0]!.file).toBe('file.jsonl');
    expect(await world.store.read((db) => countUnits(db, place))).toBe(0);
  });

  it('come from CSV, from a JSON array, and from other tools', async () => {
    const world = await emptyProject(await makeWorld(await databases.open()));
    expect(
      await imported(
        world,
        '\uFEFFid,document,text,page:json\nu1,d1,"a, ""quoted""\ntext",3\r\nu2,d1,plain,\n',
        { kind: 'units', name: 'units.csv' },
      ),
    ).toMatchObject({ format: 'units-csv', inserted: 2 });
    expect(
      (await world.store.read((db) => findUnit(db, { ...place, unit: 'u1' })))?.fields,
    ).toEqual({ id: 'u1', document: 'd1', text: 'a, "quoted"\ntext', page: 3 });
    expect(
      await imported(world, JSON.stringify([unit('u3'), unit('u4')]), { kind: 'units' }),
    ).toMatchObject({ inserted: 2 });
    const studio = [{ id: 1, data: { id: 'u5', document: 'd2', text: 'five' }, annotations: [] }];
    expect(await imported(world, JSON.stringify(studio), { kind: 'units' })).toMatchObject({
      format: 'label-studio',
      inserted: 1,
    });
    expect(await world.store.read((db) => countUnits(db, place))).toBe(5);
  });

  it('are units though a tool writes the same fields, and are told by position in an array', async () => {
    const world = await emptyProject(await makeWorld(await databases.open()));
    const rows = [
      unit('u1', { labels: ['IRB'], meta: { page: 3 }, comments: 'see page 3' }),
      unit('u2', { labels: [], answer: 'accept' }),
    ];
    expect(await imported(world, jsonLines(rows), { kind: 'units' })).toMatchObject({
      format: 'units-jsonl',
      inserted: 2,
    });
    expect(
      (await world.store.read((db) => findUnit(db, { ...place, unit: 'u1' })))?.fields,
    ).toEqual(rows[0]);
    const failure = (await imported(world, JSON.stringify([unit('u3'), unit('u3'), { id: 'u4' }]), {
      kind: 'units',
    }).catch((error: unknown) => error)) as Error;
    expect(failure.message.split('\n')).toEqual([
      'file.jsonl: [1] the unit u3 already appears in [0]',
      'file.jsonl: [2] text is missing, expected a value',
      'file.jsonl: [2] document is missing, expected a non-empty text',
    ]);
  });

  it('are refused when the file is no text, is empty, or is of another kind', async () => {
    const world = await emptyProject(await makeWorld(await databases.open()));
    const refused = async (
      content: string | Uint8Array,
      code: string,
      given: Partial<ImportRequest> = {},
    ): Promise<void> => {
      await expect(imported(world, content, { kind: 'units', ...given })).rejects.toMatchObject({
        faults: [{ code }],
      });
    };
    await refused('', 'file-empty', { format: 'units-jsonl' });
    await refused('', 'file-empty');
    await refused('\uFEFF \n\n', 'file-empty');
    await refused(Uint8Array.of(123, 34, 105, 100, 34, 58, 34, 0xff, 34, 125, 10), 'not-text', {
      format: 'units-jsonl',
    });
    await refused(Uint8Array.of(123, 0, 125, 10), 'not-text', { format: 'units-jsonl' });
    await refused(Buffer.from('\uFEFF{"id":1}\n', 'utf16le').subarray(0, 9), 'not-text');
    await refused('id,document,text\ru1,d1,one\r', 'bad-csv');
    await refused(jsonLines([unit('u1')]), 'unknown-format', { format: 'rulings-jsonl' });
    await expect(
      importFile(world.lead, { project, kind: 'units', path: '/no/such/file', name: 'gone.jsonl' }),
    ).rejects.toMatchObject({ faults: [{ code: 'file-not-found' }] });
  });

  it('are for leads', async () => {
    const world = await emptyProject(await makeWorld(await databases.open()));
    for (const role of ['annotator', 'adjudicator', 'reviewer'] as const) {
      const person = await world.person(`the-${role}`, role);
      await expect(
        importFile(person, { project, kind: 'units', path: '/tmp/none', name: 'x' }),
      ).rejects.toMatchObject({ faults: [{ code: 'role-needed' }] });
    }
  });
});
