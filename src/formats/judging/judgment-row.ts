import { codedText, foundValue, oneOf } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField, missingField, wrongValue } from '../../domain/field-fault.ts';
import type { Apart } from '../../domain/judging/further.ts';
import type { Asides, Judgment } from '../../domain/judging/judgment.ts';
import { personName } from '../../domain/people/person-name.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import { scalarText } from '../../domain/answer.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { isInVocabulary, unitId } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { AnswerCodes } from '../../truth/protocol/answer-codes.ts';
import { definedAnswers } from '../../truth/judging/faults.ts';
import type { CompiledTask, GivenAnswers } from '../../truth/judging/faults.ts';
import { isHashOf } from '../../truth/protocol/task-hash.ts';
import type { JsonRow } from '../jsonl.ts';
import { idFaults } from '../id-text.ts';
import { isFields } from '../own-field.ts';
import { flatKeys } from './flat-judgment.ts';
import { labelReader } from './label-answers.ts';
import { besideAnswers, checkAsides, readAsides, rowApart } from './row-asides.ts';
import { plainTruth } from './spelling.ts';

/** What a row of judgments must fit. */
export interface RowContext {
  /** The guideline version that rows carry; null accepts any. */
  readonly guideline: string | null;
  /** Whether a row that carries none is refused. */
  readonly guidelineRequired: boolean;
  /** The version of the questions, where rows carry one; left out accepts any. */
  readonly taskHash?: string;
  /** The units that may be judged; null accepts any id, and then quotes are not checked. */
  readonly units: Pick<ReadonlyMap<string, UnitFields>, 'get'> | null;
  /** Gets each label that is ticked but graded as not applying; left out makes it a fault. */
  readonly contradiction?: (label: string) => void;
}

/** A row that was read: who judged what, the answers and their codes, and all faults. */
export interface JudgmentRow {
  readonly unit: string;
  readonly annotator: string;
  readonly guideline: string | null;
  readonly codes: AnswerCodes;
  readonly answers: GivenAnswers;
  /** Why agreement leaves it out; null where it does not. */
  readonly apart: Apart | null;
  readonly faults: readonly Fault[];
}

/**
 * Reads rows of judgments in two forms. **Flat**: id fields, a key per question (`labels` and
 * `grades` in a form of labels), `annotator_id`, `guideline_version`; other keys are kept.
 * **Whole**: `unit`, `annotator`, `answers`, `guideline`, as Assay writes them, with kept keys
 * under `other`; other keys are faults.
 */
export function judgmentRowReader(
  compiled: CompiledTask,
  context: RowContext,
): (row: JsonRow) => JudgmentRow {
  const { task } = compiled;
  const ids = task.unit.id;
  const readAnswers = task.form === 'labels' ? labelReader(task, context) : flatReader(task);
  return (row) => {
    const found: Fault[] = [];
    const whole = isWhole(row);
    const unit = whole ? wholeUnit(task.id, row, found) : flatUnit(ids, row, found);
    const annotator = personName(readName(row, whole ? 'annotator' : 'annotator_id', found));
    found.push(...idFaults('unit', unit), ...idFaults('annotator', annotator));
    const guideline = readGuideline(row, whole ? 'guideline' : 'guideline_version', context, found);
    const answers = whole ? wholeAnswers(row, found) : readAnswers(row, found);
    if (
      context.taskHash !== undefined &&
      row['task_hash'] !== context.taskHash &&
      typeof row['task_hash'] === 'string' &&
      !isHashOf(row['task_hash'], task)
    )
      found.push(fault('stale-task', { got: row['task_hash'], expected: context.taskHash }));
    const known = context.units === null || unit === '' ? null : context.units.get(unit);
    if (known === undefined)
      found.push(fault('unknown-unit', { field: whole ? 'unit' : ids.join(', '), got: unit }));
    const codes: number[] = [];
    const wrong = compiled.faults(answers, known ?? null, codes);
    checkAsides(row, found);
    // In a whole row these names may mean something else.
    if (!whole) {
      checkVocabulary(compiled, row, found);
      if (known !== null && known !== undefined) checkCarried(task, row, known, found);
    }
    return {
      unit,
      annotator,
      guideline,
      codes,
      answers,
      apart: rowApart(row),
      faults: wrong.length === 0 ? found : [...found, ...wrong],
    };
  };
}

/** The judgment that a row without faults stands for. */
export function rowJudgment(compiled: CompiledTask, row: JsonRow, read: JudgmentRow): Judgment {
  const text = (field: string): string | null => {
    const value = row[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  return {
    unit: read.unit,
    task: compiled.task.id,
    annotator: read.annotator,
    answers: definedAnswers(read.answers),
    asides: { ...readAsides(row), ...readOther(compiled.task, row) },
    guideline: read.guideline,
    taskHash: text('task_hash'),
    round: text('round'),
    at: text('at'),
    seconds: typeof row['seconds'] === 'number' ? row['seconds'] : null,
  };
}

/** The questions answered with whole numbers: 1.0 is not one, but JSON.parse makes it one. */
export function wholeNumberFields(compiled: CompiledTask): readonly string[] {
  return compiled.task.questions
    .filter((question) => scaleAnswers(question.scale).some((value) => typeof value === 'number'))
    .map((question) => question.id);
}

const wholeKeys = ['unit', 'task', 'annotator', 'answers', 'guideline', ...besideAnswers, 'other'];

/** What a row has besides: in a flat row every unknown key, in a whole one what was kept. */
function readOther(task: Task, row: JsonRow): Pick<Asides, 'other'> {
  const kept = row['other'];
  if (isWhole(row)) return isFields(kept) && Object.keys(kept).length > 0 ? { other: kept } : {};
  const known = new Set([...flatKeys(task), ...besideAnswers]);
  const other = Object.entries(row).filter(([key]) => !known.has(key));
  return other.length === 0 ? {} : { other: Object.fromEntries(other) };
}

/** Whether a row is in the whole form. */
export function isWhole(row: JsonRow): boolean {
  return row['answers'] !== undefined && row['unit'] !== undefined;
}

function wholeUnit(task: string, row: JsonRow, found: Fault[]): string {
  if (row['task'] !== undefined && row['task'] !== null && row['task'] !== task)
    found.push(wrongValue('task', row['task'], JSON.stringify(task)));
  const hint = codedText('expected-fields', { fields: oneOf([...wholeKeys]) });
  for (const field of Object.keys(row))
    if (!wholeKeys.includes(field)) found.push(fault('unknown-field', { field, hint }));
  for (const field of ['round', 'task_hash']) {
    const value = row[field];
    if (value !== undefined && value !== null && typeof value !== 'string')
      found.push(wrongValue(field, value, codedText('text')));
  }
  const { other } = row;
  if (other !== undefined && other !== null && !isFields(other))
    found.push(wrongValue('other', other, codedText('object-with', { keys: ['a key'] })));
  return readName(row, 'unit', found);
}

function flatUnit(ids: readonly string[], row: JsonRow, found: Fault[]): string {
  const id = unitId(ids, row);
  if (id.ok) return id.id;
  found.push(...id.faults);
  return '';
}

function readName(row: JsonRow, field: string, found: Fault[]): string {
  const value = row[field];
  if (typeof value === 'string' && value !== '' && value.trim() !== '') return value.trim();
  if (Number.isSafeInteger(value)) return String(value as number);
  found.push(badField(field, value, codedText('non-empty-text')));
  return '';
}

function readGuideline(
  row: JsonRow,
  field: string,
  context: RowContext,
  found: Fault[],
): string | null {
  const value = row[field];
  const expected = context.guideline;
  if (value === undefined || value === null) {
    if (context.guidelineRequired)
      found.push(missingField(field, expected ?? codedText('guideline-version')));
    return null;
  }
  if (expected === null) return typeof value === 'string' ? value : null;
  if (value !== expected)
    found.push(
      fault('wrong-guideline', {
        field,
        got: foundValue(value),
        expected: JSON.stringify(expected),
      }),
    );
  return expected;
}

function wholeAnswers(row: JsonRow, found: Fault[]): GivenAnswers {
  const { answers } = row;
  if (answers !== null && typeof answers === 'object' && !Array.isArray(answers))
    return answers as GivenAnswers;
  found.push(wrongValue('answers', answers, codedText('answers-object')));
  return {};
}

function flatReader({ questions }: Task): (row: JsonRow) => GivenAnswers {
  return (row) => {
    const answers: Record<string, unknown> = {};
    for (const { id, scale } of questions)
      if (row[id] !== undefined)
        answers[id] = scale.kind === 'binary' ? plainTruth(row[id]) : row[id];
    return answers;
  };
}

function checkVocabulary(compiled: CompiledTask, row: JsonRow, found: Fault[]): void {
  const { vocabulary } = compiled.task.unit;
  for (const field in vocabulary) {
    const value = row[field];
    if (value !== undefined && !isInVocabulary(vocabulary[field]!, value))
      found.push(wrongValue(field, value, oneOf(vocabulary[field]!.map(String))));
  }
}

/** What a row repeats of its unit must match the unit, else something else was judged. */
function checkCarried(task: Task, row: JsonRow, unit: UnitFields, found: Fault[]): void {
  for (const field of task.unit.carried) {
    const [got, expected] = [row[field], unit[field]];
    // Null says nothing, unless the vocabulary contains it.
    const isSilent = got === null && task.unit.vocabulary[field]?.includes(null) !== true;
    if (got !== undefined && !isSilent && expected !== undefined && !isSameField(got, expected))
      found.push(wrongValue(field, got, codedText('as-in-unit', { value: foundValue(expected) })));
  }
}

/** Rows of a table repeat a number as a text; lists and objects must be the same. */
function isSameField(got: unknown, expected: unknown): boolean {
  const [one, other] = [scalarText(got), scalarText(expected)];
  return one === null || other === null
    ? canonicalJson(got) === canonicalJson(expected)
    : one === other;
}
