import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { modelEngine } from '../../../test/model-engine.ts';
import { failing, saying, scriptedProvider } from '../../../test/model-world.ts';
import { InputError } from '../../domain/fault.ts';
import { entryOf, jobAnnotators, machineClock, Warnings } from './engine.ts';
import { leaseOwner } from './lease-owner.ts';
import type { Ledger } from './ledger.ts';
import { modelResult, requestId, unknownResult } from './model-result.ts';
import { Recorder } from './recorder.ts';
import { refuseBusy, withLease } from './run-job.ts';
import { takeInSpool } from './spool.ts';

const never = new AbortController().signal;

async function started() {
  return await modelEngine(
    scriptedProvider(() => saying('yes')),
    { units: 3 },
  );
}

describe('work that only one process may do', () => {
  afterEach(() => vi.useRealTimers());

  /** A ledger whose leases are written down, and are given as the test says. */
  async function leased(given: Partial<Pick<Ledger, 'lease' | 'holder' | 'endLease'>> = {}) {
    const { ledger, clock } = await started();
    const asked: Parameters<Ledger['lease']>[0][] = [];
    const ended: string[] = [];
    const own: Ledger = {
      ...ledger,
      holder: async () => null,
      endLease: async (name, owner) => void ended.push(`${name} ${owner}`),
      ...given,
      lease: async (request) => {
        asked.push(request);
        return (await given.lease?.(request)) ?? true;
      },
    };
    return { work: { ledger: own, clock }, asked, ended, key: ledger.key };
  }

  it('holds a lease for a minute meanwhile, and ends it afterwards', async () => {
    const { work, asked, ended, key } = await leased();
    const owner = leaseOwner('extract');
    const result = await withLease(work, 'extract', never, async () => {
      expect(ended).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(asked).toEqual([{ name: `models/${key}`, owner, until: '2026-03-02T08:01:00.000Z' }]);
    expect(ended).toEqual([`models/${key} ${owner}`]);
  });

  it('is not done while another process holds the lease', async () => {
    const act = vi.fn(async () => 'done');
    const busy = await leased({ lease: async () => false, holder: async () => 'elsewhere/1/x' });
    expect([await withLease(busy.work, 'x', never, act), busy.asked.length]).toEqual([null, 1]);
    const free = await leased({ lease: async () => false });
    expect(await withLease(free.work, 'x', never, act)).toBeNull();
    expect([act.mock.calls.length, free.ended]).toEqual([0, []]);
  });

  it('is taken over from a process of this machine that has ended', async () => {
    const gone = leaseOwner('x').replace(`/${process.pid}/`, '/4194305/');
    const lease: Ledger['lease'] = async ({ instead }) => instead === gone;
    const { work, asked } = await leased({ lease, holder: async () => gone });
    expect(await withLease(work, 'x', never, async () => 'done')).toBe('done');
    expect(asked.map(({ instead }) => instead)).toEqual([undefined, gone]);
    const lost = await leased({ lease: async () => false, holder: async () => gone });
    expect(await withLease(lost.work, 'x', never, async () => 'done')).toBeNull();
  });

  it('reports its own failure, and ends the lease then too', async () => {
    const failed = async () => {
      throw new Error('no disk');
    };
    const { work, ended } = await leased();
    await expect(withLease(work, 'x', never, failed)).rejects.toThrow('no disk');
    expect(ended).toHaveLength(1);
    const stuck = await leased({ endLease: () => Promise.reject(new Error('no database')) });
    await expect(withLease(stuck.work, 'x', never, failed)).rejects.toThrow('no disk');
  });

  it('renews its lease every twenty seconds, and stops when it is lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let isOurs = true;
    const { work, asked } = await leased({ lease: async () => isOurs });
    const before = vi.getTimerCount();
    await withLease(work, 'x', never, async (signal) => {
      await vi.advanceTimersByTimeAsync(40_000);
      expect([asked.length, signal.aborted]).toEqual([3, false]);
      isOurs = false;
      await vi.advanceTimersByTimeAsync(20_000);
      expect(signal.aborted).toBe(true);
    });
    expect(vi.getTimerCount()).toBe(before);
  });

  it('is refused with who is at it', async () => {
    const { work } = await leased({ holder: async () => 'elsewhere/1/x' });
    const values = { place: work.ledger.place, owner: 'elsewhere/1/x' };
    await expect(refuseBusy(work.ledger)).rejects.toMatchObject({
      faults: [{ code: 'models-busy', values }],
    });
    const free = await leased();
    await expect(refuseBusy(free.work.ledger)).rejects.toMatchObject({
      faults: [{ values: { owner: '' } }],
    });
  });
});

describe('results that cannot be saved', () => {
  it('are kept in a file until they can, and are said together with the reason', async () => {
    const { ledger, engine, asking, folder, left } = await started();
    const { job, taskHash } = engine;
    const full: Ledger = { ...ledger, record: () => Promise.reject(new Error('no space')) };
    const failures = vi.fn();
    const recorder = new Recorder(full, job, folder, failures);
    const results = ['n1', 'n2'].map((unit) => {
      const cell = { unit, annotator: 'nano#1', number: 1 };
      const id = requestId(ledger.key, cell, taskHash, 'prompt-1');
      const sent = { ...cell, id, job: job.id, batch: null, taskHash };
      const facts = { at: '2026-03-02T08:00:00.000Z', latency: 1 };
      return modelResult(asking, sent, saying('yes'), {}, facts);
    });
    expect(await recorder.add(results[0]!)).toBeNull();
    expect(await recorder.add(results[1]!)).toBeNull();
    const error = (await recorder.finish().catch((one: unknown) => one)) as InputError;
    expect(error).toBeInstanceOf(InputError);
    expect(error.faults).toMatchObject([
      {
        code: 'replies-spooled',
        values: { count: 2, reason: expect.stringContaining('no space') },
      },
    ]);
    expect(failures).toHaveBeenCalledTimes(2);
    const spooled = () => readdirSync(folder).filter((name) => name.startsWith('assay-replies-'));
    expect(spooled()).toHaveLength(1);
    await expect(takeInSpool(folder, full)).rejects.toMatchObject({
      faults: [{ code: 'replies-spooled', values: { count: 2 } }],
    });
    expect(spooled()).toHaveLength(1);
    expect([await takeInSpool(folder, ledger), await left()]).toEqual([2, 1]);
    expect([spooled(), await takeInSpool(folder, ledger)]).toEqual([[], 0]);
  });

  it('are none where all were saved', async () => {
    const { ledger, engine, folder } = await started();
    const recorder = new Recorder(ledger, engine.job, folder, () => {});
    await expect(recorder.finish()).resolves.toBeUndefined();
  });
});

describe('what people are told', () => {
  it('is told once about each thing, up to fifty things', () => {
    const told: string[] = [];
    const warnings = new Warnings(({ code }) => told.push(code));
    const text = (code: string) => ({ code, values: {} }) as Parameters<Warnings['add']>[1];
    warnings.add('nano', text('a'));
    warnings.add('nano', text('a'));
    warnings.add('mini', text('a'));
    warnings.add('nano', text('b'));
    expect([told, warnings.all.length]).toEqual([['a', 'a', 'b'], 3]);
    for (let at = 0; at < 60; at += 1) warnings.add(`u${at}`, text('c'));
    expect([told.length, warnings.all.length]).toEqual([50, 50]);
  });

  it('names a run by its model and number', () => {
    expect(['nano#1', 'a#b#12'].map(entryOf)).toEqual(['nano', 'a#b']);
    const runs = { nano: [1, 3], mini: [2] };
    const plan = { runs } as unknown as Parameters<typeof jobAnnotators>[0]['plan'];
    expect(jobAnnotators({ plan })).toEqual(['nano#1', 'nano#3', 'mini#2']);
  });

  it('the clock of the machine ends its sleep with the signal', async () => {
    const stop = new AbortController();
    const slept = machineClock.sleep(3_600_000, stop.signal);
    stop.abort();
    await slept;
    await machineClock.sleep(3_600_000, stop.signal);
    expect(machineClock.monotonic()).toBeGreaterThan(0);
  });
});

describe('an attempt', () => {
  it('has everything that is known of a reply, or of a failure', async () => {
    const { asking, engine } = await started();
    const cell = { unit: 'n1', annotator: 'nano#1', number: 2 };
    const sent = { ...cell, id: 'r', job: 'job-1', batch: null, taskHash: engine.taskHash };
    const facts = { at: '2026-03-02T08:00:00.000Z', latency: 7 };
    const common = { ...sent, promptHash: 'prompt-1', ...facts };
    const yes = modelResult(asking, sent, saying('yes'), {}, facts);
    expect(yes.given).toEqual({ answers: { relevant: true }, asides: {} });
    expect(yes.attempt).toMatchObject({
      ...common,
      outcome: 'accepted',
      cost: 1,
      charged: 'yes',
      model: 'test-model',
      marks: [],
    });
    const failure = { class: 'soon', code: 'busy', message: 'later', requestId: 'x' } as const;
    const no = modelResult(asking, sent, failing({ ...failure, mayBeCharged: true }), {}, facts);
    expect([no.raw, no.given]).toEqual([null, null]);
    expect(no.attempt).toMatchObject({
      ...common,
      outcome: 'failed',
      code: 'busy',
      failure: 'soon',
      message: 'later',
      charged: 'maybe',
      requestId: 'x',
      reply: null,
      cost: null,
    });
    expect(unknownResult(asking, sent, 'lost', facts.at).attempt).toMatchObject({
      ...common,
      latency: null,
      outcome: 'lost',
      charged: 'maybe',
    });
  });

  it('costs less in a batch, where the price says so', async () => {
    const { asking, engine } = await started();
    const cell = { unit: 'n1', annotator: 'nano#1', number: 1, id: 'r', job: 'job-1' };
    const facts = { at: '2026-03-02T08:00:00.000Z', latency: null };
    const halved = { ...asking, price: { ...asking.price!, batch: 0.5 } };
    const cost = (one: typeof halved | typeof asking, batch: string | null) => {
      const sent = { ...cell, batch, taskHash: engine.taskHash };
      return modelResult(one, sent, saying('yes'), {}, facts).attempt.cost;
    };
    expect([cost(asking, null), cost(asking, 'batch-1')]).toEqual([1, 1]);
    expect([cost(halved, null), cost(halved, 'batch-1')]).toEqual([1, 0.5]);
  });

  it.each([
    ['test-model', false],
    ['test-model-2026', false],
    ['test-model-2026-01-31', false],
    ['test-model:latest', false],
    ['test-model-large', true],
    ['other', true],
    [null, false],
  ])('of a model that calls itself %s is marked: %s', async (model, isMarked) => {
    const { asking, engine } = await started();
    const sent = { unit: 'n1', annotator: 'nano#1', number: 1, id: 'r', job: 'j', batch: null };
    const outcome = saying('yes') as Extract<ReturnType<typeof saying>, { kind: 'reply' }>;
    const reply = { ...outcome, reply: { ...outcome.reply, model } };
    const facts = { at: '2026-03-02T08:00:00.000Z', latency: null };
    const { attempt } = modelResult(
      asking,
      { ...sent, taskHash: engine.taskHash },
      reply,
      {},
      facts,
    );
    expect(attempt.marks).toEqual(isMarked ? ['other-model'] : []);
  });
});
