import { describe, expect, it } from 'vitest';
import { modelsFolder, oneRun } from './models-folder.ts';

const now = ['--mode', 'now'] as const;
const asked = { method: 'POST', path: '/v1/responses' } as const;

describe('what can happen to a call', () => {
  const world = modelsFolder(4);

  it.each([
    ['a status 500', { do: 'status', status: 500 }],
    ['a status 529', { do: 'status', status: 529 }],
    ['a dropped connection', { do: 'drop-before' }],
    ['a body that is cut', { do: 'cut-body', bytes: 40 }],
    ['JSON that ends too early', { do: 'cut-json', bytes: 40 }],
    ['a page of a proxy', { do: 'html' }],
  ] as const)('%s is no answer, and is asked again', async (_, fault) => {
    world.provider.plan.add({ match: { ...asked, after: 1 }, fault });
    const run = await world.extract(...now);
    expect([run.code, world.judgments().length]).toEqual([0, 4]);
    const [only] = (await world.runs()).runs;
    expect(only).toMatchObject({ asked: 5, accepted: 4 });
  });

  it('a limit of the rate is waited out, and no further call is made meanwhile', async () => {
    const body = { error: { code: 'rate_limit_exceeded', message: 'slow down' } };
    const fault = { do: 'status', status: 429, headers: { 'retry-after': '1' }, body } as const;
    world.provider.plan.add({ match: { ...asked, after: 1 }, fault });
    expect((await world.extract(...now)).code).toBe(0);
    expect(world.judgments().length).toBe(4);
    expect(world.provider.ledger.requestsTo('POST /v1/responses')).toBe(5);
  });

  it.each([
    [429, 'insufficient_quota'],
    [401, 'invalid_api_key'],
  ] as const)('%i %s: no further call, and the next start goes on', async (status, code) => {
    const fault = { do: 'status', status, body: { error: { code, message: 'no' } } } as const;
    world.provider.plan.add({ match: asked, fault });
    const run = await world.extract(...now);
    expect([run.code, run.err]).toEqual([1, expect.stringContaining(code)]);
    expect(world.provider.ledger.requestsTo('POST /v1/responses')).toBe(1);
    expect((await world.extract(...now)).code).toBe(0);
    expect(world.judgments().length).toBe(4);
  });

  it('a request that is refused: one is paid for, not all', async () => {
    const body = { error: { code: 'bad_request', message: 'no such field' } };
    world.provider.plan.add({
      match: { ...asked, times: 9 },
      fault: { do: 'status', status: 400, body },
    });
    expect((await world.extract(...now)).code).toBe(1);
    expect(world.provider.ledger.requestsTo('POST /v1/responses')).toBe(1);
  });

  it('answers that are none: asked again, never guessed, and told by kind', async () => {
    const say = (text: string) => ({ do: 'say', text }) as const;
    const about = (note: number, times = 9) => ({ contains: `note number ${note}`, times });
    world.provider.plan.add({ match: about(1), fault: say('{"relevant":true,"more":1}') });
    world.provider.plan.add({ match: about(2), fault: { do: 'empty' } });
    world.provider.plan.add({ match: about(3, 1), fault: say('```json\n{"relevant":true}\n```') });
    world.provider.plan.add({ match: about(4), fault: { do: 'refuse' } });
    const run = await world.extract(...now);
    expect([run.code, world.judgments().map(({ unit }) => unit)]).toEqual([1, ['n3']]);
    const [only] = (await world.runs()).runs;
    expect(only).toMatchObject({
      accepted: 1,
      refused: 1,
      rejected: { schema_invalid: 3, empty: 3 },
    });
  });
});

describe('money', () => {
  const priced = oneRun.replace(
    'consensus:',
    'prices: { date: 2026-11-01, models: { nano: { input: 1, output: 1000 } } }\nconsensus:',
  );
  const world = modelsFolder(
    4,
    priced.replace('provider: openai', 'provider: openai, max_tokens: 1000'),
  );

  it('a dry run says what it would cost, and writes nothing', async () => {
    const run = await world.extract('--dry-run', '--json', ...now);
    const plan = JSON.parse(run.out) as {
      models: readonly { requests: number; cost: { high: number } }[];
    };
    // Four replies of at most 1,000 tokens, at 1,000 for a million, and a little for reading.
    expect(plan.models[0]!.requests).toBe(4);
    expect(plan.models[0]!.cost.high).toBeGreaterThanOrEqual(4);
    expect([world.provider.ledger.requests.length, world.judgments().length]).toEqual([0, 0]);
  });

  it('nothing is sent that could pass the budget', async () => {
    const run = await world.extract('--budget', '0.5');
    expect([run.code, run.err]).toEqual([1, expect.stringContaining('the budget of 0.50 USD')]);
    expect(world.provider.ledger.executed.length).toBe(0);
  });

  it('a budget without a price is refused, and a price that is unknown is no zero', async () => {
    world.write(oneRun);
    const run = await world.extract('--budget', '5');
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('price of nano')]);
    expect((await world.extract('--dry-run')).out).toContain('unknown');
  });
});
