import { describe, expect, it } from 'vitest';
import { packColumns, writeColumns } from '../../formats/parquet-writer.ts';
import type { ValueColumn } from '../../formats/parquet-writer.ts';
import type { DataTable } from '../../release/data-tables.ts';
import { tableOffThread } from './table-off-thread.ts';

interface Entry {
  readonly unit: string;
  readonly grade: number | null;
}

const entries: readonly Entry[] = Array.from({ length: 2500 }, (_, at) => ({
  unit: `ü${at % 900}`,
  grade: at % 7 === 0 ? null : at % 300,
}));

function table(kind: DataTable['kind'], isPlain = true): DataTable {
  const columns: readonly ValueColumn<Entry>[] = [
    { name: 'unit', type: 'text', of: ({ unit }) => unit },
    { name: 'grade', type: 'whole number', of: ({ grade }) => grade },
    { name: 'share', type: 'number', of: ({ grade }) => (grade ?? 0) / 3 },
    { name: 'is', type: 'truth', of: ({ grade }) => (grade === null ? undefined : grade > 9) },
    ...(isPlain
      ? []
      : [{ name: 'all', type: 'json' as const, of: (one: Entry) => ({ unit: one.unit }) }]),
  ];
  return {
    name: kind,
    kind,
    task: 't',
    columns,
    cells: () => entries.map((entry) => columns.map((column) => column.of(entry))),
    parquet: () => writeColumns(columns, entries),
    packed: () => packColumns(columns, entries),
  };
}

describe('a table that is written in a thread of its own', () => {
  it('has the bytes that it has otherwise', async () => {
    const own = table('judgments');
    const made = tableOffThread(
      new Map([
        ['truth', table('truth')],
        ['data', own],
      ]),
      50_000,
    );
    expect(made?.name).toBe('data');
    expect(await made?.bytes).toEqual(new Uint8Array(own.parquet()));
  });

  it('is large, is about judgments, and has nothing but plain values', () => {
    const given = (one: DataTable): ReadonlyMap<string, DataTable> => new Map([['data', one]]);
    expect(tableOffThread(given(table('judgments')), 49_999)).toBe(null);
    expect(tableOffThread(given(table('truth')), 50_000)).toBe(null);
    expect(tableOffThread(given(table('judgments', false)), 50_000)).toBe(null);
  });
});
