import { parquetSchema, snappyUncompress } from 'hyparquet';
import type { ColumnMetaData, Compressors, FileMetaData, PageHeader, SchemaTree } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from 'hyparquet/src/schema.js';
import { printChoice } from '../domain/fault.ts';
import { isDeltaHeader, readRuns } from './parquet-runs.ts';

/** What a Parquet file may hold at most; a few damaged bytes can announce any number. */
export interface ParquetLimits {
  readonly rows: number;
  /** Bytes after decompression. */
  readonly bytes: number;
}

/**
 * Walks over every page of a Parquet file before it is decoded, and says what is wrong with it, or
 * null. The decoder trusts the sizes, counts and
 * run lengths that it finds: a damaged one makes it loop without end or take all memory. Here each
 * is held against the bytes that are there,
 * and the rows that the file announces against those that its pages have.
 */
export function pageFault(
  bytes: ArrayBuffer,
  metadata: FileMetaData,
  limits: ParquetLimits,
  decompressors: Compressors,
): string | null {
  const schema = parquetSchema(metadata);
  let left = limits.bytes;
  let rows = 0;
  for (const group of metadata.row_groups) {
    const groupRows = Number(group.num_rows);
    rows += groupRows;
    if (!(groupRows >= 0 && rows <= limits.rows))
      return `it announces ${rows} rows, expected at most ${limits.rows}`;
    // Nothing is read of a part without rows, and its columns lie nowhere.
    if (groupRows === 0) continue;
    const names = new Set<string>();
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) return 'a column has no description';
      const name = column.path_in_schema.join('.');
      if (names.has(name) || column.path_in_schema.some((part) => part === '__proto__'))
        return `the column ${JSON.stringify(name)} is there twice, or has a name that no column may have`;
      names.add(name);
      const walk = new ColumnWalk(
        bytes,
        column,
        getTreePath(schema, column.path_in_schema),
        limits,
        left,
        decompressors,
      );
      const wrong = walk.run(groupRows);
      if (wrong !== null) return `column ${JSON.stringify(name)}: ${wrong}`;
      left = walk.left;
    }
  }
  return Number(metadata.num_rows) === rows
    ? null
    : `it announces ${metadata.num_rows} rows, but its parts have ${rows}`;
}

class ColumnWalk {
  /** How many bytes may still be unpacked. */
  left: number;
  readonly #bytes: ArrayBuffer;
  readonly #column: ColumnMetaData;
  readonly #limits: ParquetLimits;
  readonly #decompressors: Compressors;
  readonly #definition: number;
  readonly #repetition: number;

  constructor(
    bytes: ArrayBuffer,
    column: ColumnMetaData,
    path: SchemaTree[],
    limits: ParquetLimits,
    left: number,
    decompressors: Compressors,
  ) {
    this.#bytes = bytes;
    this.#column = column;
    this.#limits = limits;
    this.left = left;
    this.#decompressors = decompressors;
    this.#definition = getMaxDefinitionLevel(path);
    this.#repetition = getMaxRepetitionLevel(path);
  }

  run(groupRows: number): string | null {
    // The decoder begins here too, and reads to the end of the slice.
    const start = Number(this.#column.dictionary_page_offset || this.#column.data_page_offset);
    const end = start + Number(this.#column.total_compressed_size);
    if (!(start >= 4 && end >= start && end <= this.#bytes.byteLength))
      return `it lies at ${start}–${end}, outside of the file`;
    const reader = { view: new DataView(this.#bytes, start, end - start), offset: 0 };
    let rows = 0;
    while (rows < groupRows || (this.#repetition > 0 && reader.offset < end - start - 1)) {
      if (reader.offset >= end - start - 1) return `it has ${rows} rows, expected ${groupRows}`;
      const header = parquetHeader(reader);
      const size = header.compressed_page_size;
      if (
        !isCount(size) ||
        !isCount(header.uncompressed_page_size) ||
        reader.offset + size > end - start
      )
        return 'a page is larger than the column';
      this.left -= header.uncompressed_page_size;
      if (this.left < 0) return `it announces more than ${this.#limits.bytes} bytes`;
      const read = this.#page(header, new Uint8Array(this.#bytes, start + reader.offset, size));
      if (typeof read === 'string') return read;
      reader.offset += size;
      rows += read.rows;
    }
    return rows === groupRows ? null : `it has ${rows} rows, expected ${groupRows}`;
  }

  #page(header: PageHeader, packed: Uint8Array): { readonly rows: number } | string {
    if (header.type === 'DICTIONARY_PAGE')
      return isCount(header.dictionary_page_header?.num_values) &&
        header.dictionary_page_header.num_values <=
          this.#unpacked(packed, header.uncompressed_page_size).length * 8
        ? { rows: 0 }
        : 'a dictionary announces more values than it has bytes';
    const head = header.data_page_header ?? header.data_page_header_v2;
    if ((header.type !== 'DATA_PAGE' && header.type !== 'DATA_PAGE_V2') || head === undefined)
      return 'a page is of no known kind';
    if (!isCount(head.num_values) || head.num_values > this.#limits.rows * 4)
      return `a page announces ${head.num_values} values`;
    return header.type === 'DATA_PAGE' ? this.#first(header, packed) : this.#second(header, packed);
  }

  /** Version 1: levels and values are packed together, levels with their length before them. */
  #first(header: PageHeader, packed: Uint8Array): { readonly rows: number } | string {
    const head = header.data_page_header!;
    const page = this.#unpacked(packed, header.uncompressed_page_size);
    let at = 0;
    const levels = (most: number): Uint32Array | null => {
      if (most === 0) return new Uint32Array(0);
      const length = wordAt(page, at);
      const read =
        length === null || at + 4 + length > page.length
          ? null
          : readRuns(page, at + 4, at + 4 + length, widthOf(most), head.num_values);
      at += 4 + (length ?? 0);
      return read;
    };
    const repetition = levels(this.#repetition);
    const definition = levels(this.#definition);
    if (repetition === null || definition === null) return 'the levels of a page are damaged';
    const given = this.#definition === 0 ? head.num_values : countOf(definition, this.#definition);
    const wrong = valuesFault(page, at, head.encoding, this.#column.type, given);
    return wrong ?? { rows: this.#repetition === 0 ? head.num_values : countOf(repetition, 0) };
  }

  /** Version 2: levels come first and are never packed. */
  #second(header: PageHeader, packed: Uint8Array): { readonly rows: number } | string {
    const head = header.data_page_header_v2!;
    const {
      repetition_levels_byte_length: before,
      definition_levels_byte_length: own,
      num_values: values,
      num_nulls: nulls,
      num_rows: rows,
    } = head;
    if (
      ![before, own, nulls, rows].every(isCount) ||
      before + own > packed.length ||
      before + own > header.uncompressed_page_size ||
      nulls > values
    )
      return 'the levels of a page are damaged';
    const repetition =
      this.#repetition === 0
        ? new Uint32Array(0)
        : readRuns(packed, 0, before, widthOf(this.#repetition), values);
    const definition =
      this.#definition === 0
        ? new Uint32Array(0)
        : readRuns(packed, before, before + own, widthOf(this.#definition), values);
    if (repetition === null || definition === null) return 'the levels of a page are damaged';
    if (this.#definition > 0 && countOf(definition, this.#definition) !== values - nulls)
      return 'a page miscounts its missing values';
    if (rows !== (this.#repetition === 0 ? values : countOf(repetition, 0)))
      return 'a page miscounts its rows';
    const body = packed.subarray(before + own);
    const page =
      head.is_compressed === false
        ? body
        : this.#unpacked(body, header.uncompressed_page_size - before - own);
    return valuesFault(page, 0, head.encoding, this.#column.type, values - nulls) ?? { rows };
  }

  #unpacked(packed: Uint8Array, size: number): Uint8Array {
    const { codec } = this.#column;
    if (codec === 'UNCOMPRESSED') return packed;
    const own = this.#decompressors[codec];
    if (own !== undefined) return own(packed, size);
    if (codec !== 'SNAPPY')
      throw new Error(
        `its compression is ${codec}, expected ${printChoice(['none', 'SNAPPY', ...Object.keys(this.#decompressors)])}`,
      );
    // The format packs at most 64 bytes into two; a size beyond that is damage, and would be
    // allocated in vain.
    if (size > packed.length * 64) throw new Error('a page announces more bytes than it can have');
    const page = new Uint8Array(size);
    snappyUncompress(packed, page);
    return page;
  }
}

const numberBytes: Readonly<Record<string, number>> = { INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8 };

function valuesFault(
  page: Uint8Array,
  at: number,
  encoding: string,
  type: string,
  count: number,
): string | null {
  if (encoding === 'PLAIN')
    return count <= (page.length - at) * 8
      ? null
      : 'a page announces more values than it has bytes';
  if (encoding === 'RLE' && type === 'BOOLEAN') {
    const length = wordAt(page, at);
    return length !== null &&
      at + 4 + length <= page.length &&
      readRuns(page, at + 4, at + 4 + length, 1, count) !== null
      ? null
      : 'the values of a page are damaged';
  }
  if (count === 0) return null;
  if (encoding === 'DELTA_BINARY_PACKED' || encoding === 'DELTA_LENGTH_BYTE_ARRAY')
    return isDeltaHeader(page, at, count) ? null : 'the values of a page are damaged';
  if (encoding === 'BYTE_STREAM_SPLIT' && numberBytes[type] !== undefined)
    return count * numberBytes[type] <= page.length - at
      ? null
      : 'a page announces more values than it has bytes';
  if (encoding !== 'PLAIN_DICTIONARY' && encoding !== 'RLE_DICTIONARY')
    return `its encoding is ${encoding}, expected plain, dictionary or simple differences`;
  const width = page[at] ?? 99;
  return width <= 24 && (width === 0 || readRuns(page, at + 1, page.length, width, count) !== null)
    ? null
    : 'the values of a page are damaged';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function wordAt(bytes: Uint8Array, at: number): number | null {
  return at + 4 > bytes.length
    ? null
    : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
}

function widthOf(most: number): number {
  return 32 - Math.clz32(most);
}

function countOf(levels: Uint32Array, wanted: number): number {
  let count = 0;
  for (const level of levels) count += Number(level === wanted);
  return count;
}
