import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary file. */
export interface ScratchCopy {
  readonly path: string;
  discard(): void;
}

/** Where the system shows the files that a process has open, under their numbers. */
const openFiles = '/proc/self/fd/';

/**
 * Makes a temporary file. On Linux an open file can be read again without a name, so it loses its
 * name at once: nothing is left of it, however the process ends.
 */
export function scratchCopy(fill: (descriptor: number) => void): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  let descriptor: number | null = null;
  try {
    descriptor = openSync(join(folder, 'copy'), 'w+', 0o600);
    const nameless = `${openFiles}${descriptor}`;
    const path = existsSync(nameless) ? nameless : join(folder, 'copy');
    if (path === nameless) remove();
    fill(descriptor);
    const opened = descriptor;
    const discard = (): void => {
      closeSync(opened);
      remove();
    };
    return { path, discard };
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    remove();
    throw error;
  }
}

/** Whether a path belongs to such a file without a name. */
export function isNameless(path: string): boolean {
  return path.startsWith(openFiles);
}
