import { expect, it } from 'vitest';
import { jsonLines, parseLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { exported, imported, rounds, judged } from '../../../test/exported-files.ts';

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
      'id,from,A,B,C,by,reason,task_hash,rule,votes,judgments,rounds,guidelines,origins,assisted,line,' +
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
    await other.person('sam', 'adjudicator');
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
