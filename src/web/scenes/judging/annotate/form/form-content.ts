import type { Question } from '../../../../../domain/protocol/question.ts';
import { isClosed, scaleAnswers } from '../../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../../domain/answer.ts';
import type { Task } from '../../../../../domain/protocol/task.ts';
import { answerCode, codeApplies } from '../../../../../truth/protocol/answer-codes.ts';
import type { Asides, DraftContent } from '../../../../outbox/saves.ts';

/** What a form holds. Of labels, only ticked ones have an answer: null until they are graded. */
export interface FormContent {
  readonly answers: Readonly<Record<string, Answer | null>>;
  readonly asides: Asides;
  /** In a form of labels: that someone said that none applies. */
  readonly saysNone: boolean;
}

/** The cursor's name for "no label applies"; no question can have this name. */
export const noneCursor = ':none';

/** The cursor's name for the place behind the last question. */
export const endCursor = ':end';

/** The cursor's name for the notes. */
export const notesCursor = ':notes';

/** A form without answers. */
export const emptyForm: FormContent = { answers: {}, asides: {}, saysNone: false };

/**
 * A form filled from a draft or a judgment to revise, without what no longer fits the task. In a
 * form of labels, "does not apply" is kept; the form's engine knows where it is said already.
 */
export function readForm(task: Task, draft: DraftContent | null): FormContent {
  if (draft === null) return emptyForm;
  const isLabels = task.form === 'labels';
  const answers: Record<string, Answer | null> = {};
  let off = 0;
  for (const question of task.questions) {
    const given = draft.answers[question.id];
    if (given === null && isLabels) answers[question.id] = null;
    if (!isAnswer(question, given)) continue;
    if (isLabels && given === offAnswer(question)) off += 1;
    answers[question.id] = given;
  }
  const saysNone = isLabels && off === task.questions.length;
  return { answers: saysNone ? {} : answers, asides: draft.asides, saysNone };
}

/** What is stored of a form while it is being filled in. */
export function draftOf(task: Task, form: FormContent): DraftContent {
  return { answers: form.saysNone ? offAnswers(task) : form.answers, asides: form.asides };
}

/** Whether anything was answered, so that an unticked label counts as an answer. */
export function isBegun(form: FormContent): boolean {
  return form.saysNone || Object.keys(form.answers).length > 0;
}

/** Whether somebody answered or wrote anything. */
export function hasContent(form: FormContent): boolean {
  return isBegun(form) || Object.keys(form.asides).length > 0;
}

/** The answer that an unticked label stands for. */
export function offAnswer(question: Question): Answer | undefined {
  return scaleAnswers(question.scale)[0];
}

/** The answer that a tick gives; null when the annotator must grade the label. */
export function tickedAnswer(question: Question): Answer | null {
  if (question.scale.kind === 'binary') return true;
  return question.scale.kind === 'ordinal' ? question.scale.default : null;
}

/** Whether an answer says that the question applies. */
export function applies(question: Question, answer: Answer | null | undefined): boolean {
  return answer != null && codeApplies(question, answerCode(question, answer));
}

/** Every label unticked. */
export function offAnswers(task: Task): Readonly<Record<string, Answer>> {
  const closed = task.questions.filter((question) => isClosed(question.scale));
  return Object.fromEntries(closed.map((question) => [question.id, offAnswer(question)!]));
}

function isAnswer(question: Question, given: unknown): given is Answer {
  if (!isClosed(question.scale)) return typeof given === 'string';
  return scaleAnswers(question.scale).includes(given as Answer);
}
