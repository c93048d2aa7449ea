import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { InputError } from '../domain/fault.ts';
import type { JsonRow } from './jsonl.ts';
import { columnsOf, readParquet, writeParquet } from './parquet.ts';
import { isParquet } from './parquet-mark.ts';
import { isDeltaHeader, readRuns } from './parquet-runs.ts';
import { isUtf8 } from './utf8-bytes.ts';

const duckdb = JSON.parse(
  readFileSync(new URL('./fixtures/duckdb-parquet.json', import.meta.url), 'utf8'),
) as Readonly<Record<'v1' | 'v2', readonly string[]>>;
const file = (version: 'v1' | 'v2'): Uint8Array =>
  new Uint8Array(Buffer.from(duckdb[version].join(''), 'base64'));
const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;
const rowsIn = async (bytes: ArrayBuffer): Promise<readonly JsonRow[]> =>
  (await readParquet(bytes)).map((one) => one.row);

describe('a Parquet file', () => {
  it.each(['v1', 'v2'] as const)(
    'written by another program with pages of %s is read, with its lists and missing values',
    async (version) => {
      expect(await rowsIn(bufferOf(file(version)))).toEqual([
        { id: 'u0', lab: 'yes', tags: ['a', 'b'], n: 0 },
        { id: 'u1', tags: ['a', 'b'], n: 1 },
        { id: 'u2', lab: 'yes', tags: ['a', 'b'], n: 2 },
      ]);
    },
  );

  it('gives back the rows that were written', async () => {
    const row = fc.record(
      {
        id: fc.string({ unit: 'grapheme' }),
        n: fc.maxSafeInteger(),
        x: fc.double({ noNaN: true, noDefaultInfinity: true }),
        b: fc.boolean(),
        mixed: fc.oneof(
          fc.integer(),
          fc.string(),
          fc.array(fc.string(), { maxLength: 2 }),
          fc.dictionary(fc.string(), fc.boolean(), { maxKeys: 2 }),
        ),
      },
      { requiredKeys: ['id'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        expect(await rowsIn(writeParquet(columnsOf(rows), rows))).toEqual(rows.map(positiveZero));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('chooses the narrowest type for a column', () => {
    expect(
      columnsOf([
        { a: 'x', b: 1, c: 1.5, d: true, e: [1], f: 1 },
        { b: null, f: 'x' },
      ]).map(({ name, type }) => `${name} ${type}`),
    ).toEqual(['a text', 'b whole number', 'c number', 'd truth', 'e json', 'f json']);
  });

  it('gives large whole numbers as text, and dates as ISO 8601', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'n', data: [2n ** 60n], type: 'INT64' },
        { name: 'at', data: [new Date('2026-01-31T09:30:00Z')], type: 'TIMESTAMP' },
      ],
    });
    expect(await rowsIn(bytes)).toEqual([
      { n: '1152921504606846976', at: '2026-01-31T09:30:00.000Z' },
    ]);
  });

  it('gives dates without a time', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [{ name: 'd', data: [new Date('2024-02-29'), new Date('1969-12-31')] }],
      schema: [
        { name: 'root', num_children: 1 },
        { name: 'd', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
      ],
    });
    expect(await rowsIn(bytes)).toEqual([{ d: '2024-02-29' }, { d: '1969-12-31' }]);
  });

  it('gives decimals as numbers, and as text where a number would not keep every digit', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: ['a', 'b', 'c'] },
        { name: 'wide', data: [1234567890123456789012n, -10n, 5n] },
        { name: 'tags', data: ['x', 'y', 'z'] },
        { name: 'narrow', data: [3n, -1n, 999n] },
        { name: 'long', data: [9007199254740993n, 3n, 0n] },
      ],
      schema: [
        { name: 'root', num_children: 5 },
        { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
        {
          name: 'wide',
          type: 'FIXED_LEN_BYTE_ARRAY',
          type_length: 10,
          converted_type: 'DECIMAL',
          scale: 2,
          precision: 22,
          repetition_type: 'REQUIRED',
        },
        { name: 'tags', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
        {
          name: 'narrow',
          type: 'INT32',
          converted_type: 'DECIMAL',
          scale: 1,
          precision: 9,
          repetition_type: 'REQUIRED',
        },
        {
          name: 'long',
          type: 'INT64',
          converted_type: 'DECIMAL',
          scale: 1,
          precision: 18,
          repetition_type: 'REQUIRED',
        },
      ],
    });
    expect(Object.keys((await rowsIn(bytes))[0]!)).toEqual([
      'id',
      'wide',
      'tags',
      'narrow',
      'long',
    ]);
    expect(await rowsIn(bytes)).toEqual([
      {
        id: 'a',
        wide: '12345678901234567890.12',
        tags: 'x',
        narrow: 0.3,
        long: '900719925474099.3',
      },
      { id: 'b', wide: -0.1, tags: 'y', narrow: -0.1, long: 0.3 },
      { id: 'c', wide: 0.05, tags: 'z', narrow: 99.9, long: 0 },
    ]);
  });

  it('may have no rows', async () => {
    expect(await rowsIn(writeParquet([{ name: 'a', type: 'text' }], []))).toEqual([]);
    // As Arrow writes it: one part without rows, whose columns lie nowhere.
    const { parquetMetadata } = await import('hyparquet');
    const { pageFault } = await import('./parquet-pages.ts');
    const bytes = writeParquet([{ name: 'a', type: 'text' }], [{ a: 'x' }]);
    const metadata = parquetMetadata(bytes);
    const group = metadata.row_groups[0]!;
    const nowhere = group.columns.map((column) => ({
      ...column,
      meta_data: {
        ...column.meta_data!,
        dictionary_page_offset: 0n,
        data_page_offset: 0n,
        total_compressed_size: 0n,
      },
    }));
    expect(
      pageFault(
        bytes,
        { ...metadata, num_rows: 0n, row_groups: [{ ...group, num_rows: 0n, columns: nowhere }] },
        { rows: 10, bytes: 1000 },
        {},
      ),
    ).toBeNull();
  });

  it('needs a decompressor for other compressions than Snappy', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [{ name: 'a', data: ['x', 'y'], type: 'STRING' }],
      codec: 'GZIP',
      compressors: { GZIP: (input) => new Uint8Array(gzipSync(input)) },
    });
    await expect(readParquet(bytes)).rejects.toThrow(
      'the Parquet file cannot be read: its compression is GZIP, expected none or SNAPPY',
    );
    await expect(readParquet(bytes, { decompressors: { ZSTD: (input) => input } })).rejects.toThrow(
      'its compression is GZIP, expected none, SNAPPY or ZSTD',
    );
    expect(
      (
        await readParquet(bytes, {
          decompressors: { GZIP: (input) => new Uint8Array(gunzipSync(input)) },
        })
      ).map((one) => one.row),
    ).toEqual([{ a: 'x' }, { a: 'y' }]);
  });

  it('is refused beyond the limits, and when it is none', async () => {
    const bytes = writeParquet([{ name: 'a', type: 'text' }], [{ a: 'x' }, { a: 'y' }]);
    await expect(readParquet(bytes, { limits: { rows: 1, bytes: 1000 } })).rejects.toThrow(
      'it announces 2 rows, expected at most 1',
    );
    await expect(readParquet(bytes, { limits: { rows: 10, bytes: 3 } })).rejects.toThrow(
      'it announces more than 3 bytes',
    );
    await expect(readParquet(new ArrayBuffer(0))).rejects.toBeInstanceOf(InputError);
    await expect(
      readParquet(
        bufferOf(new Uint8Array([0x50, 0x41, 0x52, 0x31, 0, 0, 0, 0, 0x50, 0x41, 0x52, 0x31])),
      ),
    ).rejects.toBeInstanceOf(InputError);
  });

  it('is refused when a text in it is no UTF-8, rather than changed', async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: [{ name: 'a', data: ['abcdef'], type: 'STRING' }],
        codec: 'UNCOMPRESSED',
        statistics: false,
      }),
    );
    const at = bytes.findIndex((byte, place) => byte === 0x61 && bytes[place + 1] === 0x62);
    bytes[at] = 0xff;
    await expect(readParquet(bufferOf(bytes))).rejects.toThrow('a text is not UTF-8');
  });

  it('is recognised by its first bytes', () => {
    expect([isParquet(file('v1')), isParquet(new Uint8Array([1, 2]))]).toEqual([true, false]);
  });

  it.each(['v1', 'v2'] as const)(
    'with damage in pages of %s is refused or read, and never hangs',
    async (version) => {
      const whole = file(version);
      const damage = fc.array(
        fc.record({
          at: fc.nat(whole.length - 1),
          byte: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x15),
        }),
        { minLength: 1, maxLength: 4 },
      );
      await fc.assert(
        fc.asyncProperty(damage, async (places) => {
          const bytes = whole.slice();
          for (const { at, byte } of places) bytes[at] = byte;
          await readParquet(bufferOf(bytes)).catch((error: unknown) =>
            expect(error).toBeInstanceOf(InputError),
          );
        }),
        { seed: 1, numRuns: 400 },
      );
    },
  );
});

describe('runs', () => {
  it('are repeated or packed', () => {
    expect(readRuns(new Uint8Array([6, 1]), 0, 2, 1, 3)).toEqual(new Uint32Array([1, 1, 1]));
    // Parquet's own example: 0 to 7 in three bits each, https://parquet.apache.org/docs/file-format/data-pages/encodings/
    expect(readRuns(new Uint8Array([3, 0b10001000, 0b11000110, 0b11111010]), 0, 4, 3, 8)).toEqual(
      new Uint32Array([0, 1, 2, 3, 4, 5, 6, 7]),
    );
  });

  it('must fit what is left to read, and the bytes that are there', () => {
    expect(readRuns(new Uint8Array([8, 1]), 0, 2, 1, 3)).toBeNull();
    expect(readRuns(new Uint8Array([0, 1]), 0, 2, 1, 3)).toBeNull();
    expect(readRuns(new Uint8Array([6]), 0, 1, 1, 3)).toBeNull();
    expect(readRuns(new Uint8Array([5, 1]), 0, 2, 8, 3)).toBeNull();
    expect(readRuns(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x0f]), 0, 5, 0, 3)).toBeNull();
  });

  it('of differences need a header that can be true', () => {
    expect(isDeltaHeader(new Uint8Array([0x80, 1, 4, 5]), 0, 5)).toBe(true);
    expect(isDeltaHeader(new Uint8Array([0x80, 1, 0, 5]), 0, 5)).toBe(false);
    expect(isDeltaHeader(new Uint8Array([0x80, 1, 4, 6]), 0, 5)).toBe(false);
  });
});

describe('UTF-8', () => {
  it('is told as Node tells it', async () => {
    const { isUtf8: expected } = await import('node:buffer');
    const byte = fc.constantFrom(
      0x41,
      0x7f,
      0x80,
      0x9f,
      0xa0,
      0xbf,
      0xc0,
      0xc2,
      0xdf,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
      0xff,
      0x8f,
      0x90,
    );
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 5 }),
        (bytes) => void expect(isUtf8(new Uint8Array(bytes))).toBe(expected(new Uint8Array(bytes))),
      ),
      { seed: 1, numRuns: 3000 },
    );
  });
});

/** Parquet's whole numbers have no negative zero. */
function positiveZero(row: JsonRow): JsonRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Object.is(value, -0) && name !== 'x' ? 0 : value,
    ]),
  );
}
