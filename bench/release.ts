import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../src/cli/output.ts';
import { releaseRecord } from '../src/operations/release/cut-release.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import type { ReleaseRecord } from '../src/release/record.ts';
import { recordProtocols } from '../src/release/record-fold.ts';
import { recordUnit } from '../src/release/unit-facts.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { Report } from './benchmark.ts';

interface Line {
  readonly what: string;
  readonly seconds: number;
  readonly megabytes: number;
}

/** A release of 100,000 units, each judged by three people on 14 labels: cut, and verified. */
export const report: Report<readonly Line[]> = {
  name: 'release and verification',
  measure: async (quick) => await measured(quick ? 5_000 : 100_000),
  print: (lines) =>
    table(
      ['what', 'seconds', 'MB at the end'],
      lines.map(({ what, seconds, megabytes }) => [what, seconds.toFixed(1), megabytes.toFixed(0)]),
    ),
};

async function measured(units: number): Promise<readonly Line[]> {
  const record = simulated(units);
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const out = join(folder, 'release');
  const lines: Line[] = [];
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    lines.push({ what, seconds, megabytes: process.memoryUsage().rss / 1e6 });
  };
  const choice = { version: '1.0', seed: 1, names: false, withText: false, replies: false };
  try {
    await timed(`release ${units} units`, async () =>
      releaseRecord(record, 'secret', { ...choice, out, sign: null, allowOpen: null }),
    );
    await timed('read and hash its files', () => Promise.resolve(hashed(out)));
    await timed('verify it', async () => verifyRelease({ folder: out, signer: null, head: null }));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return lines;
}

function hashed(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  for (const path of files) createHash('sha256').update(readFileSync(path)).digest();
  return files.length;
}

const labels = Array.from({ length: 14 }, (_, at) => `L${at + 1}`);

function simulated(count: number): ReleaseRecord {
  const random = seededRandom(1);
  const questions = labels.map((label) => `      ${label}: {}`).join('\n');
  const source = `assay: 1
name: bench
guideline: { version: "1", file: guideline.md }
tasks:
  topics:
    unit: { id: chunk, subject: document, show: text }
    form: labels
    questions:
${questions}
rounds:
  full: { units: all, annotators: 3 }
release: { split: { dev: 0.4, test: 0.6 } }
`;
  const at = '2026-03-02T08:00:00.000Z';
  const guideline = `# Bench\n\n${labels.map((one) => `## ${one}\n\nText.\n`).join('\n')}`;
  const version = { version: 1, source, guidelineVersion: '1', guideline, files: {}, at };
  const empty: ReleaseRecord = {
    project: 'bench',
    versions: [{ ...version, by: 'lead', reason: null, former: false }],
    units: [],
    runs: [],
    judgments: [],
    rulings: [],
    waivers: [],
    people: null,
    remarks: [],
    models: [],
    nearDuplicates: null,
    audit: null,
  };
  const { task, hash } = recordProtocols(empty).present.tasks.get('topics')!;
  const ids = Array.from({ length: count }, (_, place) => `c${place}`);
  const units = ids.map((id, place) => {
    const fields = { chunk: id, document: `d${place >> 5}`, text: `Chunk ${id} of a document.` };
    return recordUnit(task, { id, subject: fields.document, fields }, null);
  });
  const people = ['ann', 'ben', 'cora'];
  const truths = ids.map(() => labels.map(() => random.next() < 0.1));
  const judgments = people.flatMap((annotator, who) =>
    ids.map((unit, place) => {
      const answers = Object.fromEntries(
        labels.map((label, label_at) => {
          const isTrue = truths[place]![label_at]!;
          return [label, random.next() < 0.03 ? !isTrue : isTrue];
        }),
      );
      return {
        seq: who * count + place + 1,
        task: 'topics',
        unit,
        annotator,
        run: 'full',
        answers: JSON.stringify(answers),
        asides: '{}',
        guideline: '1',
        taskHash: hash,
        at,
        untimed: false,
        seconds: 60,
        origin: 'workbench',
        reply: null,
      };
    }),
  );
  const drawn = ids.map((unit) => ({ unit, probability: 0.5 }));
  const run = { id: 'full', round: 'full', attempt: 1, task: 'topics', version: 1, guideline: '1' };
  return {
    ...empty,
    units,
    judgments,
    runs: [
      {
        ...run,
        taskHash: hash,
        seed: 1,
        perUnit: 3,
        openedAt: at,
        openedBy: 'lead',
        closedAt: at,
        closedBy: 'lead',
        wanted: 3 * count,
        annotators: people,
        units: drawn,
        awaited: [],
      },
    ],
  };
}
