import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from './write-files.ts';

/** A temporary folder that only this user can read. */
export interface ScratchFolder {
  readonly path: string;
  discard(): Promise<void>;
}

/** The prefixes of such folders, by purpose. */
export const scratchNames = {
  upload: 'assay-upload-',
  import: 'assay-import-',
  truth: 'assay-truth-',
  process: 'assay-process-',
  release: 'assay-release-',
} as const;

/** Makes a temporary folder, removed at the latest when the process exits. */
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
