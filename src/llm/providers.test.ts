import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildModel, buildRequest } from '../../test/build-model.ts';
import { FakeProvider, fakeKey } from '../../test/fake-provider/fake-provider.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import type { ModelFailure, ModelReply } from '../domain/models/model-reply.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';
import { openProvider } from './open-provider.ts';
import type { Asked, ModelProvider } from './provider.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await FakeProvider.start();
});
afterAll(async () => {
  await fake.stop();
});
beforeEach(() => {
  fake.plan.clear();
  fake.headers = {};
  fake.ledger.executed.length = 0;
  fake.ledger.requests.length = 0;
});

async function opened(
  given: Partial<AskedModel>,
  more: { readonly timeout?: number; readonly environment?: Record<string, string> } = {},
): Promise<ModelProvider> {
  const result = await openProvider(buildModel(given), {
    environment: more.environment ?? fake.environment,
    now: () => Date.parse('2026-11-17T00:00:00Z'),
    readFile: () => Promise.reject(new Error('no file')),
    ...(more.timeout === undefined ? {} : { timeout: more.timeout }),
  });
  if (!result.ok) throw new Error(result.faults[0]!.message);
  return result.provider;
}

const quiet = new AbortController().signal;
const replyOf = ({ outcome }: Asked): ModelReply => {
  if (outcome.kind === 'failure') throw new Error(JSON.stringify(outcome.failure));
  return outcome.reply;
};
const failureOf = ({ outcome }: Asked): ModelFailure => {
  if (outcome.kind === 'reply') throw new Error(`replied ${outcome.reply.text}`);
  return outcome.failure;
};

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
    const provider = await opened(model, timeout === undefined ? {} : { timeout });
    return await provider.ask(request(given), quiet);
  };

  it('replies with what was said, and with what it counted', async () => {
    fake.answerWith = () => ({ relevant: true });
    const reply = replyOf(await ask());
    expect(reply).toMatchObject({
      end: 'complete',
      text: '{"relevant":true}',
      refusal: null,
      model: request().model,
    });
    const [done] = fake.ledger.executed;
    expect(reply.tokens).toMatchObject({ input: done!.inputTokens, output: done!.outputTokens });
    expect(fake.ledger.requests).toEqual([`POST ${path}`]);
  });

  it.each([
    ['refuse', 'refusal'],
    ['length', 'length'],
    ['no-choices', 'complete'],
    ['empty', 'complete'],
  ] as const)('says how a reply ended: %s', async (fault, end) => {
    fake.plan.add({ match: {}, fault: { do: fault } });
    const reply = replyOf(await ask());
    expect(reply.end).toBe(end);
    if (fault === 'refuse') expect(reply.refusal).toContain('cannot help');
    if (end === 'complete') expect(reply.text).toBe('');
  });

  it('tells the name of the model that answered', async () => {
    fake.plan.add({ match: {}, fault: { do: 'other-model', name: 'other-2026' } });
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
    fake.plan.add({ match: {}, fault: { do: 'status', status, body } });
    expect(failureOf(await ask())).toMatchObject({ class: kind, status });
    // Nothing is tried again inside: the retries of the SDKs are off.
    expect(fake.ledger.requests).toHaveLength(1);
  });

  it('passes on how long to wait', async () => {
    const waits = [
      { 'retry-after': '2' },
      { 'retry-after-ms': '350' },
      { 'retry-after': 'Tue, 17 Nov 2026 00:00:07 GMT' },
    ];
    for (const headers of waits)
      fake.plan.add({ match: {}, fault: { do: 'status', status: 429, headers } });
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
    fake.plan.add({ match: {}, fault });
    expect(failureOf(await ask())).toMatchObject({ class: 'soon', code, mayBeCharged: true });
    expect(fake.ledger.requests).toHaveLength(1);
  });

  it.each(['slow-headers', 'slow-body'] as const)(
    'ends a request in time, whatever is late: %s',
    async (late) => {
      fake.plan.add({ match: {}, fault: { do: late, ms: 5000 } });
      expect(failureOf(await ask({}, 300))).toMatchObject({
        class: 'soon',
        code: 'timeout',
        mayBeCharged: true,
      });
      expect(fake.ledger.requests).toHaveLength(1);
    },
  );

  it('stops when it is told to', async () => {
    fake.plan.add({ match: {}, fault: { do: 'slow-headers', ms: 5000 } });
    const stop = new AbortController();
    const provider = await opened(model);
    const asked = provider.ask(request(), stop.signal);
    await expect.poll(() => fake.ledger.requests.length).toBe(1);
    stop.abort();
    expect(failureOf(await asked)).toMatchObject({ code: 'stopped', mayBeCharged: true });
  });

  it('never shows its key, even where the service repeats it', async () => {
    const message = `Incorrect API key provided: ${fakeKey}. Bearer ${fakeKey}`;
    fake.plan.add({
      match: {},
      fault: { do: 'status', status: 401, body: { error: { message } } },
    });
    const asked = await ask();
    expect(failureOf(asked).message).toContain('Incorrect API key provided: [key]');
    expect(JSON.stringify(asked)).not.toContain(fakeKey);
    const page = { do: 'status', status: 200, body: { said: fakeKey } } as const;
    fake.plan.add({ match: {}, fault: page });
    expect(JSON.stringify(await ask())).not.toContain(fakeKey);
  });

  it('is refused without a key, naming the variable', async () => {
    const result = await openProvider(buildModel({ ...model, keyEnv: 'OTHER_KEY' }), {
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
    const provider = await opened(
      { ...model, keyEnv: 'OTHER_KEY', baseUrl: `${fake.origin}${version}` },
      { environment: { OTHER_KEY: fakeKey } },
    );
    expect((await provider.ask(request(), quiet)).outcome.kind).toBe('reply');
  });

  it('says what the headers say about limits', async () => {
    fake.headers =
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
    fake.headers = { 'x-ratelimit-remaining-requests': '-1' };
    expect((await ask()).rate.remainingRequests).toBeNull();
  });
});

describe('a refused parameter', () => {
  it('is named, so that it can be left out', async () => {
    const anthropic = await opened({ provider: 'anthropic', model: 'claude-sonnet-5' });
    const parameters = { temperature: 0.2 };
    const refused = await anthropic.ask(buildRequest({ parameters }), quiet);
    expect(failureOf(refused)).toMatchObject({ class: 'never', parameter: 'temperature' });
    const message = "Unsupported parameter: 'temperature' is not supported with this model.";
    const error = { message, type: 'invalid_request_error', param: 'temperature' };
    fake.plan.add({
      match: {},
      fault: {
        do: 'status',
        status: 400,
        body: { error: { ...error, code: 'unsupported_value' } },
      },
    });
    const openai = await opened({ provider: 'openai' });
    expect(failureOf(await openai.ask(buildRequest({ parameters }), quiet))).toMatchObject({
      class: 'never',
      parameter: 'temperature',
    });
  });
});

describe('what is sent', () => {
  /** A server that keeps the last body, and answers nothing of use. */
  async function sent(
    given: Partial<AskedModel>,
    request: ModelRequest = buildRequest(),
  ): Promise<{ readonly body: Record<string, unknown>; readonly headers: NodeJS.Dict<unknown> }> {
    let got: { body: Record<string, unknown>; headers: NodeJS.Dict<unknown> } | null = null;
    const server = createServer((incoming, response) => {
      let text = '';
      incoming.on('data', (part) => (text += String(part)));
      incoming.on('end', () => {
        got = { body: JSON.parse(text) as Record<string, unknown>, headers: incoming.headers };
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = await opened({ ...given, baseUrl });
    const asked = await provider.ask(request, quiet);
    server.close();
    expect(failureOf(asked).code).toBe('unexpected-reply');
    return got!;
  }
  const { reply, instructions, content } = buildRequest();

  it('goes to Responses with a strict schema and a key for the cache, and is not stored', async () => {
    const { body, headers } = await sent(
      { provider: 'openai' },
      buildRequest({ parameters: { reasoning: { effort: 'low' }, text: { verbosity: 'low' } } }),
    );
    expect(body).toEqual({
      model: 'gpt-5-mini',
      instructions,
      input: content,
      max_output_tokens: 500,
      store: false,
      reasoning: { effort: 'low' },
      prompt_cache_key: expect.stringMatching(/^assay-[0-9a-f]{24}$/) as string,
      text: {
        verbosity: 'low',
        format: { type: 'json_schema', name: reply.name, strict: true, schema: reply.schema },
      },
    });
    expect(headers['authorization']).toBe(`Bearer ${fakeKey}`);
  });

  it('goes to Chat Completions as a system and a user message', async () => {
    const { body } = await sent({ provider: 'openai-chat' });
    expect(body).toMatchObject({
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content },
      ],
      max_completion_tokens: 500,
      response_format: { json_schema: { name: reply.name, strict: true, schema: reply.schema } },
    });
  });

  it('goes to a compatible service without anything that only OpenAI knows, and without its key', async () => {
    const { body, headers } = await sent({ provider: 'compatible', model: 'qwen3' });
    expect(Object.keys(body).toSorted()).toEqual(
      ['model', 'messages', 'max_tokens', 'response_format'].toSorted(),
    );
    expect(JSON.stringify(headers)).not.toContain(fakeKey);
    const parameters = { response_format: { type: 'json_object' } };
    const loose = await sent({ provider: 'compatible' }, buildRequest({ parameters }));
    expect(loose.body['response_format']).toEqual({ type: 'json_object' });
  });

  it('goes to Anthropic with the instructions marked for the cache', async () => {
    const { body } = await sent({ provider: 'anthropic' });
    expect(body).toEqual({
      model: 'gpt-5-mini',
      max_tokens: 500,
      system: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: [{ type: 'text', text: content }] }],
      output_config: { format: { type: 'json_schema', schema: reply.schema } },
    });
  });

  it('goes to Ollama with the size of the context', async () => {
    const { body } = await sent(
      { provider: 'ollama', context: 16_384 },
      buildRequest({ parameters: { think: false, options: { seed: 1, num_ctx: 1 } } }),
    );
    expect(body).toMatchObject({
      stream: false,
      think: false,
      format: reply.schema,
      options: { seed: 1, num_ctx: 16_384, num_predict: 500 },
    });
  });

  it('never lets a parameter replace what is asked', async () => {
    const parameters = {
      model: 'other',
      messages: [],
      input: 'x',
      instructions: 'y',
      stream: true,
    };
    const { body } = await sent({ provider: 'openai' }, buildRequest({ parameters }));
    expect(body).toMatchObject({ model: 'gpt-5-mini', input: content, instructions });
  });
});

describe('Ollama', () => {
  it('replies, and a filled context is told from a whole reply', async () => {
    const provider = await opened({ provider: 'ollama', baseUrl: fake.origin, context: 4096 });
    expect(replyOf(await provider.ask(buildRequest(), quiet)).end).toBe('complete');
    fake.plan.add({ match: {}, fault: { do: 'overflow' } });
    expect(replyOf(await provider.ask(buildRequest(), quiet)).end).toBe('context');
    fake.plan.add({
      match: {},
      fault: { do: 'status', status: 404, body: { error: 'model "x" not found, try pulling it' } },
    });
    expect(failureOf(await provider.ask(buildRequest(), quiet))).toMatchObject({
      class: 'never',
      status: 404,
      message: 'model "x" not found, try pulling it',
    });
  });
});

describe('a service that is not there', () => {
  it.each(['openai', 'anthropic', 'ollama', 'compatible'] as const)(
    'has charged nothing: %s',
    async (provider) => {
      const baseUrl = await closedAddress();
      const asked = await (await opened({ provider, baseUrl })).ask(buildRequest(), quiet);
      expect(failureOf(asked)).toMatchObject({
        class: 'soon',
        code: 'connection',
        mayBeCharged: false,
      });
    },
  );
});

/** An address at which nobody listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  return `http://127.0.0.1:${port}`;
}
