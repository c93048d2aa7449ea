import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from './write-files.ts';

/** A temporary folder that only this user can read. */
export interface ScratchFolder {
  readonly path: string;
  discard(): Promise<void>;
}

const purposes = ['upload', 'import', 'truth', 'process', 'release'] as const;

/** Makes a temporary folder, removed at the latest when the process exits. */
export function scratchFolder(purpose: (typeof purposes)[number]): ScratchFolder {
  const start = join(tmpdir(), `assay-${purpose}-${machine}-${process.pid}-`);
  const path = attempt(tmpdir(), () => mkdtempSync(start));
  if (kept.size === 0) process.once('exit', discardKept);
  kept.add(path);
  return {
    path,
    discard: async () => {
      await rm(path, { recursive: true, force: true });
      kept.delete(path);
      if (kept.size === 0) process.off('exit', discardKept);
    },
  };
}

/** Containers may share a folder, but not the numbers of their processes. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const named = new RegExp(`^assay-(?:${purposes.join('|')})-(?:([0-9a-f]{8})-(\\d+)-)?\\w+$`);
const kept = new Set<string>();

function discardKept(): void {
  for (const path of kept) removeAtLast(path);
}

/** Files may still be made in a folder by calls that were under way when the process was ended. */
function removeAtLast(path: string): void {
  for (let tries = 1; ; tries += 1)
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
      return;
    } catch (error) {
      if (tries === 50) throw error;
    }
}

/**
 * Removes what killed processes have left: those of this machine at once, those that may be
 * another's after a day. Returns how many.
 */
export async function removeLeftovers(now: Date, place = tmpdir()): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const [name, host, owner] = named.exec(entry.name) ?? [];
    if (!entry.isDirectory() || name === undefined) continue;
    const folder = join(place, name);
    const found = await lstat(folder).catch(() => null);
    // Others' folders are left alone, and another server may just have removed this one.
    const isOwn = found !== null && found.uid === (process.getuid?.() ?? found.uid);
    const isLeft = host === machine && !kept.has(folder) && !isAlive(Number(owner));
    if (!isOwn || (!isLeft && now.getTime() - found.mtimeMs < longestUse)) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

const longestUse = 24 * 3_600_000;

/** Whether another process has this number; a folder of this one is left by an earlier one. */
function isAlive(owner: number): boolean {
  if (owner === process.pid) return false;
  try {
    return process.kill(owner, 0);
  } catch (error) {
    // One of another user is alive, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
