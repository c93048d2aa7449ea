import { codedText } from '../../domain/text-values.ts';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { columnsOf } from '../../../test/parquet-columns.ts';
import { insertJudgments } from '../../store/judging/insert-judgments.ts';
import { importFile } from './import-file.ts';
import { readMapping } from './import-request.ts';
import { judgment, imported, someProject, judgments } from '../../../test/imported-files.ts';

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

describeStores('imported judgments', (databases) => {
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

  it('of Argilla are read from Parquet, recognised or named, also from lists of responses', async () => {
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

  it('are looked up anew when somebody of the file has judged since', async () => {
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
        writes: store.writes,
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
