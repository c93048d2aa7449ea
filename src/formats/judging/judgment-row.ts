import { fault, printChoice, printValue } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField, missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { confidences } from '../../domain/judging/judgment.ts';
import type { Answers, Asides, Judgment } from '../../domain/judging/judgment.ts';
import { personName } from '../../domain/people/person-name.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Scale } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { unitId } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { AnswerCodes } from '../../truth/protocol/answer-codes.ts';
import type { CompiledTask, GivenAnswers } from '../../truth/judging/faults.ts';
import type { JsonRow } from '../jsonl.ts';
import { plainTruth } from './spelling.ts';

/** What a row of judgments must fit. */
export interface RowContext {
  /** The guideline version that rows carry; null accepts any. */
  readonly guideline: string | null;
  /** Whether a row that carries none is refused. */
  readonly guidelineRequired: boolean;
  /**
   * The version of the questions that rows were judged under, where they tell it; left out accepts
   * any.
   */
  readonly taskHash?: string;
  /** The units that may be judged; null accepts any id, and then quotes are not checked. */
  readonly units: Pick<ReadonlyMap<string, UnitFields>, 'get'> | null;
  /**
   * Told of each label that was ticked with a grade that says it does not apply; it is read as not
   * ticked. A fault where nobody is to be told.
   */
  readonly contradiction?: (label: string) => void;
}

/** A row that was read: who judged what, the answers and their codes, and all faults. */
export interface JudgmentRow {
  readonly unit: string;
  readonly annotator: string;
  readonly guideline: string | null;
  readonly codes: AnswerCodes;
  readonly answers: GivenAnswers;
  readonly faults: readonly Fault[];
}

/**
 * Reads rows of judgments on a task, in one of two forms. **Flat**: the unit's id fields, a key per
 * question, `annotator_id`,
 * `guideline_version`; where the task is a form of labels, `labels` and `grades` in place of the questions. Other keys are kept, not judged.
 * **Whole**: `unit`, `annotator`, `answers`, `guideline`, as Assay writes them; other keys are
 * faults.
 */
export function judgmentRowReader(
  compiled: CompiledTask,
  context: RowContext,
): (row: JsonRow) => JudgmentRow {
  const { task } = compiled;
  const ids = task.unit.id;
  const labels = new Set(
    task.questions.filter((question) => isLabel(question.scale)).map((question) => question.id),
  );
  return (row) => {
    const found: Fault[] = [];
    const whole = isWhole(row);
    const unit = whole ? wholeUnit(task.id, row, found) : flatUnit(ids, row, found);
    const annotator = personName(readName(row, whole ? 'annotator' : 'annotator_id', found));
    const guideline = readGuideline(row, whole ? 'guideline' : 'guideline_version', context, found);
    const answers = whole
      ? wholeAnswers(row, found)
      : task.form === 'labels'
        ? labelAnswers(task, labels, row, context, found)
        : flatAnswers(compiled, row);
    if (
      context.taskHash !== undefined &&
      typeof row['task_hash'] === 'string' &&
      row['task_hash'] !== context.taskHash
    )
      found.push(fault('stale-task', { got: row['task_hash'], expected: context.taskHash }));
    const known = context.units === null || unit === '' ? null : context.units.get(unit);
    if (known === undefined)
      found.push(fault('unknown-unit', { field: whole ? 'unit' : ids.join(', '), got: unit }));
    const codes: number[] = [];
    const wrong = compiled.faults(answers, known ?? null, codes);
    checkAsides(row, found);
    // A whole row has its own keys, one of which a field of the unit may be called by.
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
      faults: wrong.length === 0 ? found : [...found, ...wrong],
    };
  };
}

/** The judgment that a row without faults stands for. */
export function rowJudgment(compiled: CompiledTask, row: JsonRow, read: JudgmentRow): Judgment {
  const text = (field: string): string | null =>
    typeof row[field] === 'string' ? row[field] : null;
  return {
    unit: read.unit,
    task: compiled.task.id,
    annotator: read.annotator,
    answers: definedAnswers(read.answers),
    asides: readAsides(row),
    guideline: read.guideline,
    taskHash: text('task_hash'),
    round: text('round'),
    at: text('at'),
    seconds: typeof row['seconds'] === 'number' ? row['seconds'] : null,
  };
}

/**
 * The questions whose answers are whole numbers: 1.0 is none, though JavaScript's parser makes it
 * one.
 */
export function wholeNumberFields(compiled: CompiledTask): readonly string[] {
  return compiled.task.questions
    .filter((question) => scaleAnswers(question.scale).some((value) => typeof value === 'number'))
    .map((question) => question.id);
}

const wholeKeys: ReadonlySet<string> = new Set([
  'unit',
  'task',
  'annotator',
  'answers',
  'guideline',
  'task_hash',
  'round',
  'at',
  'seconds',
  'confidence',
  'notes',
  'flag',
  'uncertain',
]);

/** Whether a row is in the whole form. */
export function isWhole(row: JsonRow): boolean {
  return row['answers'] !== undefined && row['unit'] !== undefined;
}

function wholeUnit(task: string, row: JsonRow, found: Fault[]): string {
  if (row['task'] !== undefined && row['task'] !== null && row['task'] !== task)
    found.push(wrongValue('task', row['task'], JSON.stringify(task)));
  for (const key of Object.keys(row))
    if (!wholeKeys.has(key))
      found.push(
        fault('unknown-field', {
          field: key,
          hint: `; expected ${printChoice([...wholeKeys], 'and')}`,
        }),
      );
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
  if (value === undefined) found.push(missingField(field, 'a non-empty text'));
  else found.push(wrongValue(field, value, 'a non-empty text'));
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
      found.push(missingField(field, expected ?? 'the version of the guideline'));
    return null;
  }
  if (expected === null) return typeof value === 'string' ? value : null;
  if (value !== expected)
    found.push(
      fault('wrong-guideline', {
        field,
        got: printValue(value),
        expected: JSON.stringify(expected),
      }),
    );
  return expected;
}

function wholeAnswers(row: JsonRow, found: Fault[]): GivenAnswers {
  const { answers } = row;
  if (answers !== null && typeof answers === 'object' && !Array.isArray(answers))
    return answers as GivenAnswers;
  found.push(wrongValue('answers', answers, 'an object with an answer per question'));
  return {};
}

function flatAnswers(compiled: CompiledTask, row: JsonRow): GivenAnswers {
  const answers: Record<string, unknown> = {};
  for (const { id, scale } of compiled.task.questions)
    if (row[id] !== undefined)
      answers[id] = scale.kind === 'binary' ? plainTruth(row[id]) : row[id];
  return answers;
}

/**
 * `labels: []` says that no label applies; a missing `labels` says nothing and is a fault.
 * Questions that are no labels have their own keys.
 */
function labelAnswers(
  task: Task,
  labels: ReadonlySet<string>,
  row: JsonRow,
  context: RowContext,
  found: Fault[],
): GivenAnswers {
  const ticked = readLabels(row['labels'], labels, found);
  const grades = readGrades(row['grades'], ticked, found);
  const answers: Record<string, unknown> = {};
  for (const { id, scale } of task.questions) {
    if (!labels.has(id)) answers[id] = row[id];
    else if (scale.kind === 'ordinal') {
      answers[id] = ticked.has(id) ? gradeOf(id, scale, grades[id], found) : scale.values[0]!.value;
      if (ticked.has(id) && isBelow(scale, grades[id])) {
        if (context.contradiction === undefined)
          found.push(
            wrongField(
              `grades.${id}`,
              'a grade of a label that is not present',
              'a higher grade, or no tick',
            ),
          );
        else context.contradiction(id);
      }
    } else {
      answers[id] = ticked.has(id);
      if (ticked.has(id) && grades[id] !== undefined && grades[id] !== null)
        found.push(
          wrongValue(`grades.${id}`, grades[id], 'no grade for a label that is ticked or not'),
        );
    }
  }
  return answers;
}

function isLabel(scale: Scale): boolean {
  return scale.kind === 'binary' || (scale.kind === 'ordinal' && scale.present !== null);
}

/** Whether a grade of the scale says that the label does not apply. */
function isBelow(scale: Extract<Scale, { kind: 'ordinal' }>, grade: unknown): boolean {
  return (
    typeof grade === 'number' &&
    grade < scale.present! &&
    scale.values.some((entry) => entry.value === grade)
  );
}

function readLabels(
  labels: unknown,
  names: ReadonlySet<string>,
  found: Fault[],
): ReadonlySet<string> {
  if (!Array.isArray(labels)) {
    const expected = 'a list of labels (empty when none applies)';
    found.push(badField('labels', labels, expected));
    return new Set();
  }
  const ticked = new Set<string>(labels);
  if (ticked.size < labels.length)
    found.push(wrongField('labels', 'a list with a label twice', 'each label once'));
  for (const label of ticked) {
    if (!names.has(label)) found.push(wrongValue('labels', label, printChoice([...names])));
  }
  return ticked;
}

function readGrades(grades: unknown, ticked: ReadonlySet<string>, found: Fault[]): JsonRow {
  if (grades === undefined || grades === null) return {};
  if (typeof grades !== 'object' || Array.isArray(grades)) {
    found.push(wrongValue('grades', grades, 'an object with a grade per label'));
    return {};
  }
  for (const label of Object.keys(grades))
    if (!ticked.has(label)) found.push(fault('grade-without-label', { field: label }));
  return grades as JsonRow;
}

function gradeOf(
  id: string,
  scale: Extract<Scale, { kind: 'ordinal' }>,
  grade: unknown,
  found: Fault[],
): unknown {
  if (grade !== undefined && grade !== null) return grade;
  if (scale.ticked !== null) return scale.ticked;
  found.push(missingField(`grades.${id}`, 'a grade for the ticked label'));
  // Any answer will do in a row with faults; with none, the same thing would be reported twice.
  return scale.values[0]!.value;
}

function checkAsides(row: JsonRow, found: Fault[]): void {
  const { confidence, notes, flag, uncertain, seconds, at } = row;
  if (
    confidence !== undefined &&
    confidence !== null &&
    !confidences.some((one) => one === confidence)
  )
    found.push(wrongValue('confidence', confidence, printChoice(confidences)));
  if (notes !== undefined && notes !== null && typeof notes !== 'string')
    found.push(wrongValue('notes', notes, 'a text'));
  if (flag !== undefined && flag !== null && typeof flag !== 'boolean')
    found.push(wrongValue('flag', flag, 'true or false'));
  if (uncertain !== undefined && uncertain !== null && typeof uncertain !== 'boolean')
    found.push(wrongValue('uncertain', uncertain, 'true or false'));
  if (seconds !== undefined && seconds !== null && !(typeof seconds === 'number' && seconds >= 0))
    found.push(wrongValue('seconds', seconds, 'a number of seconds'));
  if (at !== undefined && at !== null && !(typeof at === 'string' && isTime(at)))
    found.push(wrongValue('at', at, 'a time such as 2026-01-31T09:30:00Z'));
}

function checkVocabulary(compiled: CompiledTask, row: JsonRow, found: Fault[]): void {
  const { vocabulary } = compiled.task.unit;
  for (const field in vocabulary) {
    const value = row[field];
    if (value !== undefined && !vocabulary[field]!.includes(String(value)))
      found.push(wrongValue(field, value, printChoice(vocabulary[field]!)));
  }
}

/**
 * What a row repeats of its unit must be what the unit says: whoever changed it judged something
 * else.
 */
function checkCarried(task: Task, row: JsonRow, unit: UnitFields, found: Fault[]): void {
  for (const field of task.unit.carried) {
    const [got, expected] = [row[field], unit[field]];
    if (
      got !== undefined &&
      got !== null &&
      expected !== undefined &&
      String(got) !== String(expected)
    )
      found.push(wrongValue(field, got, `${printValue(expected)}, as in the unit`));
  }
}

function isTime(text: string): boolean {
  if (
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) ||
    Number.isNaN(Date.parse(text))
  )
    return false;
  // Date.parse makes 2 March of 30 February.
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
}

function readAsides(row: JsonRow): Asides {
  const { confidence, notes, flag, uncertain } = row;
  return {
    ...(confidences.some((one) => one === confidence)
      ? { confidence: confidence as Asides['confidence'] & string }
      : {}),
    ...(typeof notes === 'string' && notes !== '' ? { notes } : {}),
    ...(flag === true ? { flag } : {}),
    ...(uncertain === true ? { uncertain } : {}),
  };
}

function definedAnswers(given: GivenAnswers): Answers {
  return Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, Answer] => entry[1] !== undefined && entry[1] !== null,
    ),
  );
}
