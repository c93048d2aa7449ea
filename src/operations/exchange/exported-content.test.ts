import { describe, expect, it } from 'vitest';
import { exported, imported, judged } from '../../../test/exported-files.ts';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { jsonLines, parseLines } from '../../../test/run-assay.ts';
import { project } from '../../../test/work-world.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { exportFile } from './export-file.ts';
import type { ExportRequest } from './export-request.ts';

/** Of eight units four are judged, one of them ruled on; one is excluded, three are untouched. */
const exports = lastingWorld(async (world) => {
  const run = await judged(world);
  const sam = await world.person('sam', 'adjudicator');
  const rule = (unit: string, reason: string, decision: object) =>
    makeRuling(sam, { project, unit, reason, seen: null, idempotencyKey: unit, ...decision });
  await rule('u7', 'A.', { answers: { A: 2, B: 0, C: 0 } });
  await rule('u8', 'Garbled.', { exclude: true });
  const answers = { A: 2, B: 2, C: 2 };
  const zoe = { unit: 'u2', task: 'topics', annotator: 'zoe', answers, guideline: '1.0' };
  const { log } = await imported(world.lead, jsonLines([zoe]), { project, kind: 'judgments' });
  const { hash } = taskOf(await projectProtocol(world.store, project), 'topics');
  return { run, hash, origin: `import:${log}` };
});

const textOf = async (request: Omit<ExportRequest, 'project'>): Promise<string> =>
  (await exported(exports().world.lead, request)).text;
const rowsOf = async (request: Omit<ExportRequest, 'project'>) =>
  parseLines<Record<string, unknown>>(await textOf(request));
const linesOf = async (request: Omit<ExportRequest, 'project'>): Promise<readonly string[]> =>
  (await textOf(request)).trimEnd().split('\n');

describe('an export', () => {
  it('says what it is, and leaves an entry in the log', async () => {
    const { world, hash } = exports();
    const { file } = await exported(world.lead, { kind: 'truth' });
    const { protocol_hash, ...manifest } = file.manifest;
    expect(protocol_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(manifest).toEqual({
      project,
      task: 'topics',
      kind: 'truth',
      format: 'jsonl',
      protocol_version: 1,
      task_hash: hash,
      guideline_versions: {},
      rows: null,
      left_out: 0,
      simulated: false,
      at: '2026-03-02T08:20:00.000Z',
      by: 'lena',
    });
    await exported(world.lead, { kind: 'units', format: 'csv' });
    expect(await latestAudit(world, 1)).toMatchObject([
      {
        actor: 'lena',
        action: 'export',
        object: 'task/topics',
        detail: { kind: 'units', format: 'csv', rows: 8, task_hash: hash },
      },
    ]);
  });

  it('has a name and a type by what it holds', async () => {
    const { world } = exports();
    const named = async (request: Omit<ExportRequest, 'project'>) => {
      const { name, contentType } = await exportFile(world.lead, { project, ...request });
      return [name, contentType];
    };
    const csv = 'text/csv; charset=utf-8';
    const json = 'application/json; charset=utf-8';
    const lines = 'application/x-ndjson; charset=utf-8';
    const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(await named({ kind: 'units', format: 'xlsx' })).toEqual([
      'labels.topics.units.xlsx',
      sheet,
    ]);
    expect(await named({ kind: 'judgments', format: 'csv', annotator: 'anna' })).toEqual([
      'labels.topics.judgments.anna.csv',
      csv,
    ]);
    expect(await named({ kind: 'judgments', format: 'argilla' })).toEqual([
      'labels.topics.judgments.json',
      json,
    ]);
    expect(await named({ kind: 'truth', format: 'gold-chunks' })).toEqual([
      'labels.topics.truth.gold-chunks.csv',
      csv,
    ]);
    expect(await named({ kind: 'truth', format: 'gold-labels' })).toEqual([
      'labels.topics.truth.gold-labels.json',
      json,
    ]);
    expect(await named({ kind: 'truth', format: 'trec-qrels', question: 'A' })).toEqual([
      'labels.topics.truth.qrels',
      'text/plain; charset=utf-8',
    ]);
    expect(
      await named({
        kind: 'adjudication',
        format: 'adjudication-tasks',
        base: 'anna',
        question: 'A',
      }),
    ).toEqual(['labels.topics.adjudication.adjudication-tasks.jsonl', lines]);
    expect(await named({ kind: 'table', format: 'parquet' })).toEqual([
      'labels.topics.table.parquet',
      'application/vnd.apache.parquet',
    ]);
  });

  it('is refused in a format that its kind does not have, with those that it has', async () => {
    const { world } = exports();
    expect(await refusal(exported(world.lead, { kind: 'rulings', format: 'parquet' }))).toEqual([
      ['wrong-value', { field: 'format', got: '"parquet"', expected: ['jsonl', 'override-file'] }],
    ]);
  });
});

describe('the truth', () => {
  it('is a line for each unit that was judged or ruled on, in the order of the units', async () => {
    const { hash } = exports();
    const vote = { for: 2, against: 0 };
    const from = { judgments: 2, rounds: ['full'], guidelines: ['1.0'], origins: ['workbench'] };
    const tied = ['A', 'B', 'C'].map((name) => `${name} is tied between 0 and 1`);
    const common = { task: 'topics', task_hash: hash, assisted: 0 };
    expect(await rowsOf({ kind: 'truth' })).toEqual([
      {
        ...common,
        ...from,
        unit: 'u1',
        from: 'open',
        why: tied,
        line: `No truth yet, a ruling is needed: ${tied.join('; ')}`,
        document: 'd0',
      },
      {
        ...common,
        ...from,
        unit: 'u2',
        from: 'consensus',
        answers: { A: 0, B: 0, C: 0 },
        rule: 'unanimous',
        votes: { A: vote, B: vote, C: vote },
        line: expect.stringMatching(/^Truth: no label, unanimous, 2 of 2/),
        document: 'd0',
      },
      {
        ...common,
        ...from,
        unit: 'u3',
        from: 'consensus',
        answers: { A: 1, B: 1, C: 0 },
        rule: 'unanimous',
        votes: { A: vote, B: vote, C: vote },
        line: 'Truth: A (1) and B (1), unanimous, 2 of 2',
        document: 'd0',
      },
      {
        ...common,
        ...from,
        unit: 'u7',
        from: 'ruling',
        answers: { A: 2, B: 0, C: 0 },
        by: 'sam',
        reason: 'A.',
        rule: 'ruling',
        votes: { A: vote, B: vote, C: vote },
        line: 'Truth: A (2), ruled by sam: A.',
        document: 'd1',
      },
      {
        ...common,
        unit: 'u8',
        from: 'excluded',
        by: 'sam',
        reason: 'Garbled.',
        rule: 'exclusion',
        votes: {},
        judgments: 0,
        rounds: [],
        guidelines: [],
        origins: [],
        line: 'Excluded by sam: Garbled.',
        document: 'd1',
      },
    ]);
  });

  it('is the same in a table, with why a unit has none in the place of a reason', async () => {
    const { hash } = exports();
    const tied = 'A is tied between 0 and 1; B is tied between 0 and 1; C is tied between 0 and 1';
    const votes = 'A 2:0; B 2:0; C 2:0';
    const [, u1, , u3, u7, u8, ...rest] = await linesOf({ kind: 'truth', format: 'csv' });
    expect(rest).toEqual([]);
    expect(u1).toBe(
      `u1,open,,,,,${tied},${hash},,,2,full,1.0,workbench,0,` +
        `"No truth yet, a ruling is needed: ${tied}",d0`,
    );
    expect(u3).toBe(
      `u3,consensus,1,1,0,,,${hash},unanimous,${votes},2,full,1.0,workbench,0,` +
        '"Truth: A (1) and B (1), unanimous, 2 of 2",d0',
    );
    expect(u7).toBe(
      `u7,ruling,2,0,0,sam,A.,${hash},ruling,${votes},2,full,1.0,workbench,0,` +
        '"Truth: A (2), ruled by sam: A.",d1',
    );
    expect(u8).toBe(
      `u8,excluded,,,,sam,Garbled.,${hash},exclusion,,0,,,,0,Excluded by sam: Garbled.,d1`,
    );
  });

  it('repeats the fields that were asked for, and a value that is no text as JSON', async () => {
    const fields = ['subject', 'page', 'nosuch'];
    const [first] = await rowsOf({ kind: 'truth', fields });
    expect(first).toMatchObject({ subject: 'd0', page: 0, nosuch: null });
    expect(first).not.toHaveProperty('document');
    const [header, row] = await linesOf({ kind: 'truth', format: 'csv', fields });
    expect(header).toMatch(/,line,subject,page,nosuch$/);
    expect(row).toMatch(/,d0,0,$/);
  });

  it('is a gold pack of the units that have answers', async () => {
    expect(await linesOf({ kind: 'truth', format: 'gold-chunks' })).toEqual([
      'chunk_id,doc_id,text',
      'u2,d0,beta text 2',
      'u3,d0,alpha text 3',
      'u7,d1,alpha text 7',
    ]);
    expect(await linesOf({ kind: 'truth', format: 'gold-matrix' })).toEqual([
      '0,0,0',
      '1,1,0',
      '1,0,0',
    ]);
    expect(JSON.parse(await textOf({ kind: 'truth', format: 'gold-labels' }))).toEqual({
      labels: ['A', 'B', 'C'],
      synonyms: {},
    });
  });

  it('is a qrels file about the question that is named', async () => {
    const qrels = { kind: 'truth', format: 'trec-qrels' } as const;
    expect(await linesOf({ ...qrels, question: 'A' })).toEqual([
      'd0 0 u2 0',
      'd0 0 u3 1',
      'd1 0 u7 2',
    ]);
    expect(await linesOf({ ...qrels, question: 'B' })).toContain('d0 0 u3 1');
    const expected = ['A', 'B', 'C'];
    expect(await refusal(exported(exports().world.lead, { ...qrels, question: 'D' }))).toEqual([
      ['wrong-value', { field: 'question', got: 'D', expected }],
    ]);
    expect(await refusal(exported(exports().world.lead, qrels))).toEqual([
      ['wrong-value', { field: 'question', got: { code: 'not-given', values: {} }, expected }],
    ]);
  });
});

describe('the table of everything', () => {
  it('has a row for each judgment, and one for a unit that has none', async () => {
    const rows = await rowsOf({ kind: 'table', format: 'jsonl' });
    expect(
      rows.map((row) => [row['id'], row['annotator'], row['counts'], row['standing']]),
    ).toEqual([
      ['u1', 'anna', true, 'open'],
      ['u1', 'ben', false, 'open'],
      ['u1', 'ben', true, 'open'],
      ['u2', 'anna', true, 'settled'],
      ['u2', 'ben', true, 'settled'],
      ['u2', 'zoe', false, 'settled'],
      ['u3', 'anna', true, 'settled'],
      ['u3', 'ben', true, 'settled'],
      ['u4', undefined, undefined, 'undrawn'],
      ['u5', undefined, undefined, 'undrawn'],
      ['u6', undefined, undefined, 'undrawn'],
      ['u7', 'anna', true, 'ruled'],
      ['u7', 'ben', true, 'ruled'],
      ['u8', undefined, undefined, 'excluded'],
    ]);
  });

  it('says of a judgment what it answers, whether it counts, and where it is from', async () => {
    const { hash, origin } = exports();
    const rows = await rowsOf({ kind: 'table', format: 'jsonl' });
    const unit = {
      id: 'u7',
      subject: 'd1',
      document: 'd1',
      text: 'alpha text 7',
      source: 'where it is from',
      previous: 'before',
      page: 6,
      score: 'HIDDEN-6',
      standing: 'ruled',
      truth_A: 2,
      truth_B: 0,
      truth_C: 0,
      rule: 'ruling',
      votes: 'A 2:0; B 2:0; C 2:0',
      judgments: 2,
      rounds: 'full',
      guidelines: '1.0',
      origins: 'workbench',
      assisted: 0,
      line: 'Truth: A (2), ruled by sam: A.',
      ruled_by: 'sam',
      ruling_reason: 'A.',
      task_hash: hash,
    };
    expect(rows[11]).toEqual({
      ...unit,
      annotator: 'anna',
      answer_A: 1,
      answer_B: 0,
      answer_C: 0,
      counts: true,
      uncounted: null,
      uncounted_why: null,
      origin: 'workbench',
      round: 'full',
      guideline: '1.0',
      question_version: hash,
      at: '2026-03-02T08:00:00.000Z',
      seconds: 30,
      assistance: null,
    });
    expect(rows[1]).toMatchObject({
      uncounted: 'superseded',
      uncounted_why: 'a later judgment replaced it',
    });
    expect(rows[2]).toMatchObject({ notes: '=SUM(A1)', seconds: 10 });
    // A file that does not say when: the time of the import is not the judgment's.
    expect(rows[5]).toMatchObject({ origin, round: null, at: null, seconds: null });
  });
});
