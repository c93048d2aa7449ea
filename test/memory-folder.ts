import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
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
  const folder = mkdtempSync(join(memory, 'assay-tests-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
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
