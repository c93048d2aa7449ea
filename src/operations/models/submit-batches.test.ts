import { describe, expect, it } from 'vitest';
import { modelEngine, scriptedBatches } from '../../../test/model-engine.ts';
import { buildBatch, buildFailure, saying, testAsking } from '../../../test/model-world.ts';
import type { ModelFailure } from '../../domain/models/model-reply.ts';
import { fault } from '../../domain/fault.ts';
import type { BatchCreation } from '../../llm/provider.ts';
import { hashOf, modelResult, requestId } from './model-result.ts';
import { submitBatches } from './submit-batches.ts';

type Started = Awaited<ReturnType<typeof modelEngine>>;

const units = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `n${at + 1}`);

/** The ids of the first requests about some units. */
function idsOf({ engine }: Started, about: readonly string[], number = 1): readonly string[] {
  return about.map((unit) =>
    requestId(
      engine.ledger.key,
      { unit, annotator: 'nano#1', number },
      engine.taskHash,
      'prompt-1',
    ),
  );
}

async function submit(started: Started) {
  return await submitBatches(started.engine, (await started.cells()).open);
}

const refused = (...failures: readonly Partial<ModelFailure>[]) => {
  const left = [...failures];
  return async (): Promise<BatchCreation> => {
    const next = left.shift();
    if (next === undefined) return { kind: 'created', id: 'remote-late' };
    return { kind: 'refused', failure: buildFailure(next) };
  };
};

describe('sending a batch', () => {
  it('writes down everything about it, and sends exactly that', async () => {
    const { provider, calls } = scriptedBatches();
    const started = await modelEngine(provider);
    expect(await submit(started)).toEqual([]);
    const ids = idsOf(started, units(6));
    const tag = `assay-${hashOf(`${started.ledger.key} id-1`).slice(0, 32)}`;
    expect(await started.ledger.batches()).toEqual([
      {
        id: 'id-1',
        job: 'job-1',
        entry: 'nano',
        provider: 'openai',
        taskHash: started.engine.taskHash,
        promptHash: 'prompt-1',
        phase: 'submitted',
        requests: 6,
        sha256: hashOf(ids.join('\n')),
        tag,
        // Six replies of up to 100 tokens, at 1 for 10 of them.
        estimate: 60,
        file: 'file-1',
        remote: 'remote-1',
        mistaken: [],
        intentAt: '2026-03-02T08:00:00.000Z',
        submittedAt: '2026-03-02T08:00:00.000Z',
        endedAt: null,
        ended: null,
        notes: [],
      },
    ]);
    const requests = ids.map((id, at) => ({
      id,
      unit: `n${at + 1}`,
      annotator: 'nano#1',
      number: 1,
      enlarged: false,
    }));
    expect(await started.ledger.batchRequests('id-1')).toEqual(requests);
    const lines = ids.map((id) => JSON.stringify({ id, maxTokens: 100 }));
    expect(calls.uploads).toEqual([{ name: `${tag}.jsonl`, lines }]);
    expect(calls.made).toEqual([{ tag, content: 'file-1' }]);
    expect(await started.left()).toBe(0);
    expect(started.engine.warnings.all).toEqual([]);
  });

  it('sends the lines at once where nothing is uploaded', async () => {
    const { provider, calls } = scriptedBatches({ upload: null });
    const started = await modelEngine(provider, { units: 2 });
    await submit(started);
    const lines = idsOf(started, units(2)).map((id) => JSON.stringify({ id, maxTokens: 100 }));
    expect(calls).toMatchObject({ uploads: [], made: [{ content: lines }] });
    expect(await started.ledger.batches()).toMatchObject([{ file: null, remote: 'remote-1' }]);
  });

  it('gives a cut reply more tokens', async () => {
    const { provider, calls } = scriptedBatches({ upload: null });
    const started = await modelEngine(provider, { units: 1 });
    const { engine, ledger, asking } = started;
    const [id] = idsOf(started, ['n1']);
    const sent = { id: id!, unit: 'n1', annotator: 'nano#1', number: 1, job: 'job-1', batch: null };
    const at = { at: '2026-03-02T08:00:00.000Z', latency: null };
    const cut = saying('ye', 'length');
    const first = modelResult(asking, { ...sent, taskHash: engine.taskHash }, cut, {}, at);
    await ledger.record([first], engine.job);
    await submit(started);
    const [second] = idsOf(started, ['n1'], 2);
    expect(calls.made[0]!.content).toEqual([JSON.stringify({ id: second, maxTokens: 400 })]);
    expect(await ledger.batchRequests('id-1')).toMatchObject([{ number: 2, enlarged: true }]);
  });

  it('splits what is too much for one, by number and by bytes', async () => {
    const { provider } = scriptedBatches({ mostRequests: 4 });
    const few = await modelEngine(provider);
    await submit(few);
    const sizes = async ({ ledger }: Started) =>
      (await ledger.batches()).map(({ requests }) => requests);
    expect(await sizes(few)).toEqual([4, 2]);
    // Each line has 9 letters and a line break.
    const narrow = { mostBytes: 30, line: () => '123456789' };
    const small = await modelEngine(scriptedBatches(narrow).provider);
    await submit(small);
    expect(await sizes(small)).toEqual([3, 3]);
  });

  it('notes a request that is too large for any, and one that cannot be made', async () => {
    const { provider, calls } = scriptedBatches({
      mostBytes: 10,
      line: ({ content }) => (content.includes('number 2') ? '0123456789' : '012345678'),
    });
    const started = await modelEngine(provider, { units: 3 });
    const { asking, engine, ledger } = started;
    const unsendable = fault('unsendable', { unit: 'n3', reason: 'no' });
    const request: typeof asking.request = (cell, fields, id, most) =>
      cell.unit === 'n3' ? unsendable : asking.request(cell, fields, id, most);
    const askings = new Map([['nano', { ...asking, request }]]);
    const stops = await submitBatches({ ...engine, askings }, (await started.cells()).open);
    expect([stops, calls.uploads.length]).toEqual([[], 1]);
    const tooLarge = fault('request-too-large', { unit: 'n2', bytes: 11, most: 10 });
    expect(engine.warnings.all).toEqual([tooLarge, unsendable]);
    const view = (await started.cells()).view;
    const past = (unit: string) => view.attempts({ unit, annotator: 'nano#1' });
    const noted = { outcome: 'failed', failure: 'never', job: 'job-1', number: 1 };
    expect(past('n2')).toEqual([{ ...noted, code: 'request-too-large' }]);
    expect(past('n3')).toEqual([{ ...noted, code: 'unsendable' }]);
    expect(await ledger.batches()).toMatchObject([{ requests: 1 }]);
    expect((await ledger.sums()).map(({ charged, attempts }) => [charged, attempts])).toEqual([
      ['no', 1],
      ['no', 1],
    ]);
  });

  it('stops before the budget is passed', async () => {
    // Each batch costs up to 20: 2 of them fit into 40, not into 39.
    for (const [budget, made] of [
      [40, 2],
      [39, 1],
    ] as const) {
      const { provider, calls } = scriptedBatches({ mostRequests: 2 });
      const started = await modelEngine(provider, { job: { plan: { budget } } });
      const unsettled = `${made * 20}.00`;
      const values = { budget: `${budget}.00`, currency: 'USD', settled: '0.00', unsettled };
      expect(await submit(started)).toEqual([{ code: 'pause-budget', values }]);
      expect([calls.made.length, (await started.ledger.batches()).length]).toEqual([made, made]);
    }
  });

  it('knows no estimate where the price is unknown, and asks then', async () => {
    const { provider } = scriptedBatches();
    const price = { price: null };
    const started = await modelEngine(provider, { asking: price, job: { plan: { budget: 1 } } });
    expect(await submit(started)).toEqual([]);
    expect(await started.ledger.batches()).toMatchObject([{ estimate: null, requests: 6 }]);
  });
});

describe('a batch that the provider does not take', () => {
  it('is sent again after a while, with the file that is there', async () => {
    const soon = { class: 'soon' } as const;
    const create = refused({ ...soon, retryAfter: 7000 }, soon);
    const { provider, calls } = scriptedBatches({ create });
    const started = await modelEngine(provider);
    expect(await submit(started)).toEqual([]);
    // What the provider asks for; then one second, less a quarter by chance.
    expect(started.clock.slept).toEqual([7000, 750]);
    expect(calls.made.map(({ content }) => content)).toEqual(['file-1', 'file-1', 'file-1']);
    expect(calls.uploads.length).toBe(1);
    expect(await started.ledger.batches()).toMatchObject([
      { phase: 'submitted', remote: 'remote-late', intentAt: '2026-03-02T08:00:07.750Z' },
    ]);
  });

  it.each(['upload', 'create'] as const)('waits after six tries to %s', async (step) => {
    const failure = buildFailure({ class: 'soon', code: 'busy', message: 'full' });
    const answer =
      step === 'upload' ? async () => failure : async () => ({ kind: 'refused' as const, failure });
    const { provider, calls } = scriptedBatches({ mostRequests: 3, [step]: answer });
    const started = await modelEngine(provider);
    expect(await submit(started)).toEqual([]);
    expect(started.clock.slept).toEqual([375, 750, 1500, 3000, 6000]);
    expect(step === 'upload' ? calls.uploads.length : calls.made.length).toBe(6);
    const told = {
      entry: 'nano',
      remote: '',
      code: 'busy',
      message: 'full',
      count: 0,
      minutes: 10,
    };
    expect(started.engine.warnings.all).toEqual([{ code: 'batch-waits', values: told }]);
    // The second batch would find no room either.
    expect(await started.ledger.batches()).toMatchObject([
      { phase: 'prepared', intentAt: null, file: step === 'upload' ? null : 'file-1' },
    ]);
  });

  it('waits for other batches at once when the provider says that it is later', async () => {
    const { provider } = scriptedBatches({ create: refused({ class: 'later' }) });
    const started = await modelEngine(provider);
    expect([await submit(started), started.clock.slept]).toEqual([[], []]);
    expect(started.engine.warnings.all).toMatchObject([{ code: 'batch-waits' }]);
    expect(await started.ledger.batches()).toMatchObject([{ phase: 'prepared' }]);
  });

  it('waits for a person who has to act', async () => {
    const no = { class: 'person', code: 'no_credit', message: 'pay' } as const;
    const { provider, calls } = scriptedBatches({ create: refused(no), mostRequests: 3 });
    const started = await modelEngine(provider);
    const values = { provider: 'openai', code: 'no_credit', message: 'pay' };
    expect(await submit(started)).toEqual([{ code: 'pause-person', values }]);
    expect([started.engine.warnings.all, calls.made.length]).toEqual([[], 1]);
    expect(await started.ledger.batches()).toMatchObject([{ phase: 'prepared', notes: [] }]);
  });

  it('is given up when it is wrong, and the model is left alone', async () => {
    const no = { class: 'never', status: 400, code: 'bad', message: 'wrong' } as const;
    const { provider, calls } = scriptedBatches({ create: refused(no), mostRequests: 3 });
    const started = await modelEngine(provider);
    const values = { model: 'nano', code: 'bad', message: 'wrong' };
    expect(await submit(started)).toEqual([{ code: 'pause-request', values }]);
    expect(calls.made.length).toBe(1);
    const note = {
      code: 'batch-failed',
      values: { code: 'bad', message: 'wrong', class: 'never' },
    };
    expect(await started.ledger.batches()).toMatchObject([{ phase: 'given-up', notes: [note] }]);
    expect(await started.left()).toBe(6);
  });

  it('goes in halves when it is too large, and fails when it is one request', async () => {
    const large = { class: 'never', status: 413, code: 'large', message: 'too much' } as const;
    const { provider } = scriptedBatches({ create: refused(large, large, large, large) });
    const started = await modelEngine(provider, { units: 5 });
    const requests = async () => (await started.ledger.batches()).map((one) => one.requests);
    expect(await submit(started)).toEqual([]);
    expect(await started.ledger.batches()).toMatchObject([
      { phase: 'given-up', notes: [{ code: 'batch-failed', values: { class: 'later' } }] },
    ]);
    const values = { model: 'nano', code: 'large', message: 'too much' };
    expect(await submit(started)).toEqual([{ code: 'pause-request', values }]);
    // Half of five is two: two, two and one; the last cannot be made smaller.
    expect(await requests()).toEqual([5, 2, 2, 1]);
    const last = (await started.ledger.batches()).at(-1)!;
    expect(last.notes).toMatchObject([{ values: { class: 'never' } }]);
  });

  it('that was perhaps made stays so, and the next one goes on its way', async () => {
    const failure = buildFailure({ code: 'timeout', message: 'no answer' });
    let calls = 0;
    const create = async (): Promise<BatchCreation> =>
      (calls += 1) === 1 ? { kind: 'unknown', failure } : { kind: 'created', id: 'second' };
    const { provider } = scriptedBatches({ create, mostRequests: 4 });
    const started = await modelEngine(provider);
    expect(await submit(started)).toEqual([]);
    expect(await started.ledger.batches()).toMatchObject([
      { phase: 'submitting', remote: null, intentAt: '2026-03-02T08:00:00.000Z' },
      { phase: 'submitted', remote: 'second' },
    ]);
    expect(started.engine.warnings.all).toMatchObject([
      { code: 'batch-unconfirmed', values: { code: 'timeout', message: 'no answer' } },
    ]);
  });
});

describe('which batches are sent', () => {
  it('none while the queue of the provider is full of this job', async () => {
    const full = { code: 'batch-failed', values: { class: 'later', code: 'x', message: '' } };
    const send = async (job: string, phase: 'submitted' | 'taken-in') => {
      const { provider, calls } = scriptedBatches();
      const started = await modelEngine(provider);
      const note = { phase: 'given-up', notes: [full], requests: 4, job } as const;
      await started.ledger.addBatch(buildBatch({ id: 'full', ...note }), []);
      await started.ledger.addBatch(buildBatch({ id: 'on', phase, requests: 1 }), []);
      expect(await submit(started)).toEqual([]);
      const all = await started.ledger.batches();
      return [calls.made.length, ...all.slice(2).map(({ requests }) => requests)];
    };
    expect(await send('job-1', 'submitted')).toEqual([0]);
    // Half of what did not fit.
    expect(await send('job-1', 'taken-in')).toEqual([3, 2, 2, 2]);
    expect(await send('another', 'submitted')).toEqual([1, 6]);
  });

  it('of another size than one that may exist, where batches have no tags', async () => {
    for (const [hasTags, sizes] of [
      [true, [6]],
      [false, [5, 1]],
    ] as const) {
      const { provider } = scriptedBatches({ hasTags });
      const started = await modelEngine(provider);
      const unsure = buildBatch({ id: 'unsure', phase: 'submitting', requests: 6 });
      await started.ledger.addBatch(unsure, []);
      await submit(started);
      const made = (await started.ledger.batches()).slice(1);
      expect(made.map(({ requests }) => requests)).toEqual(sizes);
    }
  });

  it('those of each model, whatever another says, and none once interrupted', async () => {
    const { provider } = scriptedBatches({ create: refused({ class: 'person' }) });
    const started = await modelEngine(provider, { units: 2 });
    const other = scriptedBatches();
    const askings = new Map(started.engine.askings);
    askings.set('mini', testAsking(other.provider, { entry: 'mini' }));
    const none = {
      ...testAsking(provider, { entry: 'none' }),
      provider: { ...provider, batches: null },
    };
    askings.set('none', none);
    const plan = { ...started.engine.job.plan, runs: { none: [1], nano: [1], mini: [1] } };
    const engine = { ...started.engine, askings, job: { ...started.engine.job, plan } };
    const { open } = await started.cells(engine);
    expect(await submitBatches(engine, open)).toMatchObject([{ code: 'pause-person' }]);
    expect(other.calls.made.length).toBe(1);
    expect((await started.ledger.batches()).map(({ entry }) => entry)).toEqual(['nano', 'mini']);
    started.ending.abort();
    expect(await submitBatches(engine, open)).toEqual([]);
    expect((await started.ledger.batches()).length).toBe(2);
  });
});
