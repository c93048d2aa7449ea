import { fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { missingField } from '../../domain/field-fault.ts';
import { CsvReader } from '../../formats/csv.ts';
import { parseRow } from '../../formats/jsonl.ts';
import { readLines, stopReading } from '../text-file.ts';
import type { FaultList } from '../text-file.ts';
import { rowFormat } from '../units/unit-file.ts';
import { isParquetFile } from '../parquet-files.ts';
import { eachTableRow } from './read-table.ts';
import type { TableRow } from './read-table.ts';

/** What a table's columns are called, and how the file is written. */
export interface FirstRow {
  readonly columns: readonly string[];
  readonly format: 'csv' | 'jsonl' | 'parquet';
  /** The values of the first row, by column. */
  readonly sample: TableRow;
  /** All rows of a Parquet file, which had to be read for its columns. */
  readonly rows?: readonly TableRow[];
}

/** The columns of a table by its header or first row; null with a fault when there is none. */
export async function firstRow(file: string, found: FaultList): Promise<FirstRow | null> {
  let columns: readonly string[] | null = null;
  let sample: TableRow = {};
  if (isParquetFile(file)) {
    const rows: TableRow[] = [];
    const first: Record<string, unknown> = {};
    await eachTableRow(
      file,
      (row) => {
        rows.push(row);
        for (const name of Object.keys(row))
          if (!Object.hasOwn(first, name)) first[name] = row[name];
      },
      found,
    );
    const names = Object.keys(first);
    return names.length === 0 ? null : { columns: names, format: 'parquet', sample: first, rows };
  }
  const before = found.count;
  found.gather(() => {
    const format = rowFormat(file);
    readLines(file, (text, line) => {
      if (format === 'jsonl') {
        const parsed = parseRow(text);
        columns = parsed.ok ? Object.keys(parsed.row) : [];
        sample = parsed.ok ? parsed.row : {};
      } else if (columns === null) {
        columns = cellsOf(text, line);
        return;
      } else {
        const cells = cellsOf(text, line);
        sample = Object.fromEntries(columns.map((name, at) => [name, cells[at]]));
      }
      return stopReading;
    });
  });
  if (found.count > before) return null;
  if (columns === null) {
    found.add(fault('file-empty', {}, { file }));
    return null;
  }
  if ((columns as readonly string[]).length === 0) {
    found.add(missingField('id', codedText('a-value'), { file, line: 1 }));
    return null;
  }
  return { columns, format: rowFormat(file), sample };
}

function cellsOf(text: string, line: number): readonly string[] {
  let names: readonly string[] = [];
  const reader = new CsvReader({
    header: (columns) => (names = columns),
    row: () => {},
    fault: () => {},
  });
  reader.push(`${text}\n`, line);
  reader.end();
  return names;
}
