import { InputError } from '../../domain/fault.ts';
import { missingField } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { parquetRows } from '../exchange/import-rows.ts';
import { isParquetFile } from '../parquet-files.ts';
import type { FaultList } from '../text-file.ts';
import { eachRow, rowFormat } from '../units/unit-file.ts';

/** A row of a table by column; cells of CSV are text, of JSONL and Parquet what they are. */
export type TableRow = Readonly<Record<string, unknown>>;

/** What a table's row is called: its line, or its number where a file has no lines. */
export type EachRow = (row: TableRow, line: number) => void;

/** Calls `each` with every row of a CSV, JSONL or Parquet file; faults go into `found`. */
export async function eachTableRow(file: string, each: EachRow, found: FaultList): Promise<void> {
  if (!isParquetFile(file)) {
    found.gather(() => eachRow(file, rowFormat(file), (row, line) => each(row, line), found));
    return;
  }
  const request = { project: '', kind: 'units' as const, path: file, name: file };
  const read = await parquetRows(request).catch((failure: unknown) => {
    if (!(failure instanceof InputError)) throw failure;
    found.addAll(failure.faults);
    return null;
  });
  read?.rows.forEach(({ row }, at) => each(row, at + 1));
}

/** The column that goes by one of these names, in the row at hand; the first that is there. */
export function columnNamed(row: TableRow, names: readonly string[]): string | null {
  return names.find((name) => row[name] !== undefined) ?? null;
}

/** What `assay sample` calls the chance of a unit. */
export const recordedChance = 'inclusion_probability';

/** Who gave a row of votes; null where it does not say. */
export function annotatorIn(row: TableRow): string | null {
  const column = columnNamed(row, ['annotator', 'annotator_id']);
  return column === null ? null : idIn(row[column]);
}

/** Everybody who gave a row of votes; a row that does not say is a fault. */
export async function annotatorsIn(file: string, found: FaultList): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  await eachTableRow(
    file,
    (row, line) => {
      const annotator = annotatorIn(row);
      if (annotator === null)
        found.add(missingField('annotator', codedText('a-value'), { file, line }));
      else names.add(annotator);
    },
    found,
  );
  return names;
}

/** A cell as a number; NaN if it is not one. */
export function numberIn(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (/^(true|yes)$/i.test(text)) return 1;
  if (/^(false|no)$/i.test(text)) return 0;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

/** A cell as the text of an id; null if it is not one. */
export function idIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
