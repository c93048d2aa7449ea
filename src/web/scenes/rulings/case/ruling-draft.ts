import type { Fault } from '../../../../domain/fault.ts';
import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { UnitFields } from '../../../../domain/units/unit.ts';
import { answerCode, codeAnswer } from '../../../../truth/protocol/answer-codes.ts';
import { compileCondition } from '../../../../truth/protocol/condition.ts';
import { compileTask } from '../../../../truth/judging/faults.ts';

export type RulingAnswers = Readonly<Record<string, Answer>>;

/** An answer that changed because another was given. */
export interface Followed {
  readonly question: string;
  readonly from: Answer | null;
  readonly to: Answer | null;
  readonly because: string;
}

/** What the votes come to on a question: an answer, or none. */
export interface Voted {
  readonly question: string;
  readonly answer: Answer | null;
}

/** A ruling while it is being made: answers with whatever the constraints ask for. */
export interface RulingLogic {
  /** Gives an answer, and changes what can no longer stand beside it. */
  decide(
    answers: RulingAnswers,
    question: string,
    answer: Answer,
  ): { readonly answers: RulingAnswers; readonly followed: readonly Followed[] };
  /** Whether a question is asked, given the other answers. */
  isAsked(answers: RulingAnswers, question: string): boolean;
  /** Questions that have no answer yet, and everything that contradicts. */
  check(
    answers: RulingAnswers,
    unit: UnitFields,
  ): { readonly missing: readonly string[]; readonly faults: readonly Fault[] };
}

/**
 * Prepares the rulings on a task's units. Free text and quotes belong to judgments: the truth has
 * none, so none is asked for.
 */
export function rulingLogic(task: Task): RulingLogic {
  const compiled = compileTask(task);
  const conditions = task.questions.map((question) => {
    const read = question.when === null ? null : compileCondition(task, question.when.expression);
    return read?.ok === true ? read.holds : null;
  });
  const codesOf = (answers: RulingAnswers): readonly number[] =>
    task.questions.map((question) => answerCode(question, answers[question.id]));
  const placeOf = (question: string): number =>
    task.questions.findIndex((one) => one.id === question);
  const isAsked = (answers: RulingAnswers, question: string): boolean =>
    conditions[placeOf(question)]?.(codesOf(answers)) !== false;
  return {
    isAsked,
    decide(answers, question, answer) {
      const at = placeOf(question);
      const { changes } = compiled.constraints.set(
        codesOf(answers),
        at,
        answerCode(task.questions[at]!, answer),
      );
      const next: Record<string, Answer> = { ...answers, [question]: answer };
      const followed = changes.map((change): Followed => {
        const to = codeAnswer(task.questions[placeOf(change.question)]!, change.to);
        const from = next[change.question] ?? null;
        if (to === undefined) delete next[change.question];
        else next[change.question] = to;
        return { question: change.question, from, to: to ?? null, because: change.because.source };
      });
      return { answers: next, followed };
    },
    check(answers, unit) {
      const asked = Object.fromEntries(
        Object.entries(answers).filter(([question]) => isAsked(answers, question)),
      );
      const faults = compiled.faults(asked, unit);
      const closed = new Set(
        task.questions
          .filter((question) => isClosed(question.scale))
          .map((question) => question.id),
      );
      return {
        missing: task.questions
          .filter(
            (question) =>
              closed.has(question.id) &&
              question.required &&
              isAsked(answers, question.id) &&
              answers[question.id] === undefined,
          )
          .map((question) => question.id),
        faults: faults.filter((one) => one.code !== 'missing-field'),
      };
    },
  };
}

/**
 * What a ruling states: every answer that the votes do not give by themselves, and what somebody
 * decided on purpose. A ruling that agrees with all the votes states
 * everything, so that it says something.
 */
export function statedAnswers(
  answers: RulingAnswers,
  voted: readonly Voted[],
  touched: ReadonlySet<string>,
): RulingAnswers {
  const byVote = new Map(voted.map((one) => [one.question, one.answer]));
  const stated = Object.entries(answers).filter(
    ([question, answer]) => touched.has(question) || byVote.get(question) !== answer,
  );
  return stated.length === 0 ? answers : Object.fromEntries(stated);
}
