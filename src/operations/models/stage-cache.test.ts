import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { insertUnits } from '../../store/units/units.ts';
import { importFile } from '../exchange/import-file.ts';
import { createProject } from '../protocol/create-project.ts';

const project = 'notes';
const source = `assay: 1
name: notes
guideline: { version: "1.0", file: guideline.md }
tasks:
  relevance:
    unit: { id: id, show: text }
    questions:
      relevant: { ask: Is the note relevant? }
      why: { ask: Why?, scale: text }
panel:
  nano: { kind: model, weight: 1, runs: 2, provider: openai }
consensus: majority
`;
const guideline = '# Guideline\n\n## relevant\n\nWhether it says much.\n\n## why\n\nIn words.\n';
const yes = { relevant: true };

describe('a cache of votes that is imported', () => {
  const made = lastingWorld(async (world) => {
    await createProject(world.lead, { source, guideline, files: {} });
    const rows = ['n1', 'n2'].map((id) => ({ id, subject: null, fields: { id, text: id } }));
    const place = { project, task: 'relevance' };
    await world.store.write((tx) => insertUnits(tx, place, rows, '2026-03-02T08:00:00.000Z'));
    return {};
  });

  /** What an import would do; nothing is written. */
  const staged = async (cache: object, given: object = {}) => {
    const path = join(temporaryFolder(), 'cache.json');
    writeFileSync(path, JSON.stringify(cache));
    const file = { project, kind: 'judgments', format: 'judgment-cache', path } as const;
    const request = { ...file, name: 'cache.json', dryRun: true, ...given };
    const { inserted, skipped } = await importFile(made().world.lead, request);
    return { inserted, skipped: skipped.map(({ code, values }) => [code, values['count']]) };
  };

  it('needs no texts, of which it has none, but every other answer', async () => {
    const raw = { 'relevance::n1::nano::run1': yes, 'relevance::n2::nano::run2': yes };
    expect(await staged({ raw })).toEqual({ inserted: 2, skipped: [] });
    const lacking = { raw: { ...raw, 'relevance::n1::nano::run2': {} } };
    await expect(staged(lacking)).rejects.toMatchObject({
      faults: [{ code: 'missing-field', file: 'cache.json', line: 1 }],
    });
    expect(await staged(lacking, { mode: 'flag' })).toEqual({
      inserted: 2,
      skipped: [['skipped-fault', 1]],
    });
  });

  it('is refused with a unit that nobody knows, unless that is left out', async () => {
    const raw = { 'relevance::n1::nano::run1': yes, 'relevance::n9::nano::run1': yes };
    await expect(staged({ raw })).rejects.toMatchObject({
      faults: [{ code: 'unknown-unit', values: { field: 'unit', got: 'n9' }, file: 'cache.json' }],
    });
    expect(await staged({ raw }, { mode: 'flag' })).toEqual({
      inserted: 1,
      skipped: [['skipped-unknown-units', 1]],
    });
  });

  it('leaves out other topics and aggregates, and says how many', async () => {
    const raw = { 'relevance::n1::nano::run1': yes, 'other::n1::nano::run1': yes };
    const aggregated = { 'relevance::n1': yes, 'relevance::n2': yes };
    expect(await staged({ raw, aggregated })).toEqual({
      inserted: 1,
      skipped: [
        ['skipped-other-topics', 1],
        ['skipped-aggregates', 2],
      ],
    });
  });

  it('gives aggregates of units without votes to whom the caller names', async () => {
    const raw = { 'relevance::n1::nano::run1': yes };
    const aggregated = { 'relevance::n1': yes, 'relevance::n2': yes };
    await made().world.person('anna', 'annotator', project);
    const mapping = { annotator: 'anna' };
    expect(await staged({ raw, aggregated }, { mapping })).toEqual({ inserted: 2, skipped: [] });
    expect(await staged({ raw: {}, aggregated }, { mapping })).toMatchObject({ inserted: 2 });
    const unknown = { 'relevance::n9': yes };
    await expect(staged({ raw, aggregated: unknown }, { mapping })).rejects.toMatchObject({
      faults: [{ code: 'unknown-unit' }],
    });
  });

  it('has judgments on the topic, which may be named', async () => {
    const raw = { 'notes_of_ours::n1::nano::run1': yes };
    await expect(staged({ raw })).rejects.toMatchObject({
      faults: [{ code: 'no-judgments', values: { topic: 'relevance' }, file: 'cache.json' }],
    });
    const mapping = { topic: 'notes_of_ours' };
    expect(await staged({ raw }, { mapping })).toEqual({ inserted: 1, skipped: [] });
    const aggregated = { 'relevance::n1': yes };
    await expect(staged({ raw: {}, aggregated })).rejects.toMatchObject({
      faults: [{ code: 'no-judgments' }],
    });
  });
});
