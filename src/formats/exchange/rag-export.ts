import { inEnglish } from '../../domain/english.ts';
import { defined } from '../../domain/defined.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { answerCodes } from '../../truth/protocol/answer-codes.ts';
import { violation } from '../../truth/protocol/constraints.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import { csvLine } from '../csv.ts';
import type { CsvStyle } from '../csv.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField, shownName } from '../own-field.ts';
import type { RagTask } from './rag-units.ts';
import { cellsByColumn, readTable } from '../table-text.ts';
import { utcTime } from '../time-text.ts';

/** One submitted judgment of a retrieval, grounding or generation task, with its unit. */
export interface RagJudgment {
  readonly unit: UnitFields;
  readonly annotator: string;
  readonly answers: Answers;
  readonly notes: string;
  /** When the record was imported. */
  readonly insertedAt: string | null;
  /** When this judgment was given. */
  readonly at: string | null;
  /** The state of the record: completed once enough annotators have judged it, else pending. */
  readonly status: string;
}

/** The columns of a task's table. */
function ragColumns(compiled: CompiledTask, kind: RagTask): readonly string[] {
  return [
    ...commonColumns,
    ...unitColumns[kind],
    ...compiled.task.questions.map((question) => question.id),
    'notes',
    ...checkColumns,
  ];
}

/**
 * A task's submitted judgments as CSV: always a header, CRLF, true and false, empty for missing,
 * UTC times. The last two columns name the constraints that the answers break.
 */
export function ragTable(
  compiled: CompiledTask,
  kind: RagTask,
  judgments: Iterable<RagJudgment>,
  escapeFormulas = false,
): string {
  const style: CsvStyle = { lineEnd: '\r\n', escapeFormulas };
  const lines = [csvLine(ragColumns(compiled, kind), style)];
  for (const one of judgments) lines.push(ragLine(compiled, kind, one, style));
  return lines.join('');
}

/** One line of the table, for writing piece by piece. */
export function ragLine(
  compiled: CompiledTask,
  kind: RagTask,
  judgment: RagJudgment,
  style: CsvStyle = { lineEnd: '\r\n', escapeFormulas: false },
): string {
  const { task, constraints } = compiled;
  const { unit, answers } = judgment;
  const codes = answerCodes(task, answers);
  const broken = constraints
    .broken(codes)
    .map((constraint) => inEnglish(violation(task, constraint, codes)));
  const { insertedAt, at } = judgment;
  return csvLine(
    [
      cell(unit, 'record_uuid'),
      judgment.annotator,
      kind,
      cell(unit, 'language'),
      ...[insertedAt, at].map((time) => (time === null ? null : utcTime(time))),
      judgment.status,
      ...unitColumns[kind].map((column) => cell(unit, column)),
      ...task.questions.map((question) => ownField(answers, question.id) ?? null),
      judgment.notes,
      broken.length > 0,
      broken.join(';'),
    ],
    style,
  );
}

/**
 * Reads such a table back as flat rows of judgments (see judgmentRowReader) and the fields of their
 * units. Cells other than true and false stay text. The columns about constraints are ignored.
 */
export function readRagTable(
  compiled: CompiledTask,
  kind: RagTask,
  text: string,
): { readonly rows: readonly RagRow[]; readonly faults: readonly Fault[] } {
  const table = readTable(text, { raw: true });
  const expected = ragColumns(compiled, kind);
  const faults = [...table.faults];
  if (table.columns.length > 0) {
    const lacking = codedText('table-column', { table: kind });
    const hint = codedText('expected-fields', { fields: oneOf(expected) });
    for (const field of expected)
      if (!table.columns.includes(field) && !checkColumns.includes(field))
        faults.push(missingField(field, lacking, { line: 1 }));
    for (const field of table.columns)
      if (!expected.includes(field))
        faults.push(fault('unknown-field', { field: shownName(field), hint }, { line: 1 }));
  }
  const rows = table.rows.map(({ fields, line }) => {
    const cells = cellsByColumn(table.columns, fields);
    if (cells.get('task') !== kind)
      faults.push(wrongValue('task', cells.get('task') ?? '', kind, { line }));
    const unit = Object.fromEntries(
      ['record_uuid', ...unitColumns[kind], 'language'].flatMap((column) =>
        cells.has(column) ? [[column, unitValue(column, cells.get(column)!)]] : [],
      ),
    );
    const answers = compiled.task.questions.flatMap(({ id }) =>
      cells.has(id) ? [[id, truth(cells.get(id)!)]] : [],
    );
    const about = {
      annotator_id: cells.get('annotator_id') ?? '',
      ...defined({ at: cells.get('created_at'), notes: cells.get('notes') }),
    };
    // The unit's other fields are not part of the judgment.
    const named = Object.entries(unit).filter(([field]) => compiled.task.unit.id.includes(field));
    return {
      row: Object.fromEntries([...named, ...answers, ...Object.entries(about)]),
      unit,
      line,
    };
  });
  return faults.length > 0 ? { rows: [], faults } : { rows, faults };
}

interface RagRow {
  readonly row: JsonRow;
  readonly unit: UnitFields;
  readonly line: number;
}

const commonColumns =
  'record_uuid annotator_id task language inserted_at created_at record_status'.split(' ');
const checkColumns: readonly string[] = ['constraint_violated', 'constraint_details'];
const unitColumns: Readonly<Record<RagTask, readonly string[]>> = {
  retrieval: ['query', 'chunk', 'chunk_id', 'doc_id', 'chunk_rank'],
  grounding: ['answer', 'context_set'],
  generation: ['query', 'answer'],
};

function cell(unit: UnitFields, name: string): string | number | boolean | null {
  const value = ownField(unit, name);
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}

function unitValue(column: string, text: string): unknown {
  return column === 'chunk_rank' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function truth(text: string): unknown {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}
