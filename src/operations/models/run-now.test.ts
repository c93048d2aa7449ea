import { describe, expect, it } from 'vitest';
import { modelEngine } from '../../../test/model-engine.ts';
import { failing, saying, scriptedProvider, testAsking } from '../../../test/model-world.ts';
import type { ModelProvider } from '../../llm/provider.ts';
import { Warnings } from './engine.ts';
import type { Ledger } from './ledger.ts';
import { jobCells, runNow } from './run-now.ts';
import { takeInSpool } from './spool.ts';

describe('asking at once', () => {
  it('tells how far it is: what is open goes down to nothing', async () => {
    const { run } = await modelEngine(scriptedProvider(() => saying('yes'), 1));
    const told: (readonly number[])[] = [];
    await run({ progress: ({ asked, accepted, open }) => told.push([asked, accepted, open]) });
    expect(told).toEqual([1, 2, 3, 4, 5, 6].map((asked) => [asked, asked, 6 - asked]));
  });

  it('sends the first request alone, then as many at a time as the provider bears', async () => {
    const provider = scriptedProvider(() => saying('yes'), 3);
    let first = 0;
    const watched = {
      ...provider,
      ask: (...given: Parameters<ModelProvider['ask']>) => {
        if (provider.calls.length === 1) first = provider.most();
        return provider.ask(...given);
      },
    };
    const { run, left } = await modelEngine(watched);
    expect(await run()).toEqual([]);
    expect([first, provider.most(), provider.calls.length, await left()]).toEqual([1, 3, 6, 0]);
    // What is there is not asked again.
    await run();
    expect(provider.calls.length).toBe(6);
  });

  it('obeys Retry-After for everybody who asks the model', async () => {
    const limited = { status: 429, code: 'rate_limit_exceeded', retryAfter: 2000 };
    const times: number[] = [];
    const clock = { now: (): number => 0 };
    const provider = scriptedProvider((_, call) => {
      times.push(clock.now());
      return call === 2 ? failing(limited) : saying('yes');
    }, 1);
    const { run, engine, left, ledger } = await modelEngine(provider);
    clock.now = () => engine.clock.monotonic();
    await run();
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(2000);
    expect([provider.calls.length, await left()]).toEqual([7, 0]);
    const sums = await ledger.sums();
    expect(sums.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      attempts: 1,
      cost: 0,
    });
  });

  it('stops the provider at once when a person has to act, and goes on afterwards', async () => {
    const quota = {
      class: 'person',
      status: 429,
      code: 'insufficient_quota',
      message: 'no money',
    } as const;
    let isPaid = false;
    const provider = scriptedProvider(
      (_, call) => (call > 2 && !isPaid ? failing(quota) : saying('yes')),
      1,
    );
    const { run, left } = await modelEngine(provider);
    expect(await run()).toEqual([
      {
        code: 'pause-person',
        values: { provider: 'openai', code: 'insufficient_quota', message: 'no money' },
      },
    ]);
    expect([provider.calls.length, await left()]).toEqual([3, 4]);
    isPaid = true;
    expect(await run()).toEqual([]);
    expect(await left()).toBe(0);
  });

  it('pays for one request when the first shows that all would be refused', async () => {
    const refused = { class: 'never', status: 400, code: 'bad_request' } as const;
    const provider = scriptedProvider(() => failing(refused));
    const { run } = await modelEngine(provider);
    expect(await run()).toMatchObject([{ code: 'pause-request' }]);
    expect(provider.calls.length).toBe(1);
  });

  it('leaves out a refused parameter only where the panel allows that', async () => {
    const refused = { class: 'never', status: 400, parameter: 'temperature' } as const;
    const strict = await modelEngine(scriptedProvider(() => failing(refused)));
    expect(await strict.run()).toMatchObject([
      { code: 'pause-parameter', values: { parameter: 'temperature' } },
    ]);
    const provider = scriptedProvider((_, call) => (call === 1 ? failing(refused) : saying('yes')));
    const lenient = await modelEngine(provider, { model: { dropParameters: true } });
    expect(await lenient.run()).toEqual([]);
    expect([lenient.asking.dropped, await lenient.left()]).toEqual([['temperature'], 0]);
  });

  it('tries again after server errors, ever later, until a cell is given up', async () => {
    const provider = scriptedProvider(
      (request) => (request.content.includes('number 3') ? failing() : saying('no')),
      1,
    );
    const { run, left, clock, ledger } = await modelEngine(provider, { units: 4 });
    await run();
    // Three answers and six calls about the third note.
    expect([provider.calls.length, await left()]).toEqual([9, 0]);
    // Half a second, doubled five times, less a quarter by chance: (1 + 2 + 4 + 8 + 16) × 375 ms.
    expect(clock.slept.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(11_625);
    expect((await ledger.sums()).map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['accepted', 3],
      ['failed', 6],
    ]);
  });

  it('takes breaks when the service is not reached, and says so twice', async () => {
    const gone = { code: 'connection', status: null, message: 'connect ECONNREFUSED' };
    const provider = scriptedProvider(() => failing(gone));
    const { run, left } = await modelEngine(provider, { units: 20 });
    const warnings = new Warnings();
    const values = { provider: 'openai', message: 'connect ECONNREFUSED' };
    expect(await run({ warnings })).toEqual([{ code: 'pause-unreachable', values }]);
    expect(warnings.all).toEqual([{ code: 'service-unreached', values }]);
    expect(provider.calls.length).toBeLessThan(15);
    expect(await left()).toBeGreaterThan(15);
  });

  it('says that a provider asks to wait, where that is long', async () => {
    const limit = { code: 'rate_limit', status: 429, message: 'slow down' };
    const provider = scriptedProvider((_, call) => {
      if (call === 1) return failing({ ...limit, retryAfter: 9000 });
      return call === 3 ? failing({ ...limit, retryAfter: 60_000 }) : saying('yes');
    }, 1);
    const { run, left } = await modelEngine(provider);
    const warnings = new Warnings();
    await run({ warnings });
    expect(warnings.all).toMatchObject([{ code: 'asked-to-wait', values: { seconds: 60 } }]);
    expect(await left()).toBe(0);
  });

  it('gives a cut reply more tokens once, and never keeps a wrong answer', async () => {
    const provider = scriptedProvider((request) => {
      if (request.content.includes('number 1')) return saying('ye', 'length');
      if (request.content.includes('number 2')) return saying('', 'refusal');
      return saying(request.content.includes('number 3') ? 'perhaps' : 'yes');
    }, 1);
    const { run, left, ledger } = await modelEngine(provider, { units: 4 });
    await run();
    expect(provider.calls.map(({ maxTokens }) => maxTokens)).toEqual([
      100, 400, 100, 100, 100, 100, 100,
    ]);
    expect(await left()).toBe(0);
    const counts = (await ledger.sums()).map(({ outcome, attempts }) => [outcome, attempts]);
    expect(Object.fromEntries(counts)).toEqual({
      truncated: 2,
      refused: 1,
      invalid: 3,
      accepted: 1,
    });
  });

  it('begins nothing that would pass the budget', async () => {
    // A reply costs 1; before it is there, it may cost 10: 100 tokens at 1 for 10.
    const { run, left } = await modelEngine(
      scriptedProvider(() => saying('yes'), 1),
      { job: { plan: { budget: 12 } } },
    );
    expect(await run()).toMatchObject([
      { code: 'pause-budget', values: { settled: '3.00', unsettled: '0.00' } },
    ]);
    expect(await left()).toBe(3);
  });

  it('ends at once when it is interrupted, and keeps what was finished', async () => {
    const world_ = await modelEngine(
      scriptedProvider(async (_, call) => {
        if (call < 3) return saying('yes');
        world_.ending.abort();
        return await new Promise(() => {});
      }, 1),
    );
    const warnings = new Warnings();
    expect(await world_.run({ warnings })).toEqual([{ code: 'pause-interrupted', values: {} }]);
    expect(await world_.left()).toBe(4);
    const stopped = (await world_.ledger.sums()).find(({ outcome }) => outcome === 'stopped');
    expect(stopped).toMatchObject({ attempts: 1, charged: 'maybe' });
    expect(warnings.all).toEqual([{ code: 'calls-abandoned', values: { count: 1 } }]);
  });

  it('keeps what arrives a moment after it is interrupted, and sends no more', async () => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const provider = scriptedProvider(async (_, call) => {
      if (call === 1) return saying('yes');
      if (provider.calls.length === 4) {
        world_.ending.abort();
        arrive();
      }
      await arrived;
      return saying('yes');
    }, 3);
    const world_ = await modelEngine(provider);
    const warnings = new Warnings();
    expect(await world_.run({ warnings })).toEqual([{ code: 'pause-interrupted', values: {} }]);
    expect([provider.calls.length, await world_.left(), warnings.all]).toEqual([4, 2, []]);
    expect((await world_.ledger.sums()).map(({ outcome }) => outcome)).toEqual(['accepted']);
  });

  it('counts calls that were given up as spent, as far as they may cost', async () => {
    // A reply costs 1, and may cost 10 before it is there. The first process is interrupted.
    const silent = scriptedProvider(async (_, call) => {
      if (call === 1) return saying('yes');
      world_.ending.abort();
      return await new Promise(() => {});
    }, 1);
    const world_ = await modelEngine(silent, { job: { plan: { budget: 23 } } });
    await world_.run();
    const answers = scriptedProvider(() => saying('yes'), 1);
    const { engine } = world_;
    const askings = new Map([['nano', testAsking(answers)]]);
    const next = { ...engine, askings, signal: new AbortController().signal };
    expect(await runNow(next, await jobCells(next), world_.folder)).toMatchObject([
      { code: 'pause-budget', values: { settled: '14.00', unsettled: '0.00' } },
    ]);
    expect(answers.calls).toHaveLength(3);
  });

  it('stops when nothing can be saved, and keeps paid replies in a file', async () => {
    const provider = scriptedProvider(() => saying('yes'), 2);
    const { run, ledger, folder, left } = await modelEngine(provider, { units: 30 });
    let saved = 0;
    const full: Ledger = {
      ...ledger,
      record: async (results, job) => {
        saved += results.length;
        if (saved > 4) throw new Error('ENOSPC: no space left on device');
        return await ledger.record(results, job);
      },
    };
    await expect(run({ ledger: full })).rejects.toThrow(
      /no space left on device.*No further requests/,
    );
    expect(provider.calls.length).toBeLessThan(12);
    const before = await left();
    const taken = await takeInSpool(folder, ledger);
    expect(taken).toBeGreaterThan(0);
    expect(await left()).toBe(before - taken);
    expect(await takeInSpool(folder, ledger)).toBe(0);
  });

  it('tells what was accepted, rejected and failed, and what it cost', async () => {
    const provider = scriptedProvider((_, call) => {
      if (call === 1) return saying('yes');
      return call === 2 ? failing() : saying(call === 3 ? 'perhaps' : 'no');
    }, 1);
    const { run } = await modelEngine(provider, { units: 2 });
    const told: object[] = [];
    await run({ progress: (one) => told.push(one) });
    // A failed call costs nothing, and leaves its cell open like an answer that is none.
    const first = { asked: 1, accepted: 1, rejected: 0, failed: 0, open: 1, cost: 1 };
    expect(told).toEqual([
      first,
      { ...first, asked: 2, failed: 1 },
      { ...first, asked: 3, failed: 1, rejected: 1, cost: 2 },
      { asked: 4, accepted: 2, rejected: 1, failed: 1, open: 0, cost: 3 },
    ]);
  });

  it('lets everybody wait at a limit of the rate that names no time', async () => {
    const times: number[] = [];
    const clock = { now: (): number => 0 };
    const provider = scriptedProvider((_, call) => {
      times.push(clock.now());
      return call === 2 ? failing({ status: 429 }) : saying('yes');
    }, 1);
    const { run, engine } = await modelEngine(provider, { units: 3 });
    clock.now = () => engine.clock.monotonic();
    await run();
    // Half a second, less a quarter by chance.
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(375);
    expect(provider.calls).toHaveLength(4);
  });
});
