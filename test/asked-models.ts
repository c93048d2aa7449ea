import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AskedModel } from '../src/domain/models/asked-model.ts';
import type { ModelFailure, ModelReply } from '../src/domain/models/model-reply.ts';
import { openProvider } from '../src/llm/open-provider.ts';
import type { Asked, ModelProvider } from '../src/llm/provider.ts';
import { buildModel, ownProtocol } from './build-model.ts';
import { FakeProvider } from './fake-provider/fake-provider.ts';

export const quiet = new AbortController().signal;

export const replyOf = ({ outcome }: Asked): ModelReply => {
  if (outcome.kind === 'failure') throw new Error(JSON.stringify(outcome.failure));
  return outcome.reply;
};

export const failureOf = ({ outcome }: Asked): ModelFailure => {
  if (outcome.kind === 'reply') throw new Error(`replied ${outcome.reply.text}`);
  return outcome.failure;
};

/** A provider of our own for the tests of a file, empty before each, and the way to open it. */
export interface AskedProvider {
  readonly fake: FakeProvider;
  opened(
    given: Partial<AskedModel>,
    more?: { readonly timeout?: number; readonly environment?: Record<string, string> },
  ): Promise<ModelProvider>;
}

export function askedProvider(): AskedProvider {
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
  return {
    get fake() {
      return fake;
    },
    opened: async (given, { timeout, environment = fake.environment } = {}) => {
      const result = await openProvider(buildModel(given), {
        ...ownProtocol,
        environment,
        now: () => Date.parse('2026-11-17T00:00:00Z'),
        readFile: () => Promise.reject(new Error('no file')),
        ...(timeout === undefined ? {} : { timeout }),
      });
      if (!result.ok) throw new Error(result.faults[0]!.message);
      return result.provider;
    },
  };
}
