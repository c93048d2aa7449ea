import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
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
const unitsPerSubject = 200;
const models = [
  ['gpt-5.1', 1, 3],
  ['gpt-5-mini', 3, 2],
  ['gpt-5-nano', 5, 1],
] as const;
const terms = {
  account_type: ['firsthand', 'secondhand', 'hypothetical'],
  incident_severity: ['none', 'mild', 'moderate', 'severe'],
  assurance_claim: ['true', 'false', 'unknown'],
  staff_response: ['accommodated', 'refused', 'dismissive', 'none', 'unknown'],
};
const folder = join(tmpdir(), `assay-bench-verdicts-${subjects}`);
const cache = join(folder, 'judgement_cache.json');
const dataset = join(folder, 'dataset.jsonl');
const database = join(folder, 'workspace.db');

/**
 * A number that looks random and is the same in every language: 32 bits mixed out of four numbers.
 */
function mixed(unit: number, run: number, question: number, salt: number): number {
  let hash =
    Math.imul(unit + 1, 0x9e3779b1) ^
    Math.imul(run + 1, 0x85ebca6b) ^
    Math.imul(question + 1, 0xc2b2ae35) ^
    salt;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * What a run answers: the unit's own answer in nine cases out of ten. One unit in eight is
 * relevant, as in the example.
 */
function judgment(unit: number, run: number): string {
  const truth = (question: number): number => mixed(unit, 99, question, 7);
  const own = (question: number): number =>
    mixed(unit, run, question, 1) % 10 < 9 ? truth(question) : mixed(unit, run, question, 2);
  const relevant = own(0) % 8 === 0;
  const fields = relevant
    ? Object.entries(terms).map(
        ([field, values], at) => `"${field}": "${values[own(at + 1) % values.length]}"`,
      )
    : [];
  return [`"review_id": "${unitId(unit)}"`, `"is_relevant": ${relevant}`, ...fields].join(', ');
}

function unitId(unit: number): string {
  return `review_${String(unit).padStart(15, '0')}`;
}

/**
 * Writes the dataset, the cache and the four policies once; they are the same for the reference.
 */
function prepare(): void {
  if (existsSync(join(folder, 'done'))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'policies'), { recursive: true });
  mkdirSync(join(folder, 'terms'), { recursive: true });
  writeInPieces(dataset, datasetRows());
  writeInPieces(cache, cacheEntries());
  for (const [name, text] of Object.entries(policies()))
    writeFileSync(join(folder, 'policies', name), text);
  writeFileSync(
    join(folder, 'terms', 'bench.yaml'),
    Object.entries(terms)
      .map(
        ([field, values]) =>
          `${field.toUpperCase()}:\n  type: enum\n  values:\n${values.map((value) => `    - { id: "${value}", label: "${value}", description: "${field} is ${value}" }\n`).join('')}`,
      )
      .join(''),
  );
  writeProtocol();
  writeFileSync(join(folder, 'done'), '');
}

/** The same units, judgments and policies in Assay's formats. */
function writeProtocol(): void {
  const own = join(folder, 'protocol');
  mkdirSync(join(own, 'judgments'), { recursive: true });
  mkdirSync(join(own, 'policies'), { recursive: true });
  const questions = Object.entries(terms)
    .map(
      ([field, values]) =>
        `      ${field}: { when: is_relevant, scale: { nominal: [${values.map((value) => `"${value}"`).join(', ')}] } }\n`,
    )
    .join('');
  const panel = models
    .map(
      ([model, runs, weight]) => `  ${model}: { kind: model, weight: ${weight}, runs: ${runs} }\n`,
    )
    .join('');
  const names = ['V1', 'V2', 'V3', 'V4'].map((variant) => `policies/${variant}.yaml`).join(', ');
  writeFileSync(join(own, 'guideline.md'), '# Bench\n\nVersion 1.0\n');
  writeFileSync(
    join(own, 'protocol.yaml'),
    `assay: 1\nname: bench\nguideline: { version: "1.0", file: guideline.md }\nunits: { bench: units.jsonl }\ntasks:\n  bench:\n    unit: { id: review_id, subject: business_id, show: text, date: date }\n    questions:\n      is_relevant: {}\n${questions}panel:\n${panel}consensus: weighted\npolicies: { files: [${names}], k: [25, 50, 100, 200] }\n`,
  );
  for (const [name, text] of Object.entries(ownPolicies()))
    writeFileSync(join(own, 'policies', name), text);
  writeInPieces(join(own, 'units.jsonl'), unitRows());
  let number = 0;
  for (const [model, runs] of models) {
    writeInPieces(join(own, 'judgments', `${model}.jsonl`), judgmentRows(model, runs, number));
    number += runs;
  }
}

function* unitRows(): IterableIterator<string> {
  for (let unit = 0; unit < subjects * unitsPerSubject; unit += 1)
    yield `{"review_id": "${unitId(unit)}", "business_id": "b${Math.floor(unit / unitsPerSubject)}", "name": "Business ${Math.floor(unit / unitsPerSubject)}", "categories": "${categories(Math.floor(unit / unitsPerSubject))}", "text": "${reviewText}", "date": "${dateOf(unit)}"}\n`;
}

function* judgmentRows(model: string, runs: number, first: number): IterableIterator<string> {
  for (let unit = 0; unit < subjects * unitsPerSubject; unit += 1) {
    for (let run = 1; run <= runs; run += 1)
      yield `{${judgment(unit, first + run - 1)}, "annotator_id": "${model}#${run}", "guideline_version": "1.0"}\n`;
  }
}

const reviewText = 'The soup was hot and the waiter kind. '.repeat(12);

function dateOf(unit: number): string {
  return new Date(Date.UTC(2022, 0, 1) - (mixed(unit, 0, 0, 3) % 157_680_000) * 1000)
    .toISOString()
    .replace('T', ' ')
    .slice(0, 19);
}

function categories(subject: number): string {
  return `${subject % 5 === 0 ? 'Thai, ' : ''}Restaurants`;
}

function* datasetRows(): IterableIterator<string> {
  for (let subject = 0; subject < subjects; subject += 1) {
    const reviews = Array.from({ length: unitsPerSubject }, (_, at) => {
      const unit = subject * unitsPerSubject + at;
      return `{"review_id": "${unitId(unit)}", "text": "${reviewText}", "date": "${dateOf(unit)}", "stars": 3.0}`;
    });
    yield `{"business_id": "b${subject}", "business": {"name": "Business ${subject}", "categories": "${categories(subject)}"}, "reviews": [${reviews.join(', ')}]}\n`;
  }
}

function* cacheEntries(): IterableIterator<string> {
  const config = Object.fromEntries(models.map(([model, runs]) => [model, runs]));
  yield `{"_metadata": {"B1_bench": {"created_at": "2026-01-18T10:00:00", "model_config": ${JSON.stringify(config)}}}, "raw": {`;
  let first = true;
  for (let unit = 0; unit < subjects * unitsPerSubject; unit += 1) {
    let number = 0;
    for (const [model, runs] of models) {
      for (let run = 1; run <= runs; run += 1) {
        yield `${first ? '' : ', '}"B1_bench::${unitId(unit)}::${model}::run${run}": {${judgment(unit, number)}, "_model": "${model}", "_run": ${run}}`;
        first = false;
        number += 1;
      }
    }
  }
  yield '}, "aggregated": {}}';
}

function policies(): Readonly<Record<string, string>> {
  const head = (variant: string): string =>
    `policy_id: B1_bench_${variant}\nnormative:\n  terms: [bench:ACCOUNT_TYPE, bench:INCIDENT_SEVERITY, bench:ASSURANCE_CLAIM, bench:STAFF_RESPONSE]\n`;
  const count = (severity: string, least: number): string =>
    `{ type: count_threshold, filter: { incident_severity: ${severity}, account_type: firsthand }, min_count: ${least}, min_count_by_k: { 25: 1, 50: 2, 100: 3 } }`;
  const decision = (critical: string, high: string): string =>
    `  decision:\n    verdicts: [Low Risk, High Risk, Critical Risk]\n    rules:\n      - { verdict: Critical Risk, label: CRITICAL, logic: ANY, conditions: [${critical}] }\n      - { verdict: High Risk, label: HIGH, logic: ANY, conditions: [${high}] }\n      - { verdict: Low Risk, label: LOW, default: true }\n`;
  const mapping =
    '    field_mapping:\n      severity_field: incident_severity\n      value_mappings: { ' +
    'mild: Mild, moderate: Moderate, severe: Severe }\n      modifier_mappings:\n        ' +
    '- { field: assurance_claim, value: "true", label: False assurance }\n        - { ' +
    'field: staff_response, value: dismissive, label: Dismissive staff }\n';
  const scoring = `  scoring:\n${mapping}    severity_points: [{ label: Mild, points: 2 }, { label: Moderate, points: 5 }, { label: Severe, points: 15 }]\n    modifiers: [{ label: False assurance, points: 5 }, { label: Dismissive staff, points: 3 }, { label: High-risk cuisine, points: 2 }]\n    thresholds:\n      - { verdict: Critical Risk, min_score: 60, min_score_by_k: { 25: 8, 50: 16, 100: 32 } }\n      - { verdict: High Risk, min_score: 30, min_score_by_k: { 25: 4, 50: 8, 100: 16 } }\n`;
  const recency =
    '    reference_date: "2022-01-01"\n    recency_rules:\n      - { age: Within 2 years, ' +
    'weight: full point value }\n      - { age: 2-3 years old, weight: half point value ' +
    '}\n      - { age: Over 3 years old, weight: quarter point value }\n';
  const compound =
    '{ type: compound, filter: { incident_severity: [moderate, severe], account_type: ' +
    'firsthand }, requires: { assurance_claim: "true" }, min_count: 2 }';
  return {
    'V1.yaml': head('V1') + decision(count('severe', 4), count('moderate', 4)),
    'V2.yaml':
      head('V2') +
      decision(
        `${count('severe', 4)}, ${compound}`,
        `${count('moderate', 4)}, { type: count_threshold, filter: { staff_response: [refused, dismissive] }, min_count: 8 }`,
      ),
    'V3.yaml': head('V3') + scoring + decision('"by score"', '"by score"'),
    'V4.yaml': head('V4') + scoring + recency + decision('"by score"', '"by score"'),
  };
}

function ownPolicies(): Readonly<Record<string, string>> {
  const head = (variant: string, counts: string): string =>
    `policy: B1_bench_${variant}\ntitle: Bench\ntask: bench\nverdicts: [Low Risk, High Risk, Critical Risk]\ndefault: { verdict: Low Risk, label: LOW }\ncounts: ${counts}\n`;
  const count = (severity: string): string =>
    `{ count: incident_severity = ${severity} and account_type = firsthand, at_least: 4, at_least_by_k: { 25: 1, 50: 2, 100: 3 } }`;
  const ladder = (critical: string, high: string): string =>
    `ladder:\n  - { verdict: Critical Risk, label: CRITICAL, any: [${critical}] }\n  - { verdict: High Risk, label: HIGH, any: [${high}] }\n`;
  const incidents = 'is_relevant and account_type = firsthand and incident_severity != none';
  const points =
    'points:\n  by: incident_severity\n  values: { mild: 2, moderate: 5, severe: 15 }\n  ' +
    'modifiers:\n    - { title: False assurance, when: assurance_claim = "true", points: ' +
    '5 }\n    - { title: Dismissive staff, when: staff_response = dismissive, points: 3 ' +
    '}\n  subject_modifiers: [{ title: High-risk cuisine, field: categories, tokens: ' +
    '[Thai, Vietnamese, Chinese, Asian, Asian Fusion], points: 2 }]\n  rounding: ' +
    'truncate\n  thresholds:\n    - { verdict: Critical Risk, min: 60, min_by_k: { 25: 8, ' +
    '50: 16, 100: 32 } }\n    - { verdict: High Risk, min: 30, min_by_k: { 25: 4, 50: 8, ' +
    '100: 16 } }\n';
  const recency =
    '  recency: { reference: "2022-01-01", steps: [{ within_years: 2, weight: 1 }, { ' +
    'within_years: 3, weight: 0.5 }, { weight: 0.25 }] }\n';
  const compound =
    '{ count: "incident_severity in [moderate, severe] and account_type = firsthand", ' +
    'requires: assurance_claim = "true", at_least: 2 }';
  return {
    'V1.yaml': head('V1', 'is_relevant') + ladder(count('severe'), count('moderate')),
    'V2.yaml':
      head('V2', 'is_relevant') +
      ladder(
        `${count('severe')}, ${compound}`,
        `${count('moderate')}, { count: "staff_response in [refused, dismissive]", at_least: 8 }`,
      ),
    'V3.yaml': head('V3', incidents) + points,
    'V4.yaml': head('V4', incidents) + points + recency,
  };
}

function writeInPieces(file: string, pieces: Iterable<string>): void {
  const descriptor = openSync(file, 'w');
  let held: string[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.from(held.join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    held = [];
    length = 0;
  };
  for (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length > 4_000_000) flush();
  }
  flush();
  closeSync(descriptor);
}

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
  prepare();
  if (existsSync(join(folder, 'record-done'))) return;
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
  writeFileSync(join(folder, 'record-done'), '');
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
      count += piece.length;
      after = piece.at(-1)?.seq ?? judgments;
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
    prepare,
    run: apart('readFiles'),
  },
  {
    name: `finding the entries of the cache and reading the dataset, ${size}`,
    prepare,
    run: apart('takeApart'),
  },
  {
    name: `verdicts from a cache file, ${size}, 4 policies × 4 K`,
    reference: 'verdicts from a cache file, a plain fold',
    prepare,
    run: apart('fromCache'),
    floor: apart('readFiles'),
  },
  {
    name: `reading units and judgments, nothing more, ${size}`,
    reference: 'reading units and judgments',
    prepare,
    run: apart('readProtocolFiles'),
  },
  {
    name: `verdicts from files of judgments, ${size}, 4 policies × 4 K`,
    reference: 'verdicts from files of judgments, a plain fold',
    prepare,
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
