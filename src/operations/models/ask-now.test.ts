import { describe, expect, it } from 'vitest';
import { modelEngine } from '../../../test/model-engine.ts';
import type { EngineSketch } from '../../../test/model-engine.ts';
import { failing, saying, scriptedProvider, testAsking } from '../../../test/model-world.ts';
import { fault } from '../../domain/fault.ts';
import type { AttemptOutcome } from '../../domain/models/attempt.ts';
import type { ModelProvider } from '../../llm/provider.ts';
import { Warnings } from './engine.ts';
import type { Engine } from './engine.ts';
import type { Ledger } from './ledger.ts';

type Answer = Parameters<typeof scriptedProvider>[0];
type Rate = Awaited<ReturnType<ModelProvider['ask']>>['rate'];

const noRate: Rate = { remainingRequests: null, remainingTokens: null, resetAfter: null };

/** A model whose time passes only while nobody is asked, with the times of all calls. */
async function timed(
  answer: Answer,
  {
    concurrency = 1,
    rate = () => noRate,
    ...given
  }: EngineSketch & { concurrency?: number; rate?: (call: number) => Rate } = {},
) {
  const times: number[] = [];
  const slept: number[] = [];
  let time = 0;
  let kept = 0;
  const provider = scriptedProvider((request, call) => {
    times.push(time);
    return answer(request, call);
  }, concurrency);
  const ask: typeof provider.ask = async (...sent) => ({
    ...(await provider.ask(...sent)),
    rate: rate(provider.calls.length),
  });
  const made = await modelEngine({ ...provider, ask }, given);
  const clock: Engine['clock'] = {
    ...made.clock,
    monotonic: () => time,
    sleep: async (milliseconds, signal) => {
      if (provider.calls.length > kept)
        return await new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      slept.push(milliseconds);
      time += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const warnings = new Warnings();
  const run = (with_: Partial<Engine> = {}) => {
    const progress: Engine['progress'] = (one) => {
      kept += 1;
      with_.progress?.(one);
    };
    return made.run({ clock, warnings, ...with_, progress });
  };
  const pass = (milliseconds: number) => (time += milliseconds);
  return { ...made, run, times, slept, provider, warnings, pass };
}

/** A ledger that says of every result what became of it. */
function telling(ledger: Ledger, outcome: AttemptOutcome): Ledger {
  return { ...ledger, record: async (results) => results.map(() => outcome) };
}

describe('the time between calls to a model', () => {
  it('doubles for a cell whose calls fail, in looks of a second at most', async () => {
    const { run, slept, times, left } = await timed(
      (_, call) => (call < 4 ? failing() : saying('yes')),
      { units: 1 },
    );
    expect(await run()).toEqual([]);
    // Half a second, one and two, each less a quarter by chance.
    expect(slept).toEqual([375, 750, 1000, 500]);
    expect(times).toEqual([0, 375, 1125, 2625]);
    expect(await left()).toBe(0);
  });

  it('passes for the failed cell alone where the service only erred', async () => {
    const { run, times, provider } = await timed(
      (_, call) => (call === 2 ? failing() : saying('yes')),
      { units: 4 },
    );
    await run();
    expect(times).toEqual([0, 0, 0, 0, 375]);
    expect(provider.calls[4]!.content).toBe(provider.calls[1]!.content);
  });

  it('passes for all cells at a limit of the rate, and where a time is named', async () => {
    const after = async (given: object) => {
      const { run, times } = await timed(
        (_, call) => (call === 2 ? failing(given) : saying('yes')),
        { units: 3 },
      );
      await run();
      return times;
    };
    expect(await after({ status: 429 })).toEqual([0, 0, 375, 375]);
    expect(await after({ status: 429, retryAfter: 2000 })).toEqual([0, 0, 2000, 2000]);
    expect(await after({ status: 503, retryAfter: 2000 })).toEqual([0, 0, 2000, 2000]);
    // The others wait as they are told, the cell that failed at least as long as it would else.
    expect(await after({ status: 503, retryAfter: 100 })).toEqual([0, 0, 100, 375]);
  });

  it('is what the provider says once it takes no more requests', async () => {
    const { run, times } = await timed(() => saying('yes'), {
      units: 3,
      rate: (call) => (call === 2 ? { ...noRate, remainingRequests: 0, resetAfter: 700 } : noRate),
    });
    await run();
    expect(times).toEqual([0, 0, 700]);
  });

  it('grows while the service is not reached, until it counts as gone', async () => {
    const gone = { code: 'connection', status: null, message: 'nobody there' };
    const { run, times, warnings } = await timed(() => failing(gone), { units: 20 });
    const values = { provider: 'openai', message: 'nobody there' };
    expect(await run()).toEqual([{ code: 'pause-unreachable', values }]);
    // Five failures in a row, and six breaks that double from five seconds on.
    const seconds = [0, 0, 0, 0, 0, 5, 15, 35, 75, 155, 315];
    expect(times).toEqual(seconds.map((one) => one * 1000));
    expect(warnings.all).toEqual([{ code: 'service-unreached', values }]);
  });

  it('begins anew when the service is there again', async () => {
    const gone = { code: 'connection', status: null };
    const { run, times, left } = await timed(
      (_, call) => (call <= 5 || (call > 6 && call <= 11) ? failing(gone) : saying('yes')),
      { units: 8 },
    );
    expect(await run()).toEqual([]);
    expect(times.slice(0, 12)).toEqual([0, 0, 0, 0, 0, ...Array(6).fill(5000), 10_000]);
    expect(await left()).toBe(0);
  });

  it('is told from ten seconds on', async () => {
    const limit = { code: 'rate_limit', status: 429, message: 'slow down' };
    const told = async (retryAfter: number) => {
      const { run, warnings } = await timed(
        (_, call) => (call === 1 ? failing({ ...limit, retryAfter }) : saying('yes')),
        { units: 1 },
      );
      await run();
      return warnings.all;
    };
    expect(await told(9499)).toEqual([]);
    const values = { provider: 'openai', model: 'nano', seconds: 10, code: 'rate_limit' };
    expect(await told(9500)).toEqual([
      { code: 'asked-to-wait', values: { ...values, message: 'slow down' } },
    ]);
  });

  it('that a call takes is kept in whole milliseconds', async () => {
    const { run, ledger, pass } = await timed(
      () => {
        pass(12.6);
        return saying('yes');
      },
      { units: 2 },
    );
    await run();
    expect(await ledger.sums()).toMatchObject([{ attempts: 2, timed: 2, latency: 26 }]);
  });
});

describe('a cell that cannot be asked now', () => {
  const busy = { class: 'later', code: 'busy', status: 503 } as const;

  it('is left for another time after ten calls, and one call shows whether it is time', async () => {
    let isBusy = true;
    const { run, provider, left } = await timed(() => (isBusy ? failing(busy) : saying('yes')), {
      units: 1,
    });
    expect(await run()).toEqual([]);
    expect([provider.calls.length, await left()]).toEqual([10, 1]);
    await run();
    expect([provider.calls.length, await left()]).toEqual([11, 1]);
    isBusy = false;
    await run();
    expect([provider.calls.length, await left()]).toEqual([12, 0]);
  });

  it('is asked again for a bad answer, however often the service was busy before', async () => {
    const { run, provider, left } = await timed(
      (_, call) => {
        if (call <= 10) return failing(busy);
        return saying(call === 11 ? 'perhaps' : 'yes');
      },
      { units: 1 },
    );
    await run();
    await run();
    expect([provider.calls.length, await left()]).toEqual([12, 0]);
  });

  it('is not sent where nothing can be sent about it, and that is noted', async () => {
    const why = fault('request-too-large', { unit: 'n1', bytes: 9, most: 8 });
    const { run, provider, ledger, left, warnings } = await timed(() => saying('yes'), {
      units: 2,
      asking: { request: () => why },
    });
    expect(await run()).toEqual([]);
    expect([provider.calls.length, await left()]).toEqual([0, 0]);
    const { code } = why;
    expect(await ledger.sums()).toMatchObject([
      { outcome: 'failed', code, charged: 'no', attempts: 2, priced: 0, timed: 0 },
    ]);
    // Once for each unit.
    expect(warnings.all).toEqual([why, why]);
  });

  it('is asked with no fields where its unit is gone', async () => {
    const { run, provider, ledger } = await timed(() => saying('yes'), { units: 1 });
    await run({ ledger: { ...ledger, unitFields: async () => new Map() } });
    expect(provider.calls.map(({ content }) => content)).toEqual(['{}']);
  });
});

describe('what calls need', () => {
  it('is fetched for the next two hundred cells together, each unit once', async () => {
    const { run, ledger } = await timed(() => saying('yes'), { units: 203, concurrency: 50 });
    const fetched: (readonly string[])[] = [];
    const watched: Ledger = {
      ...ledger,
      unitFields: async (ids) => {
        fetched.push(ids);
        return await ledger.unitFields(ids);
      },
    };
    await run({ ledger: watched });
    expect(fetched.map((ids) => [ids[0], ids.length])).toEqual([
      ['n1', 201],
      ['n202', 2],
    ]);
    expect(new Set(fetched.flat()).size).toBe(203);
  });

  it('is fetched once for the runs of a model on a unit', async () => {
    const job = { plan: { runs: { nano: [1, 2] } } };
    const { run, ledger, provider } = await timed(() => saying('yes'), { units: 2, job });
    const fetched: (readonly string[])[] = [];
    const unitFields: Ledger['unitFields'] = async (ids) => {
      fetched.push(ids);
      return await ledger.unitFields(ids);
    };
    await run({ ledger: { ...ledger, unitFields } });
    expect(fetched.map((ids) => ids.toSorted())).toEqual([['n1', 'n2']]);
    expect(provider.calls).toHaveLength(4);
  });

  it('of money is what running calls may cost at most, beside what is spent', async () => {
    // A reply costs 1, and may cost 10 before it is there: two more fit beside the first.
    const { run, provider } = await timed(() => saying('yes'), {
      concurrency: 3,
      job: { plan: { budget: 22 } },
    });
    const values = { budget: '22.00', currency: 'USD', settled: '1.00', unsettled: '20.00' };
    expect(await run()).toEqual([{ code: 'pause-budget', values }]);
    expect(provider.calls).toHaveLength(3);
  });

  it('of money is all that a failed call may have cost, where it may have been charged', async () => {
    const calls = async (mayBeCharged: boolean) => {
      const job = { plan: { budget: 25 } };
      const { run, provider } = await timed(() => failing({ mayBeCharged }), { units: 1, job });
      return [await run(), provider.calls.length];
    };
    const values = { budget: '25.00', currency: 'USD', settled: '20.00', unsettled: '0.00' };
    expect(await calls(true)).toEqual([[{ code: 'pause-budget', values }], 2]);
    expect(await calls(false)).toEqual([[], 6]);
  });
});

describe('a model that is left alone', () => {
  const refused = { class: 'never', status: 400, code: 'bad_request', message: 'no' } as const;

  it('refused ten calls in a row, and says so once', async () => {
    const { run, provider, left, warnings } = await timed(
      (_, call) => (call === 1 ? saying('yes') : failing(refused)),
      { units: 20 },
    );
    const values = { model: 'nano', code: 'bad_request', message: 'no' };
    expect(await run()).toEqual([{ code: 'pause-request', values }]);
    expect([provider.calls.length, await left()]).toEqual([11, 9]);
    const { code, message } = values;
    expect(warnings.all).toEqual([
      { code: 'request-refused', values: { entry: 'nano', code, message } },
    ]);
  });

  it('is not one that answers in between', async () => {
    const { run, provider, left } = await timed(
      (_, call) => (call % 10 === 1 ? saying('yes') : failing(refused)),
      { units: 25 },
    );
    expect(await run()).toEqual([]);
    expect([provider.calls.length, await left()]).toEqual([25, 0]);
  });

  it('is left out with all others of its service when a person has to act', async () => {
    const job = { plan: { runs: { nano: [1], mini: [1] } } };
    const poor = { class: 'person', status: 401, code: 'no_key', message: 'no key' } as const;
    const stopsOf = async (service: string) => {
      const made = await timed(() => failing(poor), { units: 3, job });
      const other = scriptedProvider(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return saying('yes');
      }, 1);
      const mini = { ...testAsking(other, { entry: 'mini' }), service };
      const askings = new Map([...made.engine.askings, ['mini', mini] as const]);
      const stops = await made.run({ askings });
      return { codes: stops.map(({ code }) => code), calls: other.calls.length };
    };
    const apart = await stopsOf('elsewhere');
    expect(apart).toEqual({ codes: ['pause-person'], calls: 3 });
    const together = await stopsOf('test');
    expect(together.codes).toEqual(['pause-person', 'pause-person']);
    expect(together.calls).toBeLessThan(3);
  });

  it('answers for a round that was closed meanwhile', async () => {
    const { run, ledger, provider } = await timed(() => saying('yes'));
    expect(await run({ ledger: telling(ledger, 'late') })).toEqual([
      { code: 'pause-closed', values: {} },
    ]);
    expect(provider.calls).toHaveLength(1);
  });

  it('is not asked again for answers that nobody needs', async () => {
    const { run, ledger, provider } = await timed(() => saying('yes'));
    const told: object[] = [];
    const progress: Engine['progress'] = (one) => told.push(one);
    expect(await run({ ledger: telling(ledger, 'unneeded'), progress })).toEqual([]);
    expect(provider.calls).toHaveLength(6);
    const sums = { asked: 6, accepted: 0, rejected: 6, failed: 0, open: 0, cost: 6 };
    expect(told.at(-1)).toEqual(sums);
  });

  it('is asked nothing once everything was to end before', async () => {
    const { run, provider, ending, left } = await timed(() => saying('yes'));
    ending.abort();
    expect(await run()).toEqual([{ code: 'pause-interrupted', values: {} }]);
    expect([provider.calls.length, await left()]).toEqual([0, 6]);
  });
});
