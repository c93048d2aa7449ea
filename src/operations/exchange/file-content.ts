import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Task, UnitShape } from '../../domain/protocol/task.ts';
import { csvLine } from '../../formats/csv.ts';
import { isParquet, isWorkbook } from '../../formats/parquet-mark.ts';
import { firstBytes } from '../line-pieces.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { ImportRequest, Recognised } from './import-request.ts';
import { readSheet } from './import-rows.ts';
import { detectFormat, enoughToDetect } from '../../formats/exchange/detect-format.ts';
import type { Format } from '../../domain/exchange/file-formats.ts';
import { firstRows } from '../../formats/first-rows.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { isOverrideFile } from '../../formats/rulings/override-file.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import { firstRow, hasShape } from '../protocol/choose-task.ts';
import { otherFormat } from './other-formats.ts';
import { FaultList } from '../text-file.ts';

/** What a file holds, judged by its beginning; the format where it is not lines of JSON. */
export type FileContent =
  | { readonly kind: 'units' | 'judgments'; readonly task: Task; readonly format?: Format }
  | { readonly kind: 'no task' }
  | { readonly kind: 'rulings' | 'overrides' | 'records' | 'recording' | 'unknown' };

/** What a file holds; `named` is the task that the caller named. */
export function contentOf(file: string, tasks: readonly Task[], named: Task | null): FileContent {
  // The reader reports what is wrong with the file.
  const beginning = readBeginning(file);
  if (isOverrideFile(beginning)) return { kind: 'overrides' };
  if (
    ragTasks.every((name) => tasks.some((task) => task.id === name)) &&
    detectFormat(beginning).format?.startsWith('rag-records') === true
  )
    return { kind: 'records' };
  const candidates = named === null ? tasks : [named];
  const other = otherFormat(beginning, candidates);
  if (other !== null)
    return other.task === null
      ? { kind: 'no task' }
      : { kind: other.kind, task: other.task, format: other.format };
  const row = new FaultList().gather(() => firstRow(file));
  if (row === null) return { kind: 'unknown' };
  if (isRuling(row)) return { kind: 'rulings' };
  if (row['recording'] === 1) return { kind: 'recording' };
  if (named !== null && ('answers' in row || 'annotator_id' in row))
    return { kind: 'judgments', task: named };
  const judged = taskOfJudgments(row, candidates);
  if (judged !== undefined) return { kind: 'judgments', task: judged };
  if ('answers' in row && 'unit' in row) return { kind: 'no task' };
  const described = candidates.find((task) => hasUnitShape(task, row));
  return described === undefined ? { kind: 'unknown' } : { kind: 'units', task: described };
}

/** The beginning of a file; empty if it cannot be read, which its reader reports later. */
export function readBeginning(file: string): string {
  if (!existsSync(file) || !statSync(file).isFile()) return '';
  const bytes = Buffer.alloc(enoughToDetect);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, 'r');
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    // Reported when the file is read as a whole.
    return '';
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** The first object of a file in which it goes over several lines; else null. */
export function spreadObject(file: string): JsonRow | null {
  const beginning = readBeginning(file);
  const [line = ''] = beginning.trimStart().split('\n', 1);
  const isSpread = /^\uFEFF?[[{]\s*$/.test(line) || (line.startsWith('{') && !line.includes('}'));
  return isSpread ? (firstRows(beginning, 1)[0] ?? null) : null;
}

function isRuling(row: JsonRow): boolean {
  return 'by' in row && 'reason' in row && 'unit' in row;
}

function taskOfJudgments(row: JsonRow, tasks: readonly Task[]): Task | undefined {
  if ('answers' in row && 'unit' in row) {
    const named = tasks.find((task) => task.id === row['task']);
    if (named !== undefined || tasks.length === 1) return named ?? tasks[0];
    const answered = Object.keys((row['answers'] ?? {}) as object);
    const asks = ({ questions }: Task, name: string): boolean =>
      questions.some((question) => question.id === name);
    const fitting = tasks.filter((task) => answered.every((name) => asks(task, name)));
    return answered.length > 0 && fitting.length === 1 ? fitting[0] : undefined;
  }
  return (
    tasks.find((task) => hasShape(task, row)) ??
    tasks.find((task) => 'annotator_id' in row && task.unit.id.every((field) => field in row))
  );
}

function hasUnitShape(task: Task, row: JsonRow): boolean {
  return (
    task.unit.id.every((field) => field in row) && task.unit.show.some((field) => field in row)
  );
}

/** What a file seems to be, from its beginning and the project that it is for. */
export async function recognise(
  request: ImportRequest,
  project: Pick<ProjectProtocol, 'tasks'>,
): Promise<Recognised> {
  const bytes = await firstBytes(request.path, request.name, enoughToDetect);
  if (isParquet(bytes)) return detectFormat(bytes);
  const shape = request.kind === 'units' ? unitShape(request, project) : undefined;
  if (isWorkbook(bytes)) {
    const { rows } = await readSheet(request, 5);
    return detectFormat(rows.map(({ fields }) => csvLine(fields)).join(''), shape);
  }
  // A character may be cut here: the reader checks whether the file is text.
  const beginning = bytes.toString('utf8');
  if (!/[^\s\uFEFF]/.test(beginning)) refuse('file-empty', {}, { file: request.name });
  // A JSON array may have any layout; rows are separated by line feeds.
  if (/^[^[\n]*\r[^\n]*$/.test(beginning))
    refuse('bad-csv', { reason: codedText('cr-line-ends') }, { file: request.name });
  const { kind } = request;
  const isCache = /^\uFEFF?\s*\{\s*"(_metadata|raw|aggregated)"\s*:\s*\{/.test(beginning);
  if (kind === 'judgments' && isCache)
    return { format: 'judgment-cache', why: codedText('has-raw-judgments') };
  if (kind === 'rulings' && isOverrideFile(beginning))
    return { format: 'override-file', why: codedText('has-override-lists') };
  const columns = request.mapping?.columns;
  return detectFormat(columns === undefined ? beginning : csvLine(columns) + beginning, shape);
}

/** The shape of the requested units; unknown where records make units of several tasks. */
function unitShape(
  request: ImportRequest,
  project: Pick<ProjectProtocol, 'tasks'>,
): UnitShape | undefined {
  const [only, ...others] = project.tasks.keys();
  const name = request.task ?? (others.length === 0 ? only : undefined);
  return name === undefined ? undefined : project.tasks.get(name)?.task.unit;
}
