import { describe, expect, it } from 'vitest';
import { asked, notes, place, project, units } from '../../../../test/noted-models.ts';
import { testDatabases } from '../../../../test/stores.ts';
import { makeProject, makeWorld, protocolContent } from '../../../../test/work-world.ts';
import { auditLog } from '../../workspace/audit-log.ts';
import { modelDifferences, modelFigures } from '../compare-models.ts';
import { modelAttempts, showAttempt } from './model-attempts.ts';
import { modelsOverview } from './models-overview.ts';
import { estimateModels, setModelJob, startModels } from './start-models.ts';

const databases = testDatabases('sqlite');
const refused = (code: string, values: object = {}) => ({ faults: [{ code, values }] });

describe('models that were asked', () => {
  it('are shown as a whole: who can be asked, what was, and what came of it', async () => {
    const { world, work } = await notes(await databases.open());
    const before = await modelsOverview(world.lead, place);
    const offered = { provider: 'recorded', weight: 1, isPriced: false, lacks: null };
    expect(before).toMatchObject({
      task: 'relevance',
      simulated: false,
      isDated: false,
      currency: 'USD',
      priced: null,
      round: { kind: 'outside' },
      panel: [
        { ...offered, entry: 'nano', model: 'nano', runs: 2 },
        { ...offered, entry: 'mini', model: 'mini', runs: 1 },
      ],
      recordings: ['replies.jsonl'],
      runs: [],
      jobs: [],
      batches: [],
      late: 0,
    });
    expect(before.panel).toHaveLength(2);
    expect(before.presets.map(({ name }) => name)).toContain('default');
    for (const { models } of before.presets) expect(models).toMatch(/^[^:,]+:\d+(,[^:,]+:\d+)*$/);
    const { job } = await startModels(world.lead, { ...asked, k: 3 });
    const shown = (await modelsOverview(world.lead, place)).jobs;
    expect(shown).toEqual([
      {
        id: job,
        task: 'relevance',
        mode: 'now',
        run: null,
        state: 'running',
        project,
        createdAt: expect.any(String),
        createdBy: 'lena',
        runs: { nano: [1, 2], mini: [1] },
        budget: null,
        recording: null,
        k: 3,
        reason: null,
        progress: {
          cells: 12,
          judged: 0,
          stale: 0,
          pending: 0,
          givenUp: 0,
          open: 12,
          perMinute: null,
          secondsLeft: null,
          spent: 0,
          onTheWay: 0,
        },
      },
    ]);
    const [polled] = await work();
    expect(polled).toMatchObject({ project, task: 'relevance', job, state: 'done', stops: [] });
    expect(polled).toMatchObject({ open: 0, pending: 0, counts: { cells: 12, judged: 10 } });
    const acts = (await auditLog(world.lead, { project, limit: 50 })).entries;
    const own = acts.filter(({ object }) => object === `job/${job}`);
    expect(own.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['models-start', 'models-replies', 'models-done']),
    );
    const start = own.find(({ action }) => action === 'models-start')!;
    const runs = { nano: [1, 2], mini: [1] };
    expect(start.detail).toEqual({ task: 'relevance', mode: 'now', run: null, runs, budget: null });
    const sums = own.flatMap(({ action, detail }) =>
      action === 'models-replies' ? [detail as { attempts: number; judgments: number }] : [],
    );
    // Twelve cells, of which one is refused and one is asked three times in vain.
    expect(sums.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(14);
    expect(sums.reduce((sum, { judgments }) => sum + judgments, 0)).toBe(10);
    expect(own.find(({ action }) => action === 'models-done')!.detail).toEqual({});
  });

  it('are listed attempt by attempt, the latest first, page by page', async () => {
    const { world, work } = await notes(await databases.open());
    await startModels(world.lead, { ...asked, models: 'mini:1' });
    await work();
    const all = await modelAttempts(world.lead, { ...place, limit: 50 });
    expect([all.task, all.attempts.length, all.next]).toEqual(['relevance', 6, null]);
    const six = await modelAttempts(world.lead, { project, limit: 6 });
    expect([six.attempts.length, six.next]).toEqual([6, null]);
    const first = await modelAttempts(world.lead, { ...place, limit: 4 });
    expect(first.attempts).toEqual(all.attempts.slice(0, 4));
    expect(first.next).toBe(first.attempts[3]!.seq);
    const rest = await modelAttempts(world.lead, { ...place, limit: 4, before: first.next! });
    expect([rest.attempts, rest.next]).toEqual([all.attempts.slice(4), null]);
    const seqs = all.attempts.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    const some = await modelAttempts(world.lead, { ...place, outcomes: ['refused'], limit: 9 });
    expect(some.attempts.map(({ unit, outcome }) => [unit, outcome])).toEqual([['n4', 'refused']]);
    await expect(modelAttempts(world.lead, { project, task: 'x', limit: 1 })).rejects.toMatchObject(
      refused('unknown-task', { got: 'x' }),
    );
    const what = { code: 'model-attempt', values: { id: 'none' } };
    await expect(showAttempt(world.lead, { project, attempt: 'none' })).rejects.toMatchObject(
      refused('not-found', { what }),
    );
    const anna = await world.person('anna', 'annotator', project);
    for (const look of [
      modelAttempts(anna, { ...place, limit: 1 }),
      showAttempt(anna, { project, attempt: all.attempts[0]!.id }),
      modelsOverview(anna, place),
      modelFigures(anna, place),
    ])
      await expect(look).rejects.toMatchObject(refused('role-needed'));
  });

  it('differ on units that are listed page by page, of one question or all', async () => {
    const { world, work } = await notes(await databases.open());
    await startModels(world.lead, asked);
    await work();
    const splits = (given: object) =>
      modelDifferences(world.lead, { ...place, kind: 'splits', limit: 1, ...given });
    const first = await splits({});
    expect(first).toMatchObject({ families: ['mini', 'nano'], total: 1, nextCursor: null });
    expect(first.items.map(({ unit }) => unit)).toEqual(['n2']);
    expect(await splits({ limit: 0 })).toMatchObject({ total: 1, items: [] });
    expect((await splits({ limit: 0 })).nextCursor).not.toBeNull();
    expect(await splits({ question: 'relevant' })).toMatchObject({ total: 1 });
    expect(await splits({ question: 'other' })).toMatchObject({ total: 0, items: [] });
    const against = { ...place, kind: 'against-people', limit: 5 } as const;
    expect(await modelDifferences(world.lead, against)).toMatchObject({ total: 0, items: [] });
  });
});

describe('a task without models', () => {
  it('offers none, and has asked none', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 1, annotators: 1 }' }), 1);
    const shown = await modelsOverview(world.lead, { project: 'labels' });
    expect([shown.panel, shown.runs, shown.jobs, shown.recordings]).toEqual([[], [], [], []]);
    expect(shown.round).toEqual({ kind: 'missing' });
  });
});

describe('starting models', () => {
  it('is estimated without anything being written', async () => {
    const { world } = await notes(await databases.open());
    const estimate = await estimateModels(world.lead, { ...asked, models: 'nano:1' });
    expect(estimate).toMatchObject({
      task: 'relevance',
      counts: { cells: 4, judged: 0, stale: 0, pending: 0, givenUp: 0 },
      models: [{ entry: 'nano', runs: 1, requests: 4, cost: null }],
      currency: 'USD',
      priced: null,
      offered: [{ entry: 'nano', runs: 1 }],
    });
    const { input, output } = estimate.models[0]!;
    expect([input.low > 0, input.high > input.low]).toEqual([true, true]);
    expect(output.high).toBeGreaterThan(output.low);
    const replayed = await estimateModels(world.lead, { ...asked, replay: 'replies.jsonl' });
    expect(replayed.offered.map(({ provider }) => provider)).toEqual(['recorded', 'recorded']);
    expect((await modelsOverview(world.lead, place)).jobs).toEqual([]);
  });

  it('needs prices for a budget, models, and a lead', async () => {
    const big = '  big: { kind: model, provider: openai }\n';
    const { world } = await notes(await databases.open(), big);
    const start = (given: object) => startModels(world.lead, { ...asked, ...given });
    await expect(start({ models: 'big:1', budget: 5 })).rejects.toMatchObject(
      refused('price-needed', { models: ['big'] }),
    );
    await expect(start({ replay: 'other.jsonl' })).rejects.toMatchObject(
      refused('wrong-value', { field: 'recording' }),
    );
    const ada = await world.person('ada', 'adjudicator', project);
    await expect(startModels(ada, asked)).rejects.toMatchObject(refused('role-needed'));
    await expect(estimateModels(ada, asked)).rejects.toMatchObject(refused('role-needed'));
    expect((await modelsOverview(world.lead, place)).jobs).toEqual([]);
    // What is recorded costs nothing, whatever the budget.
    await expect(start({ models: 'nano:1', budget: 5 })).resolves.toMatchObject({});
  });

  it('once more asks for nothing that is judged, and a paused job gives way', async () => {
    const { world, work } = await notes(await databases.open());
    const first = await startModels(world.lead, { ...asked, models: 'nano:1' });
    // It runs already, and is not in its own way.
    const on = { project, job: first.job, state: 'running' } as const;
    expect(await setModelJob(world.lead, on)).toEqual({ job: first.job, state: 'running' });
    await setModelJob(world.lead, { project, job: first.job, state: 'paused' });
    // Pausing again changes nothing and is not written down.
    const again = { project, job: first.job, state: 'paused' } as const;
    expect(await setModelJob(world.lead, again)).toEqual({ job: first.job, state: 'paused' });
    const acts = (await auditLog(world.lead, { project, limit: 50 })).entries;
    const paused = acts.filter(({ action }) => action === 'models-paused');
    expect(paused.map(({ detail }) => detail)).toEqual([{ reason: 'pause-lead' }]);
    const second = await startModels(world.lead, { ...asked, models: 'nano:1' });
    const states = async () =>
      (await modelsOverview(world.lead, place)).jobs.map(({ id, state }) => [id, state]);
    expect(await states()).toEqual([
      [second.job, 'running'],
      [first.job, 'done'],
    ]);
    const go = { project, job: first.job, state: 'running' } as const;
    await expect(setModelJob(world.lead, go)).rejects.toMatchObject(
      refused('models-done', { job: first.job }),
    );
    await work();
    const { counts } = await estimateModels(world.lead, { ...asked, models: 'nano:1' });
    expect(counts).toMatchObject({ cells: units.length, judged: units.length });
    const what = { code: 'model-job', values: { id: 'none' } };
    await expect(
      setModelJob(world.lead, { project, job: 'none', state: 'paused' }),
    ).rejects.toMatchObject(refused('not-found', { what }));
  });
});
