import { fault, InputError } from '../domain/fault.ts';
import type { Judgment } from '../domain/judgment.ts';
import type { Question } from '../domain/question.ts';
import { scaleAnswers } from '../domain/scale.ts';
import type { Answer } from '../domain/scale.ts';
import type { Task } from '../domain/task.ts';
import type { Unit } from '../domain/unit.ts';
import { codeApplies, answerCode } from '../truth/answer-codes.ts';
import { ownField } from './own-field.ts';
import { unitField } from './tool-units.ts';

/** A unit with the judgments on it. */
export interface JudgedUnit {
  readonly unit: Unit;
  readonly judgments: readonly Judgment[];
}

/** Judgments as Label Studio's JSON: choices for questions with values, text areas for the others. Reading it back gives the same answers. */
export function writeLabelStudio(task: Task, judged: readonly JudgedUnit[]): string {
  const tasks = judged.map(({ unit, judgments }, at) => ({
    id: at + 1,
    data: { [unitField]: unit.id, ...unit.fields },
    annotations: judgments.map((judgment) => ({
      completed_by: { email: judgment.annotator },
      was_cancelled: false,
      ...(judgment.at === null ? {} : { created_at: judgment.at, updated_at: judgment.at }),
      ...(judgment.seconds === null ? {} : { lead_time: judgment.seconds }),
      result: answersOf(task, judgment).map(([question, answer]) => ({
        from_name: question.id,
        to_name: task.unit.show[0],
        type: isFree(question) ? 'textarea' : 'choices',
        value: isFree(question) ? { text: [String(answer)] } : { choices: [labelOf(answer)] },
      })),
    })),
  }));
  return `${JSON.stringify(tasks, null, 1)}\n`;
}

/** Judgments as Argilla's records, nested, with every response submitted. Reading it back gives the same answers. */
export function writeArgilla(task: Task, judged: readonly JudgedUnit[]): string {
  const records = judged.map(({ unit, judgments }) => ({
    id: unit.id,
    fields: { ...unit.fields, [unitField]: unit.id },
    metadata: {},
    suggestions: {},
    responses: Object.fromEntries(
      task.questions.flatMap((question) => {
        const responses = judgments.flatMap((judgment) => answersOf(task, judgment).filter(([own]) => own === question).map(([, answer]) => ({ value: typeof answer === 'boolean' ? labelOf(answer) : answer, user_id: judgment.annotator, status: 'submitted' })));
        return responses.length === 0 ? [] : [[question.id, responses]];
      }),
    ),
  }));
  return `${JSON.stringify(records, null, 1)}\n`;
}

/** Judgments as Potato's JSONL: a row per annotator and unit. Reading it back gives the same answers. */
export function writePotato(task: Task, judged: readonly JudgedUnit[]): string {
  return lines(judged, ({ unit }, judgment) => ({
    user_id: judgment.annotator,
    instance_id: unit.id,
    displayed_text: String(ownField(unit.fields, task.unit.show[0] ?? '') ?? ''),
    label_annotations: Object.fromEntries(answersOf(task, judgment).map(([question, answer]) => [question.id, isFree(question) ? { text_box: answer } : { [labelOf(answer)]: true }])),
    span_annotations: [],
    behavioral_data: judgment.seconds === null ? {} : { time_spent: judgment.seconds },
  }));
}

/**
 * Judgments as Prodigy's JSONL, where each row holds one choice: of the only question's values, or of all labels that apply. Grades have no place
 * there, so that a task with grades is refused.
 */
export function writeProdigy(task: Task, judged: readonly JudgedUnit[]): string {
  const labels = oneChoice(task, 'Prodigy');
  return lines(judged, ({ unit }, judgment) => ({
    ...unit.fields,
    [unitField]: unit.id,
    options: labels.map((label) => ({ id: label, text: label })),
    accept: chosenLabels(task, judgment),
    ...Object.fromEntries(answersOf(task, judgment).filter(([question]) => isFree(question)).map(([question, answer]) => [question.id, answer])),
    answer: 'accept',
    _view_id: 'choice',
    _annotator_id: judgment.annotator,
    _session_id: judgment.annotator,
    ...(judgment.at === null ? {} : { _timestamp: Math.floor(Date.parse(judgment.at) / 1000) }),
  }));
}

/** Judgments as doccano's JSONL, a file per annotator as doccano writes them. Only what a list of labels can hold; the rest is refused. */
export function writeDoccano(task: Task, judged: readonly JudgedUnit[]): ReadonlyMap<string, string> {
  oneChoice(task, 'doccano');
  if (task.questions.some(isFree)) refuseShape('doccano', 'free text');
  const files = new Map<string, string>();
  for (const { unit, judgments } of judged) {
    for (const judgment of judgments) {
      const row = { ...unit.fields, id: unit.id, [unitField]: unit.id, label: chosenLabels(task, judgment) };
      files.set(judgment.annotator, `${files.get(judgment.annotator) ?? ''}${JSON.stringify(row)}\n`);
    }
  }
  return files;
}

function lines(judged: readonly JudgedUnit[], row: (one: JudgedUnit, judgment: Judgment) => object): string {
  return judged.flatMap((one) => one.judgments.map((judgment) => `${JSON.stringify(row(one, judgment))}\n`)).join('');
}

function answersOf(task: Task, judgment: Judgment): readonly (readonly [Question, Answer])[] {
  return task.questions.flatMap((question) => {
    const answer = ownField(judgment.answers, question.id);
    return answer === undefined ? [] : [[question, answer] as const];
  });
}

function isFree(question: Question): boolean {
  return question.scale.kind === 'text' || question.scale.kind === 'quote';
}

function labelOf(answer: Answer): string {
  return answer === true ? 'yes' : answer === false ? 'no' : String(answer);
}

/** What can be chosen where a tool has one list of labels: the values of the only question, else the names of the binary ones. */
function oneChoice(task: Task, tool: string): readonly string[] {
  const closed = task.questions.filter((question) => !isFree(question));
  if (closed.length === 1) return scaleAnswers(closed[0]!.scale).map(labelOf);
  if (closed.some((question) => question.scale.kind !== 'binary')) refuseShape(tool, 'grades or several choices');
  return closed.map((question) => question.id);
}

function chosenLabels(task: Task, judgment: Judgment): readonly string[] {
  const closed = answersOf(task, judgment).filter(([question]) => !isFree(question));
  if (task.questions.filter((question) => !isFree(question)).length === 1) return closed.map(([, answer]) => labelOf(answer));
  return closed.filter(([question, answer]) => codeApplies(question, answerCode(question, answer))).map(([question]) => question.id);
}

function refuseShape(tool: string, what: string): never {
  throw new InputError([fault('usage', { reason: `The task has ${what}, which a file for ${tool} cannot hold. Export JSONL, CSV or Label Studio JSON.` })]);
}
