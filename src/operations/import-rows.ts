import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { readArgilla, readArgillaRows } from '../formats/argilla.ts';
import { CsvReader } from '../formats/csv.ts';
import { readDoccano } from '../formats/doccano.ts';
import { nestedTooDeep } from '../formats/json-depth.ts';
import { readJsonText } from '../formats/json-rows.ts';
import { parseRow } from '../formats/jsonl.ts';
import type { JsonRow } from '../formats/jsonl.ts';
import { readLabelStudio } from '../formats/label-studio.ts';
import { readParquet } from '../formats/parquet.ts';
import { readPotato } from '../formats/potato.ts';
import { readProdigy } from '../formats/prodigy.ts';
import type { ToolExport } from '../formats/tool-export.ts';
import type { ImportFormat, ImportRequest } from './import-request.ts';
import { linePieces, wholeBytes, wholeText } from './line-pieces.ts';
import type { FaultList } from './text-file.ts';

/** A row as it was found. `text` is the line that it was read from, in which 1.0 can be told from 1. */
export interface FoundRow {
  readonly row: JsonRow;
  readonly line: number | null;
  readonly text?: string;
}

/** Rows of a JSONL file, some at a time. A file that is one JSON array is read as well, at once. */
export async function* jsonRows(request: Pick<ImportRequest, 'path' | 'name' | 'progress'>, found: FaultList): AsyncGenerator<readonly FoundRow[]> {
  let isFirst = true;
  let rows = 0;
  for await (const { text, firstLine, done } of linePieces(request.path, request.name)) {
    if (isFirst && text.trimStart().startsWith('[')) {
      yield* arrayRows(await wholeText(request.path, request.name), request.name, found);
      return;
    }
    isFirst = false;
    const piece: FoundRow[] = [];
    let line = firstLine;
    for (let start = 0; start < text.length; line += 1) {
      const end = text.indexOf('\n', start);
      const content = text.slice(start, end < 0 ? text.length : end);
      start = end < 0 ? text.length : end + 1;
      if (content.trim() === '') continue;
      rows += 1;
      const parsed = parseRow(content);
      if (!parsed.ok) found.add({ ...parsed.fault, file: request.name, line });
      else if (nestedTooDeep(parsed.row)) found.add(fault('bad-json', { came: 'a row that is nested too deep' }, { file: request.name, line }));
      else piece.push({ row: parsed.row, line, text: content });
    }
    yield piece;
    request.progress?.(done, 0);
  }
  if (rows === 0) found.add(fault('file-empty', {}, { file: request.name }));
}

/** Rows of a CSV file, some at a time; `read` makes a row out of the cells once the columns are known. */
export async function* csvRows(request: Pick<ImportRequest, 'path' | 'name' | 'progress'>, found: FaultList, read: (columns: readonly string[]) => (fields: readonly string[]) => CellsRead): AsyncGenerator<readonly FoundRow[]> {
  let rowOf: ((fields: readonly string[]) => CellsRead) | null = null;
  let piece: FoundRow[] = [];
  let rows = 0;
  const reader = new CsvReader({
    header: (columns) => {
      rowOf = read(columns);
    },
    row: (fields, line) => {
      rows += 1;
      const made = rowOf!(fields);
      if (made.ok) piece.push({ row: made.row, line });
      else found.add(...made.faults.map((one): Fault => ({ ...one, file: request.name, line })));
    },
    fault: (one) => found.add({ ...one, file: request.name }),
  });
  const before = found.count;
  for await (const { text, firstLine, done } of linePieces(request.path, request.name)) {
    reader.push(text, firstLine);
    yield piece;
    piece = [];
    request.progress?.(done, 0);
  }
  reader.end();
  if (piece.length > 0) yield piece;
  if (rows === 0 && found.count === before) found.add(fault('file-empty', {}, { file: request.name }));
}

/** A row made out of cells, or what is wrong with them. */
export type CellsRead = { readonly ok: true; readonly row: JsonRow } | { readonly ok: false; readonly faults: readonly Fault[] };

/** The export of another tool, read at once. */
export async function toolExport(request: ImportRequest, format: ImportFormat): Promise<ToolExport> {
  const text = await wholeText(request.path, request.name);
  const { mapping = {} } = request;
  if (format === 'label-studio') return readLabelStudio(text);
  if (format === 'prodigy') return readProdigy(text, mapping.inputs === undefined ? {} : { inputs: mapping.inputs });
  if (format === 'doccano') return readDoccano(text);
  if (format === 'argilla') return readArgilla(text, mapping.without_status === undefined ? {} : { withoutStatus: mapping.without_status });
  return readPotato(text, format === 'potato-csv' ? 'csv' : format === 'potato-tsv' ? 'tsv' : 'jsonl');
}

/** The rows of a Parquet file, and the same as an export of Argilla where they are one. */
export async function parquetRows(request: ImportRequest): Promise<{ readonly rows: readonly FoundRow[]; readonly argilla: ToolExport | null }> {
  const rows = await readParquet(await wholeBytes(request.path, request.name), { decompressors: { GZIP: (input) => gunzipSync(input), ZSTD: (input) => zstdDecompressSync(input) } });
  const isArgilla = rows.some(({ row }) => Object.keys(row).some((name) => name.endsWith('.responses') || name.endsWith('.responses.users')));
  const status = request.mapping?.without_status;
  return { rows, argilla: isArgilla ? readArgillaRows(rows, status === undefined ? {} : { withoutStatus: status }) : null };
}

function* arrayRows(text: string, name: string, found: FaultList): Generator<readonly FoundRow[]> {
  const read = readJsonText(text);
  found.add(...read.faults.map((one): Fault => ({ ...one, file: name })));
  if (read.rows.length === 0 && read.faults.length === 0) found.add(fault('file-empty', {}, { file: name }));
  for (let start = 0; start < read.rows.length; start += 500) yield read.rows.slice(start, start + 500);
}
