import type { Generated } from 'kysely';

/** JSON kept as text: parsed where the store is left, never inside the database. */
type JsonText = string;
/** A time as ISO 8601 text ending in Z. */
export type TimeText = string;

export const text = column<string>();
export const whole = column<number>();
export const number = column<number>();
export const bit = column<0 | 1>();
export const json = column<JsonText>();
export const time = column<TimeText>();
/** The number that the database gives each row, counting up. */
export const numbered = column<Generated<number>>();

/** The type of a column; nothing of it exists when the program runs. */
export interface Column<Type> {
  readonly type?: Type;
}

/** A row by the types of its columns. */
export type RowOf<Row> = {
  [Name in keyof Row]: Row[Name] extends Column<infer Type> ? Type : never;
};

/** A column that may be null. */
export function optional<Type>(_: Column<Type>): Column<Type | null> {
  return {};
}

/** A column of text with one of a few values. */
export function oneOf<Type extends string>(): Column<Type> {
  return {};
}

/** A table by the columns that name a row, by which rows are put in order, and all its columns. */
export function table<Row extends Readonly<Record<string, Column<unknown>>>>(
  key: readonly (keyof Row & string)[],
  row: Row,
) {
  const columns = Object.keys(row) as readonly (keyof Row & string)[];
  const isNumbered = key.some((name) => row[name] === numbered);
  return { row, key, columns, numbered: isNumbered ? key[0]! : null };
}

function column<Type>(): Column<Type> {
  return {};
}
