import type { Insertable, SelectType } from 'kysely';
import { tableShapes } from './tables.ts';
import type { TableName, Tables } from './tables.ts';

/** The name of a column outside the store: `created_at` is `createdAt`. */
export type FieldName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<FieldName<Tail>>}`
  : Name;

/** A row of a table as it is seen outside the store. */
export type Row<Table extends TableName> = {
  readonly [Name in ColumnName<Table> as FieldName<Name>]: SelectType<Tables[Table][Name]>;
};

type ColumnName<Table extends TableName> = keyof Tables[Table] & string;

/** All columns of a table but some, each under its name outside the store, for a `select`. */
export function fields<Table extends TableName, But extends ColumnName<Table> = never>(
  table: Table,
  ...but: readonly But[]
): readonly Field<Table, Exclude<ColumnName<Table>, But>>[] {
  const names = tableShapes[table].columns as readonly string[];
  return names
    .filter((name) => !(but as readonly string[]).includes(name))
    .map((name) => `${table}.${name} as ${fieldName(name)}`) as never;
}

type Field<Table extends string, Name extends string> = Name extends string
  ? `${Table}.${Name} as ${FieldName<Name>}`
  : never;

/** A row under the names of its columns, for an `insert`; what is not a column is left out. */
export function toColumns<Table extends TableName>(
  table: Table,
  row: Readonly<Partial<Record<FieldName<ColumnName<Table>>, unknown>>>,
): Insertable<Tables[Table]> {
  const given = row as Readonly<Record<string, unknown>>;
  const entries = (tableShapes[table].columns as readonly string[])
    .filter((name) => given[fieldName(name)] !== undefined)
    .map((name) => [name, given[fieldName(name)]]);
  return Object.fromEntries(entries) as Insertable<Tables[Table]>;
}

/** The name of a column outside the store. */
export function fieldName(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
