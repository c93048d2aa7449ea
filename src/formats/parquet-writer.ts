import { parquetWriteBuffer } from 'hyparquet-writer';
import type { JsonRow } from './jsonl.ts';
import { ownField } from './own-field.ts';

/** How the values of a column are stored where columns have types. */
export type ColumnType = 'text' | 'whole number' | 'number' | 'truth' | 'json';

/** A column of a table with its type. */
export interface TypedColumn {
  readonly name: string;
  readonly type: ColumnType;
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

const storedTypes = {
  text: 'STRING',
  'whole number': 'INT64',
  number: 'DOUBLE',
  truth: 'BOOLEAN',
  json: 'JSON',
} as const;

function stored(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return null;
  return type === 'whole number' ? BigInt(value as number) : value;
}
