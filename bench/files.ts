import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { Measured } from './benchmark.ts';
import type { Benchmark } from './benchmark.ts';
import { runAssay } from './measure-child.ts';
import { writeLines } from './write-lines.ts';

/** Lines per file; a tenth with `--quick`. */
const lines = process.argv.includes('--quick') ? 100_000 : 1_000_000;
const floorScript = fileURLToPath(new URL('floor.mjs', import.meta.url));

let folder: string | null = null;

/**
 * Two annotators on the same pairs, in the trial guide's format; they agree on about nine of ten.
 */
function judgments(): readonly string[] {
  return ['a', 'b'].map((annotator) =>
    made(`judgments.${annotator}.jsonl`, (random) => (line) => {
      const label = random.next() < 0.9 ? line % 3 : random.integer(3);
      const id = String(line).padStart(8, '0');
      return (
        `{"query_id": "Q${String(line % 5000).padStart(4, '0')}", "nct_id": "NCT${id}", ` +
        `"relevance_label": ${label}, "rationale": "The condition fits; recruiting in ` +
        `phase ${line % 4}.", "annotator_id": "annotator_${annotator}", ` +
        '"guideline_version": "m4-v1"}\n'
      );
    }),
  );
}

/**
 * Five votes on each item by 200 annotators, as
 * `{"item_id","annotator_id","label","weight","confidence","labels":[…],"ts"}`.
 */
function votesJsonl(): string {
  return made('votes.jsonl', (random) => (line) => {
    const item = Math.floor(line / 5);
    const labels = [random.integer(14), random.integer(14)].map((label) => `"L${label}"`);
    return (
      `{"item_id":"item-${String(item).padStart(7, '0')}",` +
      `"annotator_id":"${annotatorOf(line)}","label":"${'ABCD'[random.integer(4)]}",` +
      `"weight":${1 + random.integer(3)},"confidence":0.${10 + random.integer(90)},` +
      `"labels":[${labels.join(',')}],"ts":"2026-01-${10 + (line % 19)}T09:30:00Z"}\n`
    );
  });
}

/** The same votes as a long table. */
function votesCsv(): string {
  return made('votes.csv', (random) => (line) => {
    const vote =
      `item-${String(Math.floor(line / 5)).padStart(7, '0')},${annotatorOf(line)},` +
      `${'ABCD'[random.integer(4)]},${1 + random.integer(3)}\n`;
    return line === 0 ? `unit,annotator,answer,weight\n${vote}` : vote;
  });
}

/** Five different annotators on each item. */
function annotatorOf(line: number): string {
  return `ann-${(Math.floor(line / 5) * 7 + (line % 5) * 41) % 200}`;
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: `assay agree, two JSONL files of ${lines.toLocaleString('en-GB')} lines`,
    prepare: judgments,
    run: () => assay(['agree', '--a', judgments()[0]!, '--b', judgments()[1]!, '--json']),
    floor: () => parsing('json', judgments()),
  },
  {
    name: `assay aggregate, weighted, JSONL of ${lines.toLocaleString('en-GB')} lines`,
    prepare: votesJsonl,
    run: () => assay(['aggregate', '--method', 'weighted', votesJsonl(), '--json']),
    floor: () => parsing('json', [votesJsonl()]),
  },
  {
    name: `assay aggregate, weighted, CSV of ${lines.toLocaleString('en-GB')} lines`,
    prepare: votesCsv,
    run: () => assay(['aggregate', '--method', 'weighted', votesCsv(), '--json']),
    floor: () => parsing('csv', [votesCsv()]),
  },
];

/** Removes the files. */
export function cleanUp(): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  folder = null;
}

/** A file in a temporary folder, written when it is first asked for. */
function made(
  name: string,
  writer: (random: ReturnType<typeof seededRandom>) => (line: number) => string,
): string {
  folder ??= mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const path = join(folder, name);
  if (!existsSync(path)) writeLines(path, { lines }, writer(seededRandom(name)));
  return path;
}

function assay(words: readonly string[]): Measured {
  const run = runAssay(words);
  if (run.status !== 0 && run.status !== 1)
    throw new Error(`assay ${words[0]} ended with ${run.status}: ${run.errors}`);
  return new Measured(run.seconds, run.megabytes);
}

/** Only the parsing of the lines, in a process of its own and without its start. */
function parsing(format: 'json' | 'csv', files: readonly string[]): Measured {
  const run = spawnSync(process.execPath, [floorScript, format, ...files], { encoding: 'utf8' });
  if (run.status !== 0)
    throw new Error(`the floor ended with ${run.signal ?? run.status}: ${run.stderr}`);
  const told = JSON.parse(run.stdout) as { readonly seconds: number; readonly megabytes: number };
  return new Measured(told.seconds, told.megabytes);
}
