import { statSync } from 'node:fs';
import { TextIndex } from '../../../formats/text-index.ts';
import type { PackedTexts } from '../../../formats/text-index.ts';
import { GrowingColumns } from './growing-columns.ts';
import type { ColumnKind, PackedColumns } from './growing-columns.ts';
import { readNumberColumns, readNumberRows } from './number-columns.ts';
import type { ColumnPlan } from './number-columns.ts';

/** Which columns of a file are read. */
export interface QuickReading {
  readonly file: string;
  readonly format: 'csv' | 'jsonl';
  /** All columns of the file, in their order. */
  readonly columns: readonly string[];
  readonly id: string;
  readonly wanted: readonly ColumnKind[];
}

/** Numbers by id: a value per column of a table. */
export interface NumberTable {
  readonly ids: TextIndex;
  readonly values: GrowingColumns;
}

/** Reads ids and numbers from the bytes of a file; null when it needs the full reader. */
export function quickTable({
  file,
  format,
  columns,
  id,
  wanted,
}: QuickReading): NumberTable | null {
  const ids = new TextIndex();
  const names = wanted.map(({ name }) => name);
  let values: GrowingColumns | null = null;
  const row: ColumnPlan['row'] = (bytes, start, end, numbers, length) => {
    // Spaces around an id, and an apostrophe before it, are the full reader's to remove.
    if (bytes[start]! <= 32 || bytes[end - 1]! <= 32) return false;
    if (format === 'csv' && bytes[start] === apostrophe) return false;
    values ??= new GrowingColumns(wanted, expectedRows(file, length));
    const before = ids.size;
    const number = ids.stageBytes(bytes, start, end)
      ? ids.addStaged()
      : ids.add(bytes.toString('utf8', start, end));
    return number === before && values.setRow(number, numbers);
  };
  const into = Int32Array.from(columns, (name) => names.indexOf(name));
  const isPlain =
    format === 'csv'
      ? readNumberColumns(file, columns.length, names.length, {
          id: columns.indexOf(id),
          into,
          row,
        })
      : readNumberRows(file, id, names, row);
  return isPlain && values !== null ? { ids, values } : null;
}

const apostrophe = 39;

/** A little more than the rows of a file would be if all were as long as its first. */
function expectedRows(file: string, length: number): number {
  const bytes = file === '-' ? 0 : statSync(file).size;
  return Math.min(Math.ceil((1.02 * bytes) / (length + 1)), mostExpected) + 64;
}

/** Beyond this a short first row among long ones would take memory for nothing. */
const mostExpected = 4_000_000;

/** A table as one thread hands it to another. */
export interface PackedTable {
  readonly ids: PackedTexts;
  readonly values: PackedColumns;
}

/** The table for another thread. */
export function packedTable({ ids, values }: NumberTable): PackedTable {
  return { ids: ids.packed(), values: values.packed() };
}

/** The table from another thread. */
export function unpackedTable({ ids, values }: PackedTable): NumberTable {
  return { ids: TextIndex.unpacked(ids), values: GrowingColumns.unpacked(values) };
}
