import type { ImportMode } from '../../domain/exchange/file-formats.ts';
import { defined } from '../../domain/defined.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeAnswer } from '../../truth/protocol/answer-codes.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import { faultAt } from '../json-rows.ts';
import { hiddenFaults } from '../jsonl.ts';
import type { JsonRow } from '../jsonl.ts';
import { isWhole, judgmentRowReader, rowJudgment, wholeNumberFields } from './judgment-row.ts';
import type { JudgmentRow, RowContext } from './judgment-row.ts';
import { fieldOf, isFields, ownField, shownName } from '../own-field.ts';
import { normaliseRow, trimmedId } from './row-normaliser.ts';
import type { FieldChange } from './row-normaliser.ts';
import { besideAnswers } from './row-asides.ts';
import { SeenPairs } from './seen-pairs.ts';

/** A change that was made on the way in. @internal */
export interface ImportChange extends FieldChange {
  readonly unit: string;
  readonly annotator: string;
  readonly line: number | null;
}

/** What became of a row. */
export type Taken =
  | {
      readonly kind: 'judgment';
      readonly judgment: Judgment;
      readonly changes: readonly ImportChange[];
    }
  | {
      readonly kind: 'aside';
      readonly row: JsonRow;
      readonly unit: string;
      readonly annotator: string;
      readonly line: number | null;
      readonly faults: readonly Fault[];
    }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** A row with its line, or its position; with its text for JSONL, where 1.0 differs from 1. */
export interface GivenRow {
  readonly row: JsonRow;
  readonly line: number | null;
  readonly index?: number;
  readonly text?: string;
  /** What was read otherwise than the file writes it; kept in the import log. */
  readonly readings?: readonly FieldChange[];
}

/** Takes rows of judgments one by one. A second judgment on a unit by an annotator is a fault. */
export function judgmentIntake(
  compiled: CompiledTask,
  context: RowContext,
  mode: ImportMode,
): (given: GivenRow) => Taken {
  const read = judgmentRowReader(compiled, context);
  const wholeNumbers = wholeNumberFields(compiled);
  const seen = new SeenPairs();
  return (given) => {
    const { line } = given;
    const normal =
      mode === 'normalise'
        ? normaliseRow(compiled.task, given.row)
        : { row: given.row, changes: [] };
    const hidden = given.text === undefined ? [] : hiddenFaults(given.text, wholeNumbers);
    const strict = read(normal.row);
    const fixed =
      mode === 'normalise'
        ? fixRow(compiled, normal.row, strict, read)
        : { row: normal.row, read: strict, changes: [] };
    const { unit, annotator } = fixed.read;
    const found = [
      ...fixed.read.faults,
      ...(mode === 'normalise' ? [] : hidden),
      ...spacedNames(compiled.task, fixed.row),
    ];
    const before = unit === '' || annotator === '' ? undefined : seen.line(unit, annotator);
    if (before !== undefined)
      found.push(judgedTwice(shownName(unit), shownName(annotator), given, before));
    if (found.length > 0) {
      const faults = found.map((one) => atPlace(one, given, [unit, annotator]));
      return mode === 'flag'
        ? { kind: 'aside', row: given.row, unit, annotator, line, faults }
        : { kind: 'refused', faults };
    }
    seen.add(unit, annotator, placeOf(given));
    const written = mode === 'normalise' ? hidden.map((one) => fractionChange(one, given.row)) : [];
    const about = { unit, annotator, line };
    const changes = [
      ...(given.readings ?? []),
      ...normal.changes,
      ...written,
      ...fixed.changes,
    ].map((change): ImportChange => ({ ...about, ...change }));
    return { kind: 'judgment', judgment: rowJudgment(compiled, fixed.row, fixed.read), changes };
  };
}

/** The fault with its line; without lines, with the position and with what the row is about. */
function atPlace(found: Fault, { line, index }: GivenRow, names: readonly string[]): Fault {
  if (line !== null) return { ...found, line };
  const about = names.flatMap((name) => (name === '' ? [] : [shownName(name)])).join(', ');
  const told = about === '' ? found : faultAbout(found, `${about}:`);
  return index === undefined ? told : faultAt(told, { line, index });
}

/** The line, or the position from 1: in one file all rows have the one or the other. */
function placeOf({ line, index }: GivenRow): number | null {
  return line ?? (index === undefined ? null : index + 1);
}

function judgedTwice(
  unit: string,
  annotator: string,
  { line }: GivenRow,
  before: number | null,
): Fault {
  const place = line === null ? earlierPlace(null, before) : earlierPlace(before);
  return fault('duplicate-judgment', { unit, annotator, place });
}

/** A name with space around it would be another name than the one that is meant. */
function spacedNames(task: Task, row: JsonRow): readonly Fault[] {
  const fields = isWhole(row) ? ['unit', 'annotator'] : [...task.unit.id, 'annotator_id'];
  return fields.flatMap((field) => {
    const given = row[field];
    if (typeof given !== 'string' || given.trim() === '' || trimmedId(task, field, given) === given)
      return [];
    return [wrongValue(field, given, codedText('unspaced-name'))];
  });
}

interface Fixed {
  readonly row: JsonRow;
  readonly read: JudgmentRow;
  readonly changes: readonly FieldChange[];
}

/** Drops claims with a broken constraint and answers that are not asked, until none is left. */
function fixRow(
  compiled: CompiledTask,
  row: JsonRow,
  strict: JudgmentRow,
  read: (row: JsonRow) => JudgmentRow,
): Fixed {
  let fixed: Fixed = { row, read: strict, changes: [] };
  const most = compiled.task.questions.length;
  for (let round = 0; round <= most && fixed.read.faults.length > 0; round += 1) {
    const changes = fixes(compiled, fixed.read);
    if (changes === null) return fixed;
    const answers = new Map(Object.entries(fixed.read.answers));
    for (const change of changes) {
      if (change.new === null) answers.delete(change.field);
      else answers.set(change.field, change.new);
    }
    const next = withAnswers(compiled, fixed.row, fixed.read, Object.fromEntries(answers));
    fixed = { row: next, read: read(next), changes: [...fixed.changes, ...changes] };
  }
  return fixed;
}

/** The changes that would fix every fault of the row; null when some other fault remains. */
function fixes(compiled: CompiledTask, read: JudgmentRow): readonly FieldChange[] | null {
  const { task, constraints } = compiled;
  const asked = read.faults.filter((found) => found.code === 'not-applicable');
  const fixable = ['constraint-broken', 'not-applicable'];
  if (!read.faults.every((found) => fixable.includes(found.code))) return null;
  if (asked.length > 0)
    return asked.map(({ field }) => {
      const { when } = task.questions.find((question) => question.id === field)!;
      const rule = `asked only when ${when!.source}`;
      return { field: field!, old: ownField(read.answers, field!), new: null, rule };
    });
  const normal = constraints.normalise(read.codes);
  if (normal === null) return null;
  return normal.changes.map(({ question, to, because }) => {
    const asking = task.questions.find((one) => one.id === question)!;
    return {
      field: question,
      old: ownField(read.answers, question) ?? null,
      new: codeAnswer(asking, to) ?? null,
      rule: because.source,
    };
  });
}

/** The row with other answers, in the whole form, which says the same of every kind of task. */
function withAnswers(
  compiled: CompiledTask,
  row: JsonRow,
  read: JudgmentRow,
  answers: JsonRow,
): JsonRow {
  const isWholeRow = isFields(ownField(row, 'answers')) && ownField(row, 'unit') !== undefined;
  const guideline = ownField(row, 'guideline_version');
  const about = isWholeRow ? row : { ...pick(row), ...defined({ guideline }) };
  return { ...about, unit: read.unit, task: compiled.task.id, annotator: read.annotator, answers };
}

function pick(row: JsonRow): JsonRow {
  return Object.fromEntries(
    besideAnswers.flatMap((field) => (Object.hasOwn(row, field) ? [[field, row[field]]] : [])),
  );
}

function fractionChange(found: Fault, row: JsonRow): FieldChange {
  const field = found.field ?? '';
  const [first = '', ...rest] = field.split('.');
  const value = ownField(row, field) ?? fieldOf(ownField(row, first), rest.join('.'));
  const rule = 'written with a fraction of zero';
  return { field, old: String(found.values['got']), new: value, rule };
}
