import { describe, expect, it } from 'vitest';
import { buildModel, buildRequest, ownProtocol } from '../../test/build-model.ts';
import { fakeKey } from '../../test/fake-provider/fake-provider.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';
import { openProvider } from './open-provider.ts';
import type { Asked } from './provider.ts';
import { askedProvider, failureOf, quiet, replyOf } from '../../test/asked-models.ts';

const own = askedProvider();

const services = [
  { name: 'openai', model: { provider: 'openai' }, path: '/v1/responses' },
  { name: 'openai-chat', model: { provider: 'openai-chat' }, path: '/v1/chat/completions' },
  {
    name: 'anthropic',
    model: { provider: 'anthropic', model: 'claude-sonnet-5' },
    path: '/v1/messages',
  },
] as const;

describe.each(services)('a model of $name', ({ model, path }) => {
  const request = (given: Partial<ModelRequest> = {}): ModelRequest =>
    buildRequest({ model: buildModel(model).model, ...given });
  const ask = async (given: Partial<ModelRequest> = {}, timeout?: number): Promise<Asked> => {
    const provider = await own.opened(model, timeout === undefined ? {} : { timeout });
    return await provider.ask(request(given), quiet);
  };

  it('replies with what was said, and with what it counted', async () => {
    own.fake.answerWith = () => ({ relevant: true });
    const reply = replyOf(await ask());
    expect(reply).toMatchObject({
      end: 'complete',
      text: '{"relevant":true}',
      refusal: null,
      model: request().model,
    });
    const [done] = own.fake.ledger.executed;
    expect(reply.tokens).toMatchObject({ input: done!.inputTokens, output: done!.outputTokens });
    expect(own.fake.ledger.requests).toEqual([`POST ${path}`]);
  });

  it.each([
    ['refuse', 'refusal'],
    ['length', 'length'],
    ['no-choices', 'complete'],
    ['empty', 'complete'],
  ] as const)('says how a reply ended: %s', async (fault, end) => {
    own.fake.plan.add({ match: {}, fault: { do: fault } });
    const reply = replyOf(await ask());
    expect(reply.end).toBe(end);
    if (fault === 'refuse') expect(reply.refusal).toContain('cannot help');
    if (end === 'complete') expect(reply.text).toBe('');
  });

  it('tells the name of the model that answered', async () => {
    own.fake.plan.add({ match: {}, fault: { do: 'other-model', name: 'other-2026' } });
    expect(replyOf(await ask()).model).toBe('other-2026');
  });

  it.each([
    [429, { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }, 'soon'],
    [429, { error: { type: 'insufficient_quota', code: 'insufficient_quota' } }, 'person'],
    [401, { error: { type: 'authentication_error' } }, 'person'],
    [402, { error: { type: 'billing_error' } }, 'person'],
    [403, { error: { type: 'permission_error' } }, 'person'],
    [400, { error: { type: 'invalid_request_error', message: 'bad' } }, 'never'],
    [
      400,
      {
        error: {
          type: 'invalid_request_error',
          message: 'Your credit balance is too low to access the API.',
        },
      },
      'person',
    ],
    [413, { error: { type: 'request_too_large' } }, 'never'],
    [408, {}, 'soon'],
    [409, {}, 'soon'],
    [500, {}, 'soon'],
    [502, 'bad gateway', 'soon'],
    [503, {}, 'soon'],
    [529, { error: { type: 'overloaded_error' } }, 'soon'],
  ] as const)('sorts status %d %j into what to do: %s', async (status, body, kind) => {
    own.fake.plan.add({ match: {}, fault: { do: 'status', status, body } });
    expect(failureOf(await ask())).toMatchObject({ class: kind, status });
    // Nothing is tried again inside: the retries of the SDKs are off.
    expect(own.fake.ledger.requests).toHaveLength(1);
  });

  it('passes on how long to wait', async () => {
    const waits = [
      { 'retry-after': '2' },
      { 'retry-after-ms': '350' },
      { 'retry-after': 'Tue, 17 Nov 2026 00:00:07 GMT' },
    ];
    for (const headers of waits)
      own.fake.plan.add({ match: {}, fault: { do: 'status', status: 429, headers } });
    expect(failureOf(await ask()).retryAfter).toBe(2000);
    expect(failureOf(await ask()).retryAfter).toBe(350);
    expect(failureOf(await ask()).retryAfter).toBe(7000);
  });

  it.each([
    [{ do: 'html' }, 'not-json'],
    [{ do: 'cut-body', bytes: 20 }, 'cut-off'],
    [{ do: 'cut-json', bytes: 40 }, 'cut-off'],
    [{ do: 'drop-after' }, 'connection'],
    [{ do: 'drop-before' }, 'connection'],
  ] as const)('takes no damaged body for a reply: %j', async (fault, code) => {
    own.fake.plan.add({ match: {}, fault });
    expect(failureOf(await ask())).toMatchObject({ class: 'soon', code, mayBeCharged: true });
    expect(own.fake.ledger.requests).toHaveLength(1);
  });

  it.each(['slow-headers', 'slow-body'] as const)(
    'ends a request in time, whatever is late: %s',
    async (late) => {
      own.fake.plan.add({ match: {}, fault: { do: late, ms: 3_600_000 } });
      expect(failureOf(await ask({}, 1500))).toMatchObject({
        class: 'soon',
        code: 'timeout',
        mayBeCharged: true,
      });
      expect(own.fake.ledger.requests).toHaveLength(1);
    },
  );

  it('stops when it is told to', async () => {
    own.fake.plan.add({ match: {}, fault: { do: 'slow-headers', ms: 3_600_000 } });
    const stop = new AbortController();
    const provider = await own.opened(model);
    const asked = provider.ask(request(), stop.signal);
    await expect.poll(() => own.fake.ledger.requests.length).toBe(1);
    stop.abort();
    expect(failureOf(await asked)).toMatchObject({ code: 'stopped', mayBeCharged: true });
  });

  it('never shows its key, even where the service repeats it', async () => {
    const message = `Incorrect API key provided: ${fakeKey}. Bearer ${fakeKey}`;
    own.fake.plan.add({
      match: {},
      fault: { do: 'status', status: 401, body: { error: { message } } },
    });
    const asked = await ask();
    expect(failureOf(asked).message).toContain('Incorrect API key provided: [key]');
    expect(JSON.stringify(asked)).not.toContain(fakeKey);
    const page = { do: 'status', status: 200, body: { said: fakeKey } } as const;
    own.fake.plan.add({ match: {}, fault: page });
    expect(JSON.stringify(await ask())).not.toContain(fakeKey);
  });

  it('is refused without a key, naming the variable', async () => {
    const result = await openProvider(buildModel({ ...model, keyEnv: 'OTHER_KEY' }), {
      ...ownProtocol,
      environment: {},
      now: Date.now,
      readFile: () => Promise.resolve(''),
    });
    expect(result.ok ? [] : result.faults.map((one) => one.values['variable'])).toEqual([
      'OTHER_KEY',
    ]);
  });

  it('takes key and address from the panel before the environment', async () => {
    const version = model.provider === 'anthropic' ? '' : '/v1';
    const provider = await own.opened(
      { ...model, keyEnv: 'OTHER_KEY', baseUrl: `${own.fake.origin}${version}` },
      { environment: { OTHER_KEY: fakeKey } },
    );
    expect((await provider.ask(request(), quiet)).outcome.kind).toBe('reply');
  });

  it('says what the headers say about limits', async () => {
    own.fake.headers =
      model.provider === 'anthropic'
        ? {
            'anthropic-ratelimit-requests-remaining': '7',
            'anthropic-ratelimit-tokens-remaining': '900',
            'anthropic-ratelimit-requests-reset': '2026-11-17T00:00:01Z',
            'anthropic-ratelimit-tokens-reset': '2026-11-17T00:06:00Z',
          }
        : {
            'x-ratelimit-remaining-requests': '7',
            'x-ratelimit-remaining-tokens': '900',
            'x-ratelimit-reset-requests': '8.64s',
            'x-ratelimit-reset-tokens': '6m0s',
          };
    expect((await ask()).rate).toEqual({
      remainingRequests: 7,
      remainingTokens: 900,
      resetAfter: 360_000,
    });
    own.fake.headers = { 'x-ratelimit-remaining-requests': '-1' };
    expect((await ask()).rate.remainingRequests).toBeNull();
  });
});
