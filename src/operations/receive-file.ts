import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fault, InputError } from '../domain/fault.ts';

/** A file that came in over a connection or a pipe, in a folder of its own. */
export interface ReceivedFile {
  readonly path: string;
  discard(): Promise<void>;
}

/** Keeps what comes in as a file, so that it can be read more than once; more than `limit` bytes are refused. */
export async function receiveFile(source: AsyncIterable<Uint8Array | string>, limit = Number.POSITIVE_INFINITY): Promise<ReceivedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-upload-'));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  try {
    await pipeline(limited(source, limit), createWriteStream(path, { mode: 0o600 }));
    return { path, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function* limited(source: AsyncIterable<Uint8Array | string>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of source) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
    size += bytes.length;
    if (size > limit) throw new InputError([fault('too-large', { limit: `${limit} bytes` })]);
    yield bytes;
  }
}
