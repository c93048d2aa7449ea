import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** A body in a temporary file: its size is known, and it is never held in memory. */
export interface SpooledBody {
  readonly bytes: number;
  stream(): ReadableStream;
}

/** Writes parts to a temporary file for as long as they are used. */
export async function withSpooledBody<Result>(
  parts: AsyncIterable<string>,
  use: (body: SpooledBody) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-upload-'));
  try {
    const file = join(folder, 'body');
    const bytes = await written(file, parts);
    return await use({ bytes, stream: () => Readable.toWeb(createReadStream(file)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How much is gathered before it is written. */
const gathered = 1 << 20;

async function written(path: string, parts: AsyncIterable<string>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  let waiting = '';
  const flush = async (): Promise<void> => {
    await file.appendFile(waiting);
    bytes += Buffer.byteLength(waiting);
    waiting = '';
  };
  try {
    for await (const part of parts) {
      waiting += part;
      if (waiting.length >= gathered) await flush();
    }
    await flush();
  } finally {
    await file.close();
  }
  return bytes;
}
