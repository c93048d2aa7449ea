import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import type { Compressors } from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { fault, InputError, refuse } from '../domain/fault.ts';
import type { ColumnType, TypedColumn } from './judging/judgment-columns.ts';
import type { JsonRow } from './jsonl.ts';
import type { PlacedRow } from './json-rows.ts';
import { deepestNesting, nestedTooDeep } from './json-depth.ts';
import { ownField } from './own-field.ts';
import { columnPasses } from './parquet-decimals.ts';
import { pageFault } from './parquet-pages.ts';
import type { ParquetLimits } from './parquet-pages.ts';
import { isUtf8 } from './utf8-bytes.ts';

/**
 * Limits and, beside Snappy, the decompressors that are at hand (GZIP, ZSTD), which the platform
 * provides.
 */
export interface ParquetOptions {
  readonly limits?: ParquetLimits;
  readonly decompressors?: Compressors;
}

const usualLimits: ParquetLimits = { rows: 5_000_000, bytes: 2_000_000_000 };

/**
 * Reads the rows of a Parquet file. Whole numbers and decimals become numbers (text where they are
 * too large to be exact), dates and times ISO 8601, absent values
 * are left out of the row; lists stay lists. A damaged file, one beyond the limits or with a
 * compression that is not at hand is refused.
 */
export async function readParquet(
  bytes: ArrayBuffer,
  options: ParquetOptions = {},
): Promise<readonly PlacedRow[]> {
  const limits = options.limits ?? usualLimits;
  const metadata = checked(() => parquetMetadata(bytes, { geoparquet: false }));
  const wrong = checked(() => pageFault(bytes, metadata, limits, options.decompressors ?? {}));
  if (wrong !== null) refuse('bad-parquet', { reason: wrong });
  const file = {
    byteLength: bytes.byteLength,
    slice: (start: number, end?: number) => bytes.slice(start, end),
  };
  const compressors =
    options.decompressors === undefined ? {} : { compressors: options.decompressors };
  try {
    const parts: (readonly Record<string, unknown>[])[] = [];
    for (const { metadata: told, columns, decimal } of columnPasses(metadata)) {
      const own = decimal === null ? {} : { timestampFromMilliseconds: decimal as never };
      if (columns?.length !== 0)
        parts.push(
          await parquetReadObjects({
            file,
            metadata: told,
            ...(columns === null ? {} : { columns: [...columns] }),
            parsers: {
              stringFromBytes: strictText,
              jsonFromBytes: strictJson,
              dateFromDays: dateText as never,
              ...own,
            },
            ...compressors,
          }),
        );
    }
    const order = parquetSchema(metadata).children.map(({ element }) => element.name);
    return (parts[0] ?? []).map((row, index) => ({
      row: plainRow(
        parts.length === 1
          ? row
          : joined(
              order,
              parts.map((part) => part[index]!),
            ),
      ),
      line: null,
      index,
    }));
  } catch (error) {
    throw notParquet(error);
  }
}

/** Writes flat rows as a Parquet file, Snappy-compressed. Every column may lack values. */
export function writeParquet(
  columns: readonly TypedColumn[],
  rows: readonly JsonRow[],
): ArrayBuffer {
  return parquetWriteBuffer({
    columnData: columns.map(({ name, type }) => ({
      name,
      type: storedTypes[type],
      nullable: true,
      data: rows.map((row) => stored(ownField(row, name), type)),
    })),
  });
}

/**
 * The columns that rows have, in order of first appearance, with the narrowest type that holds
 * every value.
 */
export function columnsOf(rows: readonly JsonRow[]): readonly TypedColumn[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => ({
    name,
    type: columnType(
      rows
        .map((row) => ownField(row, name))
        .filter((value) => value !== undefined && value !== null),
    ),
  }));
}

const storedTypes = {
  text: 'STRING',
  'whole number': 'INT64',
  number: 'DOUBLE',
  truth: 'BOOLEAN',
  json: 'JSON',
} as const;

function columnType(values: readonly unknown[]): ColumnType {
  if (values.every((value) => typeof value === 'string')) return 'text';
  if (values.every((value) => typeof value === 'boolean')) return 'truth';
  if (values.every((value) => Number.isSafeInteger(value))) return 'whole number';
  return values.every((value) => typeof value === 'number') ? 'number' : 'json';
}

function stored(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return null;
  return type === 'whole number' ? BigInt(value as number) : value;
}

/** A row whose columns were read apart, in the order of the file. */
function joined(
  order: readonly string[],
  parts: readonly Record<string, unknown>[],
): Record<string, unknown> {
  return Object.fromEntries(
    order.map((name) => [name, parts.find((part) => Object.hasOwn(part, name))?.[name]]),
  );
}

/** A day has no time, and so none is made up. */
function dateText(days: number): string | null {
  const date = new Date(days * 86_400_000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().split('T')[0]!;
}

/**
 * The decoder would put a mark in place of what is no UTF-8, and the text would have changed
 * without a word.
 */
function strictText(bytes: Uint8Array): unknown {
  if (bytes !== undefined && !isUtf8(bytes)) throw new Error('a text is not UTF-8');
  return DEFAULT_PARSERS.stringFromBytes(bytes);
}

function strictJson(bytes: Uint8Array): unknown {
  const text = strictText(bytes);
  return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw notParquet(error);
  }
}

function notParquet(error: unknown): InputError {
  if (error instanceof InputError) return error;
  // A type or range error of the decoder speaks of its own insides, not of the file.
  const isOwn =
    error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
  const reason = isOwn ? error.message : 'its structure is damaged';
  return new InputError([fault('bad-parquet', { reason: reason.slice(0, 120) })]);
}

function plainRow(row: Record<string, unknown>): JsonRow {
  const entries = Object.entries(row).flatMap(([name, value]): readonly [string, unknown][] =>
    value === undefined || value === null ? [] : [[name, plainValue(value, 0)]],
  );
  return Object.fromEntries(entries);
}

function plainValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint')
    return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(value)
      : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array)
    return refuse('bad-parquet', {
      reason: 'a column holds bytes, expected text, numbers, true and false, or lists of them',
    });
  if (depth > deepestNesting || (depth === 0 && nestedTooDeep(value)))
    return refuse('bad-parquet', {
      reason: `values are nested more than ${deepestNesting} levels deep`,
    });
  if (Array.isArray(value)) return value.map((entry: unknown) => plainValue(entry, depth + 1));
  if (ArrayBuffer.isView(value))
    return refuse('bad-parquet', {
      reason: 'a column holds vectors, expected text, numbers, true and false, or lists of them',
    });
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, plainValue(entry, depth + 1)]),
    );
  return value;
}
