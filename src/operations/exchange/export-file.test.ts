import { expect, it } from 'vitest';
import { jsonLines, parseLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  wrongOf,
} from '../../../test/work-world.ts';
import { exportFile } from './export-file.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { openRound } from '../rounds/open-round.ts';
import { saveDraft } from '../judging/save-draft.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { bytesOf, exported, imported, rounds, judged } from '../../../test/exported-files.ts';

describeStores('units whose texts look like formulas', (databases) => {
  it('are safe in tables for people, unchanged for programs, and come back the same', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 0);
    const rows = [
      { id: '=1+1', document: 'd', text: '-3' },
      { id: "'=1+1", document: '@d', text: "'tis" },
      { id: "'quoted'", document: 'd', text: '- an item\nand =another' },
    ];
    await imported(world.lead, jsonLines(rows), { project, kind: 'units' });
    const request = { kind: 'units', format: 'csv' } as const;
    const people = await exported(world.lead, request);
    const programs = await exported(world.lead, { ...request, raw: true });
    expect([people.file.manifest.escaped, programs.file.manifest.escaped]).toEqual([
      true,
      undefined,
    ]);
    expect(people.text).toBe(
      "id,document,text\n'=1+1,d,-3\n''=1+1,'@d,'tis\n'quoted',d,\"'- an item\nand =another\"\n",
    );
    expect(programs.text).toBe(
      "id,document,text\n=1+1,d,-3\n'=1+1,@d,'tis\n'quoted',d,\"- an item\nand =another\"\n",
    );
    const sheet = { project, kind: 'units', format: 'xlsx' } as const;
    for (const [content, raw] of [
      [people.text, false],
      [programs.text, true],
      [await bytesOf(await exportFile(world.lead, sheet)), false],
      [await bytesOf(await exportFile(world.lead, { ...sheet, raw: true })), true],
    ] as const)
      expect(await imported(world.lead, content, { project, kind: 'units', raw })).toMatchObject({
        inserted: 0,
        unchanged: 3,
      });
    // Lines of JSON are for programs.
    const { manifest } = (await exported(world.lead, { kind: 'units', format: 'jsonl' })).file;
    expect(manifest.escaped).toBeUndefined();
  });
});

describeStores('exported judgments', (databases) => {
  it('are one row per unit and annotator, the latest, with its own time and versions', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    const { text, file } = await exported(world.lead, { kind: 'judgments' });
    const rows = parseLines<Record<string, unknown>>(text);
    expect(rows.length).toBe(8);
    expect(
      new Set(rows.map((row) => `${String(row['unit'])} ${String(row['annotator'])}`)).size,
    ).toBe(8);
    const revised = rows.find((row) => row['notes'] === '=SUM(A1)')!;
    expect(revised).toMatchObject({
      annotator: 'ben',
      answers: wrongOf(String(revised['unit'])),
      at: '2026-03-02T08:20:00.000Z',
      round: 'full',
      guideline: '1.0',
      task_hash: file.manifest.task_hash,
    });
    expect(file).toMatchObject({
      name: 'labels.topics.judgments.jsonl',
      contentType: 'application/x-ndjson; charset=utf-8',
      manifest: { rows: 8, left_out: 0, guideline_versions: { '1.0': 8 }, by: 'lena' },
    });
    const own = await exported(world.lead, { kind: 'judgments', annotator: 'anna' });
    expect(parseLines(own.text).length).toBe(4);
  });

  it('are refused of a run or an annotator that is not there', async () => {
    const world = await makeWorld(await databases.open());
    const run = await judged(world);
    await world.person('dora');
    for (const format of ['jsonl', 'csv', 'doccano']) {
      await expect(
        exported(world.lead, { kind: 'judgments', format, annotator: 'nosuch' }),
      ).rejects.toMatchObject({
        faults: [
          { code: 'not-found', message: 'There is no annotator nosuch in the project labels.' },
        ],
      });
      await expect(
        exported(world.lead, { kind: 'judgments', format, annotator: 'anna', run: 'nosuch' }),
      ).rejects.toMatchObject({
        faults: [{ code: 'not-found', message: 'There is no run nosuch of the task topics.' }],
      });
    }
    expect(
      (await exported(world.lead, { kind: 'judgments', annotator: 'dora', run })).file.manifest
        .rows,
    ).toBe(0);
  });

  it('hold no drafts, and no judgments under other questions', async () => {
    const world = await makeWorld(await databases.open());
    const run = await judged(world);
    const cora = await world.person('cora');
    const second = (
      await openRound(world.lead, {
        project,
        round: 'full',
        seed: 2,
        annotators: ['cora', 'anna'],
      }).catch(() => null)
    )?.run.id;
    if (second !== undefined)
      await saveDraft(cora, {
        run: second,
        unit: (await nextUnits(cora, { run: second })).units[0]!.unit,
        answers: { A: 1 },
        asides: {},
        revision: 0,
      });
    expect(parseLines((await exported(world.lead, { kind: 'judgments' })).text).length).toBe(8);
    const before = (await exported(world.lead, { kind: 'judgments', run })).file.manifest.task_hash;
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({
        rounds,
        guideline: '1.1',
        question: 'D: { title: Label D, scale: grade }',
      }),
    });
    const now = await exported(world.lead, { kind: 'judgments' });
    expect(now).toMatchObject({ text: '', file: { manifest: { rows: 0, left_out: 8 } } });
    expect(
      (await exported(world.lead, { kind: 'judgments', taskHash: before })).file.manifest,
    ).toMatchObject({ rows: 8, left_out: 0, task_hash: before });
    await expect(
      exported(world.lead, { kind: 'judgments', taskHash: 'ffff' }),
    ).rejects.toMatchObject({ faults: [{ code: 'wrong-value', field: 'task_hash' }] });
  });

  it('come back the same from every format that can hold them', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    const jsonl = (await exported(world.lead, { kind: 'judgments' })).text;
    const answersOf = (text: string): readonly string[] =>
      parseLines<{ unit: string; annotator: string; answers: object }>(text)
        .map(({ unit, annotator, answers }) => JSON.stringify([unit, annotator, answers]))
        .toSorted();
    for (const format of [
      'jsonl',
      'flat-jsonl',
      'csv',
      'parquet',
      'label-studio',
      'argilla',
      'potato',
    ] as const) {
      const other = await makeWorld(await databases.open());
      await makeProject(other, protocolContent({ rounds }), 8);
      const content = await bytesOf(
        await exportFile(world.lead, { project, kind: 'judgments', format }),
      );
      const result = await imported(other.lead, content, { project, kind: 'judgments' });
      expect([format, result.inserted]).toEqual([format, 8]);
      expect(answersOf((await exported(other.lead, { kind: 'judgments' })).text)).toEqual(
        answersOf(jsonl),
      );
    }
  });

  it('name what a file for another tool has no place for', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    expect(
      (await exported(world.lead, { kind: 'judgments', format: 'label-studio' })).file.manifest
        .left_out_fields,
    ).toEqual(['guideline', 'round', 'confidence', 'flag', 'uncertain']);
    expect((await exported(world.lead, { kind: 'judgments' })).file.manifest).not.toHaveProperty(
      'left_out_fields',
    );
  });

  it('go on counting in Label Studio’s file, and are whole JSON, over many units', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 450);
    await world.person('dora');
    await imported(
      world.lead,
      jsonLines(
        Array.from({ length: 450 }, (_, at) => ({
          id: `u${at + 1}`,
          labels: [],
          annotator_id: 'anna',
        })),
      ),
      { project, kind: 'judgments' },
    );
    for (const format of ['label-studio', 'argilla'] as const) {
      const entries = JSON.parse(
        (await exported(world.lead, { kind: 'judgments', format })).text,
      ) as readonly { readonly id: unknown }[];
      expect(entries.length).toBe(450);
      expect(new Set(entries.map((one) => one.id)).size).toBe(450);
    }
    expect(
      JSON.parse(
        (
          await exported(world.lead, {
            kind: 'judgments',
            format: 'label-studio',
            annotator: 'dora',
          })
        ).text,
      ),
    ).toEqual([]);
  });

  it('escape spreadsheet formulas, but not for programs', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    for (const kind of ['judgments', 'table'] as const) {
      const request = { kind, format: 'csv' } as const;
      expect((await exported(world.lead, request)).text).toContain(",'=SUM(A1),");
      expect((await exported(world.lead, { ...request, raw: true })).text).toContain(',=SUM(A1),');
    }
  });

  it('are refused where the format cannot hold them, before anything is sent', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    for (const [format, code] of [
      ['prodigy', 'shape-unsupported'],
      ['rag-table', 'unknown-task'],
      ['doccano', 'missing-field'],
      ['trec-qrels', 'wrong-value'],
    ] as const) {
      await expect(
        exportFile(world.lead, { project, kind: 'judgments', format }),
      ).rejects.toMatchObject({ faults: [{ code }] });
    }
  });

  it('are for leads and reviewers', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    const rita = await world.person('rita', 'reviewer');
    await expect(exportFile(rita, { project, kind: 'judgments' })).resolves.toMatchObject({
      manifest: { by: 'rita' },
    });
    for (const role of ['annotator', 'adjudicator'] as const)
      await expect(
        exportFile(await world.person(`the-${role}`, role), { project, kind: 'judgments' }),
      ).rejects.toMatchObject({ faults: [{ code: 'role-needed' }] });
    await expect(
      exportFile(await world.person('eve', 'lead', 'another'), { project, kind: 'judgments' }),
    ).rejects.toMatchObject({ faults: [{ code: 'not-found' }] });
  });
});
