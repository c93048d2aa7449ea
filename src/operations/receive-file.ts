import { codedText } from '../domain/text-values.ts';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { refuse } from '../domain/fault.ts';
import { scratchFolder } from './scratch-folder.ts';
import { unwritable } from './write-files.ts';

/** A file received over a connection or a pipe. */
export interface ReceivedFile {
  readonly path: string;
  discard(): Promise<void>;
}

/** Stores incoming data as a file that can be read again; refuses more than `limit` bytes. */
export async function receiveFile(
  source: AsyncIterable<Uint8Array | string>,
  limit = Number.POSITIVE_INFINITY,
): Promise<ReceivedFile> {
  const folder = scratchFolder('upload');
  const { discard } = folder;
  const path = join(folder.path, 'file');
  try {
    await pipeline(limited(source, limit), createWriteStream(path, { mode: 0o600 }));
    return { path, discard };
  } catch (error) {
    await discard();
    // The source may have failed as well.
    const isWrite = error instanceof Error && 'syscall' in error && error.syscall === 'write';
    throw (isWrite ? unwritable(error, tmpdir()) : null) ?? error;
  }
}

async function* limited(
  source: AsyncIterable<Uint8Array | string>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of source) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
    size += bytes.length;
    if (size > limit) refuse('too-large', { limit: codedText('bytes', { count: limit }) });
    yield bytes;
  }
}
