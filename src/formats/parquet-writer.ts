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
  const file = parquetWriteBuffer({
    columnData: columns.map(({ name, type }) => ({
      name,
      type: storedTypes[type],
      nullable: true,
      data: rows.map((row) => stored(ownField(row, name), type)),
    })),
  });
  return rows.length === 0 ? withoutRowGroups(file) : file;
}

/**
 * Of a file without rows, the library writes the empty list of row groups as one of bytes, which
 * strict readers refuse: it is a list of structs. It follows the number of rows, which is 0.
 */
function withoutRowGroups(file: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(file);
  const [rows, list, byte, struct] = [[0x16, 0x00], 0x19, 0x03, 0x0c] as const;
  for (let at = bytes.length - 1; at >= 3; at -= 1)
    if (
      bytes[at] === byte &&
      bytes[at - 1] === list &&
      bytes[at - 2] === rows[1] &&
      bytes[at - 3] === rows[0]
    ) {
      bytes[at] = struct;
      return file;
    }
  throw new Error('A Parquet file without rows has no list of row groups');
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
