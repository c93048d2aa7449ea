import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { JsonRow } from './jsonl.ts';
import { ownField } from './own-field.ts';

/** How the values of a column are stored where columns have types. */
export type ColumnType = 'text' | 'whole number' | 'number' | 'truth' | 'json';

/** A column of a table with its type. */
export interface TypedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** A column with where its values are found in what a row is made from. */
export interface ValueColumn<Entry> extends TypedColumn {
  readonly of: (entry: Entry) => unknown;
}

/** Writes flat rows as a Parquet file, Snappy-compressed. Every column may lack values. */
export function writeParquet(
  columns: readonly TypedColumn[],
  rows: Iterable<JsonRow>,
): ArrayBuffer {
  const read = columns.map((column) => ({
    ...column,
    of: (row: JsonRow) => ownField(row, column.name),
  }));
  return writeColumns(read, rows);
}

/**
 * Writes a Parquet file column by column, without a row in between, which a million of them would
 * take longer to make than to write. Only one row group is held at a time.
 */
export function writeColumns<Entry>(
  columns: readonly ValueColumn<Entry>[],
  entries: Iterable<Entry>,
): ArrayBuffer {
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type }) => ({
      name,
      type: storedTypes[type],
      nullable: true,
      data: [],
    })),
  });
  const file = new ParquetWriter({ writer: bytes, schema });
  let groups = 0;
  let held: Entry[] = [];
  const writeGroup = (): void => {
    const columnData = columns.map((column) => new GroupColumn(column, held));
    void file.write({ columnData, rowGroupSize: held.length });
    groups += 1;
    held = [];
  };
  for (const entry of entries) {
    held.push(entry);
    if (held.length === (groups === 0 ? firstGroup : laterGroups)) writeGroup();
  }
  if (held.length > 0) writeGroup();
  void file.finish();
  return groups === 0 ? withoutRowGroups(bytes.getBuffer()) : bytes.getBuffer();
}

/** A column of a row group. Its values are found when it is written, and not kept. */
class GroupColumn<Entry> {
  readonly name: string;
  readonly #column: ValueColumn<Entry>;
  readonly #entries: readonly Entry[];

  constructor(column: ValueColumn<Entry>, entries: readonly Entry[]) {
    this.name = column.name;
    this.#column = column;
    this.#entries = entries;
  }

  get data(): unknown[] {
    const { of, type } = this.#column;
    if (type !== 'whole number') return this.#entries.map((entry) => of(entry) ?? null);
    return this.#entries.map((entry) => {
      const value = of(entry);
      return value === undefined || value === null ? null : whole(value as number);
    });
  }
}

/** Rows of a group; the first is small, so that a glance at a file is quick. */
const firstGroup = 1000;
const laterGroups = 100_000;

/** The number of rows, 0, and the empty list of row groups of no type, as the library writes it. */
const untyped: readonly number[] = [0x16, 0x00, 0x19, 0x00];
/** The type of the list's elements: structs. */
const structs = 0x0c;

/** A file without rows; strict readers refuse a list of row groups that are not structs. */
function withoutRowGroups(file: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(file);
  let at = bytes.length - untyped.length;
  while (at >= 0 && !untyped.every((byte, place) => bytes[at + place] === byte)) at -= 1;
  if (at < 0) throw new Error('A Parquet file without rows has no list of row groups');
  bytes[at + 3] = structs;
  return file;
}

const storedTypes = {
  text: 'STRING',
  'whole number': 'INT64',
  number: 'DOUBLE',
  truth: 'BOOLEAN',
  json: 'JSON',
} as const;

/** Most whole numbers are answers, and small: each of these is made once. */
const small = Array.from({ length: 256 }, (_, value) => BigInt(value));

function whole(value: number): bigint {
  return small[value] ?? BigInt(value);
}
