import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { table } from '../src/cli/output.ts';
import { releaseRecord } from '../src/operations/release/cut-release.ts';
import type { ReleaseRecord } from '../src/release/record.ts';
import { recordProtocols } from '../src/release/record-fold.ts';
import { recordUnit } from '../src/release/unit-facts.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { findBrowser } from '../test/browser/find-browser.ts';
import type { Report } from './benchmark.ts';
import { runAssay } from './measure-child.ts';

interface Line {
  readonly what: string;
  readonly seconds: number;
  /** Of all threads together; null where another process did the work. */
  readonly cpu: number | null;
  /** The most memory that the process ever held; null for the pages. */
  readonly megabytes: number | null;
}

/**
 * A release of 100,000 units, each judged by three people on 14 labels: cut, and verified by the
 * command; and the page of one of 2,000 units, opened from its file and computed again.
 */
export const report: Report<readonly Line[]> = {
  name: 'release and verification',
  measure: async (quick) => [
    ...(await cutAndVerified(quick ? 5_000 : 100_000)),
    ...(await provenPage(2_000)),
  ],
  print: (lines) =>
    table(
      ['what', 'seconds', 'CPU seconds', 'most MB'],
      lines.map(({ what, seconds, cpu, megabytes }) => [
        what,
        seconds.toFixed(2),
        cpu?.toFixed(1) ?? '',
        megabytes?.toFixed(0) ?? '',
      ]),
    ),
};

async function cutAndVerified(units: number): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const out = join(folder, 'release');
    // The record is made and given up again as a workspace's is.
    let record: ReleaseRecord | null = simulated(units);
    const given = (): ReleaseRecord => {
      const taken = record!;
      record = null;
      return taken;
    };
    const cut = await timed(`release ${units} units`, () => cutRelease(given(), out));
    const files = await timed('read and hash its files', () => Promise.resolve(hashed(out)));
    const run = runAssay(['verify', out]);
    if (run.status !== 0) throw new Error(`verify ended with ${run.status}: ${run.errors}`);
    const { seconds, megabytes } = run;
    return [cut, files, { what: 'assay verify', seconds, cpu: null, megabytes }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<Line> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return { what, seconds, cpu: (user + system) / 1e6, megabytes };
}

function cutRelease(record: ReleaseRecord, out: string): Promise<void> {
  const choice = { version: '1.0', seed: 1, names: false, withText: false, replies: false };
  const request = { ...choice, out, sign: null, allowOpen: null };
  return releaseRecord(record, 'secret', request).then(({ cut }) => {
    if (!cut) throw new Error('something stands in the way of the release');
  });
}

async function provenPage(units: number): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox'],
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  try {
    await cutRelease(simulated(units), join(folder, 'release'));
    const page = await browser.newPage();
    const button = page.getByRole('button', { name: 'Compute every figure again' });
    const inPage = async (what: string, work: () => Promise<unknown>): Promise<Line> => ({
      ...(await timed(what, work)),
      cpu: null,
      megabytes: null,
    });
    const opened = await inPage(`open report.html of ${units} units`, async () => {
      await page.goto(pathToFileURL(join(folder, 'release', 'report.html')).href);
      await button.waitFor();
    });
    const proven = await inPage('compute every figure again in it', async () => {
      await button.click();
      await page.getByText('all equal').first().waitFor();
    });
    return [opened, proven];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
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
