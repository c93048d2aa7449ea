import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../src/cli/run-command-line.ts';

/** The command line as a clone has it. */
export const binary = fileURLToPath(new URL('../bin/assay.js', import.meta.url));

/** How a run of the command line ended. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a user would, in a process and a folder, with standard input. */
export function spawnAssay(words: readonly string[], folder: string, input = ''): Run {
  const run = spawnSync(process.execPath, [binary, ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

/**
 * Runs the command line in a folder, inside this process, which saves the start of another.
 * Standard input needs a process: pass it, and there is one.
 */
export async function runAssay(
  words: readonly string[],
  folder: string,
  input?: string,
): Promise<Run> {
  if (input !== undefined) return spawnAssay(words, folder, input);
  const printed = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((name) =>
    vi.spyOn(process[`std${name}`], 'write').mockImplementation((text) => {
      printed[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    }),
  );
  const before = process.cwd();
  process.chdir(folder);
  try {
    return { code: await runCommandLine(words), ...printed };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** The result of a run that printed JSON; fails when the run did not end well. */
export async function runJson<T>(
  words: readonly string[],
  folder: string,
  input?: string,
): Promise<T> {
  const run = await runAssay([...words, '--json'], folder, input);
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
