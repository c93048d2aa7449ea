import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { detectFormat, toolFormats } from '../../formats/exchange/detect-format.ts';
import type { Format } from '../../formats/exchange/detect-format.ts';
import { firstRows } from '../../formats/first-rows.ts';
import { judgmentCells } from '../../formats/judging/judgment-csv.ts';
import { namedColumns } from '../../formats/judging/judgment-columns.ts';
import { readJsonText } from '../../formats/json-rows.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import { readRagTable } from '../../formats/exchange/rag-export.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import { readTable } from '../../formats/table-text.ts';
import { toolJudgments } from '../../formats/exchange/tool-judgments.ts';
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
  // The fields of a task's units may look like those of a tool.
  const format =
    tasks
      .map((task) => detectFormat(beginning, task.unit).format)
      .find((one) => one === null || !toolFormats.includes(one)) ?? detectFormat(beginning).format;
  if (format === null) return null;
  const kind = toolFormats.includes(format)
    ? 'judgments'
    : isArray
      ? arrays[format]
      : tables[format];
  return kind === undefined
    ? null
    : {
        kind,
        format,
        task: tasks.length === 1 ? tasks[0]! : taskOf(beginning, kind, format, tasks),
      };
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
  if (toolFormats.includes(format))
    return toolJudgments(task, readTool(text, format, task, mapping), mapping);
  const table = readTable(text);
  if (kind === 'judgments') {
    const { names, faults } = namedColumns(task, table.columns, mapping.fields);
    const cells = judgmentCells(
      task,
      names.map((name) => name ?? ''),
      mapping,
    );
    return {
      rows: table.rows.map(({ fields, line }) => ({ row: cells(fields), line })),
      faults: [...table.faults, ...faults.map((one): Fault => ({ ...one, line: 1 }))],
    };
  }
  const cells = unitCells(task, table.columns);
  const read = table.rows.map(({ fields, line }) => ({ made: cells(fields), line }));
  return {
    rows: read.flatMap(({ made, line }) => (made.ok ? [{ row: made.row, line }] : [])),
    faults: [
      ...table.faults,
      ...read.flatMap(({ made, line }) =>
        made.ok ? [] : made.faults.map((one): Fault => ({ ...one, line })),
      ),
    ],
  };
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
    const hasOwn =
      kind === 'units'
        ? unit.show.some((field) => names.has(field))
        : names.has('labels') || questions.some((question) => names.has(question.id));
    return isNamed && hasOwn;
  });
  return fitting.length === 1 ? fitting[0]! : null;
}

/** Who judged is not in such a file, and does not matter for what is wrong with it. */
function gradedRows(
  text: string,
  task: Task,
  mapping: ImportMapping,
): ReturnType<typeof otherRows> {
  const graded = task.questions
    .filter((question) => question.measured)
    .map((question) => question.id);
  const question = mapping.question ?? (graded.length === 1 ? graded[0] : undefined);
  if (question === undefined || !graded.includes(question))
    return { rows: [], faults: [wrongValue('question', mapping.question, oneOf(graded))] };
  const read = readQrels(text);
  return {
    rows: qrelRows(task, read, { annotator: mapping.annotator ?? 'qrels', question }),
    faults: read.faults,
  };
}
