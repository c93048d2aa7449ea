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

type Answers = FormContent['answers'];
/** Null is a ticked label without a grade; undefined is no answer. */
type Given = Answer | null | undefined;

/** A form after a change, with what followed from it. */
export interface Changed {
  readonly form: FormContent;
  readonly consequences: readonly Consequence[];
}

/** A task's form: what may be answered, and what follows from an answer. One per task. */
export interface FormEngine {
  readonly task: Task;
  /** Gives an answer, or clears it with null, and changes what the constraints then require. */
  answer(form: FormContent, question: string, answer: Answer | null): Changed;
  /** In a form of labels: ticks one without a grade. */
  tick(form: FormContent, question: string): Changed;
  /** In a form of labels: says that none applies. */
  sayNone(form: FormContent): FormContent;
  /** Whether a question is asked, given the other answers. */
  isAsked(form: FormContent, question: string): boolean;
  /** Whether an answer fits the others as they are; giving it anyway changes them. */
  fits(form: FormContent, question: string, answer: Answer): boolean;
  /** Everything that keeps the form from being submitted. */
  faults(form: FormContent, unit: UnitFields): readonly Fault[];
}

/** Prepares a task's form. */
export function formEngine(task: Task): FormEngine {
  const compiled = compileTask(task);
  const places = new Map(task.questions.map((question, at) => [question.id, at]));
  const conditions = task.questions.map((question) => askedWhen(task, question));
  const placeOf = (question: string): number => places.get(question) ?? -1;

  const isLabels = task.form === 'labels';
  const isOff = (question: Question, answer: Answer | null | undefined): boolean =>
    isLabels && answer === offAnswer(question);

  const codesOf = (answers: Answers): readonly number[] =>
    task.questions.map((question) => {
      const given = answers[question.id];
      if (given === undefined && isLabels) return answerCode(question, offAnswer(question));
      return given == null ? notAnswered : answerCode(question, given);
    });

  const set = (form: FormContent, question: Question, given: Given): Changed => {
    const at = placeOf(question.id);
    let answers = withAnswer(form.answers, question.id, given);
    const code = codesOf(answers)[at]!;
    const { changes } = compiled.constraints.set(codesOf(form.answers), at, code);
    const consequences: Consequence[] = [];
    const change = (other: Question, to: Given, because: Constraint, isUnasked: boolean): void => {
      const [id, from] = [other.id, answers[other.id] ?? null];
      consequences.push({ question: id, from, to: to ?? null, because, isUnasked });
      answers = withAnswer(answers, id, to);
    };
    for (const { question: id, to, because } of changes) {
      const other = task.questions[placeOf(id)]!;
      const written = to === 1 ? answers[id] : undefined;
      const answer = isClosed(other.scale) ? codeAnswer(other, to) : written;
      change(other, isOff(other, answer) ? undefined : answer, because, false);
    }
    // Clear what is no longer asked, as long as that changes what else is asked.
    for (let isDone = false; !isDone;) {
      isDone = true;
      const codes = codesOf(answers);
      for (const [place, other] of task.questions.entries()) {
        if (answers[other.id] === undefined || conditions[place]!(codes) === true) continue;
        change(other, undefined, other.when!, true);
        isDone = false;
      }
    }
    return { form: { ...form, answers, saysNone: false }, consequences };
  };

  const named = (question: string): Question => task.questions[placeOf(question)]!;

  return {
    task,
    answer(form, question, answer) {
      const asked = named(question);
      return set(form, asked, answer === null || isOff(asked, answer) ? undefined : answer);
    },
    tick: (form, question) => set(form, named(question), null),
    sayNone: (form) => ({ ...emptyForm, asides: form.asides, saysNone: true }),
    isAsked: (form, question) => conditions[placeOf(question)]?.(codesOf(form.answers)) === true,
    fits(form, question, answer) {
      const possible = compiled.constraints.possible(codesOf(form.answers), placeOf(question));
      return possible.includes(answerCode(named(question), answer));
    },
    faults: (form, unit) => compiled.faults(answersOf(task, form), unit),
  };
}

function withAnswer(answers: Answers, question: string, answer: Given): Answers {
  const { [question]: _, ...rest } = answers;
  return answer === undefined ? rest : { ...rest, [question]: answer };
}

/** When a question is asked: always, unless it has a condition. */
function askedWhen(task: Task, { when }: Question): Condition {
  const compiled = when === null ? null : compileCondition(task, when.expression);
  return compiled?.ok === true ? compiled.holds : () => true;
}
