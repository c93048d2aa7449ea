import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { fault, InputError } from '../../domain/fault.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Unit } from '../../domain/units/unit.ts';
import { codeApplies, answerCode } from '../../truth/protocol/answer-codes.ts';
import { doccanoNames } from './doccano.ts';
import { ownField } from '../own-field.ts';
import { prodigyNames } from './prodigy.ts';
import { asidesToWrite, judgmentField } from './tool-asides.ts';
import { unitField } from './tool-units.ts';

/** A unit with the judgments on it. */
export interface JudgedUnit {
  readonly unit: Unit;
  readonly judgments: readonly Judgment[];
}

/** Judgments as Label Studio's JSON with choices and text areas; reading gives the same answers. */
export function writeLabelStudio(task: Task, judged: readonly JudgedUnit[]): string {
  const tasks = judged.map(({ unit, judgments }, at) => ({
    id: at + 1,
    data: { [unitField]: unit.id, ...unit.fields },
    annotations: judgments.map((judgment) => ({
      completed_by: { email: judgment.annotator },
      was_cancelled: false,
      ...(judgment.at === null ? {} : { created_at: judgment.at, updated_at: judgment.at }),
      ...(judgment.seconds === null ? {} : { lead_time: judgment.seconds }),
      result: [
        ...answersOf(task, judgment).map(([question, answer]) => ({
          from_name: question.id,
          to_name: task.unit.show[0],
          type: isFree(question) ? 'textarea' : 'choices',
          value: isFree(question) ? { text: [String(answer)] } : { choices: [labelOf(answer)] },
        })),
        ...notesOf(task, judgment).map((notes) => ({
          from_name: notesField,
          to_name: task.unit.show[0],
          type: 'textarea',
          value: { text: [notes] },
        })),
      ],
    })),
  }));
  return `${JSON.stringify(tasks, null, 1)}\n`;
}

/** Judgments as Argilla's nested records, all submitted; reading them gives the same answers. */
export function writeArgilla(task: Task, judged: readonly JudgedUnit[]): string {
  const records = judged.map(({ unit, judgments }) => ({
    id: unit.id,
    fields: { ...unit.fields, [unitField]: unit.id },
    metadata: {},
    suggestions: {},
    responses: Object.fromEntries(
      [...task.questions, null]
        .map(
          (question) =>
            [
              question?.id ?? notesField,
              judgments.flatMap((judgment) => argillaResponses(task, judgment, question)),
            ] as const,
        )
        .filter(([, responses]) => responses.length > 0),
    ),
  }));
  return `${JSON.stringify(records, null, 1)}\n`;
}

/** The response of a judgment to a question, or its notes for null; none when there is nothing. */
function argillaResponses(task: Task, judgment: Judgment, question: Question | null): object[] {
  const values: readonly Answer[] =
    question === null
      ? notesOf(task, judgment)
      : answersOf(task, judgment).flatMap(([own, answer]) => (own === question ? [answer] : []));
  return values.map((value) => ({
    value: typeof value === 'boolean' ? labelOf(value) : value,
    user_id: judgment.annotator,
    status: 'submitted',
  }));
}

/** Judgments as Potato's JSONL, a row per annotator and unit; reading it gives the same answers. */
export function writePotato(task: Task, judged: readonly JudgedUnit[]): string {
  return lines(judged, ({ unit }, judgment) => ({
    user_id: judgment.annotator,
    instance_id: unit.id,
    displayed_text: String(ownField(unit.fields, task.unit.show[0] ?? '') ?? ''),
    label_annotations: Object.fromEntries([
      ...answersOf(task, judgment).map(([question, answer]) => {
        const given = isFree(question) ? { text_box: answer } : { [labelOf(answer)]: true };
        return [question.id, given] as const;
      }),
      ...notesOf(task, judgment).map((notes) => [notesField, { text_box: notes }] as const),
    ]),
    span_annotations: [],
    behavioral_data: judgment.seconds === null ? {} : { time_spent: judgment.seconds },
  }));
}

/**
 * Judgments as Prodigy's JSONL with one choice per row: of the only question's values, or of all
 * labels that apply. Grades are refused. Fields with names that Prodigy uses go into the metadata.
 */
export function writeProdigy(task: Task, judged: readonly JudgedUnit[]): string {
  const labels = oneChoice(task, 'Prodigy');
  const names = new Set([
    ...prodigyNames,
    'user_input',
    ...task.questions.filter(isFree).map((question) => question.id),
  ]);
  return lines(judged, ({ unit }, judgment) => ({
    ...fieldsOf(unit, (field) => !names.has(field)),
    [unitField]: unit.id,
    [judgmentField]: asidesToWrite(judgment, chosenLabels(task, judgment)),
    meta: fieldsOf(unit, (field) => names.has(field)),
    options: labels.map((label) => ({ id: label, text: label })),
    accept: chosenLabels(task, judgment),
    ...Object.fromEntries(
      answersOf(task, judgment)
        .filter(([question]) => isFree(question))
        .map(([question, answer]) => [question.id, answer]),
    ),
    answer: 'accept',
    _view_id: 'choice',
    _annotator_id: judgment.annotator,
    _session_id: judgment.annotator,
    ...(judgment.at === null ? {} : { _timestamp: Math.floor(Date.parse(judgment.at) / 1000) }),
  }));
}

/** Judgments as doccano's JSONL, a file per annotator. Refuses more than a list of labels. */
export function writeDoccano(
  task: Task,
  judged: readonly JudgedUnit[],
): ReadonlyMap<string, string> {
  oneChoice(task, 'doccano');
  if (task.questions.some(isFree)) refuseShape('doccano', codedText('free-text'));
  const files = new Map<string, string>();
  for (const { unit, judgments } of judged) {
    for (const judgment of judgments) {
      const isMeta = (field: string): boolean => doccanoNames.has(field) || field === 'id';
      const label = chosenLabels(task, judgment);
      const row = {
        ...fieldsOf(unit, (field) => !isMeta(field)),
        id: unit.id,
        [unitField]: unit.id,
        label,
        [judgmentField]: asidesToWrite(judgment, label),
        meta: fieldsOf(unit, isMeta),
      };
      const before = files.get(judgment.annotator) ?? '';
      files.set(judgment.annotator, `${before}${JSON.stringify(row)}\n`);
    }
  }
  return files;
}

/** What a judgment has beside its answers and the file of a tool has no place for. */
export const leftOutFields: Readonly<Record<string, readonly string[]>> = {
  'flat-jsonl': ['round', 'at', 'seconds'],
  'label-studio': ['guideline', 'round', 'confidence', 'flag', 'uncertain'],
  argilla: ['guideline', 'round', 'at', 'seconds', 'confidence', 'flag', 'uncertain'],
  potato: ['guideline', 'round', 'at', 'confidence', 'flag', 'uncertain'],
};

function lines(
  judged: readonly JudgedUnit[],
  row: (one: JudgedUnit, judgment: Judgment) => object,
): string {
  return judged
    .flatMap((one) => one.judgments.map((judgment) => `${JSON.stringify(row(one, judgment))}\n`))
    .join('');
}

function answersOf(task: Task, judgment: Judgment): readonly (readonly [Question, Answer])[] {
  return task.questions.flatMap((question) => {
    const answer = ownField(judgment.answers, question.id);
    return answer === undefined ? [] : [[question, answer] as const];
  });
}

const notesField = 'notes';

/** The notes on a judgment, where no question has their name. */
function notesOf(task: Task, { asides }: Judgment): readonly string[] {
  const isTaken = task.questions.some((question) => question.id === notesField);
  return asides.notes === undefined || asides.notes === '' || isTaken ? [] : [asides.notes];
}

function fieldsOf({ fields }: Unit, isTaken: (field: string) => boolean): object {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => isTaken(field)));
}

function isFree(question: Question): boolean {
  return question.scale.kind === 'text' || question.scale.kind === 'quote';
}

function labelOf(answer: Answer): string {
  if (answer === true) return 'yes';
  return answer === false ? 'no' : String(answer);
}

/** The choices in one list of labels: the only question's values, else the binary questions. */
function oneChoice(task: Task, tool: string): readonly string[] {
  const closed = task.questions.filter((question) => !isFree(question));
  if (closed.length === 1) return scaleAnswers(closed[0]!.scale).map(labelOf);
  if (closed.some((question) => question.scale.kind !== 'binary'))
    refuseShape(tool, codedText('grades-or-choices'));
  return closed.map((question) => question.id);
}

function chosenLabels(task: Task, judgment: Judgment): readonly string[] {
  const closed = answersOf(task, judgment).filter(([question]) => !isFree(question));
  if (task.questions.filter((question) => !isFree(question)).length === 1)
    return closed.map(([, answer]) => labelOf(answer));
  return closed
    .filter(([question, answer]) => codeApplies(question, answerCode(question, answer)))
    .map(([question]) => question.id);
}

function refuseShape(tool: string, what: CodedText): never {
  throw new InputError([fault('shape-unsupported', { what, tool })]);
}
