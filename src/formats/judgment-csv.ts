import type { Judgment } from '../domain/judgment.ts';
import { scaleAnswers } from '../domain/scale.ts';
import type { Question } from '../domain/question.ts';
import type { Task } from '../domain/task.ts';
import { idSeparator } from '../domain/unit.ts';
import { csvLine } from './csv.ts';
import type { CsvStyle } from './csv.ts';
import type { JsonRow } from './jsonl.ts';
import { ownField } from './own-field.ts';
import { cellsByColumn } from './table-text.ts';

/** The columns of judgments as CSV: what names the unit, who judged, an answer per question, then what was said beside. */
export function judgmentColumns(task: Task): readonly string[] {
  return [...task.unit.id, 'annotator_id', ...task.questions.map((question) => question.id), ...aboutColumns];
}

/** The header of judgments as CSV. */
export function judgmentHeader(task: Task, style?: CsvStyle): string {
  return csvLine(judgmentColumns(task), style);
}

/** A judgment as a line of CSV: true and false for binary questions, empty for what was not answered. */
export function judgmentCsvLine(task: Task, judgment: Judgment, style?: CsvStyle): string {
  const { asides } = judgment;
  const answers = task.questions.map((question) => ownField(judgment.answers, question.id) ?? null);
  const about = [judgment.guideline, asides.confidence, asides.notes, asides.flag, asides.uncertain, judgment.round, judgment.at, judgment.seconds, judgment.taskHash];
  return csvLine([...idParts(task, judgment.unit), judgment.annotator, ...answers, ...about.map((value) => value ?? null)], style);
}

/**
 * Makes whole rows of judgments (see judgmentRowReader) out of the cells of a CSV file with these columns. The unit is named by the task's id
 * fields, or by a column `unit`. Cells take the type that the question's scale has: exactly `true` and `false` on a binary one, whole numbers
 * where the scale's values are such; anything else stays text, for the validator to refuse or a mode to normalise. Columns that are neither
 * a question nor known are left alone, as in a flat JSONL row.
 */
export function judgmentCells(task: Task, columns: readonly string[], defaults: { readonly annotator?: string; readonly guideline?: string } = {}): (fields: readonly string[]) => JsonRow {
  const byUnit = columns.includes('unit') && !task.unit.id.every((field) => columns.includes(field));
  return (fields) => {
    const cells = cellsByColumn(columns, fields);
    const answers = task.questions.flatMap((question) => {
      const text = cells.get(question.id);
      return text === undefined ? [] : [[question.id, typedCell(question, text)] as const];
    });
    const parts = task.unit.id.map((field) => cells.get(field)?.trim() ?? '');
    const unit = byUnit ? cells.get('unit') : parts.some((part) => part === '') ? '' : parts.join(idSeparator);
    const annotator = cells.get('annotator_id') ?? cells.get('annotator') ?? defaults.annotator;
    return withoutAbsent({
      unit: unit ?? '',
      annotator,
      answers: Object.fromEntries(answers),
      guideline: cells.get('guideline_version') ?? defaults.guideline,
      confidence: cells.get('confidence'),
      notes: cells.get('notes'),
      flag: truth(cells.get('flag')),
      uncertain: truth(cells.get('uncertain')),
      round: cells.get('round'),
      at: cells.get('at'),
      seconds: amount(cells.get('seconds')),
      task_hash: cells.get('task_hash'),
    });
  };
}

const aboutColumns: readonly string[] = ['guideline_version', 'confidence', 'notes', 'flag', 'uncertain', 'round', 'at', 'seconds', 'task_hash'];

function idParts(task: Task, unit: string): readonly string[] {
  const parts = unit.split(idSeparator);
  const last = task.unit.id.length - 1;
  // Joined again they give the same id, wherever the separator was cut.
  return [...parts.slice(0, last), parts.slice(last).join(idSeparator)];
}

function typedCell(question: Question, text: string): unknown {
  const { scale } = question;
  if (scale.kind === 'binary') return truth(text);
  if (scale.kind === 'text' || scale.kind === 'quote') return text;
  return scaleAnswers(scale).find((value) => String(value) === text) ?? (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
}

function truth(text: string | undefined): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

function amount(text: string | undefined): unknown {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function withoutAbsent(row: JsonRow): JsonRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
