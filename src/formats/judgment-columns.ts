import type { Judgment } from '../domain/judgment.ts';
import type { Question } from '../domain/question.ts';
import { scaleAnswers } from '../domain/scale.ts';
import type { Task } from '../domain/task.ts';
import { idSeparator } from '../domain/unit.ts';
import type { JsonRow } from './jsonl.ts';
import { ownField } from './own-field.ts';

/** How the values of a column are stored where columns have types. */
export type ColumnType = 'text' | 'whole number' | 'number' | 'truth' | 'json';

/** A column of a table with its type. */
export interface TypedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The columns of judgments as a table: what names the unit, who judged, an answer per question, then what was said beside. */
export function judgmentColumns(task: Task): readonly TypedColumn[] {
  const text = (name: string): TypedColumn => ({ name, type: 'text' });
  return [...task.unit.id.map(text), text('annotator_id'), ...task.questions.map((question) => ({ name: question.id, type: answerType(question) })), ...aboutColumns];
}

/** A judgment as a row of such a table; what was not answered or said is absent. */
export function judgmentTableRow(task: Task, judgment: Judgment): JsonRow {
  const { asides } = judgment;
  const about = { guideline_version: judgment.guideline, ...asides, round: judgment.round, at: judgment.at, seconds: judgment.seconds, task_hash: judgment.taskHash };
  const answers = task.questions.flatMap(({ id }) => (ownField(judgment.answers, id) === undefined ? [] : [[id, ownField(judgment.answers, id)]]));
  const named = task.unit.id.map((field, at) => [field, idParts(task, judgment.unit)[at]]);
  return Object.fromEntries([...named, ['annotator_id', judgment.annotator], ...answers, ...Object.entries(about).filter(([, value]) => value !== null && value !== undefined)]);
}

/** What holds for all rows of a table that does not say it. */
export interface TableDefaults {
  readonly annotator?: string;
  readonly guideline?: string;
}

/**
 * A row of a table of judgments in the whole form (see judgmentRowReader). The unit is named by the task's id fields, or by a column `unit`; columns that
 * are neither a question nor known are left alone, as in a flat JSONL row.
 */
export function wholeFromTable(task: Task, row: JsonRow, defaults: TableDefaults = {}): JsonRow {
  const answers = task.questions.flatMap(({ id }) => (ownField(row, id) === undefined || ownField(row, id) === null ? [] : [[id, ownField(row, id)]]));
  const about = aboutColumns.map(({ name }) => [name === 'guideline_version' ? 'guideline' : name, ownField(row, name) ?? (name === 'guideline_version' ? defaults.guideline : undefined)]);
  const annotator = ownField(row, 'annotator_id') ?? ownField(row, 'annotator') ?? defaults.annotator;
  return Object.fromEntries([['unit', unitOf(task, row)], ['annotator', annotator], ['answers', Object.fromEntries(answers)], ...about].filter(([, value]) => value !== undefined && value !== null));
}

const aboutColumns: readonly TypedColumn[] = [
  { name: 'guideline_version', type: 'text' },
  { name: 'confidence', type: 'text' },
  { name: 'notes', type: 'text' },
  { name: 'flag', type: 'truth' },
  { name: 'uncertain', type: 'truth' },
  { name: 'round', type: 'text' },
  { name: 'at', type: 'text' },
  { name: 'seconds', type: 'number' },
  { name: 'task_hash', type: 'text' },
];

function answerType({ scale }: Question): ColumnType {
  if (scale.kind === 'binary') return 'truth';
  const values = scaleAnswers(scale);
  if (values.every((value) => typeof value === 'string')) return 'text';
  return values.every((value) => typeof value === 'number') ? 'whole number' : 'json';
}

function unitOf(task: Task, row: JsonRow): unknown {
  const parts = task.unit.id.map((field) => ownField(row, field));
  if (parts.every((part) => part === undefined || part === null)) return ownField(row, 'unit') ?? '';
  return parts.every((part) => typeof part === 'string' && part.trim() !== '') ? parts.map((part) => (part as string).trim()).join(idSeparator) : '';
}

function idParts(task: Task, unit: string): readonly string[] {
  const parts = unit.split(idSeparator);
  const last = task.unit.id.length - 1;
  // Joined again they give the same id, wherever the separator was cut.
  return [...parts.slice(0, last), parts.slice(last).join(idSeparator)];
}
