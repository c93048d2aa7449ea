import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from './write-files.ts';

/** A folder for a while, of this user alone. */
export interface ScratchFolder {
  readonly path: string;
  discard(): Promise<void>;
}

/** What the names of such folders begin with, by what they are for. */
export const scratchNames = { upload: 'assay-upload-', import: 'assay-import-' } as const;

/** Makes a folder for a while. It goes with the process, also when that ends in the middle. */
export function scratchFolder(purpose: keyof typeof scratchNames): ScratchFolder {
  const path = attempt(tmpdir(), () => mkdtempSync(join(tmpdir(), scratchNames[purpose])));
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

const kept = new Set<string>();

function discardKept(): void {
  for (const path of kept) rmSync(path, { recursive: true, force: true });
}
