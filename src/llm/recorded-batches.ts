import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelOutcome } from '../domain/models/model-reply.ts';
import type { RequestSubject } from '../domain/models/model-request.ts';
import { byteLines } from './byte-lines.ts';
import { isFailure, ownFailure } from './failures.ts';
import { oneLine } from './json-parts.ts';
import type { BatchEnd, BatchLine, BatchPiece, BatchService, BatchState } from './provider.ts';

/** What is kept of a batch beside its requests. */
interface StoredBatch {
  readonly id: string;
  readonly tag: string;
  readonly createdAt: string;
  readonly requests: number;
  readonly cancelled: boolean;
}

/** One request of a batch. */
interface StoredLine {
  readonly id: string;
  readonly about?: RequestSubject;
}

/** Batches of recorded replies, in a folder. They end as soon as somebody asks how far they are. */
export function recordedBatches(
  folder: string,
  outcomeOf: (subject: RequestSubject | undefined) => ModelOutcome,
  now: () => number,
): BatchService {
  const fileOf = (id: string, kind: 'json' | 'jsonl'): string => join(folder, `${id}.${kind}`);
  const stored = async (id: string): Promise<StoredBatch | null> => {
    if (!/^recorded-[0-9a-f-]+$/.test(id)) return null;
    try {
      return JSON.parse(await readFile(fileOf(id, 'json'), 'utf8')) as StoredBatch;
    } catch {
      // Not there, or not written to its end: no such batch.
      return null;
    }
  };
  const store = async (batch: StoredBatch): Promise<void> => {
    const file = fileOf(batch.id, 'json');
    await writeFile(`${file}.part`, JSON.stringify(batch), { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
  const state = async (id: string): Promise<BatchState | ReturnType<typeof ownFailure>> => {
    const batch = await stored(id);
    return batch === null
      ? ownFailure('never', 'not-found', `there is no batch ${id}`)
      : stateOf(batch);
  };
  return {
    mostRequests: 50_000,
    mostBytes: 100_000_000,
    hasTags: true,
    line: ({ id, about }) => oneLine({ id, about } satisfies { id: string; about: unknown }),
    upload: null,
    create: async (content, tag) => {
      if (!('lines' in content))
        return { kind: 'refused', failure: ownFailure('never', 'no-lines', 'pass the lines') };
      const id = `recorded-${randomUUID()}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(fileOf(id, 'jsonl'), 'wx', 0o600);
      let requests = 0;
      try {
        for await (const line of content.lines) {
          await file.appendFile(`${line}\n`);
          requests += 1;
        }
      } finally {
        await file.close();
      }
      const createdAt = new Date(now()).toISOString();
      await store({ id, tag, createdAt, requests, cancelled: false });
      return { kind: 'created', id };
    },
    list: async (since) => {
      const names = await filesIn(folder);
      const ids = names.flatMap((name) => /^(recorded-[0-9a-f-]+)\.json$/.exec(name)?.[1] ?? []);
      const states = await Promise.all(ids.map(state));
      return states
        .filter((one): one is BatchState => !isFailure(one))
        .filter((one) => Date.parse(one.createdAt!) >= Date.parse(since))
        .toSorted((a, b) => b.createdAt!.localeCompare(a.createdAt!));
    },
    state,
    cancel: async (id) => {
      const batch = await stored(id);
      if (batch === null) return ownFailure('never', 'not-found', `there is no batch ${id}`);
      await store({ ...batch, cancelled: true });
      return null;
    },
    results: async function* (id): AsyncGenerator<BatchPiece | BatchEnd> {
      const batch = await stored(id);
      if (batch === null) {
        const failure = ownFailure('never', 'results-gone', `there is no batch ${id}`);
        yield { kind: 'end', failure };
        return;
      }
      for await (const part of byteLines(createReadStream(fileOf(id, 'jsonl')))) {
        if (part.kind !== 'lines') continue;
        const lines = part.texts.map((text): BatchLine => {
          const { id: request, about } = JSON.parse(text) as StoredLine;
          const outcome = batch.cancelled ? cancelled : outcomeOf(about);
          const raw = resultLine(request, outcome);
          return { kind: 'result', id: request, outcome: { ...outcome, raw } };
        });
        yield { kind: 'lines', lines };
      }
      yield { kind: 'end', failure: null };
    },
  };
}

const cancelled: ModelOutcome = {
  kind: 'failure',
  failure: ownFailure('later', 'batch_cancelled', 'the batch was cancelled first'),
  raw: null,
};

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    // No batch was ever made.
    return [];
  }
}

function stateOf({
  id,
  tag,
  createdAt,
  requests,
  cancelled: isCancelled,
}: StoredBatch): BatchState {
  return {
    id,
    phase: 'ended',
    ended: isCancelled ? 'cancelled' : 'complete',
    problems: [],
    counts: { total: requests, done: isCancelled ? 0 : requests, failed: 0 },
    createdAt,
    tag,
    requests,
  };
}

function resultLine(id: string, outcome: ModelOutcome): string {
  return oneLine({
    id,
    ...(outcome.kind === 'reply' ? { reply: outcome.reply } : { failure: outcome.failure }),
  });
}
