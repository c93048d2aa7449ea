import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateLabels } from '../src/evaluation/evaluate-labels.ts';
import type { LabelTable } from '../src/evaluation/label-table.ts';
import { nearDuplicates } from '../src/statistics/release/near-duplicates.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { Measured } from './benchmark.ts';
import { runAssay } from './measure-child.ts';

/** trec_eval, where it was built from source; else the floor is reading the lines. */
const trecEval = process.env['ASSAY_TREC_EVAL'];

let folder: string | undefined;
let table: LabelTable | undefined;

const file = (name: string): string =>
  join((folder ??= mkdtempSync(join(tmpdir(), 'assay-'))), name);

/** 1,000 queries × 1,000 of 50,000 documents; 100 judgments a query, half of them retrieved. */
function prepareRun(): void {
  if (folder !== undefined) return;
  const random = seededRandom('runs');
  const run: string[] = [];
  const qrels: string[] = [];
  for (let query = 1; query <= 1000; query++) {
    const documents = new Set<number>();
    while (documents.size < 1050) documents.add(random.integer(50_000));
    [...documents].forEach((document, at) => {
      const name = `DOC-${String(document).padStart(7, '0')}`;
      const score = -2 * Math.log((1 - random.next()) * (1 - random.next()));
      if (at < 1000) run.push(`${query} Q0 ${name} ${at + 1} ${score.toFixed(6)} bench\n`);
      if (at < 50 || at >= 1000) qrels.push(`${query} 0 ${name} ${random.integer(4)}\n`);
    });
  }
  writeFileSync(file('run'), run.join(''));
  writeFileSync(file('qrels'), qrels.join(''));
}

/** 1,000,000 units × 14 labels with prevalences from 0.02 to 0.35, scores to four digits. */
function prepareTable(): LabelTable {
  if (table !== undefined) return table;
  const units = 1_000_000;
  const random = seededRandom('labels');
  const labels = Array.from({ length: 14 }, (_, at) => `label_${at}`);
  const truth = labels.map((_, at) =>
    Int16Array.from({ length: units }, () => (random.next() < 0.02 + (0.33 * at) / 13 ? 1 : 0)),
  );
  const scores = truth.map((own) =>
    Float64Array.from(own, (is) => Math.round(1e4 * (0.3 * is + 0.7 * random.next())) / 1e4),
  );
  const predicted = scores.map((own) => Int8Array.from(own, (score) => (score >= 0.5 ? 1 : 0)));
  table = { units, labels, truth, predicted, scores, level: 1, weights: null, subjects: null };
  return table;
}

let texts: readonly string[] | undefined;

/** 100,000 texts of 60 to 140 words of a vocabulary of 20,000; one in a hundred is a near copy. */
function prepareTexts(): readonly string[] {
  if (texts !== undefined) return texts;
  const random = seededRandom('texts');
  // Frequent words are far more frequent than rare ones, as in language.
  const word = (): string => `w${Math.floor(20_000 * random.next() ** 3)}`;
  const made: string[][] = [];
  for (let at = 0; at < 100_000; at++) {
    const copied = at % 100 === 99 ? made[random.integer(at)] : undefined;
    const own = copied?.slice() ?? Array.from({ length: 60 + random.integer(81) }, word);
    if (copied !== undefined) own[random.integer(own.length)] = word();
    made.push(own);
  }
  texts = made.map((words) => words.join(' '));
  return texts;
}

/** Compares a system with the truth. */
export const benchmarks = [
  {
    name: 'all measures of trec_eval, 1,000 queries × 1,000 documents, files to report',
    prepare: prepareRun,
    run: () => {
      const words = ['evaluate', '--qrels', file('qrels'), '--run', file('run')];
      const child = runAssay([...words, '--measures', 'all_trec', '--format', 'trec_eval']);
      if (child.status !== 0) throw new Error(child.errors);
      return new Measured(child.seconds, child.megabytes);
    },
    floor: () => {
      if (trecEval !== undefined)
        return spawnSync(trecEval, ['-m', 'all_trec', file('qrels'), file('run')]).status;
      return [file('qrels'), file('run')].map((name) =>
        readFileSync(name, 'utf8')
          .split('\n')
          .map((line) => line.split(' ')),
      ).length;
    },
  },
  {
    name: 'labels and scores with intervals, 1,000,000 predictions × 14 labels, in memory',
    prepare: prepareTable,
    run: () =>
      evaluateLabels(
        prepareTable(),
        { resamples: 1000, seed: 1 },
        { zeroes: false, weighted: false },
      ),
  },
  {
    name: 'near duplicates among 100,000 texts of 100 words',
    prepare: prepareTexts,
    run: () => {
      const found = nearDuplicates(prepareTexts()).length;
      // Every hundredth text is a copy with one word changed; few of them fall below 0.8.
      if (found < 900 || found > 1100) throw new Error(`found ${found} pairs`);
    },
  },
] as const;

/** Removes the files. */
export function cleanUp(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
