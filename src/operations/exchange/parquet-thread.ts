import { parentPort } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { InputError } from '../../domain/fault.ts';
import { readParquet } from '../../formats/parquet.ts';
import type { ParquetReply, ParquetWork } from './read-parquet.ts';
import { zstandard } from './text-source.ts';

/** Few enough to be copied at once. */
const rowsTogether = 5000;

type Unpack = (packed: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
const limited =
  (unpack: Unpack) =>
  (packed: Uint8Array, size: number): Uint8Array =>
    unpack(packed, { maxOutputLength: Math.max(size, 1) });

const decompressors = {
  BROTLI: limited(brotliDecompressSync),
  GZIP: limited(gunzipSync),
  ...(zstandard === undefined ? {} : { ZSTD: zstandard }),
};

async function answer({ bytes, limits = {} }: ParquetWork): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  const reply = (message: ParquetReply): void => parentPort!.postMessage(message);
  try {
    const rows = await readParquet(bytes, { decompressors, limits });
    for (let at = 0; at < rows.length; at += rowsTogether)
      reply({ rows: rows.slice(at, at + rowsTogether) });
    reply({ done: true });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    reply({ faults: error.faults });
  }
}

// The decoder reads columns side by side: when one fails, nobody handles what becomes of others.
process.on('unhandledRejection', () => undefined);
parentPort!.on('message', (work: ParquetWork) => void answer(work));
