import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { InputError } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import type { Task } from '../domain/protocol/task.ts';
import { csvLine } from '../formats/csv.ts';
import { namedColumns, namedRow, wholeFromTable } from '../formats/judging/judgment-columns.ts';
import type { GivenRow } from '../formats/judging/judgment-intake.ts';
import { isParquet } from '../formats/parquet-mark.ts';
import { toolJudgments } from '../formats/exchange/tool-judgments.ts';
import type { FileContent } from './exchange/file-content.ts';
import type { ImportMapping } from './exchange/import-request.ts';
import { parquetRows } from './exchange/import-rows.ts';
import { otherFormat } from './exchange/other-formats.ts';

/** A parsed Parquet file: its rows, also as an Argilla export if it is one, or the failure. */
export type ParquetFile =
  | Awaited<ReturnType<typeof parquetRows>>
  | { readonly failure: InputError };

/** Reads the Parquet files among the given ones, up front: their library is asynchronous. */
export async function readParquetFiles(
  files: readonly string[],
  mapping: ImportMapping,
): Promise<ReadonlyMap<string, ParquetFile>> {
  const read = new Map<string, ParquetFile>();
  for (const file of files.filter(isParquetFile)) {
    const content = await parquetRows({
      project: '',
      kind: 'judgments',
      path: file,
      name: file,
      mapping,
    }).catch((failure: unknown) => {
      if (failure instanceof InputError) return { failure };
      throw failure;
    });
    read.set(file, content);
  }
  return read;
}

/** What a Parquet file contains, judging by its columns; `named` is the task given for it. */
export function parquetContent(
  file: ParquetFile,
  tasks: readonly Task[],
  named: Task | null,
): FileContent {
  if ('failure' in file) return { kind: 'unknown' };
  const candidates = named === null ? tasks : [named];
  const [only, ...others] = candidates;
  if (file.argilla !== null)
    return only === undefined || others.length > 0
      ? { kind: 'no task' }
      : { kind: 'judgments', task: only, format: 'parquet' };
  const found = otherFormat(csvLine(columnsOf(file.rows)), candidates);
  if (found === null) return { kind: 'unknown' };
  return found.task === null
    ? { kind: 'no task' }
    : { kind: found.kind, task: found.task, format: 'parquet' };
}

/** The rows of a Parquet file as an import reads them, and all faults of its columns. */
export function rowsOfParquet(
  file: ParquetFile,
  kind: 'units' | 'judgments',
  task: Task,
  mapping: ImportMapping,
): { readonly rows: readonly GivenRow[]; readonly faults: readonly Fault[] } {
  if ('failure' in file) throw file.failure;
  if (kind === 'units') return { rows: file.rows, faults: [] };
  if (file.argilla !== null) return toolJudgments(task, file.argilla, mapping);
  const { faults } = namedColumns(task, columnsOf(file.rows), mapping.fields);
  return {
    rows: file.rows.map(({ row, ...place }) => ({
      row: wholeFromTable(task, namedRow(row, mapping.fields)),
      ...place,
    })),
    faults,
  };
}

function columnsOf(rows: readonly GivenRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ row }) => Object.keys(row)))];
}

/** True for a Parquet file, by how it begins; never for a pipe, which could be read only once. */
export function isParquetFile(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(4);
    readSync(descriptor, bytes);
    return isParquet(bytes);
  } finally {
    closeSync(descriptor);
  }
}
