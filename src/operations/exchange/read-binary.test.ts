import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../test/parquet-columns.ts';
import { parquetWithFooter, readParquetBytes } from '../../../test/parquet-files.ts';
import { InputError } from '../../domain/fault.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { readersWithin } from './read-apart.ts';
import { tries } from '../../../test/tries.ts';

const duckdb = JSON.parse(
  readFileSync(new URL('../../formats/fixtures/duckdb-parquet.json', import.meta.url), 'utf8'),
) as Readonly<Record<'v1' | 'v2', readonly string[]>>;

const texts = (...data: readonly string[]) => [
  { name: 'a', data: [...data], type: 'STRING' as const },
];

describe('a Parquet file is read in a process of its own', () => {
  it('with the rows that were written, however many', async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => ({ id: `u${at}`, n: at }));
    const bytes = writeParquet(columnsOf(rows), rows);
    expect((await readParquetBytes(bytes)).map(({ row }) => row)).toEqual(rows);
  });

  it('compressed with GZIP too', async () => {
    const bytes = parquetWriteBuffer({
      columnData: texts('x', 'y'),
      codec: 'GZIP',
      compressors: { GZIP: (input) => new Uint8Array(gzipSync(input)) },
    });
    expect((await readParquetBytes(bytes)).map(({ row }) => row)).toEqual([{ a: 'x' }, { a: 'y' }]);
  });
});

describe('a hostile Parquet file is refused', () => {
  it.each([
    [
      'with more rows than it may have',
      10n ** 12n,
      /declares 1000000000000 rows, expected at most/,
    ],
    ['with fewer rows than none', -1n, /declares -1 rows/],
    ['with rows that its pages do not have', 4_000_000n, /has 2 rows, expected 4000000/],
  ])('%s', async (_, count, message) => {
    const bytes = parquetWithFooter(texts('x', 'y'), (footer) => {
      footer.num_rows = count;
      footer.row_groups[0]!.num_rows = count;
    });
    await expect(readParquetBytes(bytes)).rejects.toThrow(message);
  });

  it('with parts that do not add up', async () => {
    const bytes = parquetWithFooter(texts('x', 'y'), (footer) => (footer.num_rows = 3n));
    await expect(readParquetBytes(bytes)).rejects.toThrow(
      'it declares 3 rows, but its parts have 2',
    );
  });

  it('with columns outside of the file, or the same one twice', async () => {
    const outside = parquetWithFooter(texts('x'), (footer) => {
      footer.row_groups[0]!.columns[0]!.meta_data!.total_compressed_size = 10n ** 9n;
    });
    await expect(readParquetBytes(outside)).rejects.toThrow('outside the file');
    const twice = parquetWithFooter(texts('x'), ({ schema, row_groups: [group] }) => {
      schema[0]!.num_children = 2;
      schema.push(schema[1]!);
      group!.columns.push(group!.columns[0]!);
    });
    await expect(readParquetBytes(twice)).rejects.toThrow('the column "a" appears twice');
  });

  it('that repeats one long text of its dictionary in every row', async () => {
    const long = 'x'.repeat(100_000);
    const bytes = parquetWriteBuffer({ columnData: texts(...Array<string>(5000).fill(long)) });
    expect(bytes.byteLength).toBeLessThan(200_000);
    await expect(readParquetBytes(bytes, { bytes: 10_000_000 })).rejects.toThrow(
      'its texts have more than 10000000 characters',
    );
  });

  it('that unpacks to more than it may', async () => {
    const bytes = parquetWriteBuffer({ columnData: texts('x'.repeat(3_000_000), 'y') });
    expect(bytes.byteLength).toBeLessThan(200_000);
    await expect(readParquetBytes(bytes, { bytes: 1_000_000 })).rejects.toThrow(
      'it declares more than 1000000 bytes',
    );
  });

  it('with deeply nested values, or a deeply nested schema', async () => {
    const json = `${'['.repeat(1000)}${']'.repeat(1000)}`;
    const nested = parquetWriteBuffer({
      columnData: [{ name: 'a', data: [JSON.parse(json)], type: 'JSON' }],
    });
    await expect(readParquetBytes(nested)).rejects.toThrow('nested more than 64 levels deep');
    const deep = parquetWithFooter(texts('x'), ({ schema, row_groups: [group] }) => {
      const groups = Array.from({ length: 3000 }, () => ({ name: 'g', num_children: 1 }));
      schema.splice(1, 1, ...groups, schema[1]!);
      group!.columns[0]!.meta_data!.path_in_schema = [...groups.map(() => 'g'), 'a'];
    });
    await expect(readParquetBytes(deep)).rejects.toBeInstanceOf(InputError);
  });

  it('with more columns than fit into memory', async () => {
    const bytes = parquetWithFooter(texts('x', 'y'), (footer) => {
      footer.num_rows = 4_000_000n;
      footer.row_groups[0]!.num_rows = 4_000_000n;
      footer.schema[0]!.num_children = 1000;
      for (let at = 1; at < 1000; at += 1)
        footer.schema.push({ ...footer.schema[1]!, name: `c${at}` });
    });
    await expect(readParquetBytes(bytes)).rejects.toThrow(
      'it declares 4000000 rows of 1001 columns',
    );
  });

  const large = writeParquet(
    [{ name: 'n', type: 'number' }],
    Array.from({ length: 1_000_000 }, (_, at) => ({ n: at / 7 })),
  );

  it.each([
    ['seconds', { seconds: 0.01, megabytes: 4096 }, 'more than 0.01 seconds'],
    ['memory', { seconds: 600, megabytes: 200 }, 'more than 200 megabytes of memory'],
  ])('whose reading takes more %s than it may', async (_, limits, message) => {
    await expect(readParquetBytes(large, {}, readersWithin(limits))).rejects.toThrow(
      `table.parquet cannot be read: reading it takes ${message}`,
    );
  });

  it.each(['v1', 'v2'] as const)('or read, with damage in pages of %s', async (version) => {
    const whole = new Uint8Array(Buffer.from(duckdb[version].join(''), 'base64'));
    const place = fc.record({
      at: fc.nat(whole.length - 1),
      byte: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x15),
    });
    const readers = readersWithin({ seconds: 0.5, megabytes: 512 });
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 4 }), async (places) => {
        const bytes = whole.slice();
        for (const { at, byte } of places) bytes[at] = byte;
        await readParquetBytes(bytes, {}, readers).catch((error: unknown) =>
          expect(error).toBeInstanceOf(InputError),
        );
      }),
      { seed: 1, numRuns: tries(60) },
    );
  });
});
