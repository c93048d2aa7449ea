import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cell } from '../src/domain/models/attempt.ts';
import type { ModelBatch } from '../src/domain/models/model-batch.ts';
import type { ModelJob } from '../src/domain/models/model-job.ts';
import { machineClock } from '../src/operations/models/engine.ts';
import type { Engine } from '../src/operations/models/engine.ts';
import { requestId } from '../src/operations/models/model-result.ts';
import { openFolderWork, openWorkspaceWork } from '../src/operations/models/model-work.ts';
import type { ModelWork } from '../src/operations/models/model-work.ts';
import { openAskings } from '../src/operations/models/open-askings.ts';
import { takeInBatch } from '../src/operations/models/take-in-batch.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { protocolFolder } from '../src/operations/protocol/protocol-folder.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import { readLines } from '../src/operations/text-file.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openStore } from '../src/store/open-store.ts';
import { notes } from './models.ts';

/** As many as OpenAI takes in one batch. */
const perBatch = 50_000;

const [kind = 'parse', count = '100000'] = process.argv.slice(2);
const total = Number(count);

/** What a part of the work took, on the clock and of the processors. */
class Stopwatch {
  seconds = 0;
  cpu = 0;

  async time<T>(act: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    const before = process.cpuUsage();
    const result = await act();
    const { user, system } = process.cpuUsage(before);
    this.seconds += (performance.now() - start) / 1000;
    this.cpu += (user + system) / 1e6;
    return result;
  }
}

const watch = new Stopwatch();

/** The cells of a batch: ten runs of each unit. */
function cellsOf(from: number): readonly (Cell & { readonly number: number })[] {
  return Array.from({ length: Math.min(perBatch, total - from) }, (_, at) => ({
    unit: `n${Math.floor((from + at) / 10)}`,
    annotator: `bench#${((from + at) % 10) + 1}`,
    number: 1,
  }));
}

const results = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const server = fork(fileURLToPath(new URL('models-server.mjs', import.meta.url)), ['0', results]);
const port = await new Promise<number>((done) => server.once('message', done));
try {
  await (kind === 'parse' ? parsing() : intake());
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const { seconds, cpu } = watch;
  process.stdout.write(JSON.stringify({ seconds, cpu, megabytes }));
} finally {
  server.disconnect();
  rmSync(results, { recursive: true });
}

/** Reads the same lines from a file and parses them. */
async function parsing(): Promise<void> {
  let parsed = 0;
  for (let from = 0; from < total; from += perBatch) {
    const ids = cellsOf(from).map((cell) => requestId('bench', cell, 'task', 'prompt'));
    writeFileSync(join(results, 'lines'), `${ids.join('\n')}\n`);
    const written = new Promise((done) => server.once('message', done));
    server.send('lines');
    await written;
    await watch.time(() =>
      readLines(join(results, 'lines.jsonl'), (line) => {
        parsed += (JSON.parse(line) as { readonly response: object }).response === null ? 0 : 1;
      }),
    );
  }
  if (parsed !== total) throw new Error(`${parsed} of ${total} lines`);
}

async function intake(): Promise<void> {
  const folder = notes(Math.ceil(total / 10));
  const work =
    kind === 'folder'
      ? openFolderWork({ protocol: folder, by: 'bench' })
      : await workspace(folder, join(results, 'w.db'));
  const { protocol, guideline } = work.content;
  const environment = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
  const asked = { protocol, guideline, task: work.task };
  const askings = await openAskings(asked, protocol.panel, { ...work.settings, environment });
  const asking = askings.get('bench')!;
  const job = buildJob();
  await work.ledger.addJob(job);
  const engine: Engine = {
    ledger: work.ledger,
    job,
    taskHash: work.task.hash,
    askings,
    clock: machineClock,
    signal: new AbortController().signal,
    newId: work.newId,
    currency: 'USD',
  };
  for (let from = 0, number = 1; from < total; from += perBatch, number += 1) {
    const requests = cellsOf(from).map((cell) => {
      const id = requestId(work.ledger.key, cell, work.task.hash, asking.promptHash);
      return { ...cell, id, enlarged: false };
    });
    const batch = buildBatch(`batch-${number}`, job.id, requests.length, {
      taskHash: work.task.hash,
      promptHash: asking.promptHash,
    });
    writeFileSync(join(results, batch.id), `${requests.map(({ id }) => id).join('\n')}\n`);
    await work.ledger.addBatch(batch, requests);
    const { results: taken } = await watch.time(() =>
      takeInBatch(engine, asking, batch, 'complete'),
    );
    rmSync(join(results, batch.id));
    if (taken !== requests.length) throw new Error(`${taken} of ${requests.length} results`);
  }
  const sums = (await work.ledger.sums()).filter(({ outcome }) => outcome === 'accepted');
  const accepted = sums.reduce((sum, one) => sum + one.attempts, 0);
  if (accepted !== total) throw new Error(`${accepted} of ${total} accepted`);
  await work.ledger.close();
  rmSync(folder, { recursive: true });
}

async function workspace(folder: string, database: string): Promise<ModelWork> {
  const store = await openStore(database, { create: true });
  const clock = (): Date => new Date();
  const context: WorkContext = {
    store,
    clock,
    newId: timeOrderedIds(clock),
    actor: { account: 'bench', login: 'bench', roleIn: () => 'lead', via: 'cli' },
  };
  await createProject(context, protocolFolder(folder));
  const path = join(folder, 'units.jsonl');
  await importFile(context, { project: 'notes', path, name: 'units.jsonl', kind: 'units' });
  return await openWorkspaceWork(context, { project: 'notes', outsideRounds: true });
}

function buildJob(): ModelJob {
  return {
    id: 'job',
    task: 'relevance',
    mode: 'batch',
    run: null,
    plan: {
      runs: { bench: Array.from({ length: 10 }, (_, at) => at + 1) },
      k: null,
      budget: null,
      invalidate: false,
      again: false,
      recording: null,
    },
    state: 'running',
    reason: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: 'bench',
  };
}

function buildBatch(
  id: string,
  job: string,
  requests: number,
  version: Pick<ModelBatch, 'taskHash' | 'promptHash'>,
): ModelBatch {
  return {
    id,
    job,
    entry: 'bench',
    provider: 'openai',
    ...version,
    phase: 'submitted',
    requests,
    sha256: '',
    tag: id,
    estimate: null,
    file: null,
    remote: id,
    mistaken: [],
    intentAt: null,
    submittedAt: null,
    endedAt: null,
    ended: null,
    notes: [],
  };
}
