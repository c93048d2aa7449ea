import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { InputError } from '../../domain/fault.ts';
import type { Unpack } from '../../formats/exchange/zip-entries.ts';
import type { PlacedRow } from '../../formats/json-rows.ts';
import { readParquet } from '../../formats/parquet.ts';
import type { ParquetLimits } from '../../formats/parquet.ts';
import type { Sheet } from '../../formats/xlsx-reader.ts';
import { wholeBytes } from '../line-pieces.ts';
import { scratchFolder } from '../scratch-folder.ts';

/* Binary files, which are read in a process of their own: a few bytes can announce any number. */

/** The rows of a Parquet file. */
export async function parquetIn(
  path: string,
  name: string,
  limits: Partial<ParquetLimits> = {},
): Promise<readonly PlacedRow[]> {
  const bytes = await wholeBytes(path, name);
  return await inFile(name, () => readParquet(bytes, { decompressors, limits }));
}

/** The first sheet of a workbook. */
export async function sheetIn(path: string, name: string): Promise<Sheet> {
  const { readWorkbook } = await import('../../formats/xlsx-reader.ts');
  const bytes = new Uint8Array(await wholeBytes(path, name));
  return await inFile(name, () => readWorkbook(bytes));
}

/** The samples of an evaluation log as a file of their own; null for another zip file. */
export async function logSamples(path: string, name: string): Promise<LogSamples | null> {
  const { inspectSamples } = await import('../../formats/exchange/evaluation-logs.ts');
  const bytes = new Uint8Array(await wholeBytes(path, name));
  const samples = await inFile(name, () => inspectSamples(bytes, zstandard));
  if (samples === null) return null;
  const file = join(scratchFolder('import').path, 'samples.jsonl');
  writeFileSync(file, samples, { mode: 0o600 });
  return { file, isEmpty: samples === '' };
}

interface LogSamples {
  readonly file: string;
  readonly isEmpty: boolean;
}

/** Names the file in what is wrong with it. */
async function inFile<Result>(file: string, act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.faults.map((one) => ({ ...one, file })));
  }
}

// Zstandard came with Node 22.15: a named import would keep an older Node from loading this file.
const { brotliDecompressSync, gunzipSync } = zlib;
const { zstdDecompressSync }: Partial<typeof zlib> = zlib;

/**
 * Unpacks Zstandard, also of several frames, which Node does not; undefined before Node 22.15.
 * @internal
 */
export const zstandard: Unpack | undefined =
  zstdDecompressSync === undefined
    ? undefined
    : (packed, size) => {
        const parts: Buffer[] = [];
        let left = size;
        let at = 0;
        do {
          const maxOutputLength = Math.max(left, 1);
          // The types of Node do not know that `info` changes what is returned.
          const { buffer, engine } = zstdDecompressSync(packed.subarray(at), {
            maxOutputLength,
            info: true,
          }) as unknown as { readonly buffer: Buffer; readonly engine: { bytesWritten: number } };
          parts.push(buffer);
          left -= buffer.length;
          at += engine.bytesWritten;
          if (engine.bytesWritten === 0) break;
        } while (at < packed.length);
        return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      };

type Decompress = (packed: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
const limited =
  (unpack: Decompress): Unpack =>
  (packed, size) =>
    unpack(packed, { maxOutputLength: Math.max(size, 1) });

const decompressors = {
  BROTLI: limited(brotliDecompressSync),
  GZIP: limited(gunzipSync),
  ...(zstandard === undefined ? {} : { ZSTD: zstandard }),
};
