import { buildModel as buildAskedModel } from './build-model.ts';
import type { Attempt } from '../src/domain/models/attempt.ts';
import type { ModelBatch } from '../src/domain/models/model-batch.ts';
import type { AskedModel } from '../src/domain/models/asked-model.ts';
import type { ModelJob } from '../src/domain/models/model-job.ts';
import type { ModelFailure, ModelOutcome } from '../src/domain/models/model-reply.ts';
import type { ModelRequest } from '../src/domain/models/model-request.ts';
import type { ModelProvider } from '../src/llm/provider.ts';
import type { Asking } from '../src/operations/models/asking.ts';
import type { EngineClock } from '../src/operations/models/engine.ts';

/** A failure, with what a test does not care about filled in. */
export function buildFailure(given: Partial<ModelFailure> = {}): ModelFailure {
  return {
    class: 'soon',
    code: 'server_error',
    status: 500,
    message: 'try again',
    retryAfter: null,
    parameter: null,
    mayBeCharged: false,
    requestId: null,
    ...given,
  };
}

/** A reply that says a text. */
export function saying(
  text: string,
  end: 'complete' | 'length' | 'refusal' = 'complete',
): ModelOutcome {
  return {
    kind: 'reply',
    raw: JSON.stringify({ text, end }),
    reply: {
      end,
      text,
      refusal: end === 'refusal' ? 'no' : null,
      reasoning: null,
      model: 'test-model',
      fingerprint: null,
      requestId: null,
      tokens: { input: 100, cacheRead: 0, cacheWrite: 0, output: 10, reasoning: 0 },
    },
  };
}

export function failing(given: Partial<ModelFailure> = {}): ModelOutcome {
  return { kind: 'failure', failure: buildFailure(given), raw: null };
}

/** A clock that the engine moves by sleeping; nothing waits for real. */
export function testClock(
  start = '2026-03-02T08:00:00Z',
): EngineClock & { readonly slept: number[] } {
  let time = Date.parse(start);
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(time),
    monotonic: () => time,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      time += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
    random: () => 0.5,
  };
}

/** A provider that answers by a function of the request and of how often it was called. */
export function scriptedProvider(
  answer: (request: ModelRequest, call: number) => ModelOutcome | Promise<ModelOutcome>,
  concurrency = 4,
): ModelProvider & { readonly calls: ModelRequest[]; readonly most: () => number } {
  const calls: ModelRequest[] = [];
  let running = 0;
  let most = 0;
  return {
    calls,
    most: () => most,
    batches: null,
    concurrency,
    ask: async (request) => {
      calls.push(request);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      const outcome = await answer(request, calls.length);
      running -= 1;
      return {
        outcome,
        rate: { remainingRequests: null, remainingTokens: null, resetAfter: null },
      };
    },
  };
}

/** A model of the panel, with what a test does not care about filled in. */
export function buildModel(given: Partial<AskedModel> = {}): AskedModel {
  return buildAskedModel({ entry: 'nano', model: 'test-model', maxTokens: 100, ...given });
}

/** A model that is asked whether a unit is relevant, and answers yes or no. */
export function testAsking(
  provider: ModelProvider,
  given: Partial<AskedModel> = {},
  price: number | null = 1,
): Asking & { readonly dropped: string[] } {
  const dropped: string[] = [];
  return {
    dropped,
    model: buildModel(given),
    provider,
    service: 'test',
    promptHash: 'prompt-1',
    request: (_, unit, id, maxTokens) => ({
      id,
      model: given.model ?? 'test-model',
      instructions: 'Is it relevant?',
      content: JSON.stringify(unit),
      reply: { name: 'reply', schema: {} },
      maxTokens,
      parameters: {},
    }),
    readsUnits: false,
    read: (reply) => {
      if (reply.end === 'refusal')
        return { ok: false, outcome: 'refused', code: 'refused', message: reply.refusal };
      if (reply.end === 'length')
        return { ok: false, outcome: 'truncated', code: 'truncated', message: null };
      if (reply.text !== 'yes' && reply.text !== 'no')
        return { ok: false, outcome: 'invalid', code: 'off_scale', message: reply.text };
      const answers = { relevant: reply.text === 'yes' };
      return { ok: true, answers, asides: {}, marks: [] };
    },
    tokens: () => ({ input: { low: 50, high: 200 }, output: { low: 5, high: 100 } }),
    // A reply of 10 tokens costs `price`.
    price: price === null ? null : { input: 0, output: price * 100_000 },
    drop: (parameter) => void dropped.push(parameter),
  };
}

/** A job, with what a test does not care about filled in. */
export function buildJob(
  given: Partial<Omit<ModelJob, 'plan'>> & { plan?: Partial<ModelJob['plan']> } = {},
): ModelJob {
  return {
    id: 'job-1',
    task: 'relevance',
    mode: 'now',
    run: null,
    state: 'running',
    reason: null,
    createdAt: '2026-03-02T08:00:00.000Z',
    createdBy: 'lena',
    ...given,
    plan: {
      runs: { nano: [1] },
      k: null,
      budget: null,
      invalidate: false,
      again: false,
      recording: null,
      ...given.plan,
    },
  };
}

/** The protocol of the tests: one binary question about notes, judged by models. */
export const relevanceProtocol = `assay: 1
name: notes
guideline: { version: "1.0", file: guideline.md }
units: { relevance: units.jsonl }
tasks:
  relevance:
    unit: { id: id, subject: topic, show: text }
    questions:
      relevant: { ask: Is the note relevant? }
panel:
  nano: { kind: model, weight: 1, runs: 2, provider: openai }
  mini: { kind: model, weight: 2, runs: 1, provider: openai }
consensus: weighted
`;

export const relevanceGuideline = `# Guideline

## relevant

Whether the note says anything about the topic.
`;

/** Notes as lines of a file. */
export function noteLines(count: number): string {
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `n${at + 1}`, topic: `t${at % 2}`, text: `note number ${at + 1}` }),
  ).join('\n');
}

/** A batch, with what a test does not care about filled in. */
export function buildBatch(given: Partial<ModelBatch> = {}): ModelBatch {
  return {
    id: 'batch-1',
    job: 'job-1',
    entry: 'nano',
    provider: 'openai',
    taskHash: 'abcdef0123456789',
    promptHash: 'prompt-1',
    phase: 'prepared',
    requests: 1,
    sha256: 'x',
    tag: 'tag',
    estimate: 0.5,
    file: null,
    remote: null,
    mistaken: [],
    intentAt: null,
    submittedAt: null,
    endedAt: null,
    ended: null,
    notes: [],
    ...given,
  };
}

/** An attempt, with what a test does not care about filled in. */
export function buildAttempt(given: Partial<Attempt> = {}): Attempt {
  return {
    id: 'request-1',
    job: 'job-1',
    batch: 'batch-1',
    unit: 'u1',
    annotator: 'nano#1',
    number: 1,
    taskHash: 'abcdef0123456789',
    promptHash: 'prompt-1',
    outcome: 'invalid',
    code: 'off_scale',
    failure: null,
    message: null,
    tokens: { input: 100, cacheRead: 10, cacheWrite: 0, output: 7, reasoning: 3 },
    cost: 0.25,
    charged: 'yes',
    latency: 12.5,
    model: 'test-model',
    fingerprint: null,
    requestId: null,
    reply: null,
    marks: [],
    at: '2026-01-31T09:30:00.000Z',
    ...given,
  };
}
