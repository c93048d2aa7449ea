import { isClosed, isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';

/** Stands for "not answered" among the codes of a judgment. */
export const notAnswered = -1;

/**
 * A judgment's answers as small integers in question order: the position on the scale, 1 for a
 * given text, -1 for none. Statistics and constraints work on these.
 */
export type AnswerCodes = readonly number[];

/** The position of an answer on its question's scale, or -1 when it is not on it. */
export function answerCode(question: Question, answer: Answer | undefined): number {
  if (answer === undefined) return notAnswered;
  const { scale } = question;
  if (scale.kind === 'binary') return typeof answer === 'boolean' ? Number(answer) : notAnswered;
  if (scale.kind === 'nominal' || scale.kind === 'ordinal')
    return scale.values.findIndex((entry) => entry.value === answer);
  return typeof answer === 'string' ? Number(answer.trim() !== '') : notAnswered;
}

/** The codes of a whole judgment. */
export function answerCodes(task: Task, answers: Answers): number[] {
  return task.questions.map((question) => answerCode(question, answers[question.id]));
}

/** The answer at a position of a closed scale; none for -1. */
export function codeAnswer(question: Question, code: number): Answer | undefined {
  const { scale } = question;
  if (scale.kind === 'binary') return code === 0 || code === 1 ? code === 1 : undefined;
  return isClosed(scale) && 'values' in scale ? scale.values[code]?.value : undefined;
}

/** How many codes a question has: the length of its scale, 2 (empty, given) for text and quotes. */
export function codeCount({ scale }: Question): number {
  return 'values' in scale ? scale.values.length : 2;
}

/** True when the code means that the question applies: yes, at least `present`, or given. */
export function codeApplies({ scale }: Question, code: number): boolean {
  if (code < 0) return false;
  if (!isGraded(scale)) return code >= 1;
  const value = scale.values[code]?.value;
  return typeof value === 'number' && value >= scale.present;
}

/** Per code: 1 when the question applies, else 0. */
export function appliesByCode(question: Question): Uint8Array {
  return Uint8Array.from({ length: codeCount(question) }, (_, code) =>
    Number(codeApplies(question, code)),
  );
}

/** Per code, what agreement compares: whether a graded label applies, else the answer itself. */
export function comparedCodes(question: Question): Int32Array {
  const applies = isGraded(question.scale) ? appliesByCode(question) : null;
  return Int32Array.from({ length: codeCount(question) }, (_, code) => applies?.[code] ?? code);
}

/** How many different values {@link comparedCodes} has. */
export function comparedCount(question: Question): number {
  return isGraded(question.scale) ? 2 : codeCount(question);
}

/** Reads an answer of a closed scale that was checked before; anything else is not answered. */
export function codeReader({ scale }: Question): (answer: unknown) => number {
  const codes = new Map<unknown, number>(scaleAnswers(scale).map((value, code) => [value, code]));
  return (answer) => codes.get(answer) ?? notAnswered;
}
