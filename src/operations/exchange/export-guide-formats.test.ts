import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../domain/group-by.ts';
import { jsonLines, parseLines } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeWorld } from '../../../test/work-world.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import { insertRun, insertRunUnits } from '../../store/rounds/rounds.ts';
import { createSlots, markJudged } from '../../store/rounds/slots.ts';
import { createProject } from '../protocol/create-project.ts';
import { openRound } from '../rounds/open-round.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { addOne } from '../../../test/record-rows.ts';
import { exported, imported } from '../../../test/exported-files.ts';

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
    const byQuery = groupBy([1, 2, 3], (pair) => pairs[pair]!.query_id);
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
    const perQuery = groupBy(lines, (row) => String(row['query_id']));
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
        perUnit: 1,
        handOut: 'balanced',
        openedAt: '2026-03-01T00:00:00.000Z',
        openedBy: 'lena',
      });
      const own = { unit: id, position: 0 };
      await insertRunUnits(tx, run.id, [{ ...own, inclusionProbability: null }]);
      await createSlots(tx, run.id, [{ ...own, ordinal: 1, annotator: 'annotator_b' }]);
      const at = '2026-03-01T08:00:00.000Z';
      await markJudged(tx, { run: run.id, unit: id, annotator: 'annotator_b', at });
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
      `annotator_b answered ${id} with 1 in import and 2 in full. Pass --precedence to ` +
        'choose which one counts.',
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
      'record_uuid,annotator_id,task,language,inserted_at,created_at,record_status,' +
        'query,chunk,chunk_id,doc_id,chunk_rank,topically_relevant,evidence_sufficient,' +
        'misleading,notes,constraint_violated,constraint_details',
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
      'record_uuid,language,chunks,topically_relevant_any,evidence_sufficient_any,' +
        'misleading_any,support_present,unsupported_claim_present,' +
        'contradicted_claim_present,source_cited,fabricated_source,proper_action,' +
        'response_on_topic,helpful,incomplete,unsafe_content',
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
