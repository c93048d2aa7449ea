// Files of 300 MB, right and wrong: every command must answer, in time that grows with the file and
// in memory that does not.
// Run with: node bench/large-files.ts [megabytes]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../src/cli/output.ts';
import { runAssay } from './measure-child.ts';
import { writeLines } from './write-lines.ts';

const megabytes = Number(process.argv[2] ?? 300);
const allowed = 500;
const example = (name: string): string =>
  fileURLToPath(new URL(`../examples/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-large-'));

const number = (at: number): string => String(at).padStart(8, '0');
const judgment =
  (annotator: string, label: unknown = 1) =>
  (at: number): string =>
    `{"query_id": "Q${at % 5000}", "nct_id": "NCT${number(at)}", "relevance_label": ` +
    `${label}, "rationale": "The condition fits and the trial recruits in phase ` +
    `${at % 4}.", "annotator_id": "${annotator}", "guideline_version": "m4-v1"}\n`;

/** What is written, and which call is made with it. */
const trials: readonly {
  readonly name: string;
  readonly expected: number;
  readonly files: Readonly<Record<string, (at: number) => string>>;
  readonly words: (path: (name: string) => string) => readonly string[];
}[] = [
  {
    name: 'agree, two files',
    expected: 1,
    files: { 'a.jsonl': judgment('a'), 'b.jsonl': judgment('b') },
    words: (path) => ['agree', '--a', path('a.jsonl'), '--b', path('b.jsonl'), '--json'],
  },
  {
    name: 'agree, a fault in every line',
    expected: 2,
    files: { 'a.jsonl': judgment('a', 'true'), 'b.jsonl': judgment('b', 7) },
    words: (path) => ['agree', '--a', path('a.jsonl'), '--b', path('b.jsonl'), '--json'],
  },
  {
    name: 'agree, labels and grades',
    expected: 2,
    files: {
      'a.jsonl': (at) =>
        `{"chunk_id":"c${at}","labels":["IRB","CreditRisk"],"grades":{"IRB":2,` +
        '"CreditRisk":1},"annotator_id":"a","guideline_version":"1.0",' +
        '"confidence":"high"}\n',
    },
    words: (path) => ['agree', path('a.jsonl'), '-p', example('regulatory-topics'), '--json'],
  },
  {
    name: 'agree, one line without an end',
    expected: 2,
    files: { 'a.jsonl': () => 'x'.repeat(10_000) },
    words: (path) => ['agree', '--a', path('a.jsonl'), '--b', path('a.jsonl')],
  },
  {
    name: 'agree --ratings',
    expected: 0,
    files: {
      'm.csv': (at) =>
        at === 0 ? 'a,b,c\n' : `${at % 3},${(at * 7) % 3},${at % 11 === 0 ? '' : at % 3}\n`,
    },
    words: (path) => ['agree', '--ratings', path('m.csv'), '--scale', 'ordinal', '--json'],
  },
  {
    name: 'aggregate, JSONL',
    expected: 0,
    files: {
      'v.jsonl': (at) =>
        `{"item_id":"item-${number(Math.floor(at / 5))}",` +
        `"annotator_id":"ann-${at % 200}","label":"${'ABCD'[at % 4]}",` +
        `"weight":${1 + (at % 3)},"confidence":0.5,"labels":["L1","L2"],` +
        '"ts":"2026-01-31T09:30:00Z"}\n',
    },
    words: (path) => ['aggregate', '-m', 'weighted', path('v.jsonl'), '--json'],
  },
  {
    name: 'aggregate, CSV',
    expected: 0,
    files: {
      'v.csv': (at) =>
        at === 0
          ? 'unit,annotator,answer,weight\n'
          : `item-${number(Math.floor(at / 5))},ann-${at % 200},${'ABCD'[at % 4]},` +
            `${1 + (at % 3)}\n`,
    },
    words: (path) => ['aggregate', '-m', 'weighted', path('v.csv'), '--json'],
  },
  {
    name: 'aggregate, a fault in every line',
    expected: 2,
    files: { 'v.csv': (at) => (at === 0 ? 'unit,annotator,answer,weight\n' : `u${at},,x,heavy\n`) },
    words: (path) => ['aggregate', path('v.csv'), '--json'],
  },
  {
    name: 'validate, judgments',
    expected: 1,
    files: { 'a.jsonl': judgment('a') },
    words: (path) => ['validate', '-p', example('trial-relevance'), path('a.jsonl'), '--json'],
  },
  {
    name: 'validate, units',
    expected: 0,
    files: {
      'units.jsonl': (at) =>
        `{"chunk_id":"c${at}","doc_id":"d${at % 900}","text":"The institution shall ` +
        'hold liquid assets to cover its outflows over thirty days.","previous":"",' +
        `"next":"","page":${at % 40}}\n`,
    },
    words: (path) => [
      'validate',
      '-p',
      example('regulatory-topics'),
      path('units.jsonl'),
      '--json',
    ],
  },
];

const rows: string[][] = [];
let failed = false;
try {
  for (const { name, expected, files, words } of trials) {
    process.stderr.write(`${name} …\n`);
    const path = (file: string): string => join(folder, file);
    for (const [file, line] of Object.entries(files))
      writeLines(path(file), { bytes: megabytes * 1024 * 1024 }, line);
    const run = runAssay(words(path));
    const wrong =
      run.status !== expected
        ? `exit ${run.status}, expected ${expected}: ${run.errors.slice(0, 300)}`
        : run.megabytes >= allowed
          ? `more than ${allowed} MB`
          : '';
    failed ||= wrong !== '';
    rows.push([
      name,
      `${run.seconds.toFixed(1)} s`,
      run.megabytes.toFixed(0),
      String(run.status),
      wrong,
    ]);
    for (const file of Object.keys(files)) rmSync(path(file));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${table([{ title: `${megabytes} MB a file` }, { title: 'time', numeric: true }, { title: 'MB', numeric: true }, { title: 'exit', numeric: true }, { title: '' }], rows, 160)}\n`,
);
process.exitCode = failed ? 1 : 0;
