import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Skipped } from '../../formats/exchange/tool-export.ts';
import { defined } from '../../domain/defined.ts';
import { refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField } from '../../domain/field-fault.ts';
import { codedText, foundValue, oneOf } from '../../domain/text-values.ts';
import { goldJudgments, readGoldPack } from '../../formats/exchange/gold-pack.ts';
import { judgmentCells } from '../../formats/judging/judgment-csv.ts';
import { namedColumns, namedRow, wholeFromTable } from '../../formats/judging/judgment-columns.ts';
import { readRagTable } from '../../formats/exchange/rag-export.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import { toolJudgments } from '../../formats/exchange/tool-judgments.ts';
import { qrelRows, readQrels } from '../../formats/exchange/trec-qrels.ts';
import { csvRows, jsonRows, parquetRows, toolExport } from './import-rows.ts';
import type { FoundRow, ReadCells } from './import-rows.ts';
import { checkRequest } from '../check-request.ts';
import { parsedJson, refuseUnusedKeys } from './import-request.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import type { ImportMapping, ImportRequest } from './import-request.ts';
import type { TableReading } from '../../formats/judging/table-readings.ts';
import { wholeText } from '../line-pieces.ts';
import type { ProjectTask } from '../project-protocol.ts';
import { sizeFault } from '../../formats/jsonl.ts';
import { FaultList } from '../text-file.ts';
import type { Task } from '../../domain/protocol/task.ts';

/** Passes each row of a file in any format on to `take`; returns what was left out, by reason. */
export async function readJudgments(
  request: ImportRequest,
  format: ImportFormat,
  project: ProjectTask,
  take: (row: FoundRow) => void,
  found: FaultList,
): Promise<Skipped> {
  const accept = (row: FoundRow): void => {
    const large = sizeFault(row);
    if (large === null) take(row);
    else
      found.add({ ...large, file: request.name, ...(row.line === null ? {} : { line: row.line }) });
  };
  const { task, compiled } = project;
  const { mapping = {} } = request;
  const inFile = (faults: readonly Fault[]): void => found.addAll(faults, { file: request.name });
  if (format === 'judgments-jsonl') {
    for await (const piece of jsonRows(request, found)) for (const row of piece) accept(row);
    return [];
  }
  if (format === 'judgments-csv') {
    const cells = (columns: readonly string[]): ReadCells => {
      const { names, faults } = namedColumns(task, columns, mapping.fields);
      inFile(faults.map((one) => ({ ...one, line: 1 })));
      const known = names.map((name) => name ?? '');
      const read = judgmentCells(task, known, tableReading(mapping), columns);
      return (fields) => ({ ok: true, ...read(fields) });
    };
    for await (const piece of csvRows(request, found, cells)) for (const row of piece) accept(row);
    return [];
  }
  if (format === 'rag-table') {
    const kind = ragTasks.find((one) => one === task.id);
    if (kind === undefined) refuse('unknown-task', { got: task.id, expected: oneOf(ragTasks) });
    const text = await wholeText(request.path, request.name);
    const { rows, faults } = readRagTable(compiled, kind, text);
    inFile(faults);
    for (const { row, line } of rows) accept({ row, line });
    return [];
  }
  if (format === 'gold-pack') {
    for (const row of await goldRows(request)) accept(row);
    return [];
  }
  if (format === 'trec-qrels') {
    const question = qrelQuestion(task, mapping.question);
    const read = readQrels(await wholeText(request.path, request.name));
    inFile(read.faults);
    const { annotator, annotators } = mapping;
    const rows = qrelRows(task, read, { ...defined({ annotator, annotators }), question });
    if (rows === null)
      refuse('missing-field', { field: 'annotator', expected: codedText('qrels-annotator') });
    for (const { row, line } of rows) accept({ row, line });
    return [];
  }
  const parquet = format === 'parquet' ? await parquetRows(request) : null;
  const exported = parquet === null ? await toolExport(request, format, task) : parquet.argilla;
  if (exported === null) {
    const { rows } = parquet!;
    refuseUnusedKeys('judgments', 'judgments-csv', mapping);
    const columns = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))];
    inFile(namedColumns(task, columns, mapping.fields).faults);
    for (const { row, ...place } of rows)
      accept({ row: wholeFromTable(task, namedRow(row, mapping.fields)), ...place });
    return [];
  }
  const { rows, skipped, faults } = toolJudgments(task, exported, mapping);
  inFile(faults);
  for (const row of rows) accept(row);
  return skipped;
}

/** The judgments of a gold pack, each at the line of its chunk. */
async function goldRows(request: ImportRequest): Promise<readonly FoundRow[]> {
  if (request.goldFiles === undefined) refuse('gold-pack-files');
  const { matrix, labels } = request.goldFiles;
  const names = { chunks: request.name, matrix: basename(matrix), labels: basename(labels) };
  const texts = {
    chunks: await wholeText(request.path, names.chunks),
    matrix: await wholeText(matrix, names.matrix),
    labels: await wholeText(labels, names.labels),
  };
  return goldPackRows(texts, names, request.mapping?.annotator);
}

/** The judgments of the three texts of a gold pack; all faults are thrown together. */
export function goldPackRows(
  texts: Parameters<typeof readGoldPack>[0],
  names: Parameters<typeof readGoldPack>[1],
  annotator: string | undefined,
): readonly FoundRow[] {
  const read = readGoldPack(texts, names);
  const found = new FaultList();
  if (!read.ok) found.addAll(read.faults);
  if (annotator === undefined) found.add(missingField('annotator', codedText('gold-annotator')));
  found.throwIfAny();
  if (!read.ok || annotator === undefined) throw new Error('a pack that cannot be read has faults');
  const { chunks } = read.value;
  const rows = goldJudgments(read.value, annotator);
  return rows.map((row, at) => ({ row, line: chunks[at]!.line ?? null }));
}

/** The question that the grades of a qrels file answer. */
function qrelQuestion(task: Task, named: string | undefined): string {
  const graded = task.questions
    .filter((question) => question.measured)
    .map((question) => question.id);
  const question = named ?? (graded.length === 1 ? graded[0] : undefined);
  if (question === undefined || !graded.includes(question))
    refuse('wrong-value', { field: 'question', got: foundValue(named), expected: oneOf(graded) });
  return question;
}

function tableReading({ values, empty }: ImportMapping): TableReading {
  return defined({ values, empty });
}

const packSchema = z.strictObject({ chunks: z.string(), matrix: z.string(), labels: z.string() });

/** Splits a gold pack that was received as one file into its three files, beside it. */
export async function unpackGold(path: string): Promise<z.infer<typeof packSchema>> {
  const pack = checkRequest(packSchema, parsedJson(await readFile(path, 'utf8')));
  const place = (name: string): string => join(dirname(path), `${name}.csv`);
  for (const name of ['chunks', 'matrix', 'labels'] as const)
    await writeFile(place(name), pack[name], { mode: 0o600 });
  return { chunks: place('chunks'), matrix: place('matrix'), labels: place('labels') };
}
