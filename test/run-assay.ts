import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The command line as a clone has it. */
export const binary = fileURLToPath(new URL('../bin/assay.js', import.meta.url));

/** How a run of the command line ended. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a user would, in a folder, with standard input where it is given. */
export function runAssay(words: readonly string[], folder: string, input = ''): Run {
  const run = spawnSync(process.execPath, [binary, ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

/** The result of a run that printed JSON; fails when the run did not end well. */
export function runJson<T>(words: readonly string[], folder: string, input = ''): T {
  const run = runAssay([...words, '--json'], folder, input);
  if (run.code !== 0) throw new Error(`exit ${run.code}: ${run.err}`);
  return JSON.parse(run.out) as T;
}

/** A folder with these files that is removed when the test is over. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Rows as the text of a JSONL file. */
export function jsonLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The rows in the text of a JSONL file. */
export function parseLines<T>(text: string): readonly T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
