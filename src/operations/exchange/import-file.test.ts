import { codedText } from '../../domain/text-values.ts';
import { inEnglish } from '../../domain/english.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores, testDatabases } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { InputError } from '../../domain/fault.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { columnsOf } from '../../../test/parquet-columns.ts';
import { listAudit } from '../../store/workspace/audit.ts';
import { listImports } from '../../store/exchange/imports.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { endRole } from '../../store/people/memberships.ts';
import { countUnits, findUnit } from '../../store/units/units.ts';
import { insertJudgments } from '../../store/judging/insert-judgments.ts';
import { createProject } from '../protocol/create-project.ts';
import { importFile } from './import-file.ts';
import type { ImportResult } from './import-file.ts';
import { readMapping } from './import-request.ts';
import type { ImportRequest } from './import-request.ts';
import { openRound } from '../rounds/open-round.ts';
import { allowOwnRulings } from '../rulings/own-rulings.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { judgmentRows } from '../../../test/record-rows.ts';

const place = { project, task: 'topics' };
const unit = (id: string, given: object = {}): object => ({
  id,
  document: 'd1',
  text: `text of ${id}`,
  ...given,
});
const judgment = (
  id: string,
  annotator: string,
  labels: readonly string[],
  given: object = {},
): object => ({ id, labels, annotator_id: annotator, guideline_version: '1.0', ...given });

async function imported(
  world: WorkWorld,
  content: string | Uint8Array,
  given: Partial<ImportRequest> & Pick<ImportRequest, 'kind'>,
): Promise<ImportResult> {
  const folder = temporaryFolder();
  const path = join(folder, given.name ?? 'file.jsonl');
  writeFileSync(path, content);
  return await importFile(world.lead, { project, path, name: 'file.jsonl', ...given });
}

async function emptyProject(world: WorkWorld): Promise<WorkWorld> {
  await makeProject(world, protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }), 0);
  return world;
}

async function someProject(world: WorkWorld): Promise<WorkWorld> {
  const panel = '  people: { names: [anna, ben, cora] }';
  await makeProject(world, protocolContent({ rounds: '  {}', panel }), 6);
  return world;
}

const judgments = async (world: WorkWorld) =>
  await world.store.read((db) => judgmentRows(db, { project }));

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
    const text = `${jsonLines([unit('u1'), unit('u1'), { id: 'u2', document: 'd1' }])}{"id":\n[1]\n${jsonLines([{ document: 'd', text: 't' }])}`;
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

  it('are units though their rows have fields that a tool writes too, and are told by position in an array', async () => {
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

describeStores('imported judgments', (databases) => {
  it('are added once, with their own time, and stay as they are when they come again', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([
      judgment('u1', 'anna', ['A'], {
        at: '2026-02-01T10:00:00+01:00',
        seconds: 60,
        confidence: 'high',
      }),
      judgment('u1', 'ben', []),
      judgment('u2', 'anna', ['A', 'B'], { grades: { B: 2 } }),
    ]);
    expect(await imported(world, text, { kind: 'judgments' })).toMatchObject({
      format: 'judgments-jsonl',
      inserted: 3,
      unchanged: 0,
      revised: 0,
      tasks: [{ task: 'topics', inserted: 3, unchanged: 0 }],
    });
    const kept = await judgments(world);
    expect(
      kept.map(({ unit: id, annotator, answers, at, origin, run }) => ({
        id,
        annotator,
        answers,
        at,
        origin,
        run,
      })),
    ).toEqual([
      {
        id: 'u1',
        annotator: 'anna',
        answers: { A: 1, B: 0, C: 0 },
        at: '2026-02-01T09:00:00.000Z',
        origin: 'import',
        run: null,
      },
      {
        id: 'u1',
        annotator: 'ben',
        answers: { A: 0, B: 0, C: 0 },
        at: '2026-03-02T08:00:00.000Z',
        origin: 'import',
        run: null,
      },
      {
        id: 'u2',
        annotator: 'anna',
        answers: { A: 1, B: 2, C: 0 },
        at: '2026-03-02T08:00:00.000Z',
        origin: 'import',
        run: null,
      },
    ]);
    world.pass(60);
    expect(await imported(world, text, { kind: 'judgments' })).toMatchObject({
      inserted: 0,
      unchanged: 3,
      log: null,
    });
    expect(await judgments(world)).toEqual(kept);
    // Another answer is a revision of the imported one; both stay in the log.
    expect(
      await imported(world, jsonLines([judgment('u1', 'ben', ['C'])]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1, revised: 1 });
    const after = await judgments(world);
    expect(after.length).toBe(4);
    expect(after[3]!.supersedes).toBe(kept[1]!.id);
  });

  it('go back to an earlier answer when a file says so, as often as it does', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const [yes, no] = [
      jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', ['A'])]),
      jsonLines([judgment('u1', 'anna', []), judgment('u2', 'anna', ['A'])]),
    ];
    const told: unknown[] = [];
    for (const text of [yes, no, yes, yes, no, no, yes]) {
      const { inserted, unchanged, revised } = await imported(world, text, { kind: 'judgments' });
      told.push([inserted, unchanged, revised]);
    }
    expect(told).toEqual([
      [2, 0, 0],
      [1, 1, 1],
      [1, 1, 1],
      [0, 2, 0],
      [1, 1, 1],
      [0, 2, 0],
      [1, 1, 1],
    ]);
    const kept = await judgments(world);
    const chain = kept.filter((one) => one.unit === 'u1');
    expect(chain.map((one) => one.answers['A'])).toEqual([1, 0, 1, 0, 1]);
    expect(chain.map((one) => one.supersedes)).toEqual([
      null,
      ...chain.slice(0, -1).map((one) => one.id),
    ]);
    expect(new Set(kept.map((one) => one.idempotencyKey)).size).toBe(kept.length);
  });

  it('are revised by other notes alone, and not by what says less', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const given = { at: '2026-02-01T10:00:00Z', seconds: 60, confidence: 'high' };
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'], given)]), { kind: 'judgments' });
    expect(
      await imported(
        world,
        jsonLines([judgment('u1', 'anna', ['A'], { ...given, notes: 'Clear.' })]),
        { kind: 'judgments' },
      ),
    ).toMatchObject({ inserted: 1, unchanged: 0, revised: 1 });
    // The same in another form, without the time.
    const whole = {
      unit: 'u1',
      annotator: 'anna',
      answers: { A: 1, B: 0, C: 0 },
      confidence: 'high',
      notes: 'Clear.',
    };
    expect(await imported(world, jsonLines([whole]), { kind: 'judgments' })).toMatchObject({
      inserted: 0,
      unchanged: 1,
      revised: 0,
    });
    expect(
      await imported(world, jsonLines([{ ...whole, seconds: 61 }]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1, revised: 1 });
  });

  it('belong to no round, and it is told how many rows name one', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const result = await imported(
      world,
      jsonLines([
        judgment('u1', 'anna', ['A'], { round: 'full' }),
        judgment('u2', 'anna', [], { round: 'elsewhere' }),
        judgment('u3', 'anna', []),
      ]),
      { kind: 'judgments' },
    );
    expect(result).toMatchObject({
      inserted: 3,
      warnings: [{ code: 'rounds-not-kept', values: { count: 2 } }],
    });
  });

  it('are refused with a mapping that their format has no use for', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([{ id: 'u1', labels: ['A'] }]);
    await expect(
      imported(world, text, {
        kind: 'judgments',
        mapping: { annotator: 'anna', round: 'full', values: {} },
      }),
    ).rejects.toMatchObject({
      faults: [
        { code: 'unknown-field', field: 'mapping.round' },
        { code: 'unknown-field', field: 'mapping.values' },
      ],
    });
    await expect(
      imported(world, 'd0 0 u1 1\n', {
        kind: 'judgments',
        mapping: { annotator: 'trec', values: { A: { 1: 2 } } },
      }),
    ).rejects.toMatchObject({ faults: [{ field: 'mapping.values' }] });
    await expect(
      imported(world, jsonLines([unit('u9')]), { kind: 'units', mapping: { annotator: 'anna' } }),
    ).rejects.toMatchObject({ faults: [{ field: 'mapping.annotator' }] });
    expect(
      await imported(world, text, {
        kind: 'judgments',
        mapping: { annotator: 'anna', guideline: '1.0' },
      }),
    ).toMatchObject({ inserted: 1 });
  });

  it('in a table with a column that is not known are refused, unless it is renamed or left out', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const csv =
      'id,annotator_id,text,A,B,Cc,note\nu1,anna,the text,1,0,2,important\nu2,anna,the text,1,0,2,important\n';
    await expect(imported(world, csv, { kind: 'judgments', name: 'j.csv' })).rejects.toMatchObject({
      faults: [
        { code: 'unknown-field', field: 'Cc', line: 1 },
        { code: 'unknown-field', field: 'note', line: 1 },
        { code: 'missing-field', field: 'C' },
        { code: 'missing-field', field: 'C' },
      ],
    });
    await expect(
      imported(world, csv, {
        kind: 'judgments',
        name: 'j.csv',
        mapping: { fields: { Cc: 'B', note: 'notes' } },
      }),
    ).rejects.toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({
          code: 'bad-csv',
          message: 'the columns B and Cc are both B, expected one',
        }),
      ]),
    });
    expect(
      await imported(world, csv, {
        kind: 'judgments',
        name: 'j.csv',
        mapping: { fields: { Cc: 'C', note: null } },
      }),
    ).toMatchObject({ inserted: 2 });
    expect((await judgments(world))[0]).toMatchObject({
      answers: { A: 1, B: 0, C: 2 },
      asides: {},
    });
    await expect(
      imported(world, new TextEncoder().encode('PAR1nothingPAR1'), { kind: 'judgments' }),
    ).rejects.toThrow(/^file\.jsonl: the Parquet file cannot be read: /);
    const parquet = writeParquet(
      [
        { name: 'unit', type: 'text' },
        { name: 'annotator', type: 'text' },
        ...['A', 'B', 'C', 'extra'].map((name) => ({ name, type: 'whole number' as const })),
      ],
      [{ unit: 'u3', annotator: 'anna', A: 1, B: 0, C: 0, extra: 7 }],
    );
    await expect(
      imported(world, new Uint8Array(parquet), { kind: 'judgments' }),
    ).rejects.toMatchObject({ faults: [{ code: 'unknown-field', field: 'extra' }] });
    expect(
      await imported(world, new Uint8Array(parquet), {
        kind: 'judgments',
        mapping: { fields: { extra: null } },
      }),
    ).toMatchObject({ inserted: 1 });
  });

  it('without lines are told by their position, unit and annotator', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const rows = [
      judgment('u1', 'anna', ['A']),
      judgment('u1', 'anna', ['A']),
      judgment('u2', 'ben', ['Z']),
    ];
    const failure = (await imported(world, JSON.stringify(rows), { kind: 'judgments' }).catch(
      (error: unknown) => error,
    )) as Error;
    expect(failure.message.split('\n')).toEqual([
      'file.jsonl: [1] u1, anna: anna already judged u1 in [0]',
      'file.jsonl: [2] u2, ben: labels is "Z", expected A, B or C',
    ]);
  });

  it('never replace what somebody has answered in the workbench', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: all, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), 6);
    const anna = await world.person('anna');
    await world.person('ben');
    const run = (await openRound(world.lead, { project, round: 'full', seed: 1 })).run.id;
    const own = (await nextUnits(anna, { run })).units[0]!.unit;
    await saveJudgment(anna, {
      run,
      unit: own,
      answers: truthOf(own),
      idempotencyKey: 'k',
      seconds: 30,
    });
    const same = Object.entries(truthOf(own))
      .filter(([, grade]) => grade !== 0)
      .map(([label]) => label);
    expect(
      await imported(world, jsonLines([judgment(own, 'anna', same)]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 0, unchanged: 1 });
    const other = ['A', 'B', 'C'].filter((label) => !same.includes(label));
    await expect(
      imported(world, jsonLines([judgment(own, 'anna', other), judgment('u1', 'cora', [])]), {
        kind: 'judgments',
      }),
    ).rejects.toMatchObject({
      faults: [{ code: 'judged-in-workbench', field: own, file: 'file.jsonl', line: 1 }],
    });
    expect((await judgments(world)).length).toBe(1);
  });

  it('with faults: reject stops everything, normalise mends and logs, flag keeps them aside', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([
      judgment('u1', 'anna', ['A']),
      judgment('u2', 'anna', ['a '], { confidence: 'HIGH' }),
      judgment('u3', 'anna', ['Nonsense']),
      judgment('u99', 'anna', []),
    ]);
    const rejected = await imported(world, text, { kind: 'judgments' }).catch(
      (error: unknown) => error,
    );
    expect(
      (rejected as { readonly faults: readonly { readonly line?: number }[] }).faults.map(
        (one) => one.line,
      ),
    ).toEqual([2, 2, 3, 4]);
    expect(await judgments(world)).toEqual([]);
    // Normalising mends spelling; what means nothing still stops everything.
    await expect(
      imported(world, text, { kind: 'judgments', mode: 'normalise' }),
    ).rejects.toMatchObject({ faults: [{ line: 3 }, { line: 4 }] });
    expect(await judgments(world)).toEqual([]);
    const mended = await imported(
      world,
      jsonLines([judgment('u2', 'anna', ['a '], { confidence: 'HIGH' })]),
      { kind: 'judgments', mode: 'normalise' },
    );
    expect(mended).toMatchObject({ inserted: 1, mode: 'normalise' });
    expect(mended.changes.length).toBeGreaterThan(0);
    const flagged = await imported(world, text, { kind: 'judgments', mode: 'flag' });
    expect(flagged).toMatchObject({ inserted: 1, aside: 3 });
    const logs = await world.store.read((db) => listImports(db, project));
    expect(logs.map((entry) => [entry.mode, entry.counts['aside'], entry.changes.length])).toEqual([
      ['normalise', 0, mended.changes.length],
      ['flag', 3, 3],
    ]);
    expect(JSON.stringify(logs[1]!.changes)).toContain('Nonsense');
    expect(logs[0]!.changes[0]).toMatchObject({
      unit: 'u2',
      annotator: 'anna',
      line: 1,
      field: expect.any(String),
      old: expect.anything(),
      new: expect.anything(),
      rule: expect.any(String),
    });
  });

  it('must carry the guideline’s version, unless any was asked for', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([judgment('u1', 'anna', ['A'], { guideline_version: '0.9' })]);
    await expect(imported(world, text, { kind: 'judgments' })).rejects.toMatchObject({
      faults: [{ code: 'wrong-guideline' }],
    });
    expect(await imported(world, text, { kind: 'judgments', guideline: 'any' })).toMatchObject({
      inserted: 1,
    });
    expect((await judgments(world))[0]).toMatchObject({ guideline: '0.9' });
  });

  it('without a version where one is required take the one that is named', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds: '  full: { units: all, annotators: 2 }' });
    await makeProject(
      world,
      {
        ...content,
        source: content.source.replace('version: "1.0",', 'version: "1.0", required: true,'),
      },
      3,
    );
    const studio = JSON.stringify([
      {
        id: 7,
        data: { id: 'u2' },
        annotations: [
          {
            completed_by: { email: 'ben' },
            was_cancelled: false,
            result: [{ from_name: 'topics', type: 'choices', value: { choices: ['A'] } }],
          },
        ],
      },
    ]);
    const mapping = { fields: { topics: '*' } };
    await expect(imported(world, studio, { kind: 'judgments', mapping })).rejects.toThrow(
      'guideline is missing, expected 1.0; if rows without one were judged under 1.0, pass --guideline 1.0',
    );
    await expect(
      imported(world, jsonLines([judgment('u1', 'anna', [], { guideline_version: '0.9' })]), {
        kind: 'judgments',
      }),
    ).rejects.toThrow(
      'guideline_version is "0.9", expected "1.0"; set another guideline version for the import, or any to take each as it is (--guideline)',
    );
    expect(
      await imported(world, studio, { kind: 'judgments', mapping, guideline: '1.0' }),
    ).toMatchObject({ inserted: 1 });
    expect((await judgments(world))[0]).toMatchObject({ guideline: '1.0' });
  });

  it('come from CSV and from other tools, by a mapping', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    expect(
      await imported(world, 'id,annotator_id,A,B,C,notes\nu1,anna,1,0,2,"=1+1"\n', {
        kind: 'judgments',
        name: 'j.csv',
      }),
    ).toMatchObject({ format: 'judgments-csv', inserted: 1 });
    const studio = [
      {
        id: 7,
        data: { id: 'u2' },
        annotations: [
          {
            completed_by: { email: 'b@x.org' },
            was_cancelled: false,
            result: [{ from_name: 'topics', type: 'choices', value: { choices: ['A', 'C'] } }],
          },
          { completed_by: { email: 'b@x.org' }, was_cancelled: true, result: [] },
        ],
      },
    ];
    const mapping = readMapping(
      JSON.stringify({ fields: { topics: '*' }, annotators: { 'b@x.org': 'ben' } }),
      'mapping.json',
    );
    expect(
      await imported(world, JSON.stringify(studio), { kind: 'judgments', mapping }),
    ).toMatchObject({ format: 'label-studio', inserted: 1, skipped: expect.any(Array) });
    const kept = await judgments(world);
    expect(
      kept.map(({ unit: id, annotator, answers, asides }) => ({ id, annotator, answers, asides })),
    ).toEqual([
      { id: 'u1', annotator: 'anna', answers: { A: 1, B: 0, C: 2 }, asides: { notes: '=1+1' } },
      {
        id: 'u2',
        annotator: 'ben',
        answers: { A: 1, B: 0, C: 1 },
        asides: {
          other: {
            label_studio: { task: '7', results: { topics: { type: 'choices' } } },
            tool_annotator: 'b@x.org',
            said: {
              A: { field: 'topics', label: 'A', ticked: true },
              C: { field: 'topics', label: 'C', ticked: true },
            },
          },
        },
      },
    ]);
    expect(() => readMapping('{"feilds":{}}', 'mapping.json')).toThrow('feilds');
    expect(() => readMapping('{', 'mapping.json')).toThrow('expected JSON');
  });

  it('of doccano without a label count when the mapping says so', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([
      { id: 1, text: 'a', label: ['A'], meta: { id: 'u1' } },
      { id: 2, text: 'b', label: [], meta: { id: 'u2' } },
    ]);
    expect(
      await imported(world, text, { kind: 'judgments', mapping: { annotator: 'anna' } }),
    ).toMatchObject({
      format: 'doccano',
      inserted: 1,
      skipped: [codedText('skipped-unlabelled', { count: 1 })],
    });
    expect(
      await imported(world, text, {
        kind: 'judgments',
        mapping: { annotator: 'anna', empty: 'no label applies' },
      }),
    ).toMatchObject({ inserted: 1, unchanged: 1, skipped: [] });
    expect((await judgments(world)).map(({ unit: id, answers }) => [id, answers])).toEqual([
      ['u1', { A: 1, B: 0, C: 0 }],
      ['u2', { A: 0, B: 0, C: 0 }],
    ]);
  });

  it('of Argilla are read from Parquet, recognised or named, also where a question holds a list of responses', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const rows = [
      {
        external_id: 'u1',
        text: 'a',
        labels: [
          { user_id: 'anna', value: ['B'], status: 'submitted' },
          { user_id: 'ben', value: ['C'], status: 'discarded' },
        ],
      },
    ];
    const bytes = new Uint8Array(writeParquet(columnsOf(rows), rows));
    expect(await imported(world, bytes, { kind: 'judgments' })).toMatchObject({
      format: 'parquet',
      inserted: 1,
      skipped: [codedText('skipped-status', { status: 'discarded', count: 1 })],
    });
    expect(await imported(world, bytes, { kind: 'judgments', format: 'argilla' })).toMatchObject({
      inserted: 0,
      unchanged: 1,
    });
    expect(
      (await judgments(world)).map(({ unit: id, annotator, answers }) => [id, annotator, answers]),
    ).toEqual([['u1', 'anna', { A: 0, B: 1, C: 0 }]]);
  });

  it('of Prodigy have free answers under the name of their question', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({
        rounds: '  full: { units: all, annotators: 2 }',
        question: 'why: { scale: text, required: false }',
      }),
      6,
    );
    const row = {
      text: 'a',
      meta: { id: 'u1' },
      options: [{ id: 'A' }],
      accept: ['A'],
      answer: 'accept',
      why: 'because',
      _view_id: 'choice',
      _annotator_id: 'anna',
    };
    expect(await imported(world, jsonLines([row]), { kind: 'judgments' })).toMatchObject({
      format: 'prodigy',
      inserted: 1,
    });
    expect((await judgments(world))[0]!.answers).toEqual({ A: 1, B: 0, C: 0, why: 'because' });
  });

  it('are of one person, however their name is composed', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const [apart, composed] = ['Rene\u0301', 'Ren\u00e9'];
    expect(
      await imported(world, jsonLines([judgment('u1', apart, ['A'])]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1 });
    expect(
      await imported(world, jsonLines([judgment('u1', composed, ['A'])]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 0, unchanged: 1 });
    await expect(
      imported(world, jsonLines([judgment('u2', apart, []), judgment('u2', composed, ['B'])]), {
        kind: 'judgments',
      }),
    ).rejects.toMatchObject({ faults: [{ code: 'duplicate-judgment' }] });
    expect((await judgments(world)).map((one) => one.annotator)).toEqual([composed]);
    // A record in which the name stands apart, since it was kept before.
    await world.store.write((tx) => insertJudgments(tx, [{ ...keptBefore, annotator: apart }]));
    expect(
      await imported(world, jsonLines([judgment('u3', composed, ['B'])]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1, revised: 1 });
    expect((await judgments(world)).slice(1)).toMatchObject([
      { annotator: apart, supersedes: null },
      { annotator: apart, supersedes: 'kept' },
    ]);
  });

  it('are looked up anew when somebody whose judgments the file holds has judged since they were looked up', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', ['B'])]);
    const path = join(temporaryFolder({ 'file.jsonl': text }), 'file.jsonl');
    const { store } = world;
    // Another import comes between the looking up and the adding.
    const between = async <T>(work: Parameters<typeof store.snapshot<T>>[0]): Promise<T> => {
      const seen = await store.snapshot(work);
      await imported(
        world,
        jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', ['C'])]),
        { kind: 'judgments' },
      );
      return seen;
    };
    const slow = {
      ...world.lead,
      store: {
        kind: store.kind,
        address: store.address,
        caches: new Map(),
        read: store.read.bind(store),
        write: store.write.bind(store),
        stream: store.stream.bind(store),
        close: store.close.bind(store),
        snapshot: between,
      },
    };
    expect(
      await importFile(slow, { project, kind: 'judgments', path, name: 'file.jsonl' }),
    ).toMatchObject({ inserted: 1, unchanged: 1, revised: 1 });
    expect(
      (await judgments(world)).map((one) => [
        one.unit,
        Object.keys(one.answers).filter((label) => one.answers[label] === 1),
        one.supersedes === null,
      ]),
    ).toEqual([
      ['u1', ['A'], true],
      ['u2', ['C'], true],
      ['u2', ['B'], false],
    ]);
  });

  it('come from a gold pack and from qrels, when it is said who judged', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const folder = temporaryFolder({
      'chunks.csv': 'chunk_id,doc_id,text\nu1,d0,one\nu2,d0,two\n',
      'Y.csv': '1,0,0\n0,0,1\n',
      'labels.json': '{"labels":["A","B","C"],"synonyms":{}}',
    });
    const pack = {
      project,
      kind: 'judgments',
      path: join(folder, 'chunks.csv'),
      name: 'chunks.csv',
      format: 'gold-pack',
      goldFiles: { matrix: join(folder, 'Y.csv'), labels: join(folder, 'labels.json') },
    } as const;
    await expect(importFile(world.lead, pack)).rejects.toMatchObject({
      faults: [{ code: 'missing-field', field: 'annotator' }],
    });
    // Its rows name the unit by chunk_id, as the regulatory protocol does; this task calls it id.
    await expect(
      importFile(world.lead, { ...pack, mapping: { annotator: 'gold' } }),
    ).rejects.toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({
          code: 'missing-field',
          field: 'id',
          file: 'chunks.csv',
          line: 2,
        }),
      ]),
    });
    const faulty = temporaryFolder({
      'chunks.csv': 'chunk_id,doc_id,text\nu1,d0,one\nu2,d0,two\n',
      'Y.csv': '1,0,0\n0,0,7\n',
      'labels.json': '{"labels":["A","B","C"],"synonyms":{"Z":[]}}',
    });
    const other = {
      ...pack,
      path: join(faulty, 'chunks.csv'),
      goldFiles: { matrix: join(faulty, 'Y.csv'), labels: join(faulty, 'labels.json') },
      mapping: { annotator: 'gold' },
    };
    await expect(importFile(world.lead, other)).rejects.toMatchObject({
      faults: [{ file: 'labels.json' }, { file: 'Y.csv', line: 2 }],
    });
    await expect(
      imported(world, 'd0 0 u1 1\n', { kind: 'judgments', mapping: { annotator: 'trec' } }),
    ).rejects.toMatchObject({ faults: [{ code: 'wrong-value', field: 'question' }] });
  });
});

describe('a file that is wrong from the first row to the last', () => {
  const databases = testDatabases('sqlite');

  it.each([
    ['potato-csv', 'user,instance_id,topics:::A', 'anna,u1', undefined],
    ['trec-qrels', '', 'd0 0 u1 much', { annotator: 'trec', question: 'A' }],
    ['gold-pack', 'chunk_id,doc_id,text', 'u1,d0', { annotator: 'gold' }],
  ] as const)(
    'is refused with the count of its faults, however many rows it has (%s)',
    async (format, head, row, mapping) => {
      const world = await someProject(await makeWorld(await databases.open()));
      const rows = 150_000;
      const folder = temporaryFolder({
        'Y.csv': '1\n',
        'labels.json': '{"labels":["A"],"synonyms":{}}',
      });
      const request = {
        kind: 'judgments',
        format,
        goldFiles: { matrix: join(folder, 'Y.csv'), labels: join(folder, 'labels.json') },
        ...(mapping === undefined ? {} : { mapping }),
      } as const;
      const refused: unknown = await imported(
        world,
        `${head}\n${`${row}\n`.repeat(rows)}`,
        request,
      ).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(InputError);
      expect((refused as InputError).count).toBeGreaterThanOrEqual(rows);
    },
  );
});

describeStores('a dry run', (databases) => {
  it('counts and refuses as the import would, keeps nothing, and waits for nobody who is saving', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('sam', 'adjudicator');
    await imported(world, jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', [])]), {
      kind: 'judgments',
    });
    await imported(
      world,
      jsonLines([{ unit: 'u1', by: 'sam', reason: 'A only.', answers: { A: 2 } }]),
      { kind: 'rulings' },
    );
    const units = jsonLines([
      unit('u1', { document: 'd0', text: 'text 1' }),
      unit('n1'),
      unit('n2'),
    ]);
    const before = {
      units: await world.store.read((db) => countUnits(db, place)),
      judgments: await judgments(world),
    };
    const outcome = await whileSaving(world, async () => [
      await imported(world, jsonLines([unit('n1'), unit('n2')]), { kind: 'units', dryRun: true }),
      await imported(world, units, { kind: 'units', dryRun: true }).catch(
        (refused: unknown) => refused,
      ),
      await imported(
        world,
        jsonLines([
          judgment('u1', 'anna', ['A']),
          judgment('u2', 'anna', ['B']),
          judgment('u1', 'ben', []),
        ]),
        { kind: 'judgments', dryRun: true },
      ),
      await imported(
        world,
        jsonLines([
          { unit: 'u1', by: 'sam', reason: 'A only.', answers: { A: 2 } },
          { unit: 'u2', by: 'sam', reason: 'Garbled.', exclude: true },
        ]),
        { kind: 'rulings', dryRun: true },
      ),
    ]);
    expect(outcome).toMatchObject([
      { inserted: 2, unchanged: 0, log: null, before: null },
      { faults: [{ code: 'unit-changed', field: 'u1' }] },
      { inserted: 2, unchanged: 1, revised: 1, log: null },
      { inserted: 1, unchanged: 1, log: null },
    ]);
    expect({
      units: await world.store.read((db) => countUnits(db, place)),
      judgments: await judgments(world),
    }).toEqual(before);
    expect(
      await imported(world, jsonLines([unit('n1'), unit('n2')]), { kind: 'units' }),
    ).toMatchObject({ inserted: 2 });
  });
});

const keptBefore = {
  id: 'kept',
  project,
  task: 'topics',
  run: null,
  unit: 'u3',
  annotator: 'anna',
  answers: { A: 1, B: 0, C: 0 },
  asides: {},
  guideline: '1.0',
  taskHash: 'hash',
  at: '2026-01-01T00:00:00.000Z',
  seconds: null,
  idempotencyKey: 'kept',
  origin: 'import',
} as const;

/** Does something while a write is under way that ends only after it. */
async function whileSaving<T>(world: WorkWorld, work: () => Promise<T>): Promise<T> {
  let end = (): void => undefined;
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  const saving = world.store.write(async (tx) => {
    await lockLogs(tx);
    await ending;
  });
  try {
    return await work();
  } finally {
    end();
    await saving;
  }
}

describeStores('imported rulings', (databases) => {
  it('are checked as those that are made in the workbench, and added once', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('sam', 'adjudicator');
    await imported(
      world,
      jsonLines([judgment('u1', 'anna', ['A']), judgment('u1', 'ben', ['B'])]),
      { kind: 'judgments' },
    );
    const rows = [
      { unit: 'u1', by: 'sam', reason: 'A only.', answers: { A: 2, B: 0 } },
      {
        unit: 'u2',
        task: 'topics',
        by: 'sam',
        reason: 'Garbled.',
        exclude: true,
        at: '2026-02-02T09:00:00Z',
      },
    ];
    expect(await imported(world, jsonLines(rows), { kind: 'rulings' })).toMatchObject({
      format: 'rulings-jsonl',
      inserted: 2,
      warnings: [],
    });
    expect(await imported(world, jsonLines(rows), { kind: 'rulings' })).toMatchObject({
      inserted: 0,
      unchanged: 2,
      log: null,
    });
    expect(
      (await world.store.read((db) => listRulings(db, { project }))).map(
        ({ unit: id, by, decision, at }) => ({ id, by, decision, at }),
      ),
    ).toEqual([
      {
        id: 'u1',
        by: 'sam',
        decision: { kind: 'answers', answers: { A: 2, B: 0 } },
        at: '2026-03-02T08:00:00.000Z',
      },
      { id: 'u2', by: 'sam', decision: { kind: 'exclude' }, at: '2026-02-02T09:00:00.000Z' },
    ]);
    const wrong = [
      { unit: 'u1', by: 'sam', reason: '', answers: { A: 1 } },
      { unit: 'u3', by: 'sam', reason: 'r', answers: { A: 7 } },
      { unit: 'u99', by: 'sam', reason: 'r', exclude: true },
    ];
    await expect(imported(world, jsonLines(wrong), { kind: 'rulings' })).rejects.toMatchObject({
      faults: [
        { field: 'reason', line: 1 },
        { code: 'wrong-value', field: 'A', line: 2 },
        { code: 'unknown-unit', line: 3 },
      ],
    });
    expect((await world.store.read((db) => listRulings(db, { project }))).length).toBe(2);
  });

  it('are by somebody who exists and may rule, with every line that names another', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('sam', 'adjudicator');
    await world.person('anna', 'annotator');
    await world.person('olga', 'lead', 'another');
    const row = (of: string, by: string): object => ({
      unit: of,
      by,
      reason: 'r',
      answers: { A: 1 },
    });
    const rows = [row('u1', 'sam'), row('u2', 'anna'), row('u3', 'olga'), row('u4', 'nobody')];
    for (const dryRun of [true, false])
      await expect(
        imported(world, jsonLines(rows), { kind: 'rulings', dryRun }),
      ).rejects.toMatchObject({
        faults: [
          { code: 'wrong-value', field: 'by', line: 2 },
          { code: 'wrong-value', field: 'by', line: 3 },
          { code: 'wrong-value', field: 'by', line: 4 },
        ],
      });
    const alone = jsonLines([rows[0]!]);
    expect(await imported(world, alone, { kind: 'rulings' })).toMatchObject({ inserted: 1 });
    // What is known stays, also when who ruled has left.
    await world.store.write((tx) =>
      endRole(tx, {
        project,
        account: 'account-sam',
        role: 'adjudicator',
        at: '2026-03-03T08:00:00.000Z',
      }),
    );
    expect(await imported(world, alone, { kind: 'rulings' })).toMatchObject({ inserted: 0 });
    await expect(
      imported(world, jsonLines([row('u2', 'sam')]), { kind: 'rulings' }),
    ).rejects.toThrow(/by is "?sam/);
  });

  it('by who judged the unit are refused, unless a lead has allowed own rulings', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('anna', 'adjudicator');
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'])]), { kind: 'judgments' });
    const text = jsonLines([{ unit: 'u1', by: 'anna', reason: 'Mine.', answers: { A: 2 } }]);
    await expect(imported(world, text, { kind: 'rulings' })).rejects.toMatchObject({
      faults: [{ code: 'own-ruling' }],
    });
    await allowOwnRulings(world.lead, { project, allowed: true, reason: 'Small team.' });
    expect(await imported(world, text, { kind: 'rulings' })).toMatchObject({ inserted: 1 });
    expect((await world.store.read((db) => listRulings(db, { project })))[0]).toMatchObject({
      ownJudgment: true,
    });
  });

  it('come from an override file, with a warning where what it corrects is no longer so', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await imported(world, jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', [])]), {
      kind: 'judgments',
    });
    const overrides = {
      _comment: 'x',
      created_at: '2026-01-19',
      topics: [
        { review_id: 'u1', original: { A: 1 }, corrected: { A: 0 }, reason: 'No.' },
        {
          review_id: 'u2',
          original: { B: 2 },
          corrected: { B: 1 },
          reason: 'Yes.',
          by: 'lena',
          at: '2026-01-21',
        },
      ],
    };
    const result = await imported(world, JSON.stringify(overrides, null, 2), {
      kind: 'rulings',
      name: 'overrides.json',
    });
    expect(result).toMatchObject({
      format: 'override-file',
      inserted: 2,
      warnings: [
        { code: 'claim-differs', values: { unit: 'u2', question: 'B', claimed: '2', agreed: '0' } },
      ],
    });
    expect(
      (await world.store.read((db) => listRulings(db, { project }))).map(({ by, at }) => [by, at]),
    ).toEqual([
      ['override file', '2026-03-02T08:00:00.000Z'],
      ['lena', '2026-01-21T00:00:00.000Z'],
    ]);
  });

  it('of a second override file that contradicts the ruling in force are refused', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'])]), { kind: 'judgments' });
    const file = (answer: number, at?: string): string =>
      JSON.stringify({ topics: [{ review_id: 'u1', corrected: { A: answer }, reason: 'x', at }] });
    const given = { kind: 'rulings', name: 'overrides.json' } as const;
    await imported(world, file(0), given);
    await expect(imported(world, file(1), given)).rejects.toThrow(/u1: A is 1, expected 0, as/);
    expect(await imported(world, file(0), given)).toMatchObject({ inserted: 0 });
    expect(await imported(world, file(1, '2027-01-01'), given)).toMatchObject({ inserted: 1 });
  });

  it('that rule differently on a unit without saying when are refused', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'])]), { kind: 'judgments' });
    const row = (answer: number): object => ({
      unit: 'u1',
      by: 'lena',
      reason: 'x',
      answers: { A: answer },
    });
    await expect(imported(world, jsonLines([row(0), row(1)]), { kind: 'rulings' })).rejects.toThrow(
      /u1: A is 1, expected 0, as line 1 says/,
    );
  });
});

describeStores('judgments of a qrels file', (databases) => {
  const pool = { project: 'trial-relevance', task: 'relevance', name: 'pool.qrels' } as const;
  const pair = {
    query_id: 'Q1',
    nct_id: 'NCT1',
    query: 'q',
    title: 't',
    conditions: [],
    overall_status: 's',
    phases: [],
    locations: [],
    sex: 'ALL',
    minimum_age: '18',
    maximum_age: '99',
    eligibility_text: 'e',
  };

  it('have no reasons: one is asked for, and taken from the mapping for all of them', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, protocolFolder('examples/trial-relevance'));
    await imported(world, jsonLines([pair, { ...pair, nct_id: 'NCT2' }]), {
      ...pool,
      kind: 'units',
      name: 'units.jsonl',
    });
    const mapping = { annotator: 'pool', guideline: 'm4-v1' };
    const request = { ...pool, kind: 'judgments', guideline: 'm4-v1' } as const;
    await expect(
      imported(world, 'Q1 0 NCT1 2\nQ1 0 NCT2 0\n', { ...request, mapping }),
    ).rejects.toMatchObject({
      faults: [
        {
          line: 1,
          message:
            'rationale is missing, expected a non-empty text; give one answer for all rows without (answers in the mapping)',
        },
        { line: 2 },
      ],
    });
    await expect(
      imported(world, 'Q1 0 NCT1 2\n', {
        ...request,
        mapping: { ...mapping, answers: { reason: 'x' } },
      }),
    ).rejects.toMatchObject({
      faults: [
        {
          code: 'wrong-value',
          message: expect.stringMatching(/^mapping\.answers is "reason", expected .*rationale$/),
        },
      ],
    });
    expect(
      await imported(world, 'Q1 0 NCT1 2\nQ1 0 NCT2 0\n', {
        ...request,
        mapping: { ...mapping, answers: { rationale: 'Pool of 2025' } },
      }),
    ).toMatchObject({
      inserted: 2,
      warnings: [
        { code: 'answers-filled', values: { count: 2, question: 'rationale' } },
        { code: 'judgments-count', values: { count: 0, total: 2 } },
        { code: 'uncounted-judgments', values: { count: 2, annotator: 'pool' } },
      ],
    });
    const kept = await world.store.read((db) => judgmentRows(db, { project: pool.project }));
    expect(kept.map(({ unit: id, answers }) => [id, answers])).toEqual([
      ['Q1::NCT1', { relevance_label: 2, rationale: 'Pool of 2025' }],
      ['Q1::NCT2', { relevance_label: 0, rationale: 'Pool of 2025' }],
    ]);
  });

  it('keep the answers that rows give themselves', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const rows = [
      {
        unit: 'u1',
        task: 'topics',
        annotator: 'anna',
        answers: { A: 2, B: 0, C: 0 },
        guideline: '1.0',
      },
      { unit: 'u2', task: 'topics', annotator: 'anna', answers: { A: 1, B: 1 }, guideline: '1.0' },
    ];
    expect(
      await imported(world, jsonLines(rows), { kind: 'judgments', mapping: { answers: { C: 1 } } }),
    ).toMatchObject({
      inserted: 2,
      warnings: [{ code: 'answers-filled', values: { count: 1, question: 'C' } }],
    });
    expect((await judgments(world)).map(({ answers }) => answers['C'])).toEqual([0, 1]);
  });
});

describeStores('records of the RAG tasks', (databases) => {
  const chunk = (at: number): object => ({
    chunk_id: `c${at}`,
    doc_id: 'd',
    chunk_rank: at,
    text: `text ${at}`,
  });
  const record = (query: string, given: object = {}): object => ({
    query,
    answer: 'a',
    context_set: 'x',
    chunks: [chunk(1), chunk(2)],
    ...given,
  });
  const rag = { project: 'rag-tasks', kind: 'units' } as const;

  it('with faults stop the import, each by its place, or are left out and told where that is wanted', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, protocolFolder('examples/rag-tasks'));
    const text = JSON.stringify([
      record('q1'),
      record(''),
      record('q1', { language: 'de' }),
      record('q2', { chunks: [] }),
      record('q3'),
    ]);
    const messages = [
      expect.stringMatching(/^\[1\] query is "", /),
      expect.stringMatching(/^\[3\] chunks is an array of 0, /),
      expect.stringMatching(
        /^\[2\] is record [0-9a-f]{64} with a different chunk text, rank, document or language, expected the same as in record \[0\]/,
      ),
    ];
    await expect(imported(world, text, { ...rag, name: 'records.json' })).rejects.toMatchObject({
      faults: [
        ...messages,
        '3 of 5 records have faults, so nothing was imported. Fix them, or leave them out (--skip-invalid).',
      ].map((message) => ({ message })),
    });
    const taken = await imported(world, text, { ...rag, name: 'records.json', skipInvalid: true });
    expect(taken).toMatchObject({
      inserted: 8,
      skipped: [codedText('skipped-faulty', { count: 3 })],
    });
    expect(taken.warnings.map(inEnglish)).toEqual([
      expect.stringMatching(/^\[1\] .*; left out$/),
      expect.stringMatching(/^\[3\] .*; left out$/),
      expect.stringMatching(/^\[2\] .*; left out$/),
    ]);
  });

  it('judged in a project with several tasks need the name of one', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, protocolFolder('examples/rag-tasks'));
    await expect(
      imported(world, jsonLines([{ record_uuid: 'r', annotator_id: 'anna', helpful: true }]), {
        project: 'rag-tasks',
        kind: 'judgments',
      }),
    ).rejects.toMatchObject({
      faults: [
        {
          code: 'missing-field',
          message: 'task is missing, expected retrieval, grounding or generation',
        },
      ],
    });
  });
});
