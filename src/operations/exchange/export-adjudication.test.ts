import { describe, expect, it } from 'vitest';
import { exported, judged } from '../../../test/exported-files.ts';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { faultsOf, refusal } from '../../../test/refusals.ts';
import { parseLines } from '../../../test/run-assay.ts';

/** Four units judged alike by two people, but for u1. */
const team = lastingWorld(async (world) => ({ run: await judged(world) }));
const tasks = { kind: 'adjudication', format: 'adjudication-tasks', question: 'A' } as const;

describe('units to look over', () => {
  it('are those on which the base annotator is contradicted, as rows', async () => {
    const { world } = team();
    const { text, file } = await exported(world.lead, { ...tasks, base: 'anna' });
    expect(parseLines(text)).toEqual([
      {
        adjudication_id: 'adj-00001',
        source_task_id: null,
        id: 'u1',
        task_type: 'topics',
        status: 'PENDING',
        guideline_version: '1.0',
        target_annotator: 'adjudicator',
        selection_reasons: ['mismatch'],
        source_band: 'HIDDEN-BAND',
        A_b: 1,
        rationale_b: null,
        text: 'alpha text 1',
      },
    ]);
    expect(file.manifest).toMatchObject({ rows: 1, left_out: 0, guideline_versions: { '1.0': 8 } });
    const other = await exported(world.lead, { ...tasks, base: 'ben', target: 'sam', blind: true });
    const [row] = parseLines<Record<string, unknown>>(other.text);
    expect(row).toMatchObject({ id: 'u1', target_annotator: 'sam' });
    expect(row).not.toHaveProperty('A_b');
    expect(row).not.toHaveProperty('source_band');
  });

  it('need a base annotator, a question, and a run that is there', async () => {
    const { world } = team();
    const expected = { code: 'base-annotator', values: {} };
    for (const format of ['adjudication-tasks', 'adjudicated'])
      expect(await refusal(exported(world.lead, { ...tasks, format }))).toEqual([
        ['missing-field', { field: 'base', expected }],
      ]);
    const { question: _, ...unasked } = tasks;
    expect(await refusal(exported(world.lead, { ...unasked, base: 'anna' }))).toEqual([
      [
        'wrong-value',
        { field: 'question', got: { code: 'not-given', values: {} }, expected: ['A', 'B', 'C'] },
      ],
    ]);
    const nobody = { ...tasks, format: 'adjudicated', base: 'nobody' };
    expect(await refusal(exported(world.lead, nobody))).toEqual([
      [
        'not-found',
        { what: { code: 'judgment-of', values: { annotator: 'nobody', task: 'topics' } } },
      ],
    ]);
    expect(await refusal(exported(world.lead, { ...tasks, base: 'anna', run: 'none' }))).toEqual([
      ['not-found', { what: { code: 'run-of-task', values: { id: 'none', task: 'topics' } } }],
    ]);
    // The adjudicated file has the fields of the trial guide, which these units lack.
    const adjudicated = { ...tasks, format: 'adjudicated', base: 'anna' };
    const faults = await faultsOf(exported(world.lead, adjudicated));
    expect(new Set(faults.map(({ field }) => field))).toEqual(new Set(['query_id', 'nct_id']));
  });
});
