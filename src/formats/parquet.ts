import { InputError, fault } from '../domain/fault.ts';
import { codedText, oneOf } from '../domain/text-values.ts';
import { parquetMetadata, parquetRead, parquetSchema, snappyUncompress } from 'hyparquet';
import type { ColumnData, Compressors, FileMetaData } from 'hyparquet';
import { utf8Text } from './json-bytes.ts';
import { readJson } from './json-value.ts';
import type { JsonRow } from './jsonl.ts';
import type { PlacedRow } from './json-rows.ts';
import { deepestNesting, nestedTooDeep } from './json-depth.ts';
import { columnPasses } from './parquet-decimals.ts';
import { lz4Block, lz4Frames } from './lz4.ts';
import { checkPages } from './parquet-checksums.ts';
import { parquetTimes } from './parquet-times.ts';
import { refuseParquet } from './refuse-parquet.ts';
import type { ColumnPass } from './parquet-decimals.ts';

/** What a Parquet file may hold at most: a few bytes of it can announce any number. */
const parquetLimits = {
  rows: 5_000_000,
  /** Rows times columns. */
  cells: 200_000_000,
  /** Bytes after decompression, and separately the characters of all texts in the rows. */
  bytes: 2_000_000_000,
  /** Bytes of one page after decompression; writers make them of about a million. */
  page: 500_000_000,
  /** Bytes of one text: a longer one does not fit into a string of this platform. */
  text: 500_000_000,
};
export type ParquetLimits = typeof parquetLimits;

/** Limits, and what the platform unpacks beside Snappy and LZ4: GZIP, ZSTD, BROTLI. */
export interface ParquetOptions {
  readonly limits?: Partial<ParquetLimits>;
  readonly decompressors?: Compressors;
}

/**
 * Reads the rows of a Parquet file. Whole numbers and decimals become numbers (text where digits
 * would be lost), dates and times ISO 8601, lists stay lists, missing values are absent. Damaged
 * files, files above the limits and unknown compressions are refused. The decoder trusts the counts
 * in a file: read untrusted files in a thread that can be stopped.
 */
export async function readParquet(
  bytes: ArrayBuffer,
  { limits: given, decompressors = {} }: ParquetOptions = {},
): Promise<readonly PlacedRow[]> {
  const limits = { ...parquetLimits, ...given };
  try {
    const metadata = checkedMetadata(bytes, limits, decompressors);
    checkPages(bytes, metadata);
    const compressors = limitedDecompressors(decompressors, limits);
    const columns = new Map<string, readonly unknown[]>();
    for (const pass of columnPasses(metadata))
      if (pass.columns?.length !== 0)
        await readColumns(bytes, pass, compressors, limits.text, columns);
    const names = parquetSchema(metadata).children.map(({ element }) => element.name);
    const values = new PlainValues(limits.bytes);
    const named = names.map((name) => [name, columns.get(name) ?? []] as const);
    return Array.from({ length: Number(metadata.num_rows) }, (_, index) => ({
      row: values.row(named, index),
      line: null,
      index,
    }));
  } catch (error) {
    throw unreadable(error);
  }
}

function checkedMetadata(
  bytes: ArrayBuffer,
  limits: ParquetLimits,
  decompressors: Compressors,
): FileMetaData {
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  const names = metadata.schema.map(({ name }) => name);
  if (names.includes('__proto__')) refuseParquet('parquet-name', { column: '"__proto__"' });
  const codecs = ['UNCOMPRESSED', 'SNAPPY', 'LZ4', 'LZ4_RAW', ...Object.keys(decompressors)];
  let rows = 0;
  for (const group of metadata.row_groups) {
    const groupRows = Number(group.num_rows);
    rows += groupRows;
    if (!(groupRows >= 0 && rows <= limits.rows))
      refuseParquet('parquet-rows', { rows, limit: limits.rows });
    const paths = new Set<string>();
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) return refuseParquet('parquet-undescribed');
      const path = column.path_in_schema.join('.');
      if (paths.has(path)) refuseParquet('column-twice', { column: JSON.stringify(path) });
      paths.add(path);
      if (codecs.includes(column.codec)) continue;
      const known = ['none', ...codecs.slice(1)];
      refuseParquet('parquet-codec', { got: column.codec, expected: oneOf(known) });
    }
  }
  if (rows * names.length > limits.cells)
    refuseParquet('parquet-cells', { rows, columns: names.length });
  // Some writers leave the total at 0; each part has its own number.
  if (![0, rows].includes(Number(metadata.num_rows)))
    refuseParquet('parquet-parts', { rows: String(metadata.num_rows), got: rows });
  // Arrow writes an empty table as one part without rows, whose columns are nowhere in the file.
  const parts = metadata.row_groups.filter((group) => group.num_rows > 0n);
  return { ...metadata, num_rows: BigInt(rows), row_groups: parts };
}

/** Decompressors that refuse a page before they allocate more than may be, or than is left. */
function limitedDecompressors(
  own: Compressors,
  { bytes: most, page }: Pick<ParquetLimits, 'bytes' | 'page'>,
): Compressors {
  let left = most;
  const limited =
    (unpack: (packed: Uint8Array, size: number) => Uint8Array) =>
    (packed: Uint8Array, size: number): Uint8Array => {
      left -= size;
      if (size > page) refuseParquet('parquet-page-size', { got: size, limit: page });
      if (!(size >= 0 && left >= 0)) refuseParquet('parquet-size', { limit: most });
      return unpack(packed, size);
    };
  const snappy = (packed: Uint8Array, size: number): Uint8Array => {
    // The format packs at most 64 bytes into two.
    if (size > packed.length * 64) refuseParquet('parquet-page');
    const unpacked = new Uint8Array(size);
    snappyUncompress(packed, unpacked);
    return unpacked;
  };
  return Object.fromEntries(
    Object.entries({ SNAPPY: snappy, LZ4: lz4Frames, LZ4_RAW: lz4Block, ...own }).map(
      ([codec, unpack]) => [codec, limited(unpack)],
    ),
  );
}

async function readColumns(
  bytes: ArrayBuffer,
  { metadata, columns, decimal }: ColumnPass,
  compressors: Compressors,
  longestText: number,
  found: Map<string, readonly unknown[]>,
): Promise<void> {
  const slice = (start: number, end = bytes.byteLength): ArrayBuffer => {
    if (!(start >= 0 && end >= start && end <= bytes.byteLength))
      refuseParquet('parquet-outside', { start, end });
    return bytes.slice(start, end);
  };
  const chunks = new Map<string, ColumnData[]>();
  await parquetRead({
    file: { byteLength: bytes.byteLength, slice },
    metadata,
    ...(columns === null ? {} : { columns: [...columns] }),
    parsers: {
      stringFromBytes: (given) => strictText(given, longestText),
      jsonFromBytes: (given) => strictJson(given, longestText),
      ...parquetTimes,
      ...(decimal === null ? {} : { timestampFromMilliseconds: decimal }),
    },
    compressors,
    onChunk: (chunk) => {
      const before = chunks.get(chunk.columnName);
      if (before === undefined) chunks.set(chunk.columnName, [chunk]);
      else before.push(chunk);
    },
  });
  for (const [name, parts] of chunks) {
    const count = parts.reduce((sum, { columnData }) => sum + columnData.length, 0);
    if (BigInt(count) !== metadata.num_rows)
      refuseParquet('parquet-column-rows', {
        column: JSON.stringify(name),
        got: count,
        expected: String(metadata.num_rows),
      });
    const inOrder = parts.toSorted((a, b) => a.rowStart - b.rowStart);
    found.set(
      name,
      inOrder.flatMap(({ columnData }) => Array.from<unknown>(columnData)),
    );
  }
}

/** The library's own decoder would replace bytes that are not UTF-8, and so change the text. */
function strictText(bytes: Uint8Array | undefined, limit: number): string | undefined {
  if (bytes !== undefined && bytes.length > limit) refuseParquet('parquet-long-text', { limit });
  try {
    return bytes === undefined ? undefined : utf8Text(bytes);
  } catch {
    return refuseParquet('parquet-encoding');
  }
}

function strictJson(bytes: Uint8Array | undefined, limit: number): unknown {
  const text = strictText(bytes, limit);
  if (text === undefined) return undefined;
  const read = readJson(text);
  if (!read.ok) throw new InputError(read.faults);
  return read.value;
}

function unreadable(error: unknown): InputError {
  if (error instanceof InputError) return error;
  // A type or range error of the decoder describes its own state, not the file.
  const isAboutFile =
    error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
  const reason = isAboutFile
    ? codedText('parquet-decoder', { problem: error.message.slice(0, 120) })
    : codedText('parquet-damaged');
  return new InputError([fault('bad-parquet', { reason })]);
}

/** Turns what the decoder gives into plain JSON values, up to a number of characters in all. */
class PlainValues {
  readonly #most: number;
  #left: number;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** A row of the columns; made cell by cell, since there may be a hundred million of them. */
  row(columns: readonly (readonly [string, readonly unknown[]])[], index: number): JsonRow {
    const row: Record<string, unknown> = {};
    for (const [name, values] of columns) {
      const value = values[index];
      if (value !== undefined && value !== null) row[name] = this.#value(value, 0);
    }
    return row;
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'bigint')
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (value === null || typeof value !== 'object') return value;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (ArrayBuffer.isView(value)) {
      const what = value instanceof Uint8Array ? 'parquet-bytes' : 'parquet-vectors';
      return refuseParquet(what);
    }
    if (depth > deepestNesting || (depth === 0 && nestedTooDeep(value)))
      return refuseParquet('nested-values', { levels: deepestNesting });
    if (Array.isArray(value)) return value.map((entry: unknown) => this.#value(entry, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, this.#value(entry, depth + 1)]),
    );
  }

  /** A dictionary can repeat one long text in millions of rows. */
  #text(text: string): string {
    this.#left -= text.length;
    if (this.#left < 0) refuseParquet('parquet-characters', { limit: this.#most });
    return text;
  }
}
