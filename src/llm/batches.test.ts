import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../test/build-model.ts';
import { fakeKey } from '../../test/fake-provider/fake-provider.ts';
import type { BatchFault } from '../../test/fake-provider/plan.ts';
import type { BatchState } from './provider.ts';
import {
  batchedProvider,
  ids,
  made,
  idOf,
  ended,
  resultsOf,
  answered,
  failed,
} from '../../test/fake-batches.ts';

const batched = batchedProvider();

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
    batched.fake.plan.add({ match: { path }, fault: { do: 'batch', ...fault } });
  };

  it('is made once, ends, and gives every result back by its id', async () => {
    const service = await batched.opened(model);
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
    expect(batched.fake.ledger.batches.size).toBe(1);
  });

  it('has requests of one line each', async () => {
    const service = await batched.opened(model);
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
    { do: 'slow-headers', ms: 3_600_000 },
  ] as const)('whose making was not answered may exist, and is found: $do', async (fault) => {
    const service = await batched.opened(model);
    // Only the request that is never answered must not wait for long.
    const hasty = await batched.opened(model, undefined, 5000);
    const since = new Date(batched.time - 300_000).toISOString();
    batched.fake.plan.add({ match: { method: 'POST', path }, fault });
    expect((await made(fault.do === 'slow-headers' ? hasty : service)).kind).toBe('unknown');
    expect(batched.fake.ledger.requestsTo(`POST ${path}`)).toBe(1);
    expect(batched.fake.ledger.batches.size).toBe(1);
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
    const service = await batched.opened(model);
    batched.fake.plan.add({ match: { method: 'POST', path }, fault: { do: 'status', status } });
    expect(await made(service)).toMatchObject({
      kind: 'refused',
      failure: { class: kind, status },
    });
    expect(batched.fake.ledger.batches.size).toBe(0);
  });

  it('is looked for over all pages, newest first, no further back than asked', async () => {
    const service = await batched.opened(model);
    await idOf(service);
    batched.time += 1_000_000;
    const since = new Date(batched.time).toISOString();
    const made3 = [await idOf(service), await idOf(service), await idOf(service)];
    const listed = (await service.list(since)) as readonly BatchState[];
    expect(listed.map((one) => one.id)).toEqual(made3.toReversed());
  });

  it('that expired gives what was finished, and says what was not', async () => {
    planned({ ends: 'expired', share: 0.6 });
    const service = await batched.opened(model);
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
    const service = await batched.opened(model);
    const id = await idOf(service);
    expect(await service.cancel(id)).toBeNull();
    const state = await ended(service, id);
    expect(state.ended).toBe('cancelled');
    const { lines, failure } = await resultsOf(service, id);
    expect([answered(lines).length, failure]).toEqual([2, null]);
  });

  it('keeps apart what it failed at: by request, by account, by limits', async () => {
    const service = await batched.opened(model);
    batched.fake.plan.add(
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
    const service = await batched.opened(model);
    const id = await idOf(service);
    await ended(service, id);
    const { lines } = await resultsOf(service, id);
    const found = lines.map((one) => (one.kind === 'result' ? one.id : ''));
    expect(found.toSorted()).toEqual([...ids, 'c-1', 'nobody-asked'].toSorted());
  });

  it('whose results were cut says so, after every whole line', async () => {
    planned({ cutLastLine: true });
    const service = await batched.opened(model);
    const id = await idOf(service);
    await ended(service, id);
    const cut = await resultsOf(service, id);
    expect(cut.failure).toMatchObject({ class: 'soon', code: 'cut-off' });
    expect(cut.lines).toHaveLength(4);
    expect((await resultsOf(service, id)).failure).toBeNull();
  });

  it('whose results are gone is lost, and may have been paid', async () => {
    planned({ gone: true });
    const service = await batched.opened(model);
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
      const service = await batched.opened(model);
      const id = await idOf(service);
      await ended(service, id);
      const results = isAnthropic ? '/results' : '/content';
      batched.fake.plan.add({ match: { method: 'GET', path: results }, fault });
      expect((await resultsOf(service, id)).failure).toMatchObject({ class: 'soon' });
      expect((await resultsOf(service, id)).failure).toBeNull();
    },
  );

  it('never shows the key', async () => {
    const service = await batched.opened(model);
    const message = `Incorrect key ${fakeKey}`;
    const fault = { do: 'status', status: 401, body: { error: { message } } } as const;
    batched.fake.plan.add({ match: { method: 'POST', path }, fault });
    expect(JSON.stringify(await made(service))).not.toContain(fakeKey);
  });
});
