import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ExportedFile } from './export-request.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';
import { checkNames, unwritable } from '../write-files.ts';

/** An export that was saved, with the manifest beside it. */
export interface SavedExport {
  readonly file: string;
  readonly manifest: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Saves an export and its manifest with size and hash: both files or neither. */
export async function saveExport(
  exported: ExportedFile,
  path: string,
  force: boolean,
  progress: (bytes: number) => void = () => undefined,
): Promise<SavedExport> {
  const manifest = `${path}.manifest.json`;
  checkNames([path, manifest], force);
  await attempted(path, mkdir(dirname(path), { recursive: true }));
  const [unfinished, draft] = [draftBeside(path), draftBeside(manifest)];
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await attempted(path, open(unfinished, 'wx'));
  const finished = unfinishedFiles([unfinished, draft]);
  try {
    try {
      for await (const piece of exported.pieces) {
        const part = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
        hash.update(part);
        bytes += part.length;
        await attempted(path, file.writeFile(part));
        progress(bytes);
      }
    } finally {
      await file.close();
    }
    const sha256 = hash.digest('hex');
    const content = { ...exported.manifest, file: path.split('/').at(-1), bytes, sha256 };
    const text = `${JSON.stringify(content, null, 2)}\n`;
    await attempted(manifest, writeFile(draft, text));
    // Without a pause in which the process could be stopped: both or neither.
    renameSync(unfinished, path);
    renameSync(draft, manifest);
    return { file: path, manifest, bytes, sha256 };
  } catch (error) {
    for (const left of [unfinished, draft]) await rm(left, { force: true });
    throw error;
  } finally {
    finished();
  }
}

/** The result of a write; if the system refuses it, the error names the file and the reason. */
async function attempted<T>(file: string, writing: Promise<T>): Promise<T> {
  return await writing.catch((error: unknown) => {
    throw unwritable(error, file) ?? error;
  });
}
