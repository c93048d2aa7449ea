import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { defined } from '../../domain/defined.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { isResponseList, readArgilla, readArgillaRows } from '../../formats/exchange/argilla.ts';
import { codedText } from '../../domain/text-values.ts';
import type { TextCode } from '../../domain/texts.ts';
import { CsvReader } from '../../formats/csv.ts';
import type { Delimiter } from '../../formats/csv.ts';
import { readCell } from '../../formats/formula-cells.ts';
import { readDoccano } from '../../formats/exchange/doccano.ts';
import { readJsonText } from '../../formats/json-rows.ts';
import type { PlacedRow } from '../../formats/json-rows.ts';
import { goesOnOverLines, parseRow } from '../../formats/jsonl.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { readLabelStudio } from '../../formats/exchange/label-studio.ts';
import { isParquet, isWorkbook } from '../../formats/parquet-mark.ts';
import type { Sheet } from '../../formats/xlsx-reader.ts';
import { readPotato } from '../../formats/exchange/potato.ts';
import {
  isRagasRow,
  readInspect,
  readPromptfoo,
  readRagas,
  readRagasText,
} from '../../formats/exchange/evaluation-logs.ts';
import { readLangfuse, readOpenTelemetry } from '../../formats/exchange/traces.ts';
import { withRecordUuids } from '../../formats/exchange/trace-records.ts';
import { readProdigy } from '../../formats/exchange/prodigy/prodigy.ts';
import type { ToolExport } from '../../formats/exchange/tool-export.ts';
import type { unitCells } from '../../formats/units/unit-rows.ts';
import type { FieldChange } from '../../formats/judging/row-normaliser.ts';
import { readApart } from './read-apart.ts';
import type { Readers } from './read-apart.ts';
import type { Readings } from './readings.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import type { ImportMapping, ImportRequest } from './import-request.ts';
import { firstBytes, linePieces, wholeText } from '../line-pieces.ts';
import type { FaultList } from '../text-file.ts';

/** A row as found. `text` is its line, in which 1.0 differs from 1. */
export interface FoundRow {
  readonly row: JsonRow;
  readonly line: number | null;
  /** Its position among the rows, from 0, where there are no lines. */
  readonly index?: number;
  readonly text?: string;
  /** What was read differently from how the file writes it. */
  readonly readings?: readonly FieldChange[];
}

/** Rows of a JSONL file, some at a time. A file that is one JSON array is read as well, at once. */
export async function* jsonRows(
  request: RowFile,
  found: FaultList,
): AsyncGenerator<readonly FoundRow[]> {
  let isFirst = true;
  let rows = 0;
  for await (const { text, firstLine, done } of linePieces(request.path, request.name)) {
    const beginning = isFirst ? (/[^\r\n]*\S[^\r\n]*/.exec(text)?.[0] ?? '') : '';
    if (isFirst && (/^\s*\[/.test(beginning) || goesOnOverLines(beginning))) {
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
      else piece.push({ row: parsed.row, line, text: content });
    }
    yield piece;
    request.progress?.(done, 0);
  }
  if (rows === 0) found.add(fault('file-empty', {}, { file: request.name }));
}

/** Rows of a CSV file in batches; `read` turns cells into a row once the columns are known. */
export async function* csvRows(
  request: RowFile,
  found: FaultList,
  read: (columns: readonly string[]) => ReadCells,
): AsyncGenerator<readonly FoundRow[]> {
  if (isWorkbook(await firstBytes(request.path, request.name, 4))) {
    yield* sheetRows(request, found, read);
    return;
  }
  let rowOf: ReadCells | null = null;
  let piece: FoundRow[] = [];
  let rows = 0;
  const named = request.mapping?.columns;
  if (named !== undefined) rowOf = read(named);
  const take = {
    header: (columns: readonly string[]) => void (rowOf = read(columns)),
    row: (fields: readonly string[], line: number) => {
      rows += 1;
      if (named !== undefined && fields.length !== named.length) {
        const reason = codedText('field-count-header', {
          got: fields.length,
          expected: named.length,
        });
        found.add(fault('bad-csv', { reason }, { file: request.name, line }));
        return;
      }
      const made = rowOf!(fields);
      if (made.ok) piece.push({ row: made.row, line, ...defined({ readings: made.readings }) });
      else found.addAll(made.faults, { file: request.name, line });
    },
    fault: (one: Fault) => void found.add({ ...one, file: request.name }),
  };
  const reader = new CsvReader(take, { header: named === undefined, raw: request.raw === true });
  const before = found.count;
  let isFirst = true;
  for await (const { text, firstLine, done } of linePieces(request.path, request.name)) {
    reader.push(text, firstLine);
    const said = isFirst ? delimiters[reader.delimiter] : undefined;
    isFirst = false;
    if (said !== undefined)
      request.tell?.([codedText('separated-by', { delimiter: codedText(said) })]);
    yield piece;
    piece = [];
    request.progress?.(done, 0);
  }
  reader.end();
  if (piece.length > 0) yield piece;
  if (rows === 0 && found.count === before)
    found.add(fault('file-empty', {}, { file: request.name }));
}

/** Rows of the first sheet of a workbook, through the same checks as those of a text. */
async function* sheetRows(
  request: RowFile,
  found: FaultList,
  read: (columns: readonly string[]) => ReadCells,
): AsyncGenerator<readonly FoundRow[]> {
  const sheet = await readSheet(request);
  const [head, ...rows] = sheet.rows;
  if (head === undefined || rows.length === 0) {
    found.add(fault('file-empty', {}, { file: request.name }));
    return;
  }
  request.tell?.([
    codedText('read-sheet', { sheet: sheet.name }),
    ...(sheet.titles.length === 0 ? [] : [codedText('sheet-titles', { titles: sheet.titles })]),
    ...(sheet.others.length === 0 ? [] : [codedText('other-sheets', { sheets: sheet.others })]),
  ]);
  const piece: FoundRow[] = [];
  let rowOf: ReadCells | null = null;
  const reader = new CsvReader(
    {
      header: (columns) => void (rowOf = read(columns)),
      row: (fields, line) => {
        const made = rowOf!(fields);
        if (made.ok) piece.push({ row: made.row, line, ...defined({ readings: made.readings }) });
        else found.addAll(made.faults, { file: request.name, line });
      },
      fault: (one) => found.add({ ...one, file: request.name }),
    },
    { raw: true },
  );
  for (const { fields, line } of [head, ...rows]) reader.cells(fields, line);
  yield piece;
}

/** The first sheet of a workbook, read apart; of its rows at most so many. */
export async function readSheet(
  { path, name, raw = false }: Pick<RowFile, 'path' | 'name' | 'raw'>,
  most?: number,
): Promise<Sheet> {
  const rows: Sheet['rows'][number][] = [];
  const read = raw ? (cell: string): string => cell : readCell;
  const take = (batch: Sheet['rows']): void => {
    for (const { fields, line } of batch) rows.push({ fields: fields.map(read), line });
  };
  const about = await readApart('sheet', { path, name, ...defined({ most }) }, { take });
  return { ...about, rows };
}

/** A remark about a table whose fields are not separated by commas. */
const delimiters: Readonly<Partial<Record<Delimiter, TextCode>>> = {
  ';': 'delimiter-semicolon',
  '\t': 'delimiter-tab',
};

type RowFile = Pick<ImportRequest, 'path' | 'name' | 'progress' | 'tell' | 'mapping' | 'raw'>;

/** Makes a row of cells, or says what is wrong with them. */
export type ReadCells = (
  ...cells: Parameters<ReturnType<typeof unitCells>>
) => ReturnType<ReturnType<typeof unitCells>> & Pick<FoundRow, 'readings'>;

/** The export of another tool, read whole. Prodigy inputs named like an open question answer it. */
export async function toolExport(
  request: ImportRequest,
  format: ImportFormat,
  task: Task,
): Promise<ToolExport> {
  const { mapping = {} } = request;
  if (format === 'argilla' && isParquet(await firstBytes(request.path, request.name, 4)))
    return readArgillaRows(await tableRows(request), argillaOptions(mapping));
  return readTool(await wholeText(request.path, request.name), format, task, mapping);
}

/** The export of another tool, from its text. */
export function readTool(
  text: string,
  format: ImportFormat,
  task: Task,
  mapping: ImportMapping,
): ToolExport {
  if (format.startsWith('label-studio')) {
    const layout = tableLayout(format) ?? 'json';
    const isAnswer = (column: string): boolean =>
      Object.hasOwn(mapping.fields ?? {}, column) ||
      column === 'notes' ||
      task.questions.some(({ id }) => id === column);
    return readLabelStudio(text, { layout, isAnswer });
  }
  if (format === 'prodigy') {
    const open = task.questions.filter(({ scale }) => !isClosed(scale)).map(({ id }) => id);
    return readProdigy(text, { inputs: mapping.inputs ?? ['user_input', ...open] });
  }
  if (format === 'doccano') return readDoccano(text, defined({ empty: mapping.empty }));
  if (format === 'argilla') return readArgilla(text, argillaOptions(mapping));
  const log = logReaders[format];
  if (log !== undefined)
    return task.unit.id.includes('record_uuid') ? withRecordUuids(log(text)) : log(text);
  return readPotato(text, tableLayout(format) ?? 'jsonl', defined({ inputs: mapping.inputs }));
}

/** The layout in the name of a format that is a table, such as `potato-csv`. */
function tableLayout(format: ImportFormat): 'csv' | 'tsv' | null {
  if (format.endsWith('-csv')) return 'csv';
  return format.endsWith('-tsv') ? 'tsv' : null;
}

/** Traces and evaluation logs. */
const logReaders: Readonly<Partial<Record<ImportFormat, (text: string) => ToolExport>>> = {
  langfuse: readLangfuse,
  opentelemetry: readOpenTelemetry,
  promptfoo: readPromptfoo,
  inspect: readInspect,
  ragas: readRagasText,
};

/** The rows of a Parquet file, and the same as an export of a tool where they are one. */
export async function parquetRows(
  request: ImportRequest,
): Promise<{ readonly rows: readonly FoundRow[]; readonly argilla: ToolExport | null }> {
  const rows = await tableRows(request);
  // A million rows have the same few names: each is looked at once.
  const names = new Map<string, boolean>();
  const isResponseName = (name: string): boolean => {
    const known = names.get(name) ?? /\.responses(\.users)?$/.test(name);
    names.set(name, known);
    return known;
  };
  const isArgilla = rows.some(({ row }) => {
    for (const name in row) if (isResponseName(name) || isResponseList(row[name])) return true;
    return false;
  });
  const options = argillaOptions(request.mapping ?? {});
  const isRagas = rows.length > 0 && isRagasRow(rows[0]!.row);
  if (isRagas && !isArgilla) return { rows, argilla: readRagas(rows) };
  return { rows, argilla: isArgilla ? readArgillaRows(rows, options) : null };
}

async function tableRows({ path, name }: ImportRequest): Promise<readonly PlacedRow[]> {
  const rows = await readParquetFile({ path, name });
  if (rows.length === 0) refuse('file-empty', {}, { file: name });
  return rows;
}

/** The rows of a Parquet file, read apart. @internal */
export async function readParquetFile(
  file: Parameters<Readings['parquet']>[0],
  readers?: Readers,
): Promise<readonly PlacedRow[]> {
  const rows: PlacedRow[] = [];
  const take = (batch: readonly PlacedRow[]): void => void rows.push(...batch);
  await readApart('parquet', file, { take, ...defined({ readers }) });
  return rows;
}

function argillaOptions({ without_status: withoutStatus }: ImportMapping) {
  return defined({ withoutStatus });
}

function* arrayRows(text: string, name: string, found: FaultList): Generator<readonly FoundRow[]> {
  const read = readJsonText(text);
  found.addAll(read.faults, { file: name });
  if (read.rows.length === 0 && read.faults.length === 0)
    found.add(fault('file-empty', {}, { file: name }));
  for (let start = 0; start < read.rows.length; start += 500)
    yield read.rows.slice(start, start + 500);
}
