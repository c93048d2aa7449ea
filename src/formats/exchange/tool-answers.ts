import type { TextValue } from '../../domain/coded-text.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField, shownName } from '../own-field.ts';
import type { Skip, ToolMapping, ToolSpan, ToolValue } from './tool-export.ts';
import { appliesAnswer, tick } from './tool-labels.ts';

/** What an annotation says about a task. */
export interface ToolAnswers {
  readonly answers: ReadonlyMap<string, unknown>;
  readonly notes: readonly string[];
  /** Where answers came from, when names or labels differ: an export writes them back. */
  readonly said: JsonRow;
  /** Marked passages with their fields and offsets. */
  readonly spans: readonly JsonRow[];
}

/** Where an answer came from; `ticked` where the label itself is the question. */
interface SaidAnswer {
  readonly field: string;
  readonly label?: string;
  readonly ticked?: true;
}

/** A field that fits nowhere: how many annotations have it, and what it holds if not an answer. */
export interface UnknownField {
  readonly count: number;
  readonly got: TextValue | null;
}

/** Reports about an annotation while it is read. */
export interface AnswerReports {
  readonly add: (found: Fault) => void;
  readonly skip: Skip;
  readonly unknown: Map<string, UnknownField>;
}

/** In a mapping: each label that was chosen is itself a question. */
export const everyLabel = '*';
/** In a mapping: the field goes into the notes. */
export const notesTarget = 'notes';

/** Reads the answers of annotations of a tool by a mapping. */
export function answerReader(
  task: Task,
  mapping: ToolMapping,
): (given: ReadonlyMap<string, ToolValue>, reports: AnswerReports) => ToolAnswers {
  const target = fieldTargets(task, mapping);
  return (given, reports) => {
    const answers = new Map<string, unknown>();
    const said = new Map<string, SaidAnswer>();
    const chosen = new Set<string>();
    let offered: ReadonlySet<string> | null = new Set<string>();
    const notes: string[] = [];
    const spans: JsonRow[] = [];
    let isTicked = false;
    const hasOther = [...given.values()].some((value) => value.kind !== 'spans');
    const take = (field: string, value: ToolValue, goesTo: string | null | undefined): void => {
      const question = task.questions.find(({ id }) => id === goesTo);
      if (goesTo === undefined) noteUnknown(field, value, hasOther, reports);
      else if (goesTo === null)
        reports.skip('skipped-by-mapping', countOf(value), { field: shownName(field) });
      else if (value.kind === 'unreadable')
        reports.add(wrongField(shownName(field), value.got, value.expected));
      else if (goesTo === notesTarget) notes.push(plainText(value));
      else if (goesTo === everyLabel) {
        isTicked = true;
        offered = withOffered(offered, field, value, mapping);
        for (const { name, label } of tickedLabels(field, value, mapping, task, reports.add)) {
          chosen.add(name);
          if (name !== label || !unnamed.has(field)) said.set(name, { field, label, ticked: true });
        }
      } else if (answers.has(goesTo)) {
        const second = codedText('second-answer', { question: goesTo });
        reports.add(wrongField(field, second, codedText('one-field')));
      } else {
        const label = setAnswer(question!, field, value, mapping, answers, reports.add);
        const isPlain = label === undefined || label === String(answers.get(goesTo));
        if (field !== goesTo || !isPlain)
          said.set(goesTo, { field, ...(isPlain ? {} : { label }) });
      }
    };
    for (const [field, value] of given) {
      if (value.kind !== 'spans') take(field, value, target(field));
      else
        for (const [name, own, goesTo] of spanTargets(field, value.spans, target)) {
          take(name, { kind: 'spans', spans: own }, goesTo);
          if (typeof goesTo === 'string') spans.push(...own.map((span) => ({ field, ...span })));
        }
    }
    const isAnswered = task.questions.some(({ id, scale }) => isClosed(scale) && answers.has(id));
    // Several fields may hold labels of one task: a label is unticked only when none has it.
    if (isTicked || (mapping.empty === 'no label applies' && !isAnswered))
      tick(task, { chosen, offered: isTicked ? offered : null }, answers, reports.add);
    return { answers, notes, said: Object.fromEntries(said), spans };
  };
}

/** What all fields of labels offer; null as soon as one of them does not say. */
function withOffered(
  before: ReadonlySet<string> | null,
  field: string,
  value: ReadableValue,
  mapping: ToolMapping,
): ReadonlySet<string> | null {
  if (before === null || value.kind !== 'chosen' || value.offered === undefined) return null;
  const names = value.offered.map((label) => String(meaningOf(mapping, field, label) ?? label));
  return new Set([...before, ...names]);
}

/**
 * Where marked passages go: all of them where the field has a target, else those of each label by
 * `field.label` or the label's own name.
 */
function spanTargets(
  field: string,
  spans: readonly ToolSpan[],
  target: (field: string) => string | null | undefined,
): readonly (readonly [string, readonly ToolSpan[], string | null | undefined])[] {
  const whole = target(field);
  if (whole !== undefined) return [[field, spans, whole]];
  return [...new Set(spans.map(({ label }) => label))].map((label) => {
    const name = `${field}.${label}`;
    return [name, spans.filter((span) => span.label === label), target(name) ?? target(label)];
  });
}

function noteUnknown(
  field: string,
  value: ToolValue,
  hasOther: boolean,
  { skip, unknown }: AnswerReports,
): void {
  // Passages beside other answers explain them.
  if (value.kind === 'spans' && hasOther) skip('skipped-spans', value.spans.length);
  else {
    const got = value.kind === 'unreadable' ? value.got : null;
    unknown.set(field, { count: (unknown.get(field)?.count ?? 0) + 1, got });
  }
}

function countOf(value: ToolValue): number {
  if (value.kind === 'unreadable') return value.count;
  return value.kind === 'spans' ? value.spans.length : 1;
}

/** Where each field goes: a question, `*`, the notes, nowhere on purpose (null), or unknown. */
export function fieldTargets(
  task: Task,
  mapping: ToolMapping,
): (field: string) => string | null | undefined {
  const questions = new Set(task.questions.map((question) => question.id));
  const closed = task.questions.filter((question) => question.measured);
  const open = task.questions.filter(({ scale }) => scale.kind === 'text');
  return (field) => {
    const mapped = ownField(mapping.fields, field);
    if (mapped === null || mapped === everyLabel || mapped === notesTarget) return mapped;
    if (mapped !== undefined) return questions.has(mapped) ? mapped : undefined;
    if (questions.has(field)) return field;
    if (field === notesTarget) return notesTarget;
    // Tools with one unnamed field of labels: what it holds are the task's labels, or the answers
    // to its only question.
    if (!unnamed.has(field)) return undefined;
    if (closed.length === 0 && open.length === 1) return open[0]!.id;
    return task.form === 'labels' || closed.length > 1 ? everyLabel : closed[0]?.id;
  };
}

const unnamed: ReadonlySet<string> = new Set(['accept', 'label', 'labels']);

type ReadableValue = Exclude<ToolValue, { kind: 'unreadable' }>;

/** Sets the answer to a question and returns the tool's label for it, where there is one. */
function setAnswer(
  question: Question,
  field: string,
  value: ReadableValue,
  mapping: ToolMapping,
  answers: Map<string, unknown>,
  add: (found: Fault) => void,
): string | undefined {
  if (value.kind === 'applies') answers.set(question.id, appliesAnswer(question, value.applies));
  else if (question.scale.kind === 'text' || question.scale.kind === 'quote') {
    if (value.kind === 'spans' && value.spans.some(({ text }) => text === null))
      add(wrongField(shownName(field), codedText('passage-unknown'), codedText('marked-text')));
    // A quote is one passage; several are shown as they came, and refused by the validator.
    else if (value.kind === 'spans' && question.scale.kind === 'quote' && value.spans.length > 1)
      add(wrongField(shownName(field), plainText(value), codedText('one-passage')));
    else if (value.kind !== 'spans' || value.spans.length > 0)
      answers.set(question.id, plainText(value));
  } else if (value.kind === 'number') {
    const least = ownField(mapping.thresholds, field);
    const isMeasured = least !== undefined && question.scale.kind === 'binary';
    answers.set(question.id, isMeasured ? value.number >= least : value.number);
  } else {
    const labels = labelsOf(value);
    const isPath = value.kind === 'chosen' && value.arePaths === true;
    if (labels.length === 1) {
      answers.set(question.id, labelAnswer(question, field, labels[0]!, mapping, isPath));
      return labels[0];
    }
    // Several labels for one answer are shown as they came, and refused by the validator.
    if (labels.length > 1) answers.set(question.id, labels);
  }
  return undefined;
}

function labelsOf(value: Extract<ToolValue, { kind: 'text' | 'chosen' | 'spans' }>) {
  if (value.kind === 'text') return [value.text];
  return value.kind === 'chosen'
    ? value.labels
    : [...new Set(value.spans.map(({ label }) => label))];
}

function labelAnswer(
  question: Question,
  field: string,
  label: string,
  mapping: ToolMapping,
  isPath: boolean,
): Answer {
  const mapped = meaningOf(mapping, field, label);
  if (mapped !== undefined) return mapped;
  if (question.scale.kind === 'binary') {
    if (/^(yes|true|1)$/.test(label)) return true;
    return /^(no|false|0)$/.test(label) ? false : label;
  }
  const answers = scaleAnswers(question.scale);
  const named = answers.find((value) => String(value) === label);
  return (
    named ?? (isPath ? answers.find((value) => String(value) === leafOf(label)) : null) ?? label
  );
}

/** What the mapping says about a label of a field, or of any field. */
function meaningOf({ values }: ToolMapping, field: string, label: string): Answer | undefined {
  return (ownField(ownField(values, field), label) ??
    ownField(ownField(values, everyLabel), label)) as Answer | undefined;
}

function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The labels that were chosen in a field, with the names that they have in the task. */
function tickedLabels(
  field: string,
  value: ReadableValue,
  mapping: ToolMapping,
  task: Task,
  add: (found: Fault) => void,
): readonly { readonly name: string; readonly label: string }[] {
  if (value.kind === 'number' || value.kind === 'applies') {
    add(wrongField(field, plainText(value), codedText('applying-labels')));
    return [];
  }
  const isPath = value.kind === 'chosen' && value.arePaths === true;
  const isQuestion = (name: string): boolean => task.questions.some(({ id }) => id === name);
  return labelsOf(value).map((label) => {
    const mapped = meaningOf(mapping, field, label);
    const own = isPath && !isQuestion(label) && isQuestion(leafOf(label)) ? leafOf(label) : label;
    return { name: String(mapped ?? own), label };
  });
}

function plainText(value: ReadableValue): string {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'number') return String(value.number);
  if (value.kind === 'chosen') return value.labels.join(', ');
  if (value.kind === 'spans') return value.spans.map(({ text }) => text ?? '').join('\n');
  return value.applies ? 'yes' : 'no';
}
