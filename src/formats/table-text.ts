import type { Fault } from '../domain/fault.ts';
import { CsvReader } from './csv.ts';
import type { CsvLayout } from './csv.ts';

/** A row of a table, with the line that it begins on. */
interface TableRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/** A table with its columns (none without a header) and faults; rows with faults are left out. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly faults: readonly Fault[];
}

/**
 * Reads the whole text of a table; see CsvReader for streams.
 * @example readTable('a,b\n1,"x,y"\n').rows // [{ fields: ['1', 'x,y'], line: 2 }]
 */
export function readTable(text: string, layout?: CsvLayout): Table {
  const faults: Fault[] = [];
  const rows: TableRow[] = [];
  let columns: readonly string[] = [];
  const reader = new CsvReader(
    {
      header: (names) => (columns = names),
      row: (fields, line) => {
        if (fields.length > 1 || fields[0] !== '') rows.push({ fields, line });
      },
      fault: (found) => faults.push(found),
    },
    layout,
  );
  reader.push(text.replace(/^\uFEFF/, ''), 1);
  reader.end();
  return { columns, rows, faults };
}

/** The cells of a row by column; empty cells are left out. */
export function cellsByColumn(
  columns: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap((column, at) =>
      fields[at] === undefined || fields[at] === '' ? [] : [[column, fields[at]] as const],
    ),
  );
}
