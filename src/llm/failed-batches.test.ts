import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildModel, buildRequest, ownProtocol } from '../../test/build-model.ts';
import { isFailure } from './failures.ts';
import { openProvider } from './open-provider.ts';
import type { BatchState } from './provider.ts';
import {
  batchedProvider,
  each,
  idOf,
  ended,
  resultsOf,
  answered,
  failed,
} from '../../test/fake-batches.ts';

const batched = batchedProvider();

describe('a batch of OpenAI that failed as a whole', () => {
  it('says what is wrong, with the line of the request', async () => {
    const service = await batched.opened({ provider: 'openai' });
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
    const service = await batched.opened({ provider: 'openai' });
    const problem = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached' };
    batched.fake.plan.add({
      match: { path: '/v1/batches' },
      fault: { do: 'batch', ends: 'failed', problem },
    });
    const state = await ended(service, await idOf(service));
    expect(state.problems[0]!.failure).toMatchObject({ class: 'later', code: problem.code });
  });

  it('whose file is not known yet is made a little later', async () => {
    const service = await batched.opened({ provider: 'openai' });
    expect(await service.create({ file: 'file-0' }, 'tag')).toMatchObject({
      kind: 'refused',
      failure: { class: 'soon', status: 400, parameter: 'input_file_id' },
    });
  });

  it('refuses an upload with the reason', async () => {
    const service = await batched.opened({ provider: 'openai' });
    batched.fake.plan.add({ match: { path: '/v1/files' }, fault: { do: 'status', status: 401 } });
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
    const service = await batched.opened({ provider: 'openai' }, baseUrl);
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
      ...ownProtocol,
      environment: {},
      now: () => batched.time,
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
    const listed = (await later.list(
      new Date(batched.time - 1).toISOString(),
    )) as readonly BatchState[];
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
