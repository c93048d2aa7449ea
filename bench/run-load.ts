import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from './load-process.ts';

let plans = 0;

/** Runs annotators in a process of their own. */
export async function load(plan: LoadPlan, folder: string): Promise<LoadResult> {
  const file = join(folder, `plan-${(plans += 1)}.json`);
  writeFileSync(file, JSON.stringify({ ...plan, most: Math.min(plan.most, 1e9) }));
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('load-process.ts', import.meta.url)), file],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return JSON.parse(await outputOf(child)) as LoadResult;
}

async function outputOf(child: ChildProcess): Promise<string> {
  const pieces: Buffer[] = [];
  child.stdout!.on('data', (piece: Buffer) => pieces.push(piece));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`A process of the benchmark ended with ${String(code)}`);
  return Buffer.concat(pieces).toString('utf8');
}
