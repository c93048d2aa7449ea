import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imported, judgments, someProject } from '../../../test/imported-files.ts';
import { faultsIn, faultsOf, refusal } from '../../../test/refusals.ts';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeWorld } from '../../../test/work-world.ts';
import { largestRow } from '../../formats/jsonl.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { goldPackRows, unpackGold } from './read-judgments.ts';

const databases = testDatabases('sqlite');
const opened = async () => someProject(await makeWorld(await databases.open()));
const names = { chunks: 'c.csv', matrix: 'm.csv', labels: 'l.json' };
const pack = {
  chunks: 'chunk_id,doc_id,text\nu1,d0,one\nu2,d0,two\n',
  matrix: '1,0\n0,1\n',
  labels: '{"labels":["A","B"],"synonyms":{}}',
};

describe('a gold pack', () => {
  it('is a judgment for each chunk, at its line', () => {
    const rows = goldPackRows(pack, names, 'gold');
    expect(rows.map(({ line, row }) => [line, row['annotator_id'] ?? row['annotator']])).toEqual([
      [2, 'gold'],
      [3, 'gold'],
    ]);
  });

  it('is refused with its faults and without somebody who judged, all at once', () => {
    expect(faultsIn(() => goldPackRows(pack, names, undefined))).toMatchObject([
      {
        code: 'missing-field',
        values: { field: 'annotator', expected: { code: 'gold-annotator' } },
      },
    ]);
    const torn = { ...pack, matrix: '1\n' };
    const faults = faultsIn(() => goldPackRows(torn, names, undefined));
    expect(faults.length).toBeGreaterThan(1);
    expect(faults.at(-1)).toMatchObject({ code: 'missing-field' });
  });

  it('that came as one file is taken apart, for its owner alone', async () => {
    const path = join(temporaryFolder({ 'pack.json': JSON.stringify(pack) }), 'pack.json');
    const files = await unpackGold(path);
    const folder = dirname(path);
    expect(files).toEqual({
      chunks: join(folder, 'chunks.csv'),
      matrix: join(folder, 'matrix.csv'),
      labels: join(folder, 'labels.csv'),
    });
    for (const name of ['chunks', 'matrix', 'labels'] as const) {
      expect(readFileSync(files[name], 'utf8')).toBe(pack[name]);
      expect(statSync(files[name]).mode & 0o777).toBe(0o600);
    }
    const half = join(temporaryFolder({ 'p.json': '{"chunks":"","more":1}' }), 'p.json');
    expect((await faultsOf(unpackGold(half))).length).toBeGreaterThan(0);
  });

  it('needs its other files', async () => {
    const given = { kind: 'judgments', format: 'gold-pack' } as const;
    const mapping = { annotator: 'gold' };
    expect(await refusal(imported(await opened(), pack.chunks, { ...given, mapping }))).toEqual([
      ['gold-pack-files', {}],
    ]);
  });
});

describe('grades of a qrels file', () => {
  const given = { kind: 'judgments', format: 'trec-qrels' } as const;
  const answers = { B: 0, C: 0 };

  it('answer the question that is named, by who is named', async () => {
    const world = await opened();
    const mapping = { annotator: 'anna', question: 'A', answers };
    await imported(world, 'd0 0 u1 2\nd0 0 u2 0\n', { ...given, mapping });
    expect((await judgments(world)).map((one) => [one.unit, one.annotator, one.answers])).toEqual([
      ['u1', 'anna', { A: 2, B: 0, C: 0 }],
      ['u2', 'anna', { A: 0, B: 0, C: 0 }],
    ]);
  });

  it('are refused without the question, without a person, or with another question', async () => {
    const world = await opened();
    const refused = (mapping: object) =>
      refusal(imported(world, 'd0 0 u1 2\n', { ...given, mapping }));
    const expected = ['A', 'B', 'C'];
    for (const question of [undefined, 'D'])
      expect(await refused({ annotator: 'anna', ...(question && { question }) })).toMatchObject([
        ['wrong-value', { field: 'question', expected }],
      ]);
    expect(await refused({ question: 'A', answers })).toEqual([
      ['missing-field', { field: 'annotator', expected: { code: 'qrels-annotator', values: {} } }],
    ]);
    expect(
      await faultsOf(
        imported(world, 'd0 0 u1\n', { ...given, mapping: { annotator: 'a', question: 'A' } }),
      ),
    ).toMatchObject([{ file: 'file.jsonl', line: 1 }]);
  });
});

describe('a table of judgments', () => {
  it('in Parquet has the columns of the task, under their names or others', async () => {
    const world = await opened();
    const columns = [
      { name: 'id', type: 'text' },
      { name: 'annotator_id', type: 'text' },
      ...['A', 'B', 'Cc'].map((name) => ({ name, type: 'whole number' })),
    ] as Parameters<typeof writeParquet>[0];
    const row = { id: 'u1', annotator_id: 'anna', A: 2, B: 0, Cc: 1 };
    const bytes = new Uint8Array(writeParquet(columns, [row]));
    const given = { kind: 'judgments', name: 'j.parquet' } as const;
    const [found] = await faultsOf(imported(world, bytes, given));
    expect([found?.file, JSON.stringify(found?.values)]).toEqual([
      'j.parquet',
      expect.stringContaining('Cc'),
    ]);
    const mapping = { fields: { Cc: 'C' } };
    expect(await imported(world, bytes, { ...given, mapping })).toMatchObject({ inserted: 1 });
    expect((await judgments(world))[0]!.answers).toEqual({ A: 2, B: 0, C: 1 });
    const unused = { ...mapping, thresholds: { A: 1 } };
    expect(await faultsOf(imported(world, bytes, { ...given, mapping: unused }))).toMatchObject([
      { code: 'unknown-field', field: 'mapping.thresholds' },
    ]);
  });

  it('of RAG tasks is refused on another task', async () => {
    const world = await opened();
    const text = 'record_uuid,annotator_id,task,language,query,chunk\n1,a,topics,en,q,c\n';
    const given = { kind: 'judgments', format: 'rag-table', name: 'j.csv' } as const;
    expect(await refusal(imported(world, text, given))).toEqual([
      ['unknown-task', { got: 'topics', expected: ['retrieval', 'grounding', 'generation'] }],
    ]);
  });

  it('with a row that is too large is refused with its line', async () => {
    const world = await opened();
    const row = { id: 'u1', labels: ['A'], annotator_id: 'anna' };
    const text = jsonLines([row, { ...row, notes: 'x'.repeat(largestRow) }]);
    const faults = await faultsOf(imported(world, text, { kind: 'judgments' }));
    expect(faults).toMatchObject([{ code: 'row-too-large', file: 'file.jsonl', line: 2 }]);
  });
});
