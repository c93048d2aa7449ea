import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

/** Programs that tests install need room. */
const enough = 4 * 2 ** 30;

/**
 * Puts the temporary files of a test run into memory, where that is possible: a database on a disk
 * waits for it at every write. `TMPDIR` says another place.
 */
export default function useMemory(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return undefined;
  removeLeftovers();
  const folder = mkdtempSync(join(memory, `assay-tests-${process.pid}-`));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  // What is kept from run to run, such as an unpacked browser, stays where it was.
  process.env['ASSAY_KEPT_FILES'] = tmpdir();
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** What killed runs have left. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const owner = /^assay-tests-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner)))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function isAlive(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    // One of another user is alive, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isUsable(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.find((line) => line.split(' ')[1] === memory)?.split(' ')[3];
    if (options === undefined || /\b(noexec|ro)\b/.test(options)) return false;
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > enough;
  } catch {
    // Another system.
    return false;
  }
}
