import type { ColumnType, TypedColumn } from '../src/formats/parquet-writer.ts';
import type { JsonRow } from '../src/formats/jsonl.ts';

/** The columns that rows have, each with the narrowest type that holds all its values. */
export function columnsOf(rows: readonly JsonRow[]): readonly TypedColumn[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => ({
    name,
    type: columnType(rows.map((row) => row[name]).filter((value) => value != null)),
  }));
}

function columnType(values: readonly unknown[]): ColumnType {
  if (values.every((value) => typeof value === 'string')) return 'text';
  if (values.every((value) => typeof value === 'boolean')) return 'truth';
  if (values.every((value) => Number.isSafeInteger(value))) return 'whole number';
  return values.every((value) => typeof value === 'number') ? 'number' : 'json';
}
