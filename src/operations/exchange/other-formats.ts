import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { toolFormats } from '../../domain/exchange/file-formats.ts';
import { detectFormat } from '../../formats/exchange/detect-format.ts';
import type { Format } from '../../domain/exchange/file-formats.ts';
import { firstRows } from '../../formats/first-rows.ts';
import { judgmentCells } from '../../formats/judging/judgment-csv.ts';
import { namedColumns } from '../../formats/judging/judgment-columns.ts';
import { readJsonText } from '../../formats/json-rows.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import { readRagTable } from '../../formats/exchange/rag-export.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import { readTable } from '../../formats/table-text.ts';
import { toolJudgments } from '../../formats/exchange/tool-judgments.ts';
import { toolUnitRows } from '../../formats/exchange/tool-units.ts';
import { qrelRows, readQrels } from '../../formats/exchange/trec-qrels.ts';
import { unitCells } from '../../formats/units/unit-rows.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import type { ImportMapping } from './import-request.ts';
import { readTool } from './import-rows.ts';

/** A file that is not JSON lines: content, format and task; no task where several fit. */
export interface OtherFormat {
  readonly kind: 'units' | 'judgments';
  readonly format: Format;
  readonly task: Task | null;
}

/** What a file other than JSON lines holds, judged by its beginning; null for an unknown format. */
export function otherFormat(beginning: string, tasks: readonly Task[]): OtherFormat | null {
  if (beginning.startsWith('PAR1')) return null;
  const isArray = /^\uFEFF?\s*\[/.test(beginning);
  // The fields of a task's units may resemble those of a tool.
  const format =
    tasks
      .map((task) => detectFormat(beginning, task.unit).format)
      .find((one) => one === null || !toolFormats.includes(one)) ?? detectFormat(beginning).format;
  if (format === null) return null;
  const plain = isArray ? arrays[format] : tables[format];
  const kind = toolFormats.includes(format) ? 'judgments' : plain;
  if (kind === undefined) return null;
  if (kind === 'units' && !isArray) {
    const answered = tasks.filter((task) => isAnsweredTable(task, beginning));
    if (answered.length === 1)
      return { kind: 'judgments', format: 'judgments-csv', task: answered[0]! };
  }
  const task = tasks.length === 1 ? tasks[0]! : taskOf(beginning, kind, format, tasks);
  return { kind, format, task };
}

/** Whether a table has answers to a task and nothing of what its units show. */
function isAnsweredTable({ unit, questions }: Task, beginning: string): boolean {
  const columns = new Set(readTable(beginning.split('\n', 1).join('')).columns);
  return (
    unit.id.every((field) => columns.has(field)) &&
    questions.some(({ id }) => columns.has(id)) &&
    !unit.show.some((field) => columns.has(field) && !unit.id.includes(field))
  );
}

/** The rows of such a file, and everything that was wrong. */
export function otherRows(
  text: string,
  { kind, format, task }: OtherFormat & { readonly task: Task },
  mapping: ImportMapping,
): { readonly rows: readonly GivenRow[]; readonly faults: readonly Fault[] } {
  if (arrays[format] !== undefined) return readJsonText(text);
  if (format === 'rag-table') {
    const known = ragTasks.find((one) => one === task.id);
    return known === undefined
      ? { rows: [], faults: [fault('unknown-task', { got: task.id, expected: oneOf(ragTasks) })] }
      : readRagTable(compileTask(task), known, text);
  }
  if (format === 'trec-qrels') return gradedRows(text, task, mapping);
  if (toolFormats.includes(format) && kind === 'units')
    return toolUnitRows(task, readTool(text, format, task, mapping), mapping);
  if (toolFormats.includes(format))
    return toolJudgments(task, readTool(text, format, task, mapping), mapping);
  const table = readTable(text);
  if (kind === 'judgments') {
    const { names, faults } = namedColumns(task, table.columns, mapping.fields);
    const known = names.map((name) => name ?? '');
    const cells = judgmentCells(task, known, mapping, table.columns);
    return {
      rows: table.rows.map(({ fields, line }) => ({ ...cells(fields), line })),
      faults: [...table.faults, ...faults.map((one): Fault => ({ ...one, line: 1 }))],
    };
  }
  const cells = unitCells(task, table.columns);
  const rows: GivenRow[] = [];
  const faults: Fault[] = [...table.faults];
  for (const { fields, line } of table.rows) {
    const made = cells(fields);
    if (made.ok) rows.push({ row: made.row, line });
    else faults.push(...made.faults.map((one) => ({ ...one, line })));
  }
  return { rows, faults };
}

const arrays: Readonly<Partial<Record<Format, 'units' | 'judgments'>>> = {
  'units-jsonl': 'units',
  'judgments-jsonl': 'judgments',
};
const tables: Readonly<Partial<Record<Format, 'units' | 'judgments'>>> = {
  'units-csv': 'units',
  'gold-chunks': 'units',
  'judgments-csv': 'judgments',
  'rag-table': 'judgments',
  'trec-qrels': 'judgments',
};

/** The only task that the columns or fields can belong to. */
function taskOf(
  beginning: string,
  kind: OtherFormat['kind'],
  format: Format,
  tasks: readonly Task[],
): Task | null {
  if (toolFormats.includes(format)) return null;
  const [row] = firstRows(beginning, 1);
  const table = row === undefined ? readTable(beginning.split('\n', 2).join('\n')) : null;
  const names = new Set(
    row === undefined
      ? table!.columns
      : [...Object.keys(row), ...Object.keys((row['answers'] ?? {}) as object)],
  );
  const fitting = tasks.filter(({ id, unit, questions }) => {
    if (format === 'rag-table')
      return table!.rows[0]?.fields[table!.columns.indexOf('task')] === id;
    const isNamed =
      unit.id.every((field) => names.has(field)) || (kind === 'judgments' && names.has('unit'));
    const isShown = unit.show.some((field) => names.has(field));
    const isAnswered = names.has('labels') || questions.some(({ id: name }) => names.has(name));
    return isNamed && (kind === 'units' ? isShown : isAnswered);
  });
  return fitting.length === 1 ? fitting[0]! : null;
}

/** Such a file does not say who judged, which does not matter for its faults. */
function gradedRows(text: string, task: Task, mapping: ImportMapping) {
  const graded = task.questions.filter(({ measured }) => measured).map(({ id }) => id);
  const question = mapping.question ?? (graded.length === 1 ? graded[0] : undefined);
  if (question === undefined || !graded.includes(question))
    return { rows: [], faults: [wrongValue('question', mapping.question, oneOf(graded))] };
  const read = readQrels(text);
  return {
    rows: qrelRows(task, read, { annotator: mapping.annotator ?? 'qrels', question })!,
    faults: read.faults,
  };
}
