import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** As `assay poll` is started. */
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=60'];

/** Taking in the results of batches, beside parsing them, each in a process of its own. */
export async function measureIntake(
  lines: number,
): Promise<readonly { readonly what: string; readonly value: string; readonly aim: string }[]> {
  const file = fileURLToPath(new URL('models-intake-process.ts', import.meta.url));
  const run = (kind: string): Taken => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...flags, '--no-warnings', file, kind, String(lines)],
      { encoding: 'utf8', maxBuffer: 1 << 26 },
    );
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Taken;
  };
  const floor = run('parse');
  return ['folder', 'workspace'].map((kind) => {
    const { seconds, cpu, megabytes } = run(kind);
    return {
      what: `${lines} results taken in, ${kind}`,
      value:
        `${seconds.toFixed(1)} s (CPU ${cpu.toFixed(1)} s), ${megabytes.toFixed(0)} MB; ` +
        `${(seconds / floor.seconds).toFixed(1)} × parsing: ${floor.seconds.toFixed(1)} s ` +
        `(CPU ${(cpu / floor.cpu).toFixed(1)} ×)`,
      aim: 'under 3 ×, 400 MB',
    };
  });
}

interface Taken {
  readonly seconds: number;
  readonly cpu: number;
  readonly megabytes: number;
}
