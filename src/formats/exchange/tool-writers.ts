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
import { fieldOf, ownField } from '../own-field.ts';
import { labelsWritten, prodigyParts } from './prodigy/prodigy-parts.ts';
import { prodigyNames } from './prodigy/prodigy.ts';
import { defined } from '../../domain/defined.ts';
import { asidesToWrite, judgmentField, marksToWrite } from './tool-asides.ts';
import { keptFor, toolAnnotator, ToolOrigins } from './tool-origins.ts';
import { unitField } from './tool-units.ts';

/** A unit with the judgments on it. */
export interface UnitJudgments {
  readonly unit: Unit;
  readonly judgments: readonly Judgment[];
}

/**
 * Judgments as Label Studio's JSON with choices and text areas; reading gives the same answers.
 * What came from there goes back under its own ids, controls, types and labels; other tasks are
 * numbered after `first`.
 */
export function writeLabelStudio(task: Task, judged: readonly UnitJudgments[], first = 0): string {
  const origins = new ToolOrigins(judged.flatMap(({ judgments }) => judgments));
  const tasks = judged.map(({ unit, judgments }, at) => {
    const own = keptFor('label_studio', judgments[0]);
    const project = toolId(own['project']);
    return {
      id: toolId(own['task']) ?? first + at + 1,
      ...(project === undefined ? {} : { project }),
      data: { [unitField]: unit.id, ...unit.fields },
      annotations: judgments.map((judgment) => studioAnnotation(task, judgment, origins)),
    };
  });
  return `${JSON.stringify(tasks, null, 1)}\n`;
}

function studioAnnotation(task: Task, judgment: Judgment, origins: ToolOrigins): object {
  const own = keptFor('label_studio', judgment);
  const id = toolId(own['annotation']);
  const result = (name: string, type: string, value: object): object => {
    const known = fieldOf(own['results'], name);
    return {
      ...defined({ id: fieldOf(known, 'id') }),
      from_name: name,
      to_name: fieldOf(known, 'to') ?? task.unit.show[0],
      type: fieldOf(known, 'type') ?? type,
      value,
    };
  };
  const inLists = new Set([...origins.ticked.values()].flatMap((labels) => [...labels.keys()]));
  const lists = [...origins.ticked].map(([field, labels]) => {
    const choices = answersOf(task, judgment)
      .filter(([question, answer]) => codeApplies(question, answerCode(question, answer)))
      .flatMap(([question]) => labels.get(question.id) ?? []);
    return result(field, 'choices', { choices });
  });
  const plain = answersOf(task, judgment).filter(([question]) => !inLists.has(question.id));
  return {
    ...(id === undefined ? {} : { id }),
    completed_by: { email: toolAnnotator(judgment) },
    was_cancelled: false,
    ...(own['ground_truth'] === true ? { ground_truth: true } : {}),
    ...(judgment.at === null ? {} : { created_at: judgment.at, updated_at: judgment.at }),
    ...(judgment.seconds === null ? {} : { lead_time: judgment.seconds }),
    ...marksToWrite(judgment, toolAnnotator(judgment)),
    result: [
      ...lists,
      ...plain.map(([question, answer]) => {
        const name = origins.field(question.id);
        const type = fieldOf(fieldOf(own['results'], name), 'type');
        if (isFree(question)) return result(name, 'textarea', { text: [String(answer)] });
        if ((type === 'rating' || type === 'number') && typeof answer === 'number')
          return result(name, type, { [type]: answer });
        const label = origins.label(question.id, answer) ?? labelOf(answer);
        return result(name, 'choices', { choices: [label] });
      }),
      ...notesOf(task, judgment).map((notes) => result(notesField, 'textarea', { text: [notes] })),
    ],
  };
}

/** An id as the tool wrote it: a number where it is one. */
function toolId(kept: unknown): number | string | undefined {
  if (typeof kept !== 'string') return undefined;
  return /^(0|[1-9]\d{0,14})$/.test(kept) ? Number(kept) : kept;
}

/** Judgments as Argilla's nested records, all submitted; reading them gives the same answers. */
export function writeArgilla(task: Task, judged: readonly UnitJudgments[]): string {
  const origins = new ToolOrigins(judged.flatMap(({ judgments }) => judgments));
  const records = judged.map(({ unit, judgments }) => ({
    id: unit.id,
    ...keptFor('argilla', judgments[0]),
    fields: { ...unit.fields, [unitField]: unit.id },
    metadata: {},
    suggestions: {},
    ...argillaMarks(judgments),
    responses: Object.fromEntries(
      [...task.questions, null]
        .map(
          (question) =>
            [
              question === null ? notesField : origins.field(question.id),
              judgments.flatMap((judgment) => argillaResponses(task, judgment, question, origins)),
            ] as const,
        )
        .filter(([, responses]) => responses.length > 0),
    ),
  }));
  return `${JSON.stringify(records, null, 1)}\n`;
}

/** The marks of all judgments on a record, by annotator. */
function argillaMarks(judgments: readonly Judgment[]): object {
  const marks = judgments.flatMap((judgment) => {
    const own = marksToWrite({ ...judgment, at: null }, toolAnnotator(judgment))[judgmentField];
    return own === undefined ? [] : [[toolAnnotator(judgment), own] as const];
  });
  return marks.length === 0 ? {} : { [judgmentField]: Object.fromEntries(marks) };
}

/** The response of a judgment to a question, or its notes for null; none when there is nothing. */
function argillaResponses(
  task: Task,
  judgment: Judgment,
  question: Question | null,
  origins: ToolOrigins,
): object[] {
  const values: readonly Answer[] =
    question === null
      ? notesOf(task, judgment)
      : answersOf(task, judgment).flatMap(([own, answer]) => (own === question ? [answer] : []));
  return values.map((value) => ({
    value:
      (question === null ? null : origins.label(question.id, value)) ??
      (typeof value === 'boolean' ? labelOf(value) : value),
    user_id: toolAnnotator(judgment),
    status: 'submitted',
  }));
}

/** Judgments as Potato's JSONL, a row per annotator and unit; reading it gives the same answers. */
export function writePotato(task: Task, judged: readonly UnitJudgments[]): string {
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
    ...marksToWrite({ ...judgment, at: null }, judgment.annotator),
  }));
}

/**
 * Judgments as Prodigy's JSONL with one choice per row: of the only question's values, or of all
 * labels that apply. Grades are refused. Fields with names that Prodigy uses go into the metadata.
 */
export function writeProdigy(task: Task, judged: readonly UnitJudgments[]): string {
  const labels = oneChoice(task, 'Prodigy');
  const names = new Set([
    ...prodigyNames,
    'user_input',
    ...task.questions.filter(isFree).map((question) => question.id),
  ]);
  const origins = new ToolOrigins(judged.flatMap(({ judgments }) => judgments));
  const rows = judged.flatMap(({ unit, judgments }) =>
    judgments.flatMap((judgment) => {
      const chosen = chosenLabels(task, judgment, origins);
      const applying = new Set(
        answersOf(task, judgment).flatMap(([question, answer]) =>
          codeApplies(question, answerCode(question, answer)) ? [origins.field(question.id)] : [],
        ),
      );
      const own = {
        ...fieldsOf(unit, (field) => !names.has(field)),
        [unitField]: unit.id,
        meta: fieldsOf(unit, (field) => names.has(field)),
        ...Object.fromEntries(
          answersOf(task, judgment)
            .filter(([question]) => isFree(question))
            .map(([question, answer]) => [question.id, answer]),
        ),
        _view_id: 'choice',
        _annotator_id: toolAnnotator(judgment),
        _session_id: toolAnnotator(judgment),
      };
      const at = judgment.at === null ? null : Math.floor(Date.parse(judgment.at) / 1000);
      const said = { all: labels, chosen, applying };
      return prodigyParts(keptFor('prodigy', judgment), said).map((part) => ({
        ...own,
        ...part,
        [judgmentField]: asidesToWrite(judgment, labelsWritten(part)),
        ...(at === null ? {} : { _timestamp: at }),
      }));
    }),
  );
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Judgments as doccano's JSONL, a file per annotator. Refuses more than a list of labels. */
export function writeDoccano(
  task: Task,
  judged: readonly UnitJudgments[],
): ReadonlyMap<string, string> {
  oneChoice(task, 'doccano');
  if (task.questions.some(isFree)) refuseShape('doccano', codedText('free-text'));
  const files = new Map<string, string>();
  const origins = new ToolOrigins(judged.flatMap(({ judgments }) => judgments));
  for (const { unit, judgments } of judged) {
    for (const judgment of judgments) {
      const isMeta = (field: string): boolean => doccanoNames.has(field) || field === 'id';
      const label = chosenLabels(task, judgment, origins);
      const row = {
        ...fieldsOf(unit, (field) => !isMeta(field)),
        id: keptFor('doccano', judgment)['id'] ?? unit.id,
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
  judged: readonly UnitJudgments[],
  row: (one: UnitJudgments, judgment: Judgment) => object,
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

function chosenLabels(task: Task, judgment: Judgment, origins: ToolOrigins): readonly string[] {
  const closed = answersOf(task, judgment).filter(([question]) => !isFree(question));
  if (task.questions.filter((question) => !isFree(question)).length === 1)
    return closed.map(
      ([question, answer]) => origins.label(question.id, answer) ?? labelOf(answer),
    );
  const names = new Map([...origins.ticked.values()].flatMap((labels) => [...labels]));
  return closed
    .filter(([question, answer]) => codeApplies(question, answerCode(question, answer)))
    .map(([question]) => names.get(question.id) ?? question.id);
}

function refuseShape(tool: string, what: CodedText): never {
  throw new InputError([fault('shape-unsupported', { what, tool })]);
}
