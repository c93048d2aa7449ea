import type { Judgment, JudgmentOrigin } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { csvLine } from '../csv.ts';
import type { CsvStyle } from '../csv.ts';
import { judgmentColumns, judgmentTableRow, wholeFromTable } from './judgment-columns.ts';
import type { TableDefaults } from './judgment-columns.ts';
import type { TypedColumn } from '../parquet-writer.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField } from '../own-field.ts';
import type { FieldChange } from './row-normaliser.ts';
import { cellTruth } from './spelling.ts';
import { readAnswer, tickedAnswers, tickedQuestions, withDecimalComma } from './table-readings.ts';
import type { CellReading, TableReading } from './table-readings.ts';
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

/** A whole row of judgments, with everything that was read otherwise than it is written. */
interface ReadCells {
  readonly row: JsonRow;
  readonly readings: readonly FieldChange[];
}

/**
 * Makes whole rows of judgments (see judgmentRowReader) from CSV cells under the names that their
 * columns have here; `own` are the names in the file. See {@link readAnswer}.
 */
export function judgmentCells(
  task: Task,
  columns: readonly string[],
  { values, empty, ...defaults }: TableDefaults & TableReading = {},
  own: readonly string[] = columns,
): (fields: readonly string[]) => ReadCells {
  const { languages = [] } = task;
  const asked = tickedQuestions(task, columns);
  const types = new Map(
    judgmentColumns(task).map((column: TypedColumn) => [column.name, column.type]),
  );
  const questions = new Map(task.questions.map((question) => [question.id, question]));
  const meanings = new Map(
    columns.map((column, at) => [
      column,
      { ...ownField(values, '*'), ...ownField(values, column), ...ownField(values, own[at] ?? '') },
    ]),
  );
  return (fields) => {
    const cells = cellsByColumn(columns, fields);
    const readings: FieldChange[] = [...tickedAnswers(asked, cells, empty !== undefined)];
    const ticked = new Set(readings.map(({ field }) => field));
    const typed: [string, unknown][] = readings.map((one) => [one.field, one.new]);
    for (const [column, text] of cells) {
      if (ticked.has(column)) continue;
      const question = questions.get(column);
      const { value, rule } =
        question === undefined
          ? aboutCell(types.get(column), text)
          : readAnswer(question, text, meanings.get(column), languages);
      if (rule !== undefined) readings.push({ field: column, old: text, new: value, rule });
      typed.push([column, value]);
    }
    return { row: wholeFromTable(task, Object.fromEntries(typed), defaults), readings };
  };
}

function aboutCell(type: string | undefined, text: string): CellReading {
  if (type === 'truth') return { value: cellTruth(text) };
  if (type !== 'number') return { value: text };
  if (/^\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
  const number = withDecimalComma(text);
  return number === null ? { value: text } : { value: number, rule: 'decimal comma' };
}
