import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ExportedFile } from './export-request.ts';
import { checkNames } from './write-files.ts';

/** An export that was saved, with the manifest beside it. */
export interface SavedExport {
  readonly file: string;
  readonly manifest: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Saves an export as a file, and its manifest with size and hash beside it: both are there, or neither. */
export async function saveExport(exported: ExportedFile, path: string, force: boolean): Promise<SavedExport> {
  const manifest = `${path}.manifest.json`;
  checkNames([path, manifest], force);
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.tmp`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(unfinished, 'w');
    try {
      for await (const piece of exported.pieces) {
        const part = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
        hash.update(part);
        bytes += part.length;
        await file.writeFile(part);
      }
    } finally {
      await file.close();
    }
    const sha256 = hash.digest('hex');
    await writeFile(`${manifest}.tmp`, `${JSON.stringify({ ...exported.manifest, file: path.split('/').at(-1), bytes, sha256 }, null, 2)}\n`);
    await rename(unfinished, path);
    await rename(`${manifest}.tmp`, manifest);
    return { file: path, manifest, bytes, sha256 };
  } catch (error) {
    for (const left of [unfinished, `${manifest}.tmp`]) await rm(left, { force: true });
    throw error;
  }
}
