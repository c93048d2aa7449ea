import { createReadStream, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** The time of every file in an archive: the earliest that the format has. */
const noTime = new Date(1980, 0, 1);

/**
 * The folder of a release as a ZIP archive, piece by piece. The same folder gives the same bytes;
 * between pieces the thread is free for others.
 */
export async function* releaseZip(folder: string, name: string): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    failure ??= error;
    if (piece !== undefined) pieces.push(piece);
  });
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
    .toSorted();
  for (const file of files) {
    const path = `${name}/${file.split(sep).join('/')}`;
    const isPacked = /\.(parquet|pdf)$/.test(file);
    const entry = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    entry.mtime = noTime;
    zip.add(entry);
    for await (const chunk of createReadStream(join(folder, file))) {
      entry.push(chunk as Uint8Array);
      if (failure !== null) throw failure as Error;
      yield* pieces.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}
