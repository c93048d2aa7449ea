import type { TextValue } from '../../domain/coded-text.ts';
import { defined } from '../../domain/defined.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Answer } from '../../domain/answer.ts';
import { isClosed, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { faultAt } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField, shownName } from '../own-field.ts';
import { spelledName } from '../judging/spelling.ts';
import { asidesOf } from './tool-asides.ts';
import { skipCounter } from './tool-export.ts';
import type { Skipped, ToolAnnotation, ToolExport, ToolRecord, ToolValue } from './tool-export.ts';
import { namesUnit, toolUnit } from './tool-units.ts';

/** How names in a tool's export map to those of a task. Equal names need no entry. */
export interface ToolMapping {
  /**
   * Where a tool's field (from_name, question, scheme) goes: a question; `*`, when each chosen
   * label is itself a question; `notes` (several fields are joined); or null, to leave it out.
   */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** What a label of a field means: an answer, or for a field that goes to `*`, a question. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
  /** The fields of the tool's records that name the unit, in the order of the task's id fields. */
  readonly unit?: readonly string[];
  /** The tool's users by the names that they have here. */
  readonly annotators?: Readonly<Record<string, string>>;
  /** Who annotated, where the export does not say. */
  readonly annotator?: string;
  /** What an annotation without answers means in a task of labels; a fault when left out. */
  readonly empty?: 'no label applies';
  readonly guideline?: string;
  readonly round?: string;
}

/** Whole rows of judgments (see judgmentRowReader) with places, what was left out, all faults. */
export interface ToolJudgments {
  readonly rows: readonly PlacedRow[];
  readonly skipped: Skipped;
  readonly faults: readonly Fault[];
}

/**
 * Turns an export into rows of judgments on a task. A field that matches no name and no mapping is
 * one fault with its number of annotations. Labels become answers by the mapping or by the spelling
 * of a value; any other label stays, for the validator to refuse.
 */
export function toolJudgments(
  task: Task,
  exported: ToolExport,
  mapping: ToolMapping = {},
): ToolJudgments {
  const { skip, counts } = skipCounter();
  const faults: Fault[] = [...exported.faults];
  const unknown = new Map<string, UnknownField>();
  const target = fieldTargets(task, mapping);
  const rows = exported.records.flatMap((record) =>
    record.annotations.map((annotation): PlacedRow => {
      const add = (found: Fault): void => void faults.push(faultAt(found, record));
      const answers = new Map<string, unknown>();
      const chosen = new Set<string>();
      const notes: string[] = [];
      let isTicked = false;
      for (const [field, value] of annotation.answers) {
        const goesTo = target(field);
        const question = task.questions.find(({ id }) => id === goesTo);
        if (goesTo === undefined) {
          const got = value.kind === 'unreadable' ? value.got : null;
          unknown.set(field, { count: (unknown.get(field)?.count ?? 0) + 1, got });
        } else if (goesTo === null)
          skip('skipped-by-mapping', value.kind === 'unreadable' ? value.count : 1, {
            field: shownName(field),
          });
        else if (value.kind === 'unreadable')
          add(wrongField(shownName(field), value.got, value.expected));
        else if (goesTo === notesTarget) notes.push(plainText(value));
        else if (goesTo === everyLabel) {
          isTicked = true;
          for (const label of tickedLabels(field, value, mapping, add)) chosen.add(label);
        } else if (answers.has(goesTo)) {
          const second = codedText('second-answer', { question: goesTo });
          add(wrongField(field, second, codedText('one-field')));
        } else setAnswer(question!, field, value, mapping, answers);
      }
      const isAnswered = task.questions.some(({ id, scale }) => isClosed(scale) && answers.has(id));
      // Several fields may hold labels of one task: a label is unticked only when none has it.
      if (isTicked || (mapping.empty === 'no label applies' && !isAnswered))
        tick(task, chosen, answers, add);
      const { line, index } = record;
      return { row: wholeRow(task, record, annotation, answers, notes, mapping), line, index };
    }),
  );
  for (const [field, { count, got }] of unknown)
    faults.push(
      fault('unknown-field', { field: shownName(field), hint: unknownHint(task, count, got) }),
    );
  const isNameless = rows.length > 0 && rows.every(({ row }) => row['unit'] === '');
  if (isNameless) faults.push(missingField((mapping.unit ?? task.unit.id).join(', '), namesUnit));
  const skipped = [...exported.skipped, ...counts()];
  return { rows: isNameless ? [] : rows, skipped, faults };
}

/** A field that fits nowhere: its number of annotations, and what it holds if that is no answer. */
interface UnknownField {
  readonly count: number;
  readonly got: TextValue | null;
}

function unknownHint(task: Task, count: number, got: TextValue | null): TextValue {
  if (got !== null) return codedText('unreadable-field', { count, got });
  const questions = task.questions.map((question) => question.id);
  const targets = oneOf([...questions, everyLabel, notesTarget]);
  return codedText('unmapped-field', { count, targets });
}

/** In a mapping: each label that was chosen is itself a question. */
const everyLabel = '*';
const notesTarget = 'notes';

function fieldTargets(
  task: Task,
  mapping: ToolMapping,
): (field: string) => string | null | undefined {
  const questions = new Set(task.questions.map((question) => question.id));
  const closed = task.questions.filter((question) => question.measured);
  return (field) => {
    const mapped = ownField(mapping.fields, field);
    if (mapped === null || mapped === everyLabel || mapped === notesTarget) return mapped;
    if (mapped !== undefined) return questions.has(mapped) ? mapped : undefined;
    if (questions.has(field)) return field;
    if (field === notesTarget) return notesTarget;
    // Tools with one unnamed field of labels: what it holds are the task's labels, or the answers
    // to its only question.
    if (!unnamed.has(field)) return undefined;
    return task.form === 'labels' || closed.length > 1 ? everyLabel : closed[0]?.id;
  };
}

const unnamed: ReadonlySet<string> = new Set(['accept', 'label', 'labels']);

type ReadableValue = Exclude<ToolValue, { kind: 'unreadable' }>;

function setAnswer(
  question: Question,
  field: string,
  value: ReadableValue,
  mapping: ToolMapping,
  answers: Map<string, unknown>,
): void {
  if (value.kind === 'applies') answers.set(question.id, appliesAnswer(question, value.applies));
  else if (question.scale.kind === 'text' || question.scale.kind === 'quote')
    answers.set(question.id, plainText(value));
  else if (value.kind === 'number') answers.set(question.id, value.number);
  else {
    const labels = value.kind === 'text' ? [value.text] : value.labels;
    if (labels.length === 1)
      answers.set(question.id, labelAnswer(question, field, labels[0]!, mapping));
    // Several labels for one answer are shown as they came, and refused by the validator.
    else if (labels.length > 1) answers.set(question.id, labels);
  }
}

/** What yes and no to a label mean on its scale. A grade that yes leaves open stays true. */
function appliesAnswer({ scale }: Question, applies: boolean): Answer {
  if (scale.kind !== 'ordinal' || scale.present === null) return applies;
  return applies ? (scale.ticked ?? applies) : scale.values[0]!.value;
}

function labelAnswer(
  question: Question,
  field: string,
  label: string,
  mapping: ToolMapping,
): Answer {
  const mapped = ownField(ownField(mapping.values, field), label);
  if (mapped !== undefined) return mapped;
  if (question.scale.kind === 'binary') {
    if (/^(yes|true|1)$/.test(label)) return true;
    return /^(no|false|0)$/.test(label) ? false : label;
  }
  return scaleAnswers(question.scale).find((value) => String(value) === label) ?? label;
}

/** The labels that were chosen in a field, by the names that they have in the task. */
function tickedLabels(
  field: string,
  value: ReadableValue,
  mapping: ToolMapping,
  add: (found: Fault) => void,
): readonly string[] {
  if (value.kind === 'number' || value.kind === 'applies') {
    add(wrongField(field, plainText(value), codedText('applying-labels')));
    return [];
  }
  const labels = value.kind === 'text' ? [value.text] : value.labels;
  return labels.map((label) => String(ownField(ownField(mapping.values, field), label) ?? label));
}

/**
 * Chosen labels apply, all other labels of the task do not. A label that the task lacks stays in
 * the row, for the import's mode to decide; a label that it spells differently is left open
 * meanwhile.
 */
function tick(
  task: Task,
  chosen: ReadonlySet<string>,
  answers: Map<string, unknown>,
  add: (found: Fault) => void,
): void {
  const offered = task.questions.filter(
    ({ scale }) => scale.kind === 'binary' || (scale.kind === 'ordinal' && scale.present !== null),
  );
  const names = offered.map((question) => question.id);
  const unknown = [...chosen].filter((label) => !names.includes(label));
  const spelled = new Set(unknown.map((label) => spelledName(names, label)));
  for (const question of offered) {
    const { id } = question;
    const isChosen = chosen.has(id);
    if (answers.has(id)) {
      if (isChosen && answers.get(id) === appliesAnswer(question, false))
        add(wrongField(id, codedText('chosen-and-denied'), codedText('one-of-both')));
    } else if (isChosen || !spelled.has(id)) setTick(question, isChosen, answers);
  }
  for (const label of unknown) {
    const meant = offered.find((question) => question.id === spelledName(names, label));
    if (task.questions.some((question) => question.id === label))
      add(wrongValue('labels', label, oneOf(names)));
    else answers.set(label, meant === undefined ? true : appliesAnswer(meant, true));
  }
}

/** A grade that a tick leaves open is not filled in; the validator asks for it. */
function setTick({ id, scale }: Question, isChosen: boolean, answers: Map<string, unknown>): void {
  if (scale.kind === 'binary') answers.set(id, isChosen);
  else if (scale.kind === 'ordinal') {
    if (!isChosen) answers.set(id, scale.values[0]!.value);
    else if (scale.ticked !== null) answers.set(id, scale.ticked);
  }
}

function plainText(value: ReadableValue): string {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'number') return String(value.number);
  if (value.kind === 'chosen') return value.labels.join(', ');
  return value.applies ? 'yes' : 'no';
}

function wholeRow(
  task: Task,
  record: ToolRecord,
  { annotator: user, at, seconds, written }: ToolAnnotation,
  answers: ReadonlyMap<string, unknown>,
  notes: readonly string[],
  mapping: ToolMapping,
): JsonRow {
  const annotator =
    user === null ? mapping.annotator : (ownField(mapping.annotators, user) ?? user);
  const { guideline, round } = mapping;
  const noted = notes.filter((text) => text !== '').join('\n');
  return {
    unit: toolUnit(task, record, mapping) ?? '',
    ...defined({ annotator }),
    answers: Object.fromEntries(answers),
    ...defined({ at: at ?? undefined, seconds: seconds ?? undefined }),
    ...asidesOf(written, user ?? mapping.annotator, at),
    ...defined({ guideline, round, notes: noted === '' ? undefined : noted }),
  };
}
