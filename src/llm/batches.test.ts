import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildModel, buildRequest } from '../../test/build-model.ts';
import { FakeProvider, fakeKey } from '../../test/fake-provider/fake-provider.ts';
import type { BatchFault } from '../../test/fake-provider/plan.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import type { ModelFailure } from '../domain/models/model-reply.ts';
import { isFailure } from './failures.ts';
import { openProvider } from './open-provider.ts';
import type { BatchCreation, BatchEnd, BatchLine, BatchService, BatchState } from './provider.ts';

let fake: FakeProvider;
let time = Date.parse('2026-11-17T00:00:00Z');
beforeAll(async () => {
  fake = await FakeProvider.start(() => time);
});
afterAll(async () => {
  await fake.stop();
});
beforeEach(() => {
  fake.plan.clear();
  fake.ledger.requests.length = 0;
  fake.ledger.batches.clear();
  fake.answerWith = () => ({ relevant: true });
  time += 3_600_000;
});

async function opened(given: Partial<AskedModel>, baseUrl?: string): Promise<BatchService> {
  const result = await openProvider(buildModel({ ...given, baseUrl: baseUrl ?? null }), {
    environment: fake.environment,
    now: () => time,
    readFile: () => Promise.reject(new Error('no file')),
    timeout: 2000,
  });
  if (!result.ok) throw new Error(result.faults[0]!.message);
  return result.provider.batches!;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

const ids = ['c-0', 'c-1', 'c-2', 'c-3', 'c-4'];

async function made(service: BatchService, tag = 'run-1.chunk-1'): Promise<BatchCreation> {
  const lines = ids.map((id) =>
    service.line(buildRequest({ id, content: `{"unit":{"text":"${id}\u2028"}}` })),
  );
  if (service.upload === null) return await service.create({ lines: each(lines) }, tag);
  const file = await service.upload(each(lines), 'chunk 1.jsonl');
  if (isFailure(file)) throw new Error(file.message);
  return await service.create(file, tag);
}

async function idOf(service: BatchService): Promise<string> {
  const creation = await made(service);
  if (creation.kind !== 'created') throw new Error(creation.failure.message);
  return creation.id;
}

async function ended(service: BatchService, id: string): Promise<BatchState> {
  for (let poll = 0; poll < 5; poll += 1) {
    const state = await service.state(id);
    if (isFailure(state)) throw new Error(state.message);
    if (state.phase === 'ended') return state;
  }
  throw new Error('never ended');
}

async function resultsOf(service: BatchService, id: string) {
  const lines: BatchLine[] = [];
  let end: BatchEnd | null = null;
  for await (const one of service.results(id))
    if (one.kind === 'end') end = one;
    else lines.push(one);
  return { lines, failure: end!.failure };
}

const answered = (lines: readonly BatchLine[]): readonly string[] =>
  lines.flatMap((one) => (one.kind === 'result' && one.outcome.kind === 'reply' ? [one.id] : []));
const failed = (lines: readonly BatchLine[]): readonly (readonly [string, ModelFailure])[] =>
  lines.flatMap((one) =>
    one.kind === 'result' && one.outcome.kind === 'failure' ? [[one.id, one.outcome.failure]] : [],
  );

const services = [
  { name: 'openai', model: { provider: 'openai' }, path: '/v1/batches' },
  { name: 'openai-chat', model: { provider: 'openai-chat' }, path: '/v1/batches' },
  {
    name: 'anthropic',
    model: { provider: 'anthropic', model: 'claude-sonnet-5' },
    path: '/v1/messages/batches',
  },
] as const;

describe.each(services)('a batch of $name', ({ model, path }) => {
  const isAnthropic = model.provider === 'anthropic';
  const planned = (fault: Omit<BatchFault, 'do'>): void => {
    fake.plan.add({ match: { path }, fault: { do: 'batch', ...fault } });
  };

  it('is made once, ends, and gives every result back by its id', async () => {
    const service = await opened(model);
    const id = await idOf(service);
    const state = await ended(service, id);
    expect(state).toMatchObject({
      id,
      ended: 'complete',
      problems: [],
      requests: 5,
      counts: { total: 5, done: 5, failed: 0 },
    });
    const { lines, failure } = await resultsOf(service, id);
    expect(failure).toBeNull();
    expect(answered(lines).toSorted()).toEqual(ids);
    expect(answered(lines)).not.toEqual(ids);
    const [first] = lines;
    expect(first).toMatchObject({
      outcome: { kind: 'reply', reply: { end: 'complete', text: '{"relevant":true}' } },
    });
    expect(fake.ledger.batches.size).toBe(1);
  });

  it('has requests of one line each', async () => {
    const service = await opened(model);
    const line = service.line(buildRequest({ content: 'a\nb\u2028c\u2029d\u0085e' }));
    expect(line.split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(1);
    const { custom_id: id, ...rest } = JSON.parse(line) as Record<string, unknown>;
    expect(id).toBe('cell-1-a1');
    expect(JSON.stringify(rest)).toContain(isAnthropic ? '"ttl":"1h"' : '"method":"POST"');
  });

  it.each([
    { do: 'drop-after' },
    { do: 'status-after', status: 502 },
    { do: 'cut-body', bytes: 10 },
    { do: 'cut-json', bytes: 30 },
    { do: 'slow-headers', ms: 6000 },
  ] as const)('whose making was not answered may exist, and is found: $do', async (fault) => {
    const service = await opened(model);
    const since = new Date(time - 300_000).toISOString();
    fake.plan.add({ match: { method: 'POST', path }, fault });
    expect((await made(service)).kind).toBe('unknown');
    expect(fake.ledger.requestsTo(`POST ${path}`)).toBe(1);
    expect(fake.ledger.batches.size).toBe(1);
    const listed = await service.list(since);
    expect(listed).toHaveLength(1);
    const state = await ended(service, (listed as readonly BatchState[])[0]!.id);
    expect(state.requests).toBe(5);
    if (service.hasTags) expect(state.tag).toBe('run-1.chunk-1');
  });

  it.each([
    [400, 'never'],
    [401, 'person'],
    [429, 'soon'],
  ] as const)('that was refused does not exist: %d', async (status, kind) => {
    const service = await opened(model);
    fake.plan.add({ match: { method: 'POST', path }, fault: { do: 'status', status } });
    expect(await made(service)).toMatchObject({
      kind: 'refused',
      failure: { class: kind, status },
    });
    expect(fake.ledger.batches.size).toBe(0);
  });

  it('is looked for over all pages, newest first, no further back than asked', async () => {
    const service = await opened(model);
    await idOf(service);
    time += 1_000_000;
    const since = new Date(time).toISOString();
    const made3 = [await idOf(service), await idOf(service), await idOf(service)];
    const listed = (await service.list(since)) as readonly BatchState[];
    expect(listed.map((one) => one.id)).toEqual(made3.toReversed());
  });

  it('that expired gives what was finished, and says what was not', async () => {
    planned({ ends: 'expired', share: 0.6 });
    const service = await opened(model);
    const id = await idOf(service);
    expect((await ended(service, id)).ended).toBe('expired');
    const { lines, failure } = await resultsOf(service, id);
    expect(failure).toBeNull();
    expect(answered(lines)).toHaveLength(3);
    expect(failed(lines).map(([, one]) => [one.class, one.code])).toEqual([
      ['later', 'batch_expired'],
      ['later', 'batch_expired'],
    ]);
  });

  it('can be cancelled, and gives what was finished', async () => {
    const service = await opened(model);
    const id = await idOf(service);
    expect(await service.cancel(id)).toBeNull();
    const state = await ended(service, id);
    expect(state.ended).toBe('cancelled');
    const { lines, failure } = await resultsOf(service, id);
    expect([answered(lines).length, failure]).toEqual([2, null]);
  });

  it('keeps apart what it failed at: by request, by account, by limits', async () => {
    const service = await opened(model);
    fake.plan.add(
      {
        match: { contains: 'c-1' },
        fault: { do: 'line-error', status: 400, code: 'invalid_request_error' },
      },
      {
        match: { contains: 'c-2' },
        fault: {
          do: 'line-error',
          status: 400,
          code: 'invalid_request_error',
          message: 'Your credit balance is too low to access the API.',
        },
      },
      { match: { contains: 'c-3' }, fault: { do: 'line-error', status: 500, code: 'api_error' } },
    );
    const id = await idOf(service);
    await ended(service, id);
    const { lines } = await resultsOf(service, id);
    expect(Object.fromEntries(failed(lines).map(([key, one]) => [key, one.class]))).toEqual({
      'c-1': 'never',
      'c-2': 'person',
      'c-3': 'soon',
    });
  });

  it('gives unknown and repeated results as they are, for the caller to match', async () => {
    planned({ unknown: true, twice: [1] });
    const service = await opened(model);
    const id = await idOf(service);
    await ended(service, id);
    const { lines } = await resultsOf(service, id);
    const found = lines.map((one) => (one.kind === 'result' ? one.id : ''));
    expect(found.toSorted()).toEqual([...ids, 'c-1', 'nobody-asked'].toSorted());
  });

  it('whose results were cut says so, after every whole line', async () => {
    planned({ cutLastLine: true });
    const service = await opened(model);
    const id = await idOf(service);
    await ended(service, id);
    const cut = await resultsOf(service, id);
    expect(cut.failure).toMatchObject({ class: 'soon', code: 'cut-off' });
    expect(cut.lines).toHaveLength(4);
    expect((await resultsOf(service, id)).failure).toBeNull();
  });

  it('whose results are gone is lost, and may have been paid', async () => {
    planned({ gone: true });
    const service = await opened(model);
    const id = await idOf(service);
    await ended(service, id);
    expect((await resultsOf(service, id)).failure).toMatchObject({
      class: 'never',
      code: 'results-gone',
      mayBeCharged: true,
    });
  });

  it.each([{ do: 'html' }, { do: 'cut-body', bytes: 30 }, { do: 'drop-after' }] as const)(
    'whose results arrive damaged is fetched again: $do',
    async (fault) => {
      const service = await opened(model);
      const id = await idOf(service);
      await ended(service, id);
      const results = isAnthropic ? '/results' : '/content';
      fake.plan.add({ match: { method: 'GET', path: results }, fault });
      expect((await resultsOf(service, id)).failure).toMatchObject({ class: 'soon' });
      expect((await resultsOf(service, id)).failure).toBeNull();
    },
  );

  it('never shows the key', async () => {
    const service = await opened(model);
    const message = `Incorrect key ${fakeKey}`;
    const fault = { do: 'status', status: 401, body: { error: { message } } } as const;
    fake.plan.add({ match: { method: 'POST', path }, fault });
    expect(JSON.stringify(await made(service))).not.toContain(fakeKey);
  });
});

describe('a batch of OpenAI that failed as a whole', () => {
  it('says what is wrong, with the line of the request', async () => {
    const service = await opened({ provider: 'openai' });
    const lines = ['gpt-5-mini', 'gpt-5.1'].map((model, at) =>
      service.line(buildRequest({ id: `c-${at}`, model })),
    );
    const file = await service.upload!(each(lines), 'x');
    if (isFailure(file)) throw new Error(file.message);
    const creation = await service.create(file, 'tag');
    const state = await ended(service, creation.kind === 'created' ? creation.id : '');
    expect(state).toMatchObject({
      ended: 'failed',
      problems: [{ line: 2, failure: { class: 'never', code: 'mismatched_model' } }],
    });
    const found = await resultsOf(service, state.id);
    expect(found).toEqual({ lines: [], failure: null });
  });

  it('is tried later when other batches fill the queue', async () => {
    const service = await opened({ provider: 'openai' });
    const problem = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached' };
    fake.plan.add({
      match: { path: '/v1/batches' },
      fault: { do: 'batch', ends: 'failed', problem },
    });
    const state = await ended(service, await idOf(service));
    expect(state.problems[0]!.failure).toMatchObject({ class: 'later', code: problem.code });
  });

  it('whose file is not known yet is made a little later', async () => {
    const service = await opened({ provider: 'openai' });
    expect(await service.create({ file: 'file-0' }, 'tag')).toMatchObject({
      kind: 'refused',
      failure: { class: 'soon', status: 400, parameter: 'input_file_id' },
    });
  });

  it('refuses an upload with the reason', async () => {
    const service = await opened({ provider: 'openai' });
    fake.plan.add({ match: { path: '/v1/files' }, fault: { do: 'status', status: 401 } });
    expect(await service.upload!(each(['{}']), 'x')).toMatchObject({ class: 'person' });
  });
});

describe('results of a service of which we announce the counts', () => {
  it('are fetched once more when lines are missing, and then they are missing', async () => {
    let fetched = 0;
    const server = createServer((request, response) => {
      const isBatch = !String(request.url).endsWith('/content');
      if (!isBatch) fetched += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      const counts = { total: 3, completed: 3, failed: 0 };
      const batch = { id: 'b', status: 'completed', request_counts: counts, output_file_id: 'f' };
      response.end(isBatch ? JSON.stringify(batch) : '{"custom_id":"c-0"}\nno json\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const service = await opened({ provider: 'openai' }, baseUrl);
    const { lines, failure } = await resultsOf(service, 'b');
    server.close();
    expect(failure).toBeNull();
    expect(fetched).toBe(2);
    expect(lines.map((one) => one.kind)).toEqual(['result', 'damaged', 'result', 'damaged']);
  });
});

describe('recorded replies', () => {
  const head = '{"recording":1,"simulated":true}';
  const text = [
    head,
    '{"unit":"u1","annotator":"mini#1","reply":{"relevant":true}}',
    '{"unit":"u1","annotator":"mini#2","reply":"I cannot say.","end":"refusal"}',
    '{"unit":"u1","annotator":"mini#1","prompt":"h2","reply":{"relevant":false}}',
    '{"unit":"u2","run":1,"reply":{"relevant":false},"tokens":{"input":10,"output":3}}',
  ].join('\n');
  const recorded = async (folder: string, content = text) =>
    await openProvider(buildModel({ provider: 'recorded', recording: 'r.jsonl' }), {
      environment: {},
      now: () => time,
      readFile: () => Promise.resolve(content),
      recordedFolder: folder,
    });
  const about = (unit: string, annotator: string, prompt = 'h1') =>
    buildRequest({
      id: `${unit}-${annotator.replace('#', '-')}`,
      about: { unit, annotator, prompt },
    });
  const quiet = new AbortController().signal;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('are found by unit, run and prompt, else by unit and run', async () => {
    const result = await recorded(folder);
    if (!result.ok) throw new Error('refused');
    const ask = async (...args: Parameters<typeof about>) =>
      (await result.provider.ask(about(...args), quiet)).outcome;
    expect(await ask('u1', 'mini#1')).toMatchObject({ reply: { text: '{"relevant":true}' } });
    expect(await ask('u1', 'mini#1', 'h2')).toMatchObject({
      reply: { text: '{"relevant":false}' },
    });
    expect(await ask('u1', 'mini#2')).toMatchObject({
      reply: { end: 'refusal', refusal: 'I cannot say.', fingerprint: 'simulated', tokens: null },
    });
    expect(await ask('u2', 'nano#1')).toMatchObject({
      reply: { tokens: { input: 10, output: 3 } },
    });
    expect(await ask('u3', 'mini#1')).toMatchObject({
      kind: 'failure',
      failure: { class: 'never', code: 'not-recorded' },
    });
  });

  it('come in batches too, which another process finds again', async () => {
    const first = await recorded(folder);
    const second = await recorded(folder);
    if (!first.ok || !second.ok) throw new Error('refused');
    const service = first.provider.batches!;
    const lines = ['mini#1', 'mini#2', 'mini#3'].map((run) => service.line(about('u1', run)));
    const creation = await service.create({ lines: each(lines) }, 'run-1');
    const later = second.provider.batches!;
    const listed = (await later.list(new Date(time - 1).toISOString())) as readonly BatchState[];
    expect(listed).toMatchObject([
      { phase: 'ended', ended: 'complete', tag: 'run-1', requests: 3 },
    ]);
    expect(creation).toEqual({ kind: 'created', id: listed[0]!.id });
    const found = await resultsOf(later, listed[0]!.id);
    expect(answered(found.lines)).toEqual(['u1-mini-1', 'u1-mini-2']);
    expect(failed(found.lines).map(([key, one]) => [key, one.code])).toEqual([
      ['u1-mini-3', 'not-recorded'],
    ]);
    expect(await later.cancel(listed[0]!.id)).toBeNull();
    expect(await later.state('recorded-0')).toMatchObject({ code: 'not-found' });
    expect(await later.state('../../etc/passwd')).toMatchObject({ code: 'not-found' });
  });

  it('are refused line by line where they are damaged', async () => {
    const result = await recorded(folder, `${head}\n{"unit":"u1"}\nno\n\n{"unit":"u2","run":1}`);
    expect(result.ok ? [] : result.faults.map((one) => [one.code, one.line])).toEqual([
      ['bad-recording', 2],
      ['bad-recording', 3],
      ['bad-recording', 5],
    ]);
    expect((await recorded(folder, '')).ok).toBe(false);
  });
});

it('loads an SDK only when something is sent', async () => {
  const names = ['openai.ts', 'anthropic.ts'];
  for (const name of names) {
    const source = await readFile(join('src/llm', name), 'utf8');
    expect(source).not.toMatch(/^import (?!type)[^;]*from '(openai|@anthropic-ai\/sdk)/m);
  }
});
