import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { InputError } from '../domain/fault.ts';
import type { JsonRow } from './jsonl.ts';
import { columnsOf } from '../../test/parquet-columns.ts';
import { parquetWithFooter } from '../../test/parquet-files.ts';
import { checkPages, crc32 } from './parquet-checksums.ts';
import { readParquet } from './parquet.ts';
import { writeParquet } from './parquet-writer.ts';
import { isParquet } from './parquet-mark.ts';

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
    const empty = writeParquet([{ name: 'a', type: 'text' }], []);
    expect(await rowsIn(empty)).toEqual([]);
    // The empty list of row groups is one of structs: DuckDB and Arrow refuse others.
    expect(Buffer.from(empty).toString('hex')).toContain('1600190c');
    // As Arrow writes it: one part without rows, whose columns are nowhere in the file.
    const bytes = parquetWithFooter([{ name: 'a', data: ['x'], type: 'STRING' }], (footer) => {
      footer.num_rows = 0n;
      const group = footer.row_groups[0]!;
      group.num_rows = 0n;
      const nowhere = { data_page_offset: 0n, total_compressed_size: 0n };
      group.columns[0]!.meta_data = { ...group.columns[0]!.meta_data!, ...nowhere };
    });
    expect(await rowsIn(bytes)).toEqual([]);
  });

  it('needs a decompressor for other compressions than Snappy and LZ4', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [{ name: 'a', data: ['x', 'y'], type: 'STRING' }],
      codec: 'GZIP',
      compressors: { GZIP: (input) => new Uint8Array(gzipSync(input)) },
    });
    await expect(readParquet(bytes)).rejects.toThrow(
      'the Parquet file cannot be read: its compression is GZIP, expected none, SNAPPY,' +
        ' LZ4 or LZ4_RAW',
    );
    await expect(readParquet(bytes, { decompressors: { ZSTD: (input) => input } })).rejects.toThrow(
      'its compression is GZIP, expected none, SNAPPY, LZ4, LZ4_RAW or ZSTD',
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
      'it declares 2 rows, expected at most 1',
    );
    await expect(readParquet(bytes, { limits: { text: 0 } })).rejects.toThrow(
      'a text is longer than 0 bytes',
    );
    await expect(readParquet(bytes, { limits: { rows: 10, bytes: 3 } })).rejects.toThrow(
      'it declares more than 3 bytes',
    );
    await expect(readParquet(bytes, { limits: { page: 3 } })).rejects.toThrow(
      /a page declares \d+ bytes, expected at most 3/,
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

  it('keeps every digit of a time, and refuses one that no row can hold', async () => {
    const written = (micros: readonly bigint[]): ArrayBuffer =>
      parquetWriteBuffer({
        schema: [
          { name: 'root', num_children: 1 },
          {
            name: 'at',
            type: 'INT64',
            converted_type: 'TIMESTAMP_MICROS',
            repetition_type: 'REQUIRED',
          },
        ],
        columnData: [{ name: 'at', data: BigInt64Array.from(micros) }],
      });
    // 2026-01-01T00:00:00Z is 1767225600 seconds after 1970.
    expect(await rowsIn(written([1_767_225_600_123_456n, 1_767_225_600_123_000n, -1n]))).toEqual([
      { at: '2026-01-01T00:00:00.123456Z' },
      { at: '2026-01-01T00:00:00.123Z' },
      { at: '1969-12-31T23:59:59.999999Z' },
    ]);
    await expect(readParquet(written([2n ** 62n]))).rejects.toThrow(
      'it has a time outside the years 1 to 9999',
    );
  });

  it.each(['LZ4_RAW', 'LZ4'] as const)('is read when packed with %s', async (codec) => {
    // A block of literals alone: the length in nibbles, then the bytes.
    const literals = (input: Uint8Array): Uint8Array => {
      const extra = input.length - 15;
      const more =
        extra < 0 ? [] : [...Array<number>(Math.floor(extra / 255)).fill(255), extra % 255];
      return Uint8Array.from([Math.min(15, input.length) << 4, ...more, ...input]);
    };
    const framed = (input: Uint8Array): Uint8Array => {
      const block = literals(input);
      const head = new DataView(new ArrayBuffer(8));
      head.setUint32(0, input.length);
      head.setUint32(4, block.length);
      return Uint8Array.from([...new Uint8Array(head.buffer), ...block]);
    };
    const bytes = parquetWriteBuffer({
      codec,
      compressors: { LZ4: framed, LZ4_RAW: literals },
      columnData: [{ name: 'a', data: Array.from({ length: 400 }, (_, at) => `text ${at}`) }],
    });
    expect((await rowsIn(bytes))[399]).toEqual({ a: 'text 399' });
  });

  it('with a page that does not match its checksum is refused', () => {
    const page = new TextEncoder().encode('hello');
    // A header in Thrift's compact form: type, both sizes (zigzag of 5 is 10), checksum, end.
    const header = (sum: number): number[] => {
      const zigzag = BigInt.asUintN(32, BigInt(((sum << 1) ^ (sum >> 31)) >>> 0));
      const bytes = [0x15, 0, 0x15, 10, 0x15, 10, 0x15];
      for (let rest = zigzag; ; rest >>= 7n) {
        bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
        if (rest <= 127n) return [...bytes, 0];
      }
    };
    const check = (content: Uint8Array) => () => {
      const bytes = Uint8Array.from([...header(crc32(page) | 0), ...content]);
      const meta_data = {
        data_page_offset: 0n,
        total_compressed_size: BigInt(bytes.length),
        path_in_schema: ['a'],
      };
      checkPages(bytes.buffer, { row_groups: [{ columns: [{ meta_data }] }] } as never);
    };
    expect(check(page)).not.toThrow();
    expect(check(new TextEncoder().encode('hellp'))).toThrow(
      'a page of the column "a" does not match its checksum',
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
