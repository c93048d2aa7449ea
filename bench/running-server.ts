import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface RunningServer {
  readonly child: ChildProcess;
  readonly address: string;
}

/** As `assay serve` starts Node, so that memory is what it is there. */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=60'];
export const serverEnvironment = {
  ...process.env,
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '32768',
  MALLOC_TOP_PAD_: '16384',
  NODE_COMPILE_CACHE: join(tmpdir(), 'assay-compile-cache'),
};

/** Starts one of the programs beside this file and waits until it listens. */
export async function startServer(
  program: 'floor-process.ts' | 'server-process.ts',
  database: string,
): Promise<RunningServer> {
  const child = spawn(
    process.execPath,
    [...serverFlags, fileURLToPath(new URL(program, import.meta.url)), database],
    { stdio: ['ignore', 'pipe', 'ignore'], env: serverEnvironment },
  );
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (piece: Buffer) => resolve(piece.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`${program} ended with ${String(code)}`)));
  });
  return { child, address: (JSON.parse(line) as { readonly address: string }).address };
}

export async function stopServer({ child }: RunningServer): Promise<void> {
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await over;
}

/** The most memory that a process has held, in megabytes. */
export function memoryOf(child: ChildProcess): number {
  return (
    Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) /
    1024
  );
}

/** The time that a process has had the processor, in microseconds. */
export function processorOf(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10_000;
}

/** The value below which a share of the sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
