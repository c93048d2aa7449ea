import { confidences } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField } from '../own-field.ts';
import { plainWord, spelledAnswer, spelledName } from './spelling.ts';

/** One value that was changed on the way in, and the rule that did it. */
export interface FieldChange {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly rule: string;
}

/**
 * A row of judgments (flat or whole) with answers in the spelling of their scales, and each change.
 * Unclear answers stay. A label that is ticked but graded as absent is unticked and flagged.
 */
export function normaliseRow(
  task: Task,
  row: JsonRow,
): { readonly row: JsonRow; readonly changes: readonly FieldChange[] } {
  const changes: FieldChange[] = [];
  const next = new Map(Object.entries(row));
  for (const field of [...task.unit.id, 'unit', 'annotator', 'annotator_id'])
    trimName(task, next, field, changes);
  const answers = next.get('answers');
  if (isFields(answers) && next.has('unit'))
    next.set('answers', spelledWhole(task.questions, answers, changes));
  else if (task.form === 'labels') normaliseLabels(task, next, changes);
  else
    for (const [field, value] of Object.entries(
      spelledAnswers(task.questions, Object.fromEntries(next), '', changes),
    ))
      next.set(field, value);
  normaliseAsides(next, changes);
  return { row: Object.fromEntries(next), changes };
}

function trimName(
  task: Task,
  row: Map<string, unknown>,
  field: string,
  changes: FieldChange[],
): void {
  const given = row.get(field);
  const trimmed = typeof given === 'string' ? trimmedId(task, field, given) : given;
  if (trimmed === given) return;
  changes.push({ field, old: given, new: trimmed, rule: 'surrounding space' });
  row.set(field, trimmed);
}

/** A name without space around it; of a composed id, without space around its parts. */
export function trimmedId(task: Task, field: string, given: string): string {
  return field === 'unit' && task.unit.id.length > 1
    ? given
        .split(idSeparator)
        .map((part) => part.trim())
        .join(idSeparator)
    : given.trim();
}

/** Answers by question: a label that a tool spells differently arrives as another question. */
function spelledQuestions(
  questions: readonly Question[],
  given: JsonRow,
  changes: FieldChange[],
): JsonRow {
  const names = questions.map((question) => question.id);
  const next = new Map<string, unknown>();
  for (const [field, answer] of Object.entries(given)) {
    const name = spelledName(names, field) ?? field;
    const isOther = name !== field && (Object.hasOwn(given, name) || next.has(name));
    // The same answer twice is one; two answers to one question are for the validator to see.
    const isTwice = isOther && (ownField(given, name) ?? next.get(name)) === answer;
    const change = isTwice
      ? { new: null, rule: 'label twice' }
      : { new: name, rule: `spelling of ${name}` };
    if (name !== field && (!isOther || isTwice))
      changes.push({ field: `answers.${field}`, old: field, ...change });
    if (!isTwice) next.set(isOther ? field : name, answer);
  }
  return Object.fromEntries(next);
}

function spelledWhole(
  questions: readonly Question[],
  given: JsonRow,
  changes: FieldChange[],
): JsonRow {
  const named = spelledQuestions(questions, given, changes);
  return spelledAnswers(questions, named, 'answers.', changes);
}

function spelledAnswers(
  questions: readonly Question[],
  given: JsonRow,
  prefix: string,
  changes: FieldChange[],
): JsonRow {
  const next = new Map(Object.entries(given));
  for (const question of questions) spell(question, next, `${prefix}${question.id}`, changes);
  return Object.fromEntries(next);
}

function spell(
  question: Question,
  values: Map<string, unknown>,
  field: string,
  changes: FieldChange[],
): void {
  const given = values.get(question.id);
  if (given === undefined || scaleAnswers(question.scale).some((value) => value === given)) return;
  const spelled = spelledAnswer(question, given);
  if (spelled === null) return;
  changes.push({ field, old: given, new: spelled.answer, rule: spelled.rule });
  values.set(question.id, spelled.answer);
}

function normaliseLabels(task: Task, row: Map<string, unknown>, changes: FieldChange[]): void {
  const names = task.questions.map((question) => question.id);
  const given = row.get('labels');
  if (!Array.isArray(given)) return;
  const labels = new Set<unknown>();
  for (const label of given as readonly unknown[]) {
    const spelled = spelledName(names, label);
    const name = spelled ?? label;
    if (labels.has(name))
      changes.push({ field: 'labels', old: label, new: null, rule: 'label twice' });
    else if (spelled !== null && spelled !== label)
      changes.push({ field: 'labels', old: label, new: name, rule: `spelling of ${spelled}` });
    labels.add(name);
  }
  const grades = normaliseGrades(task, row.get('grades'), names, changes);
  const contradicted = [...labels].filter(
    (label): label is string =>
      typeof label === 'string' && gradedAway(task, label, grades?.get(label)),
  );
  for (const label of contradicted) {
    const rule = 'ticked, but graded as not present: taken as not ticked';
    changes.push({ field: `labels.${label}`, old: grades!.get(label), new: null, rule });
    grades!.delete(label);
    labels.delete(label);
  }
  row.set('labels', [...labels]);
  if (grades !== null) row.set('grades', Object.fromEntries(grades));
  if (contradicted.length > 0 && row.get('flag') !== true) {
    const rule = 'a label was ticked, but graded as not present';
    changes.push({ field: 'flag', old: row.get('flag') ?? null, new: true, rule });
    row.set('flag', true);
  }
}

function normaliseGrades(
  task: Task,
  given: unknown,
  names: readonly string[],
  changes: FieldChange[],
): Map<string, unknown> | null {
  if (!isFields(given)) return null;
  const grades = new Map<string, unknown>();
  for (const [label, grade] of Object.entries(given)) {
    const name = spelledName(names, label) ?? label;
    // Two spellings of one label with two grades: the validator must see both.
    if (name !== label && (Object.hasOwn(given, name) || grades.has(name)))
      grades.set(label, grade);
    else {
      const rule = `spelling of ${name}`;
      if (name !== label) changes.push({ field: `grades.${label}`, old: label, new: name, rule });
      grades.set(name, grade);
    }
  }
  for (const question of task.questions) spell(question, grades, `grades.${question.id}`, changes);
  return grades;
}

/** True when a ticked label's grade is below what counts as present. */
function gradedAway(task: Task, label: string, grade: unknown): boolean {
  const scale = task.questions.find((question) => question.id === label)?.scale;
  if (scale?.kind !== 'ordinal' || scale.present === null) return false;
  const isOnScale = scale.values.some((entry) => entry.value === grade);
  return isOnScale && typeof grade === 'number' && grade < scale.present;
}

function normaliseAsides(row: Map<string, unknown>, changes: FieldChange[]): void {
  const confidence = spelledName(confidences, row.get('confidence'));
  if (confidence !== null && confidence !== row.get('confidence')) {
    const rule = `spelling of ${confidence}`;
    changes.push({ field: 'confidence', old: row.get('confidence'), new: confidence, rule });
    row.set('confidence', confidence);
  }
  for (const field of ['flag', 'uncertain']) {
    const given = row.get(field);
    if (typeof given !== 'string' && typeof given !== 'number') continue;
    const value = plainWord(String(given).trim().toLowerCase());
    if (value === null) continue;
    changes.push({ field, old: given, new: value, rule: `spelling of ${value}` });
    row.set(field, value);
  }
}
