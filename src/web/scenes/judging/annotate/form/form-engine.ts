import type { Fault } from '../../../../../domain/fault.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { isClosed } from '../../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../../domain/answer.ts';
import type { Constraint, Task } from '../../../../../domain/protocol/task.ts';
import type { UnitFields } from '../../../../../domain/units/unit.ts';
import { answerCode, codeAnswer, notAnswered } from '../../../../../truth/protocol/answer-codes.ts';
import { compileCondition } from '../../../../../truth/protocol/condition.ts';
import type { Condition } from '../../../../../truth/protocol/condition.ts';
import { compileTask } from '../../../../../truth/judging/faults.ts';
import { answersOf, emptyForm, offAnswer } from './form-content.ts';
import type { FormContent } from './form-content.ts';

/** An answer that changed because of another one, and the constraint or condition behind it. */
export interface Consequence {
  readonly question: string;
  readonly from: Answer | null;
  readonly to: Answer | null;
  readonly because: Constraint;
  /** True when the question is no longer asked. */
  readonly isUnasked: boolean;
}

/** A form after a change, with what followed from it. */
export interface Changed {
  readonly form: FormContent;
  readonly consequences: readonly Consequence[];
}

/** A task's form: what may be answered, and what follows from an answer. Made once for a task. */
export interface FormEngine {
  readonly task: Task;
  /** Gives an answer; null takes it back. Whatever the constraints then ask for is done too. */
  answer(form: FormContent, question: string, answer: Answer | null): Changed;
  /** In a form of labels: ticks one without a grade. */
  tick(form: FormContent, question: string): Changed;
  /** In a form of labels: says that none applies. */
  sayNone(form: FormContent): FormContent;
  /** Whether a question is asked, given the other answers. */
  isAsked(form: FormContent, question: string): boolean;
  /** Whether an answer fits the others as they are; giving it all the same changes them. */
  fits(form: FormContent, question: string, answer: Answer): boolean;
  /** Everything that keeps the form from being handed in. */
  faults(form: FormContent, unit: UnitFields): readonly Fault[];
}

/** Prepares a task's form. */
export function formEngine(task: Task): FormEngine {
  const compiled = compileTask(task);
  const places = new Map(task.questions.map((question, at) => [question.id, at]));
  const conditions = task.questions.map((question) => conditionOf(task, question));
  const placeOf = (question: string): number => places.get(question) ?? notAnswered;

  const codesOf = (form: FormContent): readonly number[] =>
    task.questions.map((question) => {
      const given = form.answers[question.id];
      if (given === null) return notAnswered;
      if (given === undefined)
        return task.form === 'labels' ? answerCode(question, offAnswer(question)) : notAnswered;
      return answerCode(question, given);
    });

  const withCode = (
    answers: FormContent['answers'],
    question: Question,
    code: number,
  ): FormContent['answers'] => {
    const answer = isClosed(question.scale)
      ? codeAnswer(question, code)
      : code === 1
        ? answers[question.id]
        : undefined;
    return withAnswer(
      answers,
      question.id,
      answer === undefined || (task.form === 'labels' && answer === offAnswer(question))
        ? undefined
        : answer,
    );
  };

  const set = (
    form: FormContent,
    question: Question,
    given: Answer | null | undefined,
  ): Changed => {
    const before = codesOf(form);
    const at = placeOf(question.id);
    const own: FormContent = {
      ...form,
      answers: withAnswer(form.answers, question.id, given),
      saysNone: false,
    };
    const { changes } = compiled.constraints.set(before, at, codesOf(own)[at]!);
    let { answers } = own;
    const consequences: Consequence[] = [];
    for (const change of changes) {
      const other = task.questions[placeOf(change.question)]!;
      const after = withCode(answers, other, change.to);
      consequences.push({
        question: other.id,
        from: answers[other.id] ?? null,
        to: after[other.id] ?? null,
        because: change.because,
        isUnasked: false,
      });
      answers = after;
    }
    return unask({ ...own, answers }, consequences);
  };

  /** Takes back what is no longer asked, as long as that changes what else is asked. */
  const unask = (form: FormContent, consequences: Consequence[]): Changed => {
    let { answers } = form;
    for (let isDone = false; !isDone;) {
      isDone = true;
      const codes = codesOf({ ...form, answers });
      for (const [at, question] of task.questions.entries()) {
        const given = answers[question.id];
        if (given === undefined || conditions[at] == null || conditions[at](codes) === true)
          continue;
        answers = withAnswer(answers, question.id, undefined);
        consequences.push({
          question: question.id,
          from: given,
          to: null,
          because: question.when!,
          isUnasked: true,
        });
        isDone = false;
      }
    }
    return { form: { ...form, answers }, consequences };
  };

  const named = (question: string): Question => task.questions[placeOf(question)]!;

  return {
    task,
    answer(form, question, answer) {
      const asked = named(question);
      const isOff = answer === null || (task.form === 'labels' && answer === offAnswer(asked));
      return set(form, asked, isOff ? undefined : answer);
    },
    tick: (form, question) => set(form, named(question), null),
    sayNone: (form) => ({ ...emptyForm, asides: form.asides, saysNone: true }),
    isAsked: (form, question) => (conditions[placeOf(question)] ?? always)(codesOf(form)) === true,
    fits(form, question, answer) {
      const at = placeOf(question);
      return compiled.constraints
        .possible(codesOf(form), at)
        .includes(answerCode(task.questions[at]!, answer));
    },
    faults: (form, unit) => compiled.faults(answersOf(task, form), unit),
  };
}

const always: Condition = () => true;

function withAnswer(
  answers: FormContent['answers'],
  question: string,
  answer: Answer | null | undefined,
): FormContent['answers'] {
  const { [question]: _, ...rest } = answers;
  return answer === undefined ? rest : { ...rest, [question]: answer };
}

function conditionOf(task: Task, question: Question): Condition | null {
  if (question.when === null) return null;
  const compiled = compileCondition(task, question.when.expression);
  return compiled.ok ? compiled.holds : null;
}
