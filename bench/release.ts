import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { table } from '../src/cli/output.ts';
import { findBrowser } from '../test/browser/find-browser.ts';
import type { Report } from './benchmark.ts';
import { runAssay } from './measure-child.ts';
import type { Cut } from './release-process.ts';

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
    const { seconds: took, ...rest } = cutRelease(units, out);
    const cut: Line = { what: `release ${units} units`, seconds: took, ...rest };
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

/** As `assay release` is started. */
const flags = ['--max-semi-space-size=32', '--heap-growing-percent=60'];

/** Cuts it in a process of its own, as the command does: this one holds what others measure. */
function cutRelease(units: number, out: string): Cut {
  const file = fileURLToPath(new URL('release-process.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, '--no-warnings', file, String(units), out],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cut;
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
    cutRelease(units, join(folder, 'release'));
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
