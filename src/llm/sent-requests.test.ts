import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../test/build-model.ts';
import { fakeKey } from '../../test/fake-provider/fake-provider.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';
import { askedProvider, failureOf, quiet, replyOf } from '../../test/asked-models.ts';

const own = askedProvider();

describe('a refused parameter', () => {
  it('is named, so that it can be left out', async () => {
    const anthropic = await own.opened({ provider: 'anthropic', model: 'claude-sonnet-5' });
    const parameters = { temperature: 0.2 };
    const refused = await anthropic.ask(buildRequest({ parameters }), quiet);
    expect(failureOf(refused)).toMatchObject({ class: 'never', parameter: 'temperature' });
    const message = "Unsupported parameter: 'temperature' is not supported with this model.";
    const error = { message, type: 'invalid_request_error', param: 'temperature' };
    own.fake.plan.add({
      match: {},
      fault: {
        do: 'status',
        status: 400,
        body: { error: { ...error, code: 'unsupported_value' } },
      },
    });
    const openai = await own.opened({ provider: 'openai' });
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
    const provider = await own.opened({ ...given, baseUrl });
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
    const provider = await own.opened({
      provider: 'ollama',
      baseUrl: own.fake.origin,
      context: 4096,
    });
    expect(replyOf(await provider.ask(buildRequest(), quiet)).end).toBe('complete');
    own.fake.plan.add({ match: {}, fault: { do: 'overflow' } });
    expect(replyOf(await provider.ask(buildRequest(), quiet)).end).toBe('context');
    own.fake.plan.add({
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
      const asked = await (await own.opened({ provider, baseUrl })).ask(buildRequest(), quiet);
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
