import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AskedModel } from '../src/domain/models/asked-model.ts';
import type { ModelOutcome } from '../src/domain/models/model-reply.ts';
import { readContent } from '../src/formats/protocol/protocol-content.ts';
import type {
  BatchCreation,
  BatchEnd,
  BatchLine,
  BatchPiece,
  BatchService,
  BatchState,
  ModelProvider,
} from '../src/llm/provider.ts';
import type { Asking } from '../src/operations/models/asking.ts';
import { Warnings } from '../src/operations/models/engine.ts';
import type { Engine } from '../src/operations/models/engine.ts';
import { folderLedger } from '../src/operations/models/folder/folder-ledger.ts';
import { jobCells, runNow } from '../src/operations/models/run-now.ts';
import { loadProtocol } from '../src/operations/protocol/load-protocol.ts';
import type { CodedText } from '../src/domain/coded-text.ts';
import {
  buildJob,
  noteLines,
  relevanceGuideline,
  relevanceProtocol,
  scriptedProvider,
  saying,
  testAsking,
  testClock,
} from './model-world.ts';

/** What a test says of the engine; the rest is filled in. */
export interface EngineSketch {
  readonly model?: Partial<AskedModel>;
  readonly asking?: Partial<Asking>;
  readonly job?: Parameters<typeof buildJob>[0];
  readonly units?: number;
}

/** A folder of notes with one model that is asked about them, by the steps of an engine. */
export async function modelEngine(provider: ModelProvider, given: EngineSketch = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-engine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'protocol.yaml'), relevanceProtocol);
  writeFileSync(join(folder, 'guideline.md'), relevanceGuideline);
  writeFileSync(join(folder, 'units.jsonl'), `${noteLines(given.units ?? 6)}\n`);
  const content = { source: relevanceProtocol, guideline: relevanceGuideline, files: {} };
  const task = readContent(content).tasks.get('relevance')!;
  const clock = testClock();
  const ledger = folderLedger({ loaded: loadProtocol(folder), task }, clock.now);
  onTestFinished(() => ledger.close());
  const job = buildJob(given.job);
  await ledger.addJob(job);
  const asking = { ...testAsking(provider, given.model), ...given.asking };
  const ending = new AbortController();
  const told: CodedText[] = [];
  let ids = 0;
  const engine = {
    ledger,
    job,
    taskHash: task.hash,
    askings: new Map<string, Asking>([['nano', asking]]),
    clock,
    signal: ending.signal,
    newId: () => `id-${(ids += 1)}`,
    currency: 'USD',
    tell: (text: CodedText) => void told.push(text),
    warnings: new Warnings(),
  } satisfies Engine;
  const cells = async (with_: Partial<Engine> = {}) => await jobCells({ ...engine, ...with_ });
  const run = async (with_: Partial<Engine> = {}) => {
    const own = { ...engine, ...with_ };
    return await runNow(own, await jobCells(own), folder);
  };
  const left = async () => (await jobCells(engine)).open.length;
  return { folder, engine, ledger, clock, asking, ending, told, cells, run, left };
}

/** A batch that a provider has, with what a test does not care about filled in. */
export function buildState(given: Partial<BatchState> = {}): BatchState {
  return {
    id: 'remote-1',
    phase: 'running',
    ended: null,
    problems: [],
    counts: null,
    createdAt: '2026-03-02T08:00:00.000Z',
    tag: null,
    requests: null,
    ...given,
  };
}

/** A line of the results of a batch. */
export function resultLine(id: string, outcome: ModelOutcome = saying('yes')): BatchLine {
  return { kind: 'result', id, outcome };
}

/** Results as they arrive: pieces of lines, and an end. */
export function pieces(
  lines: readonly (readonly BatchLine[])[],
  failure: BatchEnd['failure'] = null,
): BatchService['results'] {
  return async function* deliver(): AsyncGenerator<BatchPiece | BatchEnd> {
    for (const some of lines) yield await Promise.resolve({ kind: 'lines', lines: some });
    yield { kind: 'end', failure };
  };
}

/** What a service for batches was asked to do. */
interface ServiceCalls {
  readonly uploads: { readonly name: string; readonly lines: readonly string[] }[];
  /** The tags with the file, or with the lines. */
  readonly made: { readonly tag: string; readonly content: string | readonly string[] }[];
  readonly cancelled: string[];
  /** The times since when batches were looked for. */
  readonly sought: string[];
}

/** A service that takes every batch, as far as a test does not say otherwise, and its calls. */
export function scriptedBatches(given: Partial<BatchService> = {}): {
  readonly provider: ModelProvider;
  readonly calls: ServiceCalls;
} {
  const calls: ServiceCalls = { uploads: [], made: [], cancelled: [], sought: [] };
  const batches: BatchService = {
    mostRequests: 100,
    mostBytes: 100_000,
    hasTags: true,
    line: ({ id, maxTokens }) => JSON.stringify({ id, maxTokens }),
    state: async (id) => buildState({ id }),
    results: pieces([]),
    ...given,
    upload:
      given.upload === null
        ? null
        : async (lines, name) => {
            calls.uploads.push({ name, lines: await collected(lines) });
            const answer = await given.upload?.(lines, name);
            return answer ?? { file: `file-${calls.uploads.length}` };
          },
    create: async (content, tag) => {
      const sent = 'file' in content ? content.file : await collected(content.lines);
      calls.made.push({ tag, content: sent });
      const answer = await given.create?.(content, tag);
      return answer ?? ({ kind: 'created', id: `remote-${calls.made.length}` } as BatchCreation);
    },
    list: async (since) => {
      calls.sought.push(since);
      return (await given.list?.(since)) ?? [];
    },
    cancel: async (id) => {
      calls.cancelled.push(id);
      return (await given.cancel?.(id)) ?? null;
    },
  };
  return { provider: { ...scriptedProvider(() => saying('yes')), batches }, calls };
}

async function collected(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
