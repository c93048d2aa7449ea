import { describe, expect, it } from 'vitest';
import {
  buildState,
  modelEngine,
  pieces,
  resultLine,
  scriptedBatches,
} from '../../../test/model-engine.ts';
import { buildBatch, buildFailure, saying, testAsking } from '../../../test/model-world.ts';
import type { ModelBatch } from '../../domain/models/model-batch.ts';
import type { BatchService } from '../../llm/provider.ts';
import { advanceBatches } from './advance-batches.ts';

const request = (unit: string) => ({
  id: `request-${unit}`,
  unit,
  annotator: 'nano#1',
  number: 1,
  enlarged: false,
});

/** An engine with one batch about two notes, in some phase, and a service that says so much. */
async function begun(given: Partial<BatchService>, sketch: Partial<ModelBatch> = {}) {
  const { provider, calls } = scriptedBatches(given);
  const started = await modelEngine(provider, { units: 2 });
  const { taskHash } = started.engine;
  const batch = buildBatch({ taskHash, requests: 2, estimate: 3, ...sketch });
  await started.ledger.addBatch(batch, [request('n1'), request('n2')]);
  const shown = async () => (await started.ledger.batches())[0]!;
  const view = async () => (await started.cells()).view;
  const past = async (unit: string) => (await view()).attempts({ unit, annotator: 'nano#1' });
  return { ...started, calls, batch, shown, past, advance: () => advanceBatches(started.engine) };
}

const waits = { stops: [], pending: 1, results: 0 };
const over = { stops: [], pending: 0, results: 0 };
const submitted = {
  phase: 'submitted',
  remote: 'remote-1',
  submittedAt: '2026-03-02T07:00:00.000Z',
} as const;
const submitting = { phase: 'submitting', intentAt: '2026-03-02T07:55:00.000Z' } as const;

describe('a batch that was prepared', () => {
  it('is sent as it was written down', async () => {
    const { advance, shown, calls } = await begun({ upload: null });
    expect(await advance()).toEqual(waits);
    expect(await shown()).toMatchObject({ phase: 'submitted', remote: 'remote-1' });
    const lines = ['n1', 'n2'].map((unit) =>
      JSON.stringify({ id: `request-${unit}`, maxTokens: 100 }),
    );
    expect(calls.made).toEqual([{ tag: 'tag', content: lines }]);
  });

  it('uses the file that is uploaded already', async () => {
    const { advance, calls } = await begun({}, { file: 'file-before' });
    await advance();
    expect(calls).toMatchObject({ uploads: [], made: [{ content: 'file-before' }] });
  });

  it.each([{ taskHash: 'other' }, { promptHash: 'other' }])(
    'is given up when what is asked has changed: %j',
    async (sketch) => {
      const { advance, shown, calls, left } = await begun({}, sketch);
      expect([await advance(), calls.made]).toEqual([over, []]);
      expect(await shown()).toMatchObject({ phase: 'given-up', notes: [] });
      expect(await left()).toBe(2);
    },
  );

  it('says why it stops', async () => {
    const failure = buildFailure({ class: 'person', code: 'key', message: 'no key' });
    const { advance } = await begun({ create: async () => ({ kind: 'refused', failure }) });
    const values = { provider: 'openai', code: 'key', message: 'no key' };
    expect(await advance()).toEqual({ ...waits, stops: [{ code: 'pause-person', values }] });
  });

  it('is left alone while nobody can send it, or it is interrupted', async () => {
    const { engine, ledger, ending, calls } = await begun({});
    await ledger.addBatch(buildBatch({ id: 'other', entry: 'mini' }), []);
    await ledger.addBatch(buildBatch({ id: 'now', entry: 'now' }), []);
    const now = testAsking({ ...engine.askings.get('nano')!.provider, batches: null });
    const askings = new Map([...engine.askings, ['now', now]]);
    ending.abort();
    expect(await advanceBatches({ ...engine, askings })).toEqual({ ...waits, pending: 3 });
    const free = new AbortController().signal;
    expect(await advanceBatches({ ...engine, askings, signal: free })).toEqual({
      ...waits,
      pending: 3,
    });
    expect(calls.made).toHaveLength(1);
  });
});

describe('a batch that may have been made', () => {
  it('is looked for from a little before it was to be made', async () => {
    const { advance, shown, calls, engine } = await begun({}, submitting);
    expect(await advance()).toEqual(waits);
    expect(calls.sought).toEqual(['2026-03-02T07:50:00.000Z']);
    expect(await shown()).toMatchObject(submitting);
    const values = { remote: '', entry: 'nano', code: '', message: '', count: 0, minutes: 10 };
    expect(engine.warnings.all).toEqual([{ code: 'batch-sought', values }]);
  });

  it('is looked for from now where the time is not known', async () => {
    const { advance, calls } = await begun({}, { phase: 'submitting', intentAt: null });
    expect([await advance(), calls.sought]).toEqual([waits, ['2026-03-02T07:55:00.000Z']]);
  });

  it('is not decided about without a list', async () => {
    const list = async () => buildFailure({ code: 'gone', message: 'no list' });
    const sketch = { ...submitting, intentAt: '2026-03-02T07:00:00.000Z' };
    const { advance, shown, engine } = await begun({ list }, sketch);
    expect(await advance()).toEqual(waits);
    expect(await shown()).toMatchObject(sketch);
    expect(engine.warnings.all).toMatchObject([
      { code: 'batch-unconfirmed', values: { code: 'gone', message: 'no list' } },
    ]);
  });

  it('is prepared again when it is not there after ten minutes', async () => {
    const sketch = { ...submitting, intentAt: '2026-03-02T07:50:00.000Z' };
    const { advance, shown, told, engine } = await begun({}, sketch);
    expect(await advance()).toEqual(waits);
    const note = { code: 'batch-not-made', values: {} };
    expect(await shown()).toMatchObject({ phase: 'prepared', intentAt: null, notes: [note] });
    expect([told, engine.warnings.all]).toEqual([[note], []]);
  });

  it('is taken over when it is found, others are cancelled, and it goes on', async () => {
    const tagged = (id: string, minute: number) =>
      buildState({ id, tag: 'tag', createdAt: `2026-03-02T07:5${minute}:00.000Z` });
    const list = async () => [tagged('third', 7), tagged('first', 5), tagged('second', 6)];
    const asked: string[] = [];
    const state: BatchService['state'] = async (id) => {
      asked.push(id);
      return buildState({ id });
    };
    const { advance, shown, told, calls } = await begun({ list, state }, submitting);
    expect([await advance(), asked, calls.cancelled]).toEqual([
      waits,
      ['first'],
      ['second', 'third'],
    ]);
    const cancelled = (remote: string) => ({
      code: 'batch-cancelled-priced',
      values: { remote, most: '3.00', currency: 'USD' },
    });
    const notes = [
      { code: 'batch-adopted', values: { remote: 'first' } },
      cancelled('second'),
      cancelled('third'),
    ];
    expect(await shown()).toMatchObject({
      phase: 'submitted',
      remote: 'first',
      submittedAt: '2026-03-02T08:00:00.000Z',
      notes,
    });
    expect(told).toEqual(notes);
  });

  it('is not one that belongs to another, and says no price where there is none', async () => {
    const list = async () => ['known', 'own', 'twice'].map((id) => buildState({ id, tag: 'tag' }));
    const { advance, shown, ledger } = await begun({ list }, { ...submitting, estimate: null });
    await ledger.addBatch(buildBatch({ id: 'a', phase: 'taken-in', remote: 'known' }), []);
    await advance();
    expect(await shown()).toMatchObject({
      remote: 'own',
      notes: [
        { code: 'batch-adopted', values: { remote: 'own' } },
        { code: 'batch-cancelled', values: { remote: 'twice' } },
      ],
    });
  });

  it('without tags is one of its size, and others that look alike are named', async () => {
    const list = async () => ['first', 'like'].map((id) => buildState({ id, requests: 2 }));
    const { advance, shown, calls } = await begun({ list }, submitting);
    await advance();
    expect(calls.cancelled).toEqual([]);
    expect((await shown()).notes).toEqual([
      { code: 'batch-adopted', values: { remote: 'first' } },
      { code: 'batch-alike', values: { remote: 'like' } },
    ]);
  });

  it('is left to whoever was faster', async () => {
    const list = async () => [buildState({ id: 'own', tag: 'tag' })];
    const state: BatchService['state'] = async () => {
      throw new Error('It is not ours.');
    };
    const { engine, ledger } = await begun({ list, state }, submitting);
    const slow = { ...ledger, changeBatch: async () => false };
    expect(await advanceBatches({ ...engine, ledger: slow })).toEqual(waits);
  });
});

describe('a batch that is on its way', () => {
  it.each(['waiting', 'running', 'cancelling'] as const)(
    'is %s: nothing happens',
    async (phase) => {
      const { advance, shown, batch } = await begun(
        { state: async () => buildState({ phase }) },
        submitted,
      );
      expect([await advance(), await shown()]).toEqual([waits, batch]);
    },
  );

  it('has ended: what it says is kept', async () => {
    const lines = [[resultLine('request-n1')], [resultLine('request-n2', saying('no'))]];
    const state: BatchService['state'] = async () =>
      buildState({ phase: 'ended', ended: 'expired' });
    const { advance, shown, left } = await begun({ state, results: pieces(lines) }, submitted);
    expect(await advance()).toEqual({ ...over, results: 2 });
    expect(await shown()).toMatchObject({
      phase: 'taken-in',
      endedAt: '2026-03-02T08:00:00.000Z',
      ended: 'expired',
      notes: [],
    });
    expect(await left()).toBe(0);
  });

  it('cannot be asked about: a person acts, or it is asked again', async () => {
    const with_ = async (
      failure: ReturnType<typeof buildFailure>,
      at: string = submitted.submittedAt,
    ) => {
      const state = async () => failure;
      const started = await begun({ state }, { ...submitted, submittedAt: at });
      const advanced = await started.advance();
      return { advanced, batch: await started.shown(), warnings: started.engine.warnings.all };
    };
    const person = await with_(buildFailure({ class: 'person', code: 'key', message: 'none' }));
    const values = { provider: 'openai', code: 'key', message: 'none' };
    expect(person.advanced).toEqual({ ...waits, stops: [{ code: 'pause-person', values }] });
    expect([person.batch.phase, person.warnings]).toEqual(['submitted', []]);
    const soon = await with_(buildFailure({ code: 'busy', message: 'later' }));
    expect([soon.advanced, soon.batch.phase]).toEqual([waits, 'submitted']);
    const told = { remote: 'remote-1', entry: 'nano', code: 'busy', message: 'later' };
    expect(soon.warnings).toMatchObject([{ code: 'batch-state-unknown', values: told }]);
    // A new batch may not be known everywhere for ten minutes.
    const gone = buildFailure({ class: 'never', code: 'not_found', status: 404 });
    const early = await with_(gone, '2026-03-02T07:50:00.001Z');
    expect([early.advanced, early.batch.phase]).toEqual([waits, 'submitted']);
    const late = await with_(gone, '2026-03-02T07:50:00.000Z');
    expect(late.batch).toMatchObject({ phase: 'taken-in', ended: 'gone' });
  });
});

describe('a batch that the provider refused as a whole', () => {
  const failed = (problems: Parameters<typeof buildState>[0]) =>
    ({ state: async () => buildState({ phase: 'ended', ended: 'failed', ...problems }) }) as const;

  it('is given up, with a line that cannot be asked', async () => {
    const line = buildFailure({ class: 'soon', code: 'bad_line', message: 'no body' });
    const whole = buildFailure({ class: 'never', code: 'bad_file', message: 'wrong' });
    const problems = [
      { failure: line, line: 2 },
      { failure: whole, line: null },
      { failure: whole, line: 9 },
    ];
    const { advance, shown, past, told, left } = await begun(failed({ problems }), submitted);
    expect(await advance()).toEqual(over);
    const values = { code: 'bad_file', message: 'wrong', class: 'never' };
    const notes = [
      { code: 'batch-line', values: { line: 2, code: 'bad_line', message: 'no body' } },
      { code: 'batch-failed', values },
      { code: 'batch-failed', values },
    ];
    expect(await shown()).toMatchObject({
      phase: 'given-up',
      endedAt: '2026-03-02T08:00:00.000Z',
      ended: 'failed',
      notes,
    });
    expect(told).toEqual(notes);
    const never = { outcome: 'failed', failure: 'never', job: 'job-1', number: 1 };
    expect([await past('n1'), await past('n2')]).toEqual([[], [{ ...never, code: 'bad_line' }]]);
    expect(await left()).toBe(1);
  });

  it('stops where a person has to act', async () => {
    const person = buildFailure({ class: 'person', code: 'quota', message: 'pay' });
    const problems = [
      { failure: buildFailure({ class: 'never' }), line: null },
      { failure: person, line: null },
    ];
    const { advance } = await begun(failed({ problems }), submitted);
    const values = { provider: 'openai', code: 'quota', message: 'pay' };
    expect((await advance()).stops).toEqual([{ code: 'pause-person', values }]);
  });

  it.each([
    ['the same model', {}, true],
    ['another model', { entry: 'mini' }, false],
    ['another job', { job: 'job-0' }, false],
    ['a batch that was refused otherwise', { ended: null }, false],
    ['one for which there was no room', { notes: [failedNote('batch-failed', 'later')] }, false],
    ['one with other notes', { notes: [failedNote('batch-line', 'never')] }, false],
  ])('stops at the second in a job: the first was of %s', async (_, sketch, isStopped) => {
    const whole = buildFailure({ class: 'never', code: 'bad_file', message: 'wrong' });
    const { advance, ledger } = await begun(
      failed({ problems: [{ failure: whole, line: null }] }),
      submitted,
    );
    const first = { id: 'first', phase: 'given-up', ended: 'failed' } as const;
    const notes = [failedNote('batch-failed', 'never')];
    await ledger.addBatch(buildBatch({ ...first, notes, ...sketch }), []);
    const values = { count: 2, model: 'nano', code: 'bad_file', message: 'wrong' };
    expect(await advance()).toEqual({
      ...over,
      stops: isStopped ? [{ code: 'pause-batches', values }] : [],
    });
  });
});

function failedNote(code: string, kind: string) {
  return { code, values: { class: kind, code: 'x', message: 'y' } };
}
