import { codedText, oneOf } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Judgment, JudgmentOrigin } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task, UnitShape } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField, setOwnField, shownName } from '../own-field.ts';
import type { ColumnType, TypedColumn, ValueColumn } from '../parquet-writer.ts';
import type { SheetColumn } from '../xlsx-writer.ts';

/** The columns of judgments as a table: unit, annotator, an answer per question, then the rest. */
export function judgmentColumns(task: Task): readonly TypedColumn[] {
  const text = (name: string): TypedColumn => ({ name, type: 'text' });
  return [
    ...task.unit.id.map(text),
    text('annotator_id'),
    ...task.questions.map((question) => ({ name: question.id, type: answerType(question) })),
    ...aboutOf(task),
  ];
}

/** The same columns for a sheet, in which closed questions offer their answers. */
export function answerColumns(task: Task): readonly SheetColumn[] {
  const choices = new Map(task.questions.map(({ id, scale }) => [id, scaleAnswers(scale)]));
  return judgmentColumns(task).map((column) => {
    const offered = choices.get(column.name);
    return offered === undefined || offered.length === 0 ? column : { ...column, choices: offered };
  });
}

/** A judgment with where it comes from and whether it counts. */
export interface SourcedJudgment {
  readonly judgment: Judgment;
  readonly source: JudgmentOrigin;
}

/** The columns of such a table with where each finds its value; null for what was not said. */
export function judgmentValues(task: Task): readonly ValueColumn<SourcedJudgment>[] {
  const about = new Set(aboutOf(task).map(({ name }) => name));
  const questions = new Set(task.questions.map(({ id }) => id));
  // As in a row that is filled in this order: what is said about a judgment goes last.
  return judgmentColumns(task).map((column) => {
    const { name } = column;
    const named = namedValue(task, name);
    if (about.has(name)) {
      const said = aboutValue(name);
      return { ...column, of: (entry) => said(entry) ?? named(entry) };
    }
    if (!questions.has(name)) return { ...column, of: named };
    const of = (entry: SourcedJudgment): unknown => {
      const answer = ownField(entry.judgment.answers, name);
      return answer === undefined ? named(entry) : answer;
    };
    return { ...column, of };
  });
}

/** Finds what one column holds of a judgment; once for all rows, which may be many. */
type Find = (entry: SourcedJudgment) => unknown;

/** Who judged, or a part of the unit's id. */
function namedValue(task: Task, name: string): Find {
  if (name === 'annotator_id') return ({ judgment }) => judgment.annotator;
  const part = task.unit.id.indexOf(name);
  if (part < 0) return () => null;
  if (task.unit.id.length === 1) return ({ judgment }) => judgment.unit;
  return ({ judgment }) => idParts(task, judgment.unit)[part];
}

function aboutValue(name: string): Find {
  if (name === 'guideline_version') return ({ judgment }) => judgment.guideline;
  if (name === 'task_hash') return ({ judgment }) => judgment.taskHash;
  if (name === 'origin' || name === 'counts') return ({ source }) => source[name];
  if (name === 'round' || name === 'at' || name === 'seconds')
    return ({ judgment }) => judgment[name];
  const said: Find = ({ judgment }) =>
    ownField(judgment.asides as Readonly<Record<string, unknown>>, name);
  if (name !== 'assistance' && name !== 'other') return said;
  return (entry) => {
    const kept = said(entry);
    return kept === undefined ? undefined : JSON.stringify(kept);
  };
}

/** A judgment as a row of such a table; what was not answered or said is absent. */
export function judgmentTableRow(task: Task, judgment: Judgment, source?: JudgmentOrigin): JsonRow {
  const { other, assistance, ...asides } = judgment.asides;
  const about: JsonRow = {
    guideline_version: judgment.guideline,
    ...asides,
    assistance: assistance === undefined ? null : JSON.stringify(assistance),
    round: judgment.round,
    at: judgment.at,
    seconds: judgment.seconds,
    task_hash: judgment.taskHash,
    ...source,
    other: other === undefined ? null : JSON.stringify(other),
  };
  const row: Record<string, unknown> = {};
  const parts = idParts(task, judgment.unit);
  task.unit.id.forEach((field, at) => setOwnField(row, field, parts[at]));
  row['annotator_id'] = judgment.annotator;
  for (const { id } of task.questions) {
    const answer = ownField(judgment.answers, id);
    if (answer !== undefined) setOwnField(row, id, answer);
  }
  for (const { name } of aboutOf(task)) {
    const value = ownField(about, name);
    if (value !== null && value !== undefined) setOwnField(row, name, value);
  }
  return row;
}

/** What holds for all rows of a table that does not say it. */
export interface TableDefaults {
  readonly annotator?: string;
  readonly guideline?: string;
}

/** The names of a table's columns here (null for those left out on purpose), and their faults. */
export interface NamedColumns {
  readonly names: readonly (string | null)[];
  readonly faults: readonly Fault[];
}

/** Names the columns of a table of judgments. An unknown one is a fault: it would be lost. */
export function namedColumns(
  task: Task,
  columns: readonly string[],
  fields: Readonly<Record<string, string | null>> = {},
): NamedColumns {
  const names = columns.map((column) =>
    ownField(fields, column) === undefined ? column : (ownField(fields, column) as string | null),
  );
  const expected = [...task.questions.map(({ id }) => id), ...aboutColumns.map(({ name }) => name)];
  const known = new Set([
    ...expected,
    ...ownUnitFields(task.unit),
    'unit',
    'annotator',
    'annotator_id',
    'task',
    'guideline',
    'order',
  ]);
  const firstAt = new Map<string | null, number>();
  names.forEach((name, at) => void (firstAt.has(name) || firstAt.set(name, at)));
  const faults = names.flatMap((name, at): readonly Fault[] => {
    if (name === null) return [];
    if (firstAt.get(name)! < at) {
      const [first, second] = [columns[firstAt.get(name)!]!, columns[at]!].map(shownName);
      const clash = { first: first!, second: second!, column: shownName(name) };
      return [fault('bad-csv', { reason: codedText('columns-clash', clash) })];
    }
    if (known.has(name)) return [];
    const field = name === '' ? codedText('unnamed-column') : shownName(name);
    const hint = codedText('columns-are', { columns: oneOf(expected) });
    return [fault('unknown-field', { field, hint })];
  });
  return { names, faults };
}

/** The row of a table under the names that its columns have here. */
export function namedRow(
  row: JsonRow,
  fields: Readonly<Record<string, string | null>> = {},
): JsonRow {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      ownField(fields, column) === null
        ? []
        : [[(ownField(fields, column) as string | undefined) ?? column, value]],
    ),
  );
}

/** A row of a table of judgments in the whole form; {@link namedColumns} checks the columns. */
export function wholeFromTable(task: Task, row: JsonRow, defaults: TableDefaults = {}): JsonRow {
  const answers = task.questions.flatMap(({ id }) =>
    ownField(row, id) === undefined || ownField(row, id) === null ? [] : [[id, ownField(row, id)]],
  );
  const about = aboutOf(task).map(({ name }) => {
    if (name === 'other' || name === 'assistance') return [name, keptKeys(ownField(row, name))];
    return name === 'guideline_version'
      ? ['guideline', ownField(row, name) ?? beside(task, row, 'guideline') ?? defaults.guideline]
      : [name, ownField(row, name)];
  });
  const annotator =
    ownField(row, 'annotator_id') ?? ownField(row, 'annotator') ?? defaults.annotator;
  return Object.fromEntries(
    [
      ['unit', unitOf(task, row)],
      ['task', beside(task, row, 'task')],
      ['annotator', annotator],
      ['answers', Object.fromEntries(answers)],
      ...about,
    ].filter(([, value]) => value !== undefined && value !== null),
  );
}

const aboutColumns: readonly TypedColumn[] = [
  { name: 'guideline_version', type: 'text' },
  { name: 'confidence', type: 'text' },
  { name: 'notes', type: 'text' },
  { name: 'flag', type: 'truth' },
  { name: 'uncertain', type: 'truth' },
  { name: 'assistance', type: 'text' },
  { name: 'further', type: 'text' },
  { name: 'round', type: 'text' },
  { name: 'at', type: 'text' },
  { name: 'seconds', type: 'number' },
  { name: 'task_hash', type: 'text' },
  { name: 'origin', type: 'text' },
  { name: 'counts', type: 'text' },
  // What a row had besides, as JSON: files stream, so the keys are not known in advance.
  { name: 'other', type: 'text' },
];

/** The columns of every table of judgments that say more than answers. */
export const tableColumns: readonly string[] = [
  'annotator',
  ...aboutColumns.map(({ name }) => name),
];

/** The columns beside the answers; a question that has the name of one takes its place. */
function aboutOf({ questions }: Task): readonly TypedColumn[] {
  return aboutColumns.filter(({ name }) => questions.every(({ id }) => id !== name));
}

/** The keys that a cell keeps; what is not JSON stays as it is, and is refused with the row. */
function keptKeys(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  if (cell.trim() === '') return undefined;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}

/** The type of a column with the answers to a question. */
export function answerType({ scale }: Question): ColumnType {
  if (scale.kind === 'binary') return 'truth';
  const values = scaleAnswers(scale);
  if (values.every((value) => typeof value === 'string')) return 'text';
  return values.every((value) => typeof value === 'number') ? 'whole number' : 'json';
}

/** A column that is neither a question nor a field of the unit, though it could be called so. */
function beside(task: Task, row: JsonRow, name: string): unknown {
  return task.questions.some(({ id }) => id === name) || ownUnitFields(task.unit).includes(name)
    ? undefined
    : ownField(row, name);
}

/** The fields that a task reads of its units, without those that rows carry. */
export function ownUnitFields(unit: UnitShape): readonly string[] {
  const single = [unit.subject, unit.rank, unit.date].filter((field) => field !== null);
  const lists = [unit.id, single, unit.show, unit.folded, unit.context, unit.place, unit.hidden];
  return [...lists.flat(), ...Object.keys(unit.vocabulary)];
}

function unitOf(task: Task, row: JsonRow): unknown {
  const parts = task.unit.id.map((field) => {
    const part = ownField(row, field);
    return Number.isSafeInteger(part) ? String(part as number) : part;
  });
  if (parts.every((part) => part === undefined || part === null))
    return ownField(row, 'unit') ?? '';
  return parts.every((part) => typeof part === 'string' && part.trim() !== '')
    ? parts.join(idSeparator)
    : '';
}

/** The parts of a unit's id, one for each field that names it. */
export function idParts(task: Task, unit: string): readonly string[] {
  if (task.unit.id.length === 1) return [unit];
  const parts = unit.split(idSeparator);
  const last = task.unit.id.length - 1;
  // Joined again they give the same id, wherever the separator was cut.
  return [...parts.slice(0, last), parts.slice(last).join(idSeparator)];
}
