import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { EngineClock } from '../src/operations/models/engine.ts';
import { extract } from '../src/operations/models/extract.ts';
import type { Ledger } from '../src/operations/models/ledger.ts';
import { listRuns } from '../src/operations/models/overview/list-runs.ts';
import { openFolderWork } from '../src/operations/models/model-work.ts';
import type { ModelWork } from '../src/operations/models/model-work.ts';
import type { RanJob } from '../src/operations/models/run-job.ts';
import { testClock } from './model-world.ts';
import { fakeKey } from './fake-provider/fake-provider.ts';
import { modelsFolder, oneRun } from './models-folder.ts';

const asked = { method: 'POST', path: '/v1/responses' } as const;
const made = { method: 'POST', path: '/v1/batches' } as const;
const prices = '{ date: 2026-11-01, models: { nano: { input: 1, output: 2 } } }';
const priced = `${oneRun}prices: ${prices}\n`;

/** The engine with the official SDKs, with time and limits as arguments. */
describe('the engine against a provider', () => {
  const world = modelsFolder(8, priced);

  const opened = async <T>(
    given: {
      readonly clock?: EngineClock;
      readonly timeout?: number;
      readonly environment?: Readonly<Record<string, string>>;
      readonly ledger?: (ledger: Ledger) => Ledger;
    },
    act: (work: ModelWork) => Promise<T>,
  ): Promise<T> => {
    const { clock = testClock(), timeout = 60_000, environment = {} } = given;
    const work = openFolderWork({ protocol: world.folder, by: 'lena', clock });
    const settings = {
      ...work.settings,
      timeout,
      environment: { ...work.settings.environment, ...environment },
    };
    const ledger = given.ledger?.(work.ledger) ?? work.ledger;
    try {
      return await act({ ...work, settings, ledger });
    } finally {
      await work.ledger.close();
    }
  };

  const request = { mode: 'now', k: null, budget: null, invalidate: false, again: false } as const;

  const ask = (work: ModelWork, mode: 'now' | 'batch' = 'now'): Promise<RanJob> =>
    extract(
      work,
      { ...request, mode },
      { signal: new AbortController().signal, wait: true, interval: 1 },
    );

  describe('that is not there', () => {
    it('is left alone after five calls in a row, tried in between, and named', async () => {
      const closed = createServer();
      await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
      const { port } = closed.address() as AddressInfo;
      await new Promise<void>((done) => closed.close(() => done()));
      const clock = testClock();
      const environment = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
      await opened({ clock, environment }, async (work) => {
        const ran = await ask(work);
        expect(ran.stops).toMatchObject([
          {
            code: 'pause-unreachable',
            values: { message: expect.stringContaining('ECONNREFUSED') },
          },
        ]);
        const { runs } = await listRuns(work);
        // Five in a row, then one after each of the breaks; nothing of it can have cost anything.
        expect(runs).toMatchObject([{ asked: 11, failed: { connection: 11 }, uncertain: 0 }]);
      });
      // The next start finds the provider, and goes on.
      const ran = await opened({}, (work) => ask(work));
      expect([ran.state, world.judgments().length]).toEqual(['done', 8]);
      expect(world.provider.ledger.executed).toHaveLength(8);
    });

    it('by its name: said so', async () => {
      const environment = { OPENAI_BASE_URL: 'http://no-such-host.invalid/v1' };
      const ran = await opened({ environment }, (work) => ask(work));
      expect(ran.stops).toMatchObject([
        {
          code: 'pause-unreachable',
          values: { message: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) },
        },
      ]);
    });

    it('for a while: one call finds out when it is back, and then all go on', async () => {
      world.provider.plan.add({ match: { ...asked, times: 6 }, fault: { do: 'drop-before' } });
      const clock = testClock();
      const ran = await opened({ clock }, (work) => ask(work));
      expect([ran.state, world.judgments().length]).toEqual(['done', 8]);
      expect(world.provider.ledger.requestsTo('POST /v1/responses')).toBe(14);
      // The break after five failures, and the longer one after the call that found nobody.
      expect(clock.slept.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(15_000);
    });
  });

  describe('that is too slow', () => {
    it.each(['slow-headers', 'slow-body'] as const)(
      '%s: given up at the deadline, asked again, and counted as perhaps paid',
      async (fault) => {
        const slow = { do: fault, ms: 3_600_000 } as const;
        world.provider.plan.add({ match: { ...asked, after: 2 }, fault: slow });
        await opened({ timeout: 5000 }, async (work) => {
          const ran = await ask(work);
          expect([ran.state, world.judgments().length]).toEqual(['done', 8]);
          const { runs } = await listRuns(work);
          expect(runs).toMatchObject([{ asked: 9, failed: { timeout: 1 }, uncertain: 1 }]);
        });
        // The provider did the work of nine: what nobody knows the price of is said.
        expect(world.provider.ledger.executed).toHaveLength(9);
        const shown = await world.runs();
        expect(shown.runs[0]).toMatchObject({ uncertain: 1 });
      },
    );
  });

  it('has a batch that was lost and made again: one counts, one is cancelled', async () => {
    world.provider.plan.add({ match: { ...made, times: 9 }, fault: { do: 'batch', polls: 3 } });
    world.provider.plan.add({ match: made, fault: { do: 'drop-after' } });
    expect((await world.extract()).code).toBe(0);
    const { openai, origin, ledger } = world.provider;
    const [first] = [...ledger.batches.keys()];
    const sent = JSON.parse(String(openai.state(first!).body)) as Record<string, unknown>;
    const { input_file_id, endpoint, metadata, completion_window } = sent;
    await fetch(`${origin}/v1/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fakeKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input_file_id, endpoint, metadata, completion_window }),
    });
    const run = await world.extract('--wait', '--interval', '0.01');
    expect(run.code).toBe(0);
    // Both are named with their money; made in the same second, either may be the one that counts.
    const [, adopted] = /the batch (\S+) was found at the provider and taken over/.exec(run.err)!;
    const [, second] =
      /the batch (\S+) had been created twice and was cancelled; .* at most \d+\.\d{2,} USD/.exec(
        run.err,
      )!;
    expect([adopted, second].toSorted()).toEqual([...ledger.batches.keys()].toSorted());
    expect(ledger.requestsTo(`POST /v1/batches/${second}/cancel`)).toBe(1);
    expect(ledger.requestsTo(`POST /v1/batches/${adopted}/cancel`)).toBe(0);
    expect([world.judgments().length, ledger.executed.length]).toEqual([8, 8]);
  });

  it('while nothing can be saved: paid replies wait in a file, none is paid twice', async () => {
    let saved = 0;
    const full = (ledger: Ledger): Ledger => ({
      ...ledger,
      record: async (results, job) => {
        saved += results.length;
        if (saved > 2) throw new Error('ENOSPC: no space left on device, write');
        return await ledger.record(results, job);
      },
    });
    await expect(opened({ ledger: full }, (work) => ask(work))).rejects.toThrow(/no space left/);
    const paid = world.provider.ledger.executed.length;
    const ran = await opened({}, (work) => ask(work));
    expect([ran.state, world.judgments().length]).toEqual(['done', 8]);
    // Everything that was paid before the disk was full is a judgment, and was not asked again.
    expect(world.provider.ledger.executed).toHaveLength(8);
    expect(paid).toBeGreaterThan(2);
  });

  it.each(['now', 'batch'] as const)(
    'while the clock jumps (%s): nothing is lost, paid twice or waited for',
    async (mode) => {
      const base = testClock();
      const jumps = [0, 3600, -7200, 86_400, -86_400 * 40, 86_400 * 365, 0].map(
        (one) => one * 1000,
      );
      let looks = 0;
      const clock: EngineClock = {
        ...base,
        now: () => new Date(base.now().getTime() + jumps[(looks += 1) % jumps.length]!),
      };
      const limited = { status: 429, headers: { 'retry-after': '2' }, body: { error: {} } };
      world.provider.plan.add({
        match: { ...asked, after: 1 },
        fault: { do: 'status', ...limited },
      });
      world.provider.plan.add({ match: made, fault: { do: 'batch', polls: 2 } });
      const ran = await opened({ clock }, (work) => ask(work, mode));
      expect([ran.state, world.judgments().length]).toEqual(['done', 8]);
      expect(world.provider.ledger.executed).toHaveLength(8);
      // Waits are measured by a clock that never jumps: two seconds, never a year.
      expect(base.slept.reduce((sum, one) => sum + one, 0)).toBeLessThan(60_000);
    },
  );
});
