import type { Judgment, JudgmentOrigin } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { csvLine } from '../csv.ts';
import type { CsvStyle } from '../csv.ts';
import { judgmentColumns, judgmentTableRow, wholeFromTable } from './judgment-columns.ts';
import type { TableDefaults } from './judgment-columns.ts';
import type { TypedColumn } from '../parquet-writer.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField } from '../own-field.ts';
import { cellTruth } from './spelling.ts';
import { cellsByColumn } from '../table-text.ts';

/** The header of judgments as CSV. */
export function judgmentHeader(task: Task, style?: CsvStyle): string {
  return csvLine(
    judgmentColumns(task).map(({ name }) => name),
    style,
  );
}

/** A judgment as a line of CSV: true and false for binary questions, empty for no answer. */
export function judgmentCsvLine(
  task: Task,
  judgment: Judgment,
  style?: CsvStyle,
  source?: JudgmentOrigin,
): string {
  const row = judgmentTableRow(task, judgment, source);
  return csvLine(
    judgmentColumns(task).map(
      ({ name }) => (ownField(row, name) ?? null) as string | number | boolean | null,
    ),
    style,
  );
}

/**
 * Makes whole rows of judgments (see judgmentRowReader) from CSV cells: truth values on a binary
 * scale, whole numbers where the scale has them. The rest stays text, to be refused or normalised.
 */
export function judgmentCells(
  task: Task,
  columns: readonly string[],
  defaults: TableDefaults = {},
): (fields: readonly string[]) => JsonRow {
  const questions = new Map(task.questions.map((question) => [question.id, question]));
  const types = new Map(
    judgmentColumns(task).map((column: TypedColumn) => [column.name, column.type]),
  );
  return (fields) => {
    const typed = [...cellsByColumn(columns, fields)].map(([column, text]): [string, unknown] => {
      const question = questions.get(column);
      return [
        column,
        question === undefined ? aboutCell(types.get(column), text) : answerCell(question, text),
      ];
    });
    return wholeFromTable(task, Object.fromEntries(typed), defaults);
  };
}

function answerCell(question: Question, text: string): unknown {
  const { scale } = question;
  if (scale.kind === 'binary') return cellTruth(text);
  if (scale.kind === 'text' || scale.kind === 'quote') return text;
  return (
    scaleAnswers(scale).find((value) => String(value) === text) ??
    (/^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text)
  );
}

function aboutCell(type: string | undefined, text: string): unknown {
  if (type === 'truth') return cellTruth(text);
  return type === 'number' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
