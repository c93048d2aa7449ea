import type { ComponentProps, ReactNode } from 'react';
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

/** How to make columns; all but `cell` are sorted by what they show. */
type ColumnKinds<Row> = ReturnType<typeof columnKinds<Row>>;

function columnKinds<Row>(format: Format) {
  type Make<Value, More extends unknown[] = []> = (
    id: string,
    title: string,
    of: (row: Row) => Value,
    ...more: More
  ) => Column<Row>;
  /** Anything, sorted by a value of the row if one is named or computed. */
  const cell: Make<ReactNode, [sort?: SortKey<Row> | SortBy<Row>]> = (id, title, of, sort) => {
    if (sort === undefined) return { id, title, cell: of };
    const by: SortBy<Row> = typeof sort === 'function' ? sort : (row) => sortValue(row[sort]);
    return { id, title, cell: of, sort: by };
  };
  const text: Make<string, [write?: (value: string) => string]> = (id, title, of, write) => ({
    id,
    title,
    cell: (row) => (write === undefined ? of(row) : write(of(row))),
    sort: of,
  });
  const time: Make<string> = (id, title, of) => text(id, title, of, format.time);
  /** A whole number unless `write` says otherwise; null shows as a dash. */
  const number: Make<number | null, [write?: (value: number) => ReactNode]> = (
    id,
    title,
    of,
    write = format.count,
  ) => {
    const shown = (value: number | null): ReactNode => (value === null ? '–' : write(value));
    return { id, title, isNumeric: true, cell: (row) => shown(of(row)), sort: of };
  };
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
  return { cell, text, time, number, estimate };
}

type SortBy<Row> = NonNullable<Column<Row>['sort']>;

/** The names of values by which rows can be sorted. */
type SortKey<Row> = {
  [Name in keyof Row]: Row[Name] extends number | string | boolean | null ? Name : never;
}[keyof Row];

function sortValue(value: unknown): number | string | null {
  return typeof value === 'boolean' ? Number(value) : (value as number | string | null);
}
