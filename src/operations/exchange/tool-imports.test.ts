import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { judgmentRows } from '../../../test/record-rows.ts';
import { codedText } from '../../domain/text-values.ts';
import { exportFile } from './export-file.ts';
import type { ExportRequest } from './export-request.ts';
import { importFile } from './import-file.ts';
import type { ImportResult } from './import-file.ts';
import type { ImportRequest } from './import-request.ts';

async function imported(
  world: WorkWorld,
  content: string,
  given: Partial<ImportRequest> & Pick<ImportRequest, 'kind'>,
): Promise<ImportResult> {
  const path = join(temporaryFolder(), 'file.jsonl');
  writeFileSync(path, content);
  return await importFile(world.lead, { project, path, name: 'file.jsonl', ...given });
}

async function exported(
  world: WorkWorld,
  given: Partial<ExportRequest> & Pick<ExportRequest, 'kind'>,
): Promise<string> {
  const { pieces } = await exportFile(world.lead, { project, ...given });
  const parts: string[] = [];
  for await (const piece of pieces) parts.push(String(piece));
  return parts.join('');
}

async function someProject(world: WorkWorld): Promise<WorkWorld> {
  const panel = '  people: { names: [anna, ben, cora] }';
  await makeProject(world, protocolContent({ rounds: '  {}', panel }), 6);
  return world;
}

const judgments = async (world: WorkWorld) =>
  await world.store.read((db) => judgmentRows(db, { project }));

describeStores('the files of other tools', (databases) => {
  it('of Argilla without a status bring nothing, which is no success, unless the mapping says so', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    // As Argilla 2 writes records with to_json.
    const text = JSON.stringify([
      {
        id: 'u1',
        status: 'completed',
        _server_id: '9f0c',
        fields: { text: 'text of u1' },
        metadata: {},
        suggestions: {},
        responses: { A: [{ value: 'yes', user_id: 'anna' }] },
        vectors: {},
      },
    ]);
    const values = { A: { yes: 1 } };
    const answers = { B: 0, C: 0 };
    await expect(
      imported(world, text, { kind: 'judgments', mapping: { values, answers } }),
    ).rejects.toThrow(
      'nothing in the file was imported. Left out: 1 response without a status; the mapping ' +
        'without_status: submitted treats it as submitted',
    );
    const mapping = { values, answers, without_status: 'submitted' } as const;
    expect(await imported(world, text, { kind: 'judgments', mapping })).toMatchObject({
      inserted: 1,
      skipped: [],
    });
    expect((await judgments(world))[0]).toMatchObject({ unit: 'u1', answers: { A: 1 } });
  });

  it('say what else they hold when only their units are imported', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  {}' }), 0);
    const common = { document: 'd', text: 't', _input_hash: 7, priority: 0.5 };
    const row = { ...common, options: [{ id: 'A' }], accept: ['A'] };
    const text = jsonLines([
      { ...row, id: 'u1', answer: 'accept', _annotator_id: 'anna' },
      { ...row, id: 'u1', answer: 'accept', _annotator_id: 'ben', priority: 0.7 },
      { ...row, id: 'u2', answer: 'ignore', _annotator_id: 'anna' },
    ]);
    expect(await imported(world, text, { kind: 'units' })).toMatchObject({
      inserted: 1,
      skipped: [
        codedText('skipped-ignored', { count: 1 }),
        codedText('skipped-differing', { count: 1, field: 'priority' }),
      ],
      warnings: [codedText('also-judgments', { count: 2 })],
    });
    expect(await imported(world, text, { kind: 'judgments' })).toMatchObject({
      inserted: 2,
      skipped: [codedText('skipped-ignored', { count: 1 })],
    });
  });

  it('bring the latest of several judgments by one person, and count the others', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const row = { text: 't', options: [{ id: 'A' }, { id: 'B' }], answer: 'accept' };
    const by = { _annotator_id: 'anna', id: 'u1' };
    const text = jsonLines([
      { ...row, ...by, accept: ['B'], _timestamp: 1_767_000_200 },
      { ...row, ...by, accept: ['A'], _timestamp: 1_767_000_100 },
      { ...row, id: 'u2', _annotator_id: 'anna', accept: ['A'] },
      { ...row, id: 'u2', _annotator_id: 'anna', accept: ['B'] },
    ]);
    expect(await imported(world, text, { kind: 'judgments' })).toMatchObject({
      inserted: 2,
      skipped: [codedText('skipped-revised', { count: 2 })],
    });
    expect((await judgments(world)).map(({ unit, answers }) => [unit, answers])).toEqual([
      ['u1', { A: 0, B: 1, C: 0 }],
      ['u2', { A: 0, B: 1, C: 0 }],
    ]);
  });

  it('leave the time of a judgment open where they do not say it, also when it is exported', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const row = (id: string, given: object): object => ({
      id,
      annotator_id: 'anna',
      labels: ['A'],
      guideline_version: '1.0',
      ...given,
    });
    const at = '2026-01-02T10:00:00.000Z';
    await imported(world, jsonLines([row('u1', {}), row('u2', { at })]), { kind: 'judgments' });
    const lines = (await exported(world, { kind: 'judgments' })).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { at?: string | null }).at)).toEqual([
      null,
      at,
    ]);
    const table = await exported(world, { kind: 'table', format: 'jsonl' });
    const times = table
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { at?: string | null }).at);
    expect(times.slice(0, 2)).toEqual([null, at]);
    const csv = await exported(world, { kind: 'judgments', format: 'csv' });
    expect(await imported(world, csv, { kind: 'judgments' })).toMatchObject({
      inserted: 0,
      unchanged: 2,
    });
    // The time becomes known: that is a revision.
    expect(
      await imported(world, jsonLines([row('u1', { at })]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1, revised: 1 });
  });
});
