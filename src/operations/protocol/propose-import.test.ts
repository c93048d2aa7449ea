import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { judgments } from '../../../test/imported-files.ts';
import { importFile } from '../exchange/import-file.ts';
import { proposeImport } from './propose-import.ts';
import type { ImportProposal, ProposalRequest } from './propose-import.ts';

const source = `assay: 1
name: ${project}
title: Reviews
guideline: { version: "1.0", file: guideline.md }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
      tone:
        title: { en: Overall tone, de: Tonfall }
        scale: { nominal: [pos: { en: Positive, de: Positiv }, neg: { en: Negative, de: Negativ }] }
      spam: { title: Is it spam? }
panel:
  people: { names: [anna, ben] }
rounds: {}
`;

async function scene(world: WorkWorld): Promise<WorkWorld> {
  await makeProject(world, { source, guideline: '# Guideline\n', files: {} }, 6);
  return world;
}

function saved(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

async function proposed(
  world: WorkWorld,
  name: string,
  content: string,
  given: Partial<ProposalRequest> = {},
): Promise<ImportProposal> {
  const path = saved(name, content);
  return await proposeImport(world.lead, { project, path, name, ...given });
}

const choice = (name: string, label: string) => ({
  from_name: name,
  to_name: 'text',
  type: 'choices',
  value: { choices: [label] },
});

/** Label Studio's full JSON, with a control named by the title and labels that differ in case. */
const labelStudio = (labels: readonly string[]): string =>
  JSON.stringify(
    labels.map((label, at) => ({
      id: at + 1,
      data: { ID: `u${at + 1}`, text: 'a text' },
      annotations: [
        {
          id: at,
          completed_by: { email: 'anna' },
          result: [choice('overall_tone', label), choice('Spam', 'Nein')],
        },
      ],
    })),
  );

describeStores('a proposal', (databases) => {
  it('maps an export of Label Studio by names and titles, and shows what the import does', async () => {
    const world = await scene(await makeWorld(await databases.open()));
    const content = labelStudio(['POS', 'Negativ', 'positive', 'neg']);
    const said = await proposed(world, 'export.json', content);
    expect(said).toMatchObject({
      kind: 'judgments',
      format: 'label-studio',
      why: { code: 'looks-like-export' },
      refused: null,
    });
    expect(said.mapping).toEqual({
      fields: { overall_tone: 'tone', Spam: 'spam' },
      values: {
        overall_tone: { POS: 'pos', Negativ: 'neg', positive: 'pos' },
        Spam: { Nein: false },
      },
      unit: ['ID'],
    });
    expect(said.result?.preview.map(({ unit, values }) => [unit, values])).toEqual([
      ['u1', { tone: 'pos', spam: false }],
      ['u2', { tone: 'neg', spam: false }],
      ['u3', { tone: 'pos', spam: false }],
    ]);
    expect(await judgments(world)).toHaveLength(0);
    const { mapping } = said;
    const name = 'export.json';
    const request = { project, kind: 'judgments', path: saved(name, content), name } as const;
    const { inserted } = await importFile(world.lead, { ...request, mapping });
    expect([inserted, said.result?.inserted]).toEqual([4, 4]);
  });

  it('lists labels that do not fit once, with their counts', async () => {
    const world = await scene(await makeWorld(await databases.open()));
    const labels = ['mixed', 'mixed', 'mixed', 'unclear', 'POS', 'neg'];
    const { result, refused, mapping } = await proposed(world, 'export.json', labelStudio(labels));
    expect(result).toBeNull();
    expect(mapping.values?.['overall_tone']).toEqual({ POS: 'pos' });
    const unfit = refused!.faults.filter(({ code }) => code === 'unfit-labels');
    expect(unfit).toHaveLength(1);
    expect(unfit[0]!.values['labels']).toMatchObject([
      { values: { label: expect.stringContaining('mixed'), count: 3 } },
      { values: { label: expect.stringContaining('unclear'), count: 1 } },
    ]);
  });

  it('maps the columns of a table of votes, and says which it leaves out', async () => {
    const world = await scene(await makeWorld(await databases.open()));
    const table = 'Item_ID;Worker;TONFALL;Spam;Batch\nu1;anna;Positiv;Ja;7\nu2;ben;NEG;nein;7\n';
    const said = await proposed(world, 'votes.csv', table);
    expect(said).toMatchObject({
      kind: 'judgments',
      format: 'judgments-csv',
      refused: null,
      notes: [{ code: 'columns-left-out', values: { columns: ['Batch'] } }],
      mapping: {
        fields: { Item_ID: 'id', Worker: 'annotator', TONFALL: 'tone', Spam: 'spam', Batch: null },
      },
    });
    expect(said.result?.preview).toMatchObject([
      { unit: 'u1', annotator: 'anna', values: { tone: 'pos', spam: true } },
      { unit: 'u2', annotator: 'ben', values: { tone: 'neg', spam: false } },
    ]);
  });

  it('takes plain rows for units, and keeps to what somebody said that they are', async () => {
    const world = await scene(await makeWorld(await databases.open()));
    const rows = jsonLines([1, 2, 3, 4].map((at) => ({ id: `n${at}`, text: `New ${at}.` })));
    const said = await proposed(world, 'more.jsonl', rows);
    expect(said).toMatchObject({ kind: 'units', format: 'units-jsonl', mapping: {}, notes: [] });
    expect(said.result?.preview.map(({ unit }) => unit)).toEqual(['n1', 'n2', 'n3']);
    const judged = await proposed(world, 'more.jsonl', rows, { kind: 'judgments' });
    expect(judged).toMatchObject({ kind: 'judgments', format: 'judgments-jsonl', result: null });
    expect(judged.refused!.count).toBeGreaterThan(0);
  });

  it('is for leads alone', async () => {
    const world = await scene(await makeWorld(await databases.open()));
    const rita = await world.person('rita', 'reviewer');
    const path = saved('more.jsonl', '{"id":"n1","text":"New."}\n');
    await expect(proposeImport(rita, { project, path, name: 'more.jsonl' })).rejects.toMatchObject({
      faults: [{ code: 'role-needed' }],
    });
  });
});
