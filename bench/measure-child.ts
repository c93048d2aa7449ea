import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * How a command ended, how long it took with the start of Node, and the most memory that it ever
 * held.
 */
export interface ChildRun {
  readonly status: number | null;
  readonly seconds: number;
  readonly megabytes: number;
  readonly errors: string;
}

const binary = fileURLToPath(new URL('../bin/assay.js', import.meta.url));

/**
 * Tells the most memory that the process ever held, in kilobytes, on the fourth channel. Linux
 * counts what the process was forked from as well, unless its own peak is asked for.
 */
const tellMemory = `data:text/javascript,${encodeURIComponent(`
import { readFileSync, writeSync } from 'node:fs';
const peak = () => {
  try {
    return /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
};
process.on('exit', () => writeSync(3, String(peak())));
`)}`;

/** Runs the whole command as somebody would call it; what it prints goes nowhere. */
export function runAssay(words: readonly string[]): ChildRun {
  const output = openSync(devNull, 'w');
  const start = performance.now();
  const run = spawnSync(process.execPath, ['--import', tellMemory, binary, ...words], {
    stdio: ['ignore', output, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const seconds = (performance.now() - start) / 1000;
  closeSync(output);
  return {
    status: run.status,
    seconds,
    megabytes: Number(run.output[3]) / 1024,
    errors: run.stderr,
  };
}
