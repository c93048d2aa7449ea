import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AskedModel } from '../src/domain/models/asked-model.ts';
import { openProvider } from '../src/llm/open-provider.ts';
import { buildModel, buildRequest, ownProtocol } from './build-model.ts';
import { FakeProvider } from './fake-provider/fake-provider.ts';
import type { ModelFailure } from '../src/domain/models/model-reply.ts';
import { isFailure } from '../src/llm/failures.ts';
import type {
  BatchCreation,
  BatchEnd,
  BatchLine,
  BatchService,
  BatchState,
} from '../src/llm/provider.ts';

export async function* each(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

export const ids = ['c-0', 'c-1', 'c-2', 'c-3', 'c-4'];

export async function made(service: BatchService, tag = 'run-1.chunk-1'): Promise<BatchCreation> {
  const lines = ids.map((id) =>
    service.line(buildRequest({ id, content: `{"unit":{"text":"${id}\u2028"}}` })),
  );
  if (service.upload === null) return await service.create({ lines: each(lines) }, tag);
  const file = await service.upload(each(lines), 'chunk 1.jsonl');
  if (isFailure(file)) throw new Error(file.message);
  return await service.create(file, tag);
}

export async function idOf(service: BatchService): Promise<string> {
  const creation = await made(service);
  if (creation.kind !== 'created') throw new Error(creation.failure.message);
  return creation.id;
}

export async function ended(service: BatchService, id: string): Promise<BatchState> {
  for (let poll = 0; poll < 5; poll += 1) {
    const state = await service.state(id);
    if (isFailure(state)) throw new Error(state.message);
    if (state.phase === 'ended') return state;
  }
  throw new Error('never ended');
}

export async function resultsOf(service: BatchService, id: string) {
  const lines: BatchLine[] = [];
  let end: BatchEnd | null = null;
  for await (const one of service.results(id))
    if (one.kind === 'end') end = one;
    else lines.push(...one.lines);
  return { lines, failure: end!.failure };
}

export const answered = (lines: readonly BatchLine[]): readonly string[] =>
  lines.flatMap((one) => (one.kind === 'result' && one.outcome.kind === 'reply' ? [one.id] : []));

export const failed = (lines: readonly BatchLine[]): readonly (readonly [string, ModelFailure])[] =>
  lines.flatMap((one) =>
    one.kind === 'result' && one.outcome.kind === 'failure' ? [[one.id, one.outcome.failure]] : [],
  );

/** A provider of our own that takes batches, an hour later before each test. */
export interface BatchedProvider {
  readonly fake: FakeProvider;
  time: number;
  opened(given: Partial<AskedModel>, baseUrl?: string, timeout?: number): Promise<BatchService>;
}

export function batchedProvider(): BatchedProvider {
  let fake: FakeProvider;
  const batched: BatchedProvider = {
    get fake() {
      return fake;
    },
    time: Date.parse('2026-11-17T00:00:00Z'),
    opened: async (given, baseUrl, timeout = 600_000) => {
      const result = await openProvider(buildModel({ ...given, baseUrl: baseUrl ?? null }), {
        ...ownProtocol,
        environment: fake.environment,
        now: () => batched.time,
        readFile: () => Promise.reject(new Error('no file')),
        timeout,
      });
      if (!result.ok) throw new Error(result.faults[0]!.message);
      return result.provider.batches!;
    },
  };
  beforeAll(async () => {
    fake = await FakeProvider.start(() => batched.time);
  });
  afterAll(async () => {
    await fake.stop();
  });
  beforeEach(() => {
    fake.plan.clear();
    fake.ledger.requests.length = 0;
    fake.ledger.batches.clear();
    fake.answerWith = () => ({ relevant: true });
    batched.time += 3_600_000;
  });
  return batched;
}
