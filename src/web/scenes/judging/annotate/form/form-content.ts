import type { Question } from '../../../../../domain/protocol/question.ts';
import { scaleAnswers } from '../../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../../domain/answer.ts';
import type { Task } from '../../../../../domain/protocol/task.ts';
import { answerCode, codeApplies } from '../../../../../truth/protocol/answer-codes.ts';
import type { Asides, DraftContent } from '../../../../outbox/saves.ts';

/**
 * What a form holds. Null is a label that was ticked and has no grade yet. In a form of labels only
 * what is ticked stands among the answers.
 */
export interface FormContent {
  readonly answers: Readonly<Record<string, Answer | null>>;
  readonly asides: Asides;
  /** In a form of labels: that none applies, said and not left open. */
  readonly saysNone: boolean;
}

/** The name of "no label applies" among the places of the cursor; no question can be called so. */
export const noneCursor = ':none';

/** The name of the notes among the places of the cursor. */
export const notesCursor = ':notes';

/** The most characters that a note may have; the server takes no more. */
export const longestNote = 10_000;

/** A form in which nothing was said. */
export const emptyForm: FormContent = { answers: {}, asides: {}, saysNone: false };

/** A form filled from a draft or a judgment to revise, without what no longer fits the task. */
export function readForm(task: Task, draft: DraftContent | null): FormContent {
  if (draft === null) return emptyForm;
  const answers: Record<string, Answer | null> = {};
  let off = 0;
  for (const question of task.questions) {
    const given = draft.answers[question.id];
    if (given === null && task.form === 'labels') answers[question.id] = null;
    if (!isAnswer(question, given)) continue;
    const isOff = task.form === 'labels' && given === offAnswer(question);
    if (isOff) off += 1;
    else answers[question.id] = given;
  }
  return {
    answers,
    asides: draft.asides,
    saysNone: task.form === 'labels' && off === task.questions.length,
  };
}

/** What is kept of a form while it is being filled. */
export function draftOf(task: Task, form: FormContent): DraftContent {
  return { answers: form.saysNone ? offAnswers(task) : form.answers, asides: form.asides };
}

/** The answers to submit: in a form of labels, an unticked label does not apply. */
export function answersOf(task: Task, form: FormContent): Readonly<Record<string, unknown>> {
  if (task.form !== 'labels' || !isBegun(form)) return form.answers;
  return { ...offAnswers(task), ...form.answers };
}

/** Whether something was said, so that labels without a tick are answered by not being ticked. */
export function isBegun(form: FormContent): boolean {
  return form.saysNone || Object.keys(form.answers).length > 0;
}

/** What a label that is not ticked means. */
export function offAnswer(question: Question): Answer | undefined {
  return scaleAnswers(question.scale)[0];
}

/** What a tick means before anything is said about its grade; null when a grade must be given. */
export function tickedAnswer(question: Question): Answer | null {
  if (question.scale.kind === 'binary') return true;
  return question.scale.kind === 'ordinal' ? question.scale.ticked : null;
}

/** Whether an answer says that the question applies. */
export function applies(question: Question, answer: Answer | null | undefined): boolean {
  return (
    answer !== null && answer !== undefined && codeApplies(question, answerCode(question, answer))
  );
}

function offAnswers(task: Task): Readonly<Record<string, Answer>> {
  return Object.fromEntries(
    task.questions.flatMap((question) =>
      offAnswer(question) === undefined ? [] : [[question.id, offAnswer(question)!]],
    ),
  );
}

function isAnswer(question: Question, given: unknown): given is Answer {
  if (question.scale.kind === 'text' || question.scale.kind === 'quote')
    return typeof given === 'string';
  return scaleAnswers(question.scale).includes(given as Answer);
}
