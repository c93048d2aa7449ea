import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { importFile } from '../../exchange/import-file.ts';
import { showCase } from '../../rulings/show-case.ts';
import { chooseModelVotes } from '../../rulings/model-votes.ts';
import { exploreUnits } from '../../units/explore-units.ts';
import { showUnit } from '../../units/show-unit.ts';
import { auditLog } from '../../workspace/audit-log.ts';
import { insertUnits } from '../../../store/units/units.ts';
import { FakeProvider } from '../../../../test/fake-provider/fake-provider.ts';
import { asked, notes, place, project, units } from '../../../../test/noted-models.ts';
import { jsonLines } from '../../../../test/run-assay.ts';
import { describeStores } from '../../../../test/stores.ts';
import { modelDifferences, modelFigures } from '../compare-models.ts';
import { modelAttempts, showAttempt } from './model-attempts.ts';
import { modelsOverview } from './models-overview.ts';
import { estimateModels, setModelJob, startModels } from './start-models.ts';

describeStores('models that a lead starts', (databases) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-models-'));
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are estimated first, then asked by a worker, and shown with what they cost', async () => {
    const { world, work } = await notes(await databases.open());
    const estimate = await estimateModels(world.lead, asked);
    expect(estimate.counts).toMatchObject({ cells: 12, judged: 0 });
    expect(estimate.models).toMatchObject([
      { entry: 'nano', requests: 8, cost: null },
      { entry: 'mini', requests: 4, cost: null },
    ]);
    expect(await modelsOverview(world.lead, place)).toMatchObject({ jobs: [], isDated: false });
    const { job } = await startModels(world.lead, asked);
    await expect(startModels(world.lead, asked)).rejects.toMatchObject({
      faults: [{ code: 'models-running' }],
    });
    const before = (await modelsOverview(world.lead, place)).jobs[0]!;
    expect(before).toMatchObject({
      id: job,
      state: 'running',
      createdBy: 'lena',
      progress: { cells: 12, judged: 0, open: 12, perMinute: null, secondsLeft: null },
    });
    await work();
    const after = await modelsOverview(world.lead, place);
    expect(after.jobs).toMatchObject([{ id: job, state: 'done', progress: null }]);
    expect(after.runs).toMatchObject([
      { annotator: 'mini#1', accepted: 2, refused: 1, rejected: { not_json: 3 }, cost: null },
      { annotator: 'nano#1', asked: 4, accepted: 4, cost: null },
      { annotator: 'nano#2', asked: 4, accepted: 4, cost: null },
    ]);
    const acts = await auditLog(world.lead, { project, limit: 50 });
    expect(acts.entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['models-start', 'models-done', 'models-replies']),
    );
  });

  it('are estimated from 300 of many requests as if all had been measured', async () => {
    const estimated = async (count: number) => {
      const { world } = await notes(await databases.open());
      const rows = Array.from({ length: count - units.length }, (_, at) => {
        const id = `m${at}`;
        return { id, subject: null, fields: { id, text: 'text of n1' } };
      });
      await world.store.write((tx) => insertUnits(tx, place, rows, '2026-03-02T08:00:00.000Z'));
      return (await estimateModels(world.lead, { ...asked, models: 'mini:1' })).models[0]!;
    };
    const [few, many] = [await estimated(100), await estimated(1000)];
    expect([few.requests, many.requests]).toEqual([100, 1000]);
    // The texts are equally long, so ten times the units are ten times the tokens.
    expect(many.input).toEqual({ low: few.input.low * 10, high: few.input.high * 10 });
    expect(many.output).toEqual({ low: few.output.low * 10, high: few.output.high * 10 });
  });

  it('are paused and go on, by leads alone, and each is written down', async () => {
    const { world, work } = await notes(await databases.open());
    const { job } = await startModels(world.lead, asked);
    const ada = await world.person('ada', 'adjudicator', project);
    const set = (context: typeof ada, state: 'running' | 'paused') =>
      setModelJob(context, { project, job, state });
    await expect(set(ada, 'paused')).rejects.toMatchObject({ faults: [{ code: 'role-needed' }] });
    await set(world.lead, 'paused');
    await work();
    expect(await modelsOverview(world.lead, place)).toMatchObject({
      runs: [],
      jobs: [{ state: 'paused', reason: { code: 'pause-lead', values: { by: 'lena' } } }],
    });
    await set(world.lead, 'running');
    await work();
    expect((await modelsOverview(world.lead, place)).jobs).toMatchObject([{ state: 'done' }]);
    await expect(set(world.lead, 'paused')).rejects.toMatchObject({
      faults: [{ code: 'models-done' }],
    });
  });

  it('wait for a key with its name, while other jobs go on', async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    const { world, work } = await notes(
      await databases.open(),
      '  big: { kind: model, provider: openai }\n',
    );
    const { panel } = await modelsOverview(world.lead, place);
    expect(panel.map(({ entry, lacks }) => [entry, lacks?.values['variable'] ?? null])).toEqual([
      ['nano', null],
      ['mini', null],
      ['big', 'OPENAI_API_KEY'],
    ]);
    await startModels(world.lead, { ...asked, models: 'big:1' });
    await work();
    const [job] = (await modelsOverview(world.lead, place)).jobs;
    expect(job).toMatchObject({
      state: 'paused',
      reason: { code: 'pause-faults', values: { faults: [{ code: 'key-missing' }] } },
    });
  });

  it('stop at once when they are paused in the middle of a call, or the worker ends', async () => {
    const provider = await FakeProvider.start();
    try {
      for (const [name, value] of Object.entries(provider.environment)) vi.stubEnv(name, value);
      const match = { method: 'POST', path: '/v1/responses', times: 999 } as const;
      provider.plan.add({ match, fault: { do: 'slow-headers', ms: 3_600_000 } });
      const { world, work } = await notes(
        await databases.open(),
        '  big: { kind: model, provider: openai }\n',
      );
      const { job } = await startModels(world.lead, { ...asked, models: 'big:1' });
      const calls = (): number => provider.ledger.requestsTo('POST /v1/responses');
      const paused = work();
      await expect.poll(calls).toBeGreaterThan(0);
      await setModelJob(world.lead, { project, job, state: 'paused' });
      expect(await paused).toMatchObject([{ job, state: 'running', stops: [] }]);
      const shown = async () => (await modelsOverview(world.lead, place)).jobs[0];
      expect(await shown()).toMatchObject({ state: 'paused', reason: { code: 'pause-lead' } });
      await setModelJob(world.lead, { project, job, state: 'running' });
      const before = calls();
      const ending = new AbortController();
      const ended = work(ending.signal);
      await expect.poll(calls).toBeGreaterThan(before);
      ending.abort();
      await ended;
      // Another worker goes on with it.
      expect(await shown()).toMatchObject({ state: 'running', reason: null });
    } finally {
      await provider.stop();
    }
  });

  it('replay no file of the machine', async () => {
    const { world } = await notes(await databases.open());
    await expect(
      startModels(world.lead, { ...asked, replay: '/etc/passwd' }),
    ).rejects.toMatchObject({ faults: [{ code: 'wrong-value' }] });
  });

  it('are compared with each other and people, down to the replies and prompts', async () => {
    const { world, work } = await notes(await databases.open());
    await startModels(world.lead, asked);
    await work();
    const path = join(folder, 'people.jsonl');
    const judged = ['anna', 'ben'].flatMap((annotator) =>
      units.map((unit) => ({ unit, annotator, answers: { relevant: unit !== 'n1' } })),
    );
    writeFileSync(path, jsonLines(judged));
    const file = { project, kind: 'judgments', path, name: 'people.jsonl' } as const;
    for (const login of ['anna', 'ben']) await world.person(login, 'annotator', project);
    expect(await importFile(world.lead, file)).toMatchObject({ inserted: 8 });
    const figures = await modelFigures(world.lead, place);
    expect(figures.families).toMatchObject([
      { family: 'mini', runs: ['mini#1'] },
      { family: 'nano', runs: ['nano#1', 'nano#2'] },
    ]);
    const splits = await modelDifferences(world.lead, { ...place, kind: 'splits', limit: 10 });
    expect(splits.items).toEqual([
      { unit: 'n2', question: 'relevant', families: ['yes', 'no'], people: 'yes' },
    ]);
    expect(splits).toMatchObject({ total: 1, nextCursor: null });
    const against = await modelDifferences(world.lead, {
      ...place,
      kind: 'against-people',
      limit: 10,
    });
    expect(against.items).toEqual([
      { unit: 'n1', question: 'relevant', families: ['yes', 'yes'], people: 'no' },
    ]);
    const { attempts } = await modelAttempts(world.lead, { ...place, unit: 'n3', limit: 10 });
    const bad = attempts.find(({ outcome }) => outcome === 'invalid')!;
    const shown = await showAttempt(world.lead, { project, attempt: bad.id });
    expect(shown.raw).toContain('<img src=x onerror=alert(1)>');
    expect(shown.prompt).toMatchObject({ version: 1 });
    expect(shown.prompt!.instructions).toContain('Is the note relevant?');
    expect(JSON.parse(shown.prompt!.content)).toEqual({ unit: { text: 'text of n3' } });
    const unit = await showUnit(world.lead, { ...place, unit: 'n2' });
    const vote = unit.judgments!.find(({ annotator }) => annotator === 'nano#1')!;
    const behind = await showAttempt(world.lead, { project, attempt: vote.attempt! });
    expect(behind).toMatchObject({ unit: 'n2', annotator: 'nano#1', outcome: 'accepted' });
  });

  it('are hidden from whoever rules until a lead shows them, with a reason', async () => {
    const { world, work } = await notes(await databases.open());
    await startModels(world.lead, asked);
    await work();
    const ada = await world.person('ada', 'adjudicator', project);
    const unit = { ...place, unit: 'n2' };
    expect(await showCase(ada, unit)).toMatchObject({ voices: [], hiddenVotes: 3, history: [] });
    expect(await showUnit(ada, unit)).toMatchObject({ judgments: [], hiddenVotes: 3 });
    const listed = async () =>
      (await exploreUnits(ada, { ...place, offset: 0, limit: 10 })).units[1];
    expect(await listed()).toMatchObject({ id: 'n2', votes: [] });
    const refused = { faults: [{ code: 'model-votes-hidden' }] };
    await expect(modelFigures(ada, place)).rejects.toMatchObject(refused);
    await expect(modelAttempts(ada, { ...place, limit: 5 })).rejects.toMatchObject(refused);
    await expect(
      chooseModelVotes(ada, { project, shown: true, reason: 'I want to.' }),
    ).rejects.toMatchObject({ faults: [{ code: 'role-needed' }] });
    await expect(
      chooseModelVotes(world.lead, { project, shown: true, reason: ' ' }),
    ).rejects.toMatchObject({ faults: [{ code: 'reason-required' }] });
    await chooseModelVotes(world.lead, { project, shown: true, reason: 'Only models judge.' });
    const shown = await showCase(ada, unit);
    expect([shown.voices.length, shown.hiddenVotes]).toEqual([3, 0]);
    expect((await listed())!.votes).not.toEqual([]);
    const { entries } = await auditLog(world.lead, { project, limit: 1 });
    expect(entries).toMatchObject([
      { action: 'model-votes-show', actor: 'lena', detail: { reason: 'Only models judge.' } },
    ]);
  });
});
