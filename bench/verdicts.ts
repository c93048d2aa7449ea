import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJsonEntries } from '../src/formats/json-entries.ts';
import { withBytes } from '../src/operations/byte-file.ts';
import { readLines } from '../src/operations/text-file.ts';
import { withWorkspace } from '../src/operations/workspace/command-line.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { protocolFolder } from '../src/operations/protocol/protocol-folder.ts';
import { runCompute, runRecordCompute } from '../src/operations/verdicts/run-compute.ts';
import type { RunRequest } from '../src/operations/verdicts/run-compute.ts';
import { streamUnits } from '../src/store/units/units.ts';
import { judgmentLog, recordEnd } from '../src/store/fold/judgment-log.ts';
import { models } from './verdict-policies.ts';
import { writeVerdictFiles } from './verdict-files.ts';
import { unitsPerSubject } from './verdict-rows.ts';
import { Measured } from './benchmark.ts';
import type { Benchmark } from './benchmark.ts';

/**
 * Subjects; the whole task has 10,000 of them with 200 units each. `ASSAY_BENCH_SUBJECTS=10000`
 * measures that.
 */
const subjects = Number(
  process.env['ASSAY_BENCH_SUBJECTS'] ?? (process.argv.includes('--quick') ? 250 : 1000),
);
// For the processes that are started from here, the reference among them.
process.env['ASSAY_BENCH_SUBJECTS'] = String(subjects);
const folder = join(tmpdir(), `assay-bench-verdicts-${subjects}`);
const cache = join(folder, 'judgement_cache.json');
const dataset = join(folder, 'dataset.jsonl');
const database = join(folder, 'workspace.db');
/**
 * Both files read and parsed, in pieces of many entries and line by line, with nothing made of
 * them: what reading the input takes.
 */
function readFiles(): number {
  let count = 0;
  let text = '';
  const bytes = Buffer.alloc(256 * 1024);
  const parse = (entries: string): number =>
    Object.keys(JSON.parse(`{${entries}}`) as object).length;
  withBytes(cache, (fill) => {
    for (let length = fill(bytes); length > 0; length = fill(bytes)) {
      text += bytes.toString('latin1', 0, length);
      const start = text.indexOf('"raw": {');
      if (start >= 0) text = text.slice(start + 8);
      // The entries are objects without objects in them, one after the other.
      const end = text.lastIndexOf('}, "B1_bench');
      count += end < 0 ? 0 : parse(text.slice(0, end + 1));
      text = text.slice(end < 0 ? 0 : end + 3);
    }
  });
  count += parse(text.slice(0, text.lastIndexOf('}, "aggregated"')));
  readLines(dataset, (line) => (count += Object.keys(JSON.parse(line) as object).length));
  return count;
}

/**
 * The same with the entries of the cache only found, not parsed: less than anybody could do with
 * them.
 */
function takeApart(): number {
  let count = 0;
  withBytes(cache, (fill) =>
    readJsonEntries(
      fill,
      { isSection: (key) => key !== '_metadata', entry: () => (count += 1) },
      cache,
    ),
  );
  readLines(dataset, (text) => (count += Object.keys(JSON.parse(text) as object).length));
  return count;
}

/** The same of the protocol's files. */
function readProtocolFiles(): number {
  let count = 0;
  for (const name of ['units.jsonl', ...models.map(([model]) => `judgments/${model}.jsonl`)])
    readLines(
      join(folder, 'protocol', name),
      (text) => (count += Object.keys(JSON.parse(text) as object).length),
    );
  return count;
}

const common = {
  policy: [],
  k: [25, 50, 100, 200],
  overrides: [],
  judgments: [],
  allowPartial: false,
  tie: 'ruling',
  invalidate: false,
  seed: 1,
  computedAt: '2026-01-18T12:00:00',
  maxMissing: 0.5,
  dryRun: false,
  check: false,
} satisfies RunRequest;

function fromCache(): unknown {
  return runCompute({
    ...common,
    policies: join(folder, 'policies'),
    terms: join(folder, 'terms'),
    cache,
    dataset,
    out: join(folder, 'out'),
  });
}

function fromProtocol(): unknown {
  return runCompute({
    ...common,
    protocol: join(folder, 'protocol'),
    out: join(folder, 'out-protocol'),
  });
}

/** The same units and judgments in a record, made once. */
async function prepareRecord(): Promise<void> {
  writeVerdictFiles(folder, subjects);
  const done = join(folder, 'record-done');
  if (existsSync(done)) return;
  for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
  const own = join(folder, 'protocol');
  await withWorkspace({ database, create: true, by: 'bench' }, async (context) => {
    await createProject(context, protocolFolder(own));
    await importFile(context, {
      project: 'bench',
      kind: 'units',
      path: join(own, 'units.jsonl'),
      name: 'units.jsonl',
    });
    for (const [model] of models)
      await importFile(context, {
        project: 'bench',
        kind: 'judgments',
        path: join(own, 'judgments', `${model}.jsonl`),
        name: model,
      });
  });
  writeFileSync(done, '');
}

async function fromRecord(): Promise<unknown> {
  return await withWorkspace(
    { database, by: 'bench' },
    async ({ store }) =>
      await runRecordCompute(store, 'bench', { ...common, out: join(folder, 'out-record') }),
  );
}

/** Every unit and every judgment of the record read, with nothing made of them. */
async function readRecord(): Promise<number> {
  return await withWorkspace({ database, by: 'bench' }, async ({ store }) => {
    let count = 0;
    const place = { project: 'bench', task: 'bench' };
    const versions = { guideline: '1.0', taskHash: '' };
    for await (const unit of streamUnits(store, place)) count += Object.keys(unit.fields).length;
    const { judgments } = await store.read((db) => recordEnd(db));
    for (let after = 0; after < judgments;) {
      const piece = await store.read((db) =>
        judgmentLog(db, { ...place, ...versions, run: null, after, upTo: judgments, limit: 2000 }),
      );
      count += piece.entries.length;
      after = piece.upTo;
    }
    return count;
  });
}

const size = `${subjects.toLocaleString('en-GB')} subjects × ${unitsPerSubject} units × 9 runs`;

/** What is measured, each in a process of its own, so that its memory is its own too. */
const works = {
  readFiles,
  takeApart,
  fromCache,
  readProtocolFiles,
  fromProtocol,
  readRecord,
  fromRecord,
};

/**
 * `reference` names the same work in reference/verdicts.py, which reads the same files; the floor
 * is reading the input with nothing made of it.
 */
export const benchmarks: readonly Benchmark[] = [
  {
    name: `reading cache and dataset, nothing more, ${size}`,
    reference: 'reading cache and dataset',
    prepare: () => writeVerdictFiles(folder, subjects),
    run: apart('readFiles'),
  },
  {
    name: `finding the entries of the cache and reading the dataset, ${size}`,
    prepare: () => writeVerdictFiles(folder, subjects),
    run: apart('takeApart'),
  },
  {
    name: `verdicts from a cache file, ${size}, 4 policies × 4 K`,
    reference: 'verdicts from a cache file, a plain fold',
    prepare: () => writeVerdictFiles(folder, subjects),
    run: apart('fromCache'),
    floor: apart('readFiles'),
  },
  {
    name: `reading units and judgments, nothing more, ${size}`,
    reference: 'reading units and judgments',
    prepare: () => writeVerdictFiles(folder, subjects),
    run: apart('readProtocolFiles'),
  },
  {
    name: `verdicts from files of judgments, ${size}, 4 policies × 4 K`,
    reference: 'verdicts from files of judgments, a plain fold',
    prepare: () => writeVerdictFiles(folder, subjects),
    run: apart('fromProtocol'),
    floor: apart('readProtocolFiles'),
  },
  {
    name: `verdicts from the record, ${size}, 4 policies × 4 K`,
    reference: 'verdicts from files of judgments, a plain fold',
    prepare: prepareRecord,
    run: apart('fromRecord'),
    floor: apart('readRecord'),
  },
];

/** Runs a piece of work as a program, and takes its word for time and memory. */
function apart(work: keyof typeof works): () => Measured {
  return () => {
    const run = spawnSync(process.execPath, [import.meta.filename, work], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (run.status !== 0) throw new Error(`${work} ended with ${run.status}.`);
    const { seconds, megabytes } = JSON.parse(run.stdout) as Measured;
    return new Measured(seconds, megabytes);
  };
}

if (import.meta.main) {
  const start = performance.now();
  await works[process.argv[2] as keyof typeof works]();
  process.stdout.write(
    JSON.stringify({
      seconds: (performance.now() - start) / 1000,
      megabytes: process.resourceUsage().maxRSS / 1024,
    }),
  );
}
