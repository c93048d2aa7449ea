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

/** What the votes decide on a question: an answer, or none. */
export interface Voted {
  readonly question: string;
  readonly answer: Answer | null;
}

/** Answers while a ruling is being made, with what the constraints require. */
export type RulingLogic = ReturnType<typeof rulingLogic>;

/** Prepares the rulings on a task's units. Truth has no free text or quotes: none is asked for. */
export function rulingLogic(task: Task) {
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
    /** Whether a question is asked, given the other answers. */
    isAsked,
    /** Gives an answer, and changes those that no longer fit. */
    decide(answers: RulingAnswers, question: string, answer: Answer) {
      const at = placeOf(question);
      const code = answerCode(task.questions[at]!, answer);
      const { changes } = compiled.constraints.set(codesOf(answers), at, code);
      const next: Record<string, Answer> = { ...answers, [question]: answer };
      const followed = changes.map((change): Followed => {
        const to = codeAnswer(task.questions[placeOf(change.question)]!, change.to);
        const from = next[change.question] ?? null;
        if (to === undefined) delete next[change.question];
        else next[change.question] = to;
        return { question: change.question, from, to: to ?? null, because: change.because.source };
      });
      return { answers: next as RulingAnswers, followed };
    },
    /** The questions without an answer, and everything that contradicts. */
    check(answers: RulingAnswers, unit: UnitFields) {
      const asked = Object.entries(answers).filter(([question]) => isAsked(answers, question));
      const faults = compiled.faults(Object.fromEntries(asked), unit);
      const missing = task.questions
        .filter(({ scale, required }) => isClosed(scale) && required)
        .map(({ id }) => id)
        .filter((id) => answers[id] === undefined && isAsked(answers, id));
      return { missing, faults: faults.filter((one) => one.code !== 'missing-field') };
    },
  };
}

/**
 * What a ruling states: what the votes do not give by themselves, and what was decided on purpose.
 * A ruling that agrees with all the votes states everything, so that it says something.
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
