import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { buildModel, buildRequest, ownProtocol } from '../../test/build-model.ts';
import { answered, ended, resultsOf } from '../../test/fake-batches.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import { openProvider } from './open-provider.ts';
import type { ModelProvider } from './provider.ts';

/** What a service replies with at a path: a type, if it names one, and a body. */
type Reply = readonly [type: string | null, body: string];

const servers: { close(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A service that replies by path, and says what it was asked. */
async function serving(
  model: Partial<AskedModel>,
  replies: (path: string, baseUrl: string) => Reply | undefined,
): Promise<{ readonly provider: ModelProvider; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = String(request.url);
    asked.push(path);
    request.resume();
    const reply = replies(path, baseUrl);
    if (reply === undefined) response.writeHead(404, { 'content-type': 'application/json' });
    else response.writeHead(200, reply[0] === null ? {} : { 'content-type': reply[0] });
    response.end(reply?.[1] ?? '{}');
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = await openProvider(buildModel({ ...model, baseUrl }), {
    ...ownProtocol,
    environment: { OPENAI_API_KEY: 'a key of a test', ANTHROPIC_API_KEY: 'a key of a test' },
    now: () => Date.parse('2026-11-17T00:00:00Z'),
    readFile: () => Promise.reject(new Error('no file')),
    timeout: 600_000,
  });
  if (!opened.ok) throw new Error(opened.faults[0]!.message);
  return { provider: opened.provider, asked };
}

const chat = '{"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}]}';
const line = (id: string): string =>
  `{"custom_id":"${id}","response":{"status_code":200,"body":${chat}},"error":null}`;
const ended3 = { total: 3, completed: 3, failed: 0 };
const openAiBatch = { id: 'b', status: 'completed', request_counts: ended3, output_file_id: 'f' };

describe('a paid reply', () => {
  it.each([null, 'text/plain', 'application/octet-stream', 'application/problem+json'])(
    'is taken whatever type it is said to have: %s',
    async (type) => {
      const { provider } = await serving({ provider: 'openai-chat' }, () => [type, chat]);
      const { outcome } = await provider.ask(buildRequest({}), new AbortController().signal);
      expect(outcome).toMatchObject({ kind: 'reply', reply: { text: '{}' } });
    },
  );

  it('is no reply where a page stands instead', async () => {
    const { provider } = await serving({ provider: 'openai-chat' }, () => ['text/html', '<p>']);
    const { outcome } = await provider.ask(buildRequest({}), new AbortController().signal);
    expect(outcome).toMatchObject({ kind: 'failure', failure: { code: 'not-json' } });
  });
});

describe('a file of results', () => {
  const ids = ['a', 'b', 'c'];
  it.each([
    ['ends without a line break', ids.map(line).join('\n')],
    ['has the line breaks of Windows', `${ids.map(line).join('\r\n')}\r\n`],
    ['has both', ids.map(line).join('\r\n')],
    ['begins with a mark of its encoding', `\uFEFF${ids.map(line).join('\n')}\n`],
    ['has blank lines', `\n${ids.map(line).join('\n  \n')}\n \n`],
  ])('that %s is whole', async (_, text) => {
    const { provider, asked } = await serving({ provider: 'openai-chat' }, (path) =>
      path.endsWith('/content')
        ? ['application/octet-stream', text]
        : ['application/json', JSON.stringify(openAiBatch)],
    );
    const { lines, failure } = await resultsOf(provider.batches!, 'b');
    expect(failure).toBeNull();
    expect(answered(lines)).toEqual(ids);
    expect(lines).toHaveLength(3);
    expect(asked.filter((path) => path.endsWith('/content'))).toHaveLength(1);
  });

  it('of which the last line is cut is not whole', async () => {
    const { provider } = await serving({ provider: 'openai-chat' }, (path) =>
      path.endsWith('/content')
        ? ['application/octet-stream', ids.map(line).join('\n').slice(0, -1)]
        : ['application/json', JSON.stringify(openAiBatch)],
    );
    const { lines, failure } = await resultsOf(provider.batches!, 'b');
    expect(answered(lines)).toEqual(['a', 'b']);
    expect(failure).toMatchObject({ class: 'soon', code: 'cut-off' });
  });
});

describe('a batch of Anthropic', () => {
  const counts = { processing: 0, succeeded: 0, errored: 1, canceled: 0, expired: 0 };
  const error = { type: 'overloaded_error', message: 'Overloaded' };
  const result = { custom_id: 'a', result: { type: 'errored', error } };
  const replies =
    (address: (baseUrl: string) => string | null) =>
    (path: string, baseUrl: string): Reply | undefined => {
      if (path.includes('results')) return ['application/binary', `${JSON.stringify(result)}\n`];
      const known = { id: 'm', processing_status: 'ended', request_counts: counts };
      return ['application/json', JSON.stringify({ ...known, results_url: address(baseUrl) })];
    };

  it.each([
    [
      'where it says',
      (base: string) => `${base}/elsewhere/results?of=m`,
      '/elsewhere/results?of=m',
    ],
    ['where they always are', () => null, '/v1/messages/batches/m/results'],
    [
      'never at another service, which would be told the key',
      () => 'https://elsewhere.example/v1/messages/batches/m/results',
      '/v1/messages/batches/m/results',
    ],
  ])('has its results %s', async (_, address, expected) => {
    const { provider, asked } = await serving({ provider: 'anthropic' }, replies(address));
    const { failure } = await resultsOf(provider.batches!, 'm');
    expect(failure).toBeNull();
    expect(asked.at(-1)).toBe(expected);
  });

  it('tells the error of a request also where it is not wrapped in another', async () => {
    const { provider } = await serving(
      { provider: 'anthropic' },
      replies(() => null),
    );
    const { lines } = await resultsOf(provider.batches!, 'm');
    expect(lines).toMatchObject([
      { outcome: { failure: { code: 'overloaded_error', message: 'Overloaded', class: 'soon' } } },
    ]);
  });
});

describe('a batch that has not ended', () => {
  it.each([
    [{ provider: 'openai' }, { id: 'b', status: 'in_progress' }],
    [{ provider: 'anthropic' }, { id: 'b', processing_status: 'in_progress' }],
  ] as const)('has no results yet, which is not the same as none: %j', async (model, batch) => {
    const { provider, asked } = await serving(model, () => [
      'application/json',
      JSON.stringify(batch),
    ]);
    const { lines, failure } = await resultsOf(provider.batches!, 'b');
    expect(lines).toEqual([]);
    expect(failure).toMatchObject({ class: 'soon', code: 'unexpected-reply' });
    expect(asked).toHaveLength(1);
  });
});

describe('a batch of OpenAI that failed', () => {
  it.each([null, { object: 'list', data: [] }])(
    'without a reason has one problem: %j',
    async (e) => {
      const { provider } = await serving({ provider: 'openai' }, () => [
        'application/json',
        JSON.stringify({ id: 'b', status: 'failed', errors: e }),
      ]);
      const { problems } = await ended(provider.batches!, 'b');
      expect(problems).toMatchObject([{ line: null, failure: { class: 'never', code: 'failed' } }]);
    },
  );
});
