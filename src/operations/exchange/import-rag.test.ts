import { codedText } from '../../domain/text-values.ts';
import { inEnglish } from '../../domain/english.ts';
import { expect, it } from 'vitest';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeWorld } from '../../../test/work-world.ts';
import { createProject } from '../protocol/create-project.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { judgmentRows } from '../../../test/record-rows.ts';
import { imported, someProject, judgments } from '../../../test/imported-files.ts';

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
            'rationale is missing, expected a non-empty text; to give all rows without one the ' +
            'same answer, set answers in the mapping',
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
        new RegExp(
          '^\\[2\\] is record [0-9a-f]{64} with a different chunk text, rank, document or ' +
            'language, expected the same as in record \\[0\\]',
        ),
      ),
    ];
    await expect(imported(world, text, { ...rag, name: 'records.json' })).rejects.toMatchObject({
      faults: [
        ...messages,
        '3 of 5 records have faults, so nothing was imported. Fix them, or leave them ' +
          'out (--skip-invalid).',
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
