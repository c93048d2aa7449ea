import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, parseLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores, testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import { insertRun } from '../../store/rounds/rounds.ts';
import { createProject } from '../protocol/create-project.ts';
import { exportFile } from './export-file.ts';
import type { ExportedFile, ExportRequest } from './export-request.ts';
import { importFile } from './import-file.ts';
import type { ImportRequest } from './import-request.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { openRound } from '../rounds/open-round.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { saveDraft } from '../judging/save-draft.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { nextUnits } from '../judging/next-unit.ts';
import type { WorkContext } from '../work-context.ts';
import { addOne } from '../../../test/record-rows.ts';

async function bytesOf(file: ExportedFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of file.pieces)
    pieces.push(typeof piece === 'string' ? Buffer.from(piece, 'utf8') : Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function exported(
  who: WorkContext,
  request: Partial<ExportRequest> & Pick<ExportRequest, 'kind'>,
): Promise<{ readonly text: string; readonly file: ExportedFile }> {
  const file = await exportFile(who, { project, ...request });
  return { text: (await bytesOf(file)).toString('utf8'), file };
}

async function imported(
  who: WorkContext,
  content: string | Uint8Array,
  request: Omit<ImportRequest, 'path' | 'name'>,
): Promise<Awaited<ReturnType<typeof importFile>>> {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, content);
  return await importFile(who, { path, name: 'file', ...request });
}

const rounds = '  full: { units: 4, annotators: 2 }';

/** Four units judged by two people, one judgment revised, one draft that was never submitted. */
async function judged(world: WorkWorld): Promise<string> {
  await makeProject(world, protocolContent({ rounds }), 8);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const run = (
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators: ['anna', 'ben'] })
  ).run.id;
  await judgeAll(anna, run, truthOf);
  world.pass(10);
  const units = await judgeAll(ben, run, truthOf);
  world.pass(10);
  const own = (
    await world.store.read((db) =>
      judgmentsOfUnit(db, { project, task: 'topics', unit: units[0]! }),
    )
  ).find((one) => one.annotator === 'ben')!;
  await saveJudgment(ben, {
    run,
    unit: units[0]!,
    answers: wrongOf(units[0]!),
    asides: { notes: '=SUM(A1)' },
    idempotencyKey: 'again',
    supersedes: own.id,
    seconds: 10,
  });
  return run;
}

describeStores('units escaped for spreadsheets', (databases) => {
  it('say so, and do not come in a second time under another id', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 0);
    await imported(
      world.lead,
      jsonLines([
        { id: '=1+1', document: 'd', text: 'a' },
        { id: "'quoted'", document: 'd', text: 'b' },
      ]),
      { project, kind: 'units' },
    );
    const plain = await exported(world.lead, { kind: 'units', format: 'csv' });
    expect(plain.file.manifest.escaped).toBeUndefined();
    const { text, file } = await exported(world.lead, {
      kind: 'units',
      format: 'csv',
      escapeFormulas: true,
    });
    expect(file.manifest.escaped).toBe(true);
    expect(
      (await exported(world.lead, { kind: 'units', escapeFormulas: true })).file.manifest.escaped,
    ).toBeUndefined();
    await expect(imported(world.lead, text, { project, kind: 'units' })).rejects.toMatchObject({
      faults: [
        {
          code: 'escaped-unit',
          message:
            "The unit '=1+1 already exists as =1+1: the file was exported with escaped formulas. Export the units again without that option.",
        },
      ],
    });
    expect(await imported(world.lead, plain.text, { project, kind: 'units' })).toMatchObject({
      inserted: 0,
      unchanged: 2,
    });
    // An apostrophe of its own is no mistake.
    expect(
      await imported(world.lead, "id,document,text\n'=2+2,d,c\n", { project, kind: 'units' }),
    ).toMatchObject({ inserted: 1 });
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

  it('escape spreadsheet formulas when asked to, and only then', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    expect((await exported(world.lead, { kind: 'judgments', format: 'csv' })).text).toContain(
      ',=SUM(A1),',
    );
    expect(
      (await exported(world.lead, { kind: 'judgments', format: 'csv', escapeFormulas: true })).text,
    ).toContain(",'=SUM(A1),");
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

describeStores('exported truth, units and rulings', (databases) => {
  it('tell what is true on whose authority, and what is open why', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    const sam = await world.person('sam', 'adjudicator');
    const open = parseLines<{ unit: string; from: string; why?: readonly string[] }>(
      (await exported(world.lead, { kind: 'truth' })).text,
    ).find((row) => row.from === 'open');
    expect(open!.why!.length).toBeGreaterThan(0);
    await makeRuling(sam, {
      project,
      unit: open!.unit,
      answers: { A: 2, B: 0, C: 0 },
      reason: 'A.',
      seen: null,
      idempotencyKey: 'k',
    });
    const rows = parseLines<Record<string, unknown>>(
      (await exported(world.lead, { kind: 'truth' })).text,
    );
    expect(rows.map((row) => row['from']).toSorted()).toEqual([
      'consensus',
      'consensus',
      'consensus',
      'ruling',
    ]);
    expect(rows.find((row) => row['unit'] === open!.unit)).toMatchObject({
      from: 'ruling',
      answers: { A: 2, B: 0, C: 0 },
      by: 'sam',
      reason: 'A.',
    });
    const csv = (await exported(world.lead, { kind: 'truth', format: 'csv' })).text.split('\n');
    expect(csv[0]).toBe(
      'id,from,A,B,C,by,reason,task_hash,rule,votes,judgments,rounds,guidelines,origins,line,' +
        'document',
    );
    expect(csv.slice(1, -1).filter((line) => /,[^,]+$/.exec(line) === null)).toEqual([]);
    expect(csv.find((line) => line.startsWith(`${open!.unit},`))).toContain(
      `${open!.unit},ruling,2,0,0,sam,A.,`,
    );
    const matrix = (await exported(world.lead, { kind: 'truth', format: 'gold-matrix' })).text
      .trim()
      .split('\n');
    const chunks = (await exported(world.lead, { kind: 'truth', format: 'gold-chunks' })).text
      .trim()
      .split('\n');
    expect([matrix.length, chunks.length, chunks[0]]).toEqual([4, 5, 'chunk_id,doc_id,text']);
    expect(matrix[chunks.findIndex((line) => line.startsWith(`${open!.unit},`)) - 1]).toBe('1,0,0');
    const qrels = (
      await exported(world.lead, { kind: 'truth', format: 'trec-qrels', question: 'A' })
    ).text
      .trim()
      .split('\n');
    expect(qrels).toContain(`d0 0 ${open!.unit} 2`);
    await expect(
      exported(world.lead, { kind: 'truth', format: 'trec-qrels' }),
    ).rejects.toMatchObject({ faults: [{ code: 'wrong-value', field: 'question' }] });
  });

  it('say by what rule, with how many votes and from where, and repeat the fields asked for', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    const rows = parseLines<Record<string, unknown>>(
      (await exported(world.lead, { kind: 'truth', fields: ['subject', 'text'] })).text,
    );
    const settled = rows.find((row) => row['from'] === 'consensus')!;
    expect(settled).toMatchObject({
      rule: 'unanimous',
      votes: { A: { for: 2, against: 0 } },
      judgments: 2,
      rounds: ['full'],
      guidelines: ['1.0'],
      origins: ['workbench'],
      subject: 'd0',
      text: expect.stringMatching(/text \d$/),
      line: expect.stringMatching(/^Truth: .+, unanimous, 2 of 2$/),
    });
    const open = rows.find((row) => row['from'] === 'open')!;
    expect(open).not.toHaveProperty('rule');
    expect(open['line']).toMatch(/^No truth yet, a ruling is needed: /);
  });

  it('put everything into one table, a row per judgment, also those that do not count', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    const [first] = parseLines<{ unit: string }>(
      (await exported(world.lead, { kind: 'truth' })).text,
    );
    const { unit } = first!;
    const answers = { A: 2, B: 2, C: 2 };
    await imported(
      world.lead,
      jsonLines([{ unit, task: 'topics', annotator: 'zoe', answers, guideline: '1.0' }]),
      { project, kind: 'judgments' },
    );
    const rows = parseLines<Record<string, unknown>>(
      (await exported(world.lead, { kind: 'table', format: 'jsonl' })).text,
    );
    const about = rows.filter((row) => row['id'] === unit && row['uncounted'] !== 'superseded');
    expect(about.map((row) => [row['annotator'], row['counts'], row['uncounted']])).toEqual([
      [expect.any(String), true, null],
      [expect.any(String), true, null],
      ['zoe', false, 'not-on-panel'],
    ]);
    expect(about[2]).toMatchObject({
      answer_A: 2,
      origin: expect.stringMatching(/^import/),
      uncounted_why: expect.stringContaining('panel'),
      standing: about[0]!['standing'],
      subject: 'd0',
    });
    // Units that nobody has judged are there too.
    expect(new Set(rows.map((row) => row['id'])).size).toBe(8);
    const csv = (await exported(world.lead, { kind: 'table' })).text.trim().split('\n');
    expect(csv).toHaveLength(rows.length + 1);
    const parquet = await exported(world.lead, { kind: 'table', format: 'parquet' });
    expect(parquet.file.name).toMatch(/\.parquet$/);
  });

  it('come back the same', async () => {
    const world = await makeWorld(await databases.open());
    await judged(world);
    const sam = await world.person('sam', 'adjudicator');
    await makeRuling(sam, {
      project,
      unit: 'u7',
      answers: { A: 2, B: 0, C: 0 },
      reason: 'A.',
      seen: null,
      idempotencyKey: 'k',
    });
    await makeRuling(sam, {
      project,
      unit: 'u8',
      exclude: true,
      reason: 'Garbled.',
      seen: null,
      idempotencyKey: 'k2',
    });
    const other = await makeWorld(await databases.open());
    await makeProject(other, protocolContent({ rounds }), 0);
    for (const format of ['jsonl', 'csv'] as const) {
      const result = await imported(
        other.lead,
        (await exported(world.lead, { kind: 'units', format })).text,
        { project, kind: 'units' },
      );
      expect([format, result.inserted, result.unchanged]).toEqual(
        format === 'jsonl' ? ['jsonl', 8, 0] : ['csv', 0, 8],
      );
    }
    const rulings = await exported(world.lead, { kind: 'rulings' });
    expect(await imported(other.lead, rulings.text, { project, kind: 'rulings' })).toMatchObject({
      inserted: 2,
    });
    const again = await exported(other.lead, { kind: 'rulings' });
    expect(again.text).toBe(rulings.text);
    const overrides = JSON.parse(
      (await exported(world.lead, { kind: 'rulings', format: 'override-file', topic: 'T1' })).text,
    ) as { readonly T1: readonly object[] };
    expect(overrides.T1).toEqual([
      {
        review_id: 'u7',
        business_id: 'd1',
        original: expect.any(Object),
        corrected: { A: 2, B: 0, C: 0 },
        reason: 'A.',
        by: 'sam',
        at: expect.any(String),
      },
    ]);
  });
});

describe('the formats of the trial guide and of the RAG tasks', () => {
  const databases = testDatabases('sqlite');
  const example = (name: string, file: string): string =>
    readFileSync(new URL(`../../../examples/${name}/${file}`, import.meta.url), 'utf8');

  it('write the rows of both tasks as the guide prescribes them, letter by letter', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, protocolFolder('examples/trial-relevance'));
    for (const task of ['relevance', 'rules']) {
      const place = { project: 'trial-relevance', task } as const;
      const rows = example('trial-relevance', `judgments/${task}.annotator_a.jsonl`);
      await imported(world.lead, example('trial-relevance', `units/${task}.jsonl`), {
        ...place,
        kind: 'units',
      });
      await imported(world.lead, rows, { ...place, kind: 'judgments' });
      const { text, file } = await exported(world.lead, {
        ...place,
        kind: 'judgments',
        format: 'flat-jsonl',
        annotator: 'annotator_a',
      });
      expect(text.split('\n').toSorted()).toEqual(rows.split('\n').toSorted());
      expect(file).toMatchObject({
        name: `trial-relevance.${task}.judgments.annotator_a.jsonl`,
        manifest: { left_out_fields: ['round', 'at', 'seconds'] },
      });
    }
  });

  it('select what is to be adjudicated, with stable numbers, and apply the rulings', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, protocolFolder('examples/trial-relevance'));
    const trial = { project: 'trial-relevance', task: 'relevance' } as const;
    const units = Array.from({ length: 6 }, (_, at) => ({
      ...(JSON.parse(
        example('trial-relevance', 'units/relevance.jsonl').split('\n')[at]!,
      ) as object),
      band: at < 4 ? 'likely_2' : 'hard_negative',
      heuristic_score: 10 - at,
    }));
    await imported(world.lead, jsonLines(units), { ...trial, kind: 'units' });
    const pairs = units.map(
      (unit) => unit as unknown as { readonly query_id: string; readonly nct_id: string },
    );
    const judgment = (
      at: number,
      annotator: string,
      label: number,
      given: object = {},
    ): object => ({
      query_id: pairs[at]!.query_id,
      nct_id: pairs[at]!.nct_id,
      relevance_label: label,
      rationale: `${annotator} says ${label}`,
      annotator_id: annotator,
      guideline_version: 'm4-v1',
      ...given,
    });
    const rows = [
      [0, 2, 2],
      [1, 1, 0],
      [2, 1, 1],
      [3, 1, 1],
      [4, 0, 0],
      [5, 0, 0],
    ].flatMap(([at, b, a]) => [
      judgment(at!, 'annotator_b', b!, at === 4 ? { uncertain: true } : {}),
      judgment(at!, 'annotator_a', a!),
    ]);
    expect(
      await imported(world.lead, jsonLines(rows), { ...trial, kind: 'judgments' }),
    ).toMatchObject({ inserted: 12 });

    const request = {
      ...trial,
      kind: 'adjudication',
      base: 'annotator_b',
      target: 'annotator_c',
      question: 'relevance_label',
      cap: 1,
    } as const;
    const tasks = parseLines<Record<string, unknown>>(
      (await exported(world.lead, { ...request, format: 'adjudication-tasks' })).text,
    );
    const at = (row: Record<string, unknown>): number =>
      pairs.findIndex((pair) => pair.query_id === row['query_id'] && pair.nct_id === row['nct_id']);
    const reasons = new Map(tasks.map((row) => [at(row), row['selection_reasons']]));
    expect(reasons.get(0)).toEqual(['label_2']);
    expect(reasons.get(1)).toEqual(expect.arrayContaining(['mismatch']));
    expect(reasons.get(4)).toEqual(['annotator_ambiguous']);
    expect(reasons.has(5)).toBe(false);
    // Of the pairs that were expected to be relevant and got 1, the best-scored one per query.
    const byQuery = Map.groupBy([1, 2, 3], (pair) => pairs[pair]!.query_id);
    for (const own of byQuery.values())
      expect(
        own.filter(
          (pair) =>
            (reasons.get(pair) as readonly string[] | undefined)?.includes('likely2_labeled1') ===
            true,
        ),
      ).toEqual([own[0]]);
    expect(tasks.map((row) => row['adjudication_id'])).toEqual(
      tasks.map((_, place) => `adj-0000${place + 1}`),
    );
    expect(tasks[0]).toMatchObject({
      target_annotator: 'annotator_c',
      guideline_version: 'm4-v1',
      source_band: 'likely_2',
      relevance_label_b: expect.any(Number),
      rationale_b: expect.any(String),
    });
    const blind = (
      await exported(world.lead, { ...request, format: 'adjudication-tasks', blind: true })
    ).text;
    expect(blind).not.toMatch(/source_band|_b"|heuristic_score|likely_2/);

    const unitOf = (pair: number): string => `${pairs[pair]!.query_id}::${pairs[pair]!.nct_id}`;
    const senior = await world.person('sam', 'adjudicator', 'trial-relevance');
    await makeRuling(senior, {
      ...trial,
      unit: unitOf(1),
      answers: { relevance_label: 2 },
      reason: 'The condition fits.',
      seen: null,
      idempotencyKey: 'k1',
    });
    await makeRuling(senior, {
      ...trial,
      unit: unitOf(5),
      exclude: true,
      reason: 'No eligibility text.',
      seen: null,
      idempotencyKey: 'k2',
    });
    const adjudicated = await exported(world.lead, { ...request, format: 'adjudicated' });
    const lines = parseLines<Record<string, unknown>>(adjudicated.text);
    expect(lines.length).toBe(5);
    expect(lines.find((row) => at(row) === 1)).toMatchObject({
      relevance_label: 2,
      rationale: 'The condition fits.',
      annotator_id: 'adjudicated',
      adjudicated: true,
      adjudicator_id: 'sam',
    });
    expect(lines.find((row) => at(row) === 2)).toMatchObject({
      relevance_label: 1,
      annotator_id: 'annotator_b',
    });
    expect(adjudicated.file.manifest['adjudication']).toMatchObject({
      adjudicated: 1,
      changed: 1,
      changed_rate: 1,
      transitions: { '1->2': 1 },
      excluded: { [unitOf(5)]: 'No eligibility text.' },
      labels: { 0: 1, 1: 2, 2: 2 },
    });
    const perQuery = Map.groupBy(lines, (row) => String(row['query_id']));
    const expected = [...perQuery].map(([query, own]) => [
      query,
      Object.fromEntries(
        [0, 1, 2].flatMap((label) =>
          own.some((row) => row['relevance_label'] === label)
            ? [[label, own.filter((row) => row['relevance_label'] === label).length]]
            : [],
        ),
      ),
    ]);
    expect(adjudicated.file.manifest['adjudication']).toMatchObject({
      query_labels: Object.fromEntries(expected) as object,
    });
    await expect(
      exported(world.lead, { ...request, base: 'nobody', format: 'adjudicated' }),
    ).rejects.toMatchObject({ faults: [{ code: 'not-found' }] });
    await expect(
      exported(world.lead, { project: 'trial-relevance', task: 'relevance', kind: 'adjudication' }),
    ).rejects.toMatchObject({ faults: [{ code: 'missing-field', field: 'base' }] });
  });

  it('refuse to merge rounds in which a pair was judged differently, unless it is said which counts', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, protocolFolder('examples/trial-relevance'));
    const trial = { project: 'trial-relevance', task: 'relevance' } as const;
    const [unit] = parseLines<{ readonly query_id: string; readonly nct_id: string }>(
      example('trial-relevance', 'units/relevance.jsonl'),
    );
    await imported(world.lead, jsonLines([unit]), { ...trial, kind: 'units' });
    const row = {
      query_id: unit!.query_id,
      nct_id: unit!.nct_id,
      relevance_label: 1,
      rationale: 'first',
      annotator_id: 'annotator_b',
      guideline_version: 'm4-v1',
    };
    await imported(world.lead, jsonLines([row]), { ...trial, kind: 'judgments' });
    const id = `${unit!.query_id}::${unit!.nct_id}`;
    const { taskHash } = (
      await world.store.read((db) => judgmentsOfUnit(db, { ...trial, unit: id }))
    )[0]!;
    await world.store.write(async (tx) => {
      const run = await insertRun(tx, {
        id: 'run-1',
        ...trial,
        round: 'full',
        protocolVersion: 1,
        guideline: 'm4-v1',
        taskHash,
        seed: 1,
        perUnit: 2,
        handOut: 'balanced',
        openedAt: '2026-03-01T00:00:00.000Z',
        openedBy: 'lena',
      });
      await addOne(tx, {
        id: 'later',
        ...trial,
        run: run.id,
        unit: id,
        annotator: 'annotator_b',
        answers: { relevance_label: 2, rationale: 'second' },
        asides: {},
        guideline: 'm4-v1',
        taskHash,
        at: '2026-03-01T08:00:00.000Z',
        seconds: null,
        idempotencyKey: 'later',
        origin: 'workbench',
      });
    });
    const request = {
      ...trial,
      kind: 'adjudication',
      format: 'adjudicated',
      base: 'annotator_b',
      question: 'relevance_label',
    } as const;
    await expect(exported(world.lead, request)).rejects.toThrow(
      `annotator_b answered ${id} with 1 in import and 2 in full. Pass --precedence to choose which one counts.`,
    );
    const label = async (precedence: 'latest' | readonly string[]): Promise<unknown> =>
      parseLines<Record<string, unknown>>(
        (await exported(world.lead, { ...request, precedence })).text,
      )[0]!['relevance_label'];
    expect([await label('latest'), await label(['import', 'full']), await label(['full'])]).toEqual(
      [2, 1, 2],
    );
  });

  it('are the tables and the merged view of the RAG tasks, and records make units of all three', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, protocolFolder('examples/rag-tasks'));
    const rag = 'rag-tasks';
    const records = await imported(world.lead, example(rag, 'records.jsonl'), {
      project: rag,
      kind: 'units',
    });
    expect(records).toMatchObject({
      format: 'rag-records-jsonl',
      tasks: [{ task: 'retrieval' }, { task: 'grounding' }, { task: 'generation' }],
    });
    expect(
      await imported(world.lead, example(rag, 'records.jsonl'), { project: rag, kind: 'units' }),
    ).toMatchObject({ inserted: 0, log: null });
    for (const task of ['retrieval', 'grounding', 'generation']) {
      await openRound(world.lead, { project: rag, round: task, seed: 1 });
      for (const person of ['mara', 'jonas'])
        await imported(world.lead, example(rag, `judgments/${task}.${person}.jsonl`), {
          project: rag,
          task,
          round: task,
          kind: 'judgments',
        });
    }
    const table = (
      await exported(world.lead, {
        project: rag,
        task: 'retrieval',
        kind: 'judgments',
        format: 'rag-table',
      })
    ).text;
    expect(table.split('\r\n')[0]).toBe(
      'record_uuid,annotator_id,task,language,inserted_at,created_at,record_status,query,chunk,chunk_id,doc_id,chunk_rank,topically_relevant,evidence_sufficient,misleading,notes,constraint_violated,constraint_details',
    );
    // What was exported is read back as the same answers: nothing is new.
    expect(
      await imported(world.lead, table, { project: rag, task: 'retrieval', kind: 'judgments' }),
    ).toMatchObject({ format: 'rag-table', revised: 0 });
    const view = await exported(world.lead, { project: rag, kind: 'truth', format: 'rag-merged' });
    const merged = view.text.trim().split('\n');
    expect(view.file.manifest).toMatchObject({
      rows: merged.length - 1,
      units_without_truth: expect.any(Number),
      excluded_units: 0,
    });
    const open = parseLines<{ unit: string; from: string }>(
      (await exported(world.lead, { project: rag, task: 'generation', kind: 'truth' })).text,
    ).find((row) => row.from === 'open');
    const senior = await world.person('sam', 'adjudicator', rag);
    await makeRuling(senior, {
      project: rag,
      task: 'generation',
      unit: open!.unit,
      exclude: true,
      reason: 'Torn.',
      seen: null,
      idempotencyKey: 'k',
    });
    expect(
      (await exported(world.lead, { project: rag, kind: 'truth', format: 'rag-merged' })).file
        .manifest,
    ).toMatchObject({
      units_without_truth: Number(view.file.manifest['units_without_truth']) - 1,
      excluded_units: 1,
    });
    expect(merged[0]).toBe(
      'record_uuid,language,chunks,topically_relevant_any,evidence_sufficient_any,misleading_any,support_present,unsupported_claim_present,contradicted_claim_present,source_cited,fabricated_source,proper_action,response_on_topic,helpful,incomplete,unsafe_content',
    );
    const perRecord = new Set(
      parseLines<{ unit: string }>(
        (await exported(world.lead, { project: rag, task: 'generation', kind: 'truth' })).text,
      ).map((row) => row.unit),
    );
    expect(merged.length - 1).toBe(perRecord.size);
    expect(merged.slice(1).some((line) => line.includes('true'))).toBe(true);
  });
});
