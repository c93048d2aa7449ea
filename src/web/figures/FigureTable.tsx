import type { ComponentProps } from 'react';
import type { Estimate } from '../../server/routes/reply-parts.ts';
import { DataTable } from '../components/DataTable.tsx';
import type { Column } from '../components/DataTable.tsx';
import { useFormat } from '../texts/format.ts';
import type { Format } from '../texts/format.ts';
import { EstimateCell } from './EstimateCell.tsx';

/** A table whose columns are made from the kinds that most tables need. */
export function FigureTable<Row>({
  columns,
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, 'columns'> & {
  readonly columns: (column: ColumnKinds<Row>) => readonly Column<Row>[];
}) {
  return <DataTable {...table} columns={columns(columnKinds(useFormat()))} />;
}

/** Columns that can be sorted by what they show. */
type ColumnKinds<Row> = ReturnType<typeof columnKinds<Row>>;

function columnKinds<Row>(format: Format) {
  type Make<Value, More extends unknown[] = []> = (
    id: string,
    title: string,
    of: (row: Row) => Value,
    ...more: More
  ) => Column<Row>;
  const text: Make<string> = (id, title, of) => ({ id, title, cell: of, sort: of });
  const time: Make<string> = (id, title, of) => ({
    ...text(id, title, of),
    cell: (row) => format.time(of(row)),
  });
  /** A whole number unless `write` says otherwise; null shows as a dash. */
  const number: Make<number | null, [write?: (value: number) => string]> = (
    id,
    title,
    of,
    write = format.count,
  ) => ({
    id,
    title,
    isNumeric: true,
    cell: (row) => {
      const value = of(row);
      return value === null ? '–' : write(value);
    },
    sort: of,
  });
  /** A value with its interval and n. */
  const estimate: Make<Estimate, [shown?: { as?: 'percent'; digits?: number }]> = (
    id,
    title,
    of,
    shown,
  ) => ({
    id,
    title,
    isNumeric: true,
    cell: (row) => <EstimateCell given={of(row)} {...shown} />,
    sort: (row) => of(row).value,
  });
  return { text, time, number, estimate };
}
