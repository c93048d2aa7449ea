import type { Fault } from '../../../../../domain/fault.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { isClosed } from '../../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../../domain/answer.ts';
import type { Constraint, Task } from '../../../../../domain/protocol/task.ts';
import type { UnitFields } from '../../../../../domain/units/unit.ts';
import type { DraftContent } from '../../../../outbox/saves.ts';
import { answerCode, codeAnswer, notAnswered } from '../../../../../truth/protocol/answer-codes.ts';
import { compileCondition } from '../../../../../truth/protocol/condition.ts';
import type { Condition } from '../../../../../truth/protocol/condition.ts';
import { compileTask } from '../../../../../truth/judging/faults.ts';
import { emptyForm, isBegun, offAnswer, offAnswers, readForm } from './form-content.ts';
import type { FormContent } from './form-content.ts';

type Answers = FormContent['answers'];
/** Null is a ticked label without a grade; undefined means no answer. */
type Given = Answer | null | undefined;

/** Answers given by hand that cannot all hold, and the constraints that say so. */
export interface Conflict {
  readonly questions: readonly string[];
  readonly constraints: readonly Constraint[];
}

/** What a form says: what was given, what follows from it, and what contradicts itself. */
export interface Filled {
  /** The answers that count: given and asked, or implied. */
  readonly answers: Answers;
  /** The constraint behind each answer that nobody gave. */
  readonly implied: Readonly<Record<string, Constraint>>;
  readonly conflicts: readonly Conflict[];
  readonly asked: ReadonlySet<string>;
}

/** An answer that is other than before because of another one. */
export interface Consequence {
  readonly question: string;
  readonly from: Answer | null;
  readonly to: Answer | null;
  readonly because: Constraint | null;
  /** True when the question is no longer asked. */
  readonly isUnasked: boolean;
}

/** A form after a change, with what followed from it. */
export interface Changed {
  readonly form: FormContent;
  readonly consequences: readonly Consequence[];
}

/**
 * A task's form: what may be answered, and what follows from an answer. An answer given by hand is
 * never changed by another one: what contradicts it is a conflict, for the annotator to solve.
 */
export interface FormEngine {
  readonly task: Task;
  /** A form filled from a draft or a judgment to revise. */
  read(draft: DraftContent | null): FormContent;
  /** What a form says. */
  fill(form: FormContent): Filled;
  /** Gives an answer, or clears it with null. */
  answer(form: FormContent, question: string, answer: Answer | null): Changed;
  /** In a form of labels: ticks one without a grade. */
  tick(form: FormContent, question: string): Changed;
  /** In a form of labels: says that none applies. */
  sayNone(form: FormContent): FormContent;
  /** What else must change for this answer to hold, as few and as little as possible. */
  remedy(form: FormContent, question: string): readonly Remedy[];
  /** Whether an answer fits the others that were given. */
  fits(form: FormContent, question: string, answer: Answer): boolean;
  /** The answers to submit: in a form of labels, an unticked label does not apply. */
  submitted(form: FormContent): Readonly<Record<string, unknown>>;
  /** Everything that keeps the form from being submitted, other than conflicts. */
  faults(form: FormContent, unit: UnitFields): readonly Fault[];
}

/** A change of another answer that would solve a conflict. */
interface Remedy {
  readonly question: string;
  readonly to: Answer;
}

/** Prepares a task's form. */
export function formEngine(task: Task): FormEngine {
  const { constraints, faults } = compileTask(task);
  const places = new Map(task.questions.map((question, at) => [question.id, at]));
  const conditions = task.questions.map((question) => askedWhen(task, question));
  const isLabels = task.form === 'labels';
  const placeOf = (question: string): number => places.get(question) ?? -1;
  const named = (question: string): Question => task.questions[placeOf(question)]!;

  const codesOf = (answers: Answers): readonly number[] =>
    task.questions.map((question) => {
      const given = answers[question.id];
      return given == null ? notAnswered : answerCode(question, given);
    });

  /** What the given answers say about the others, given which questions are asked. */
  const withImplied = (given: Answers): Pick<Filled, 'answers' | 'implied'> => {
    let answers = given;
    const implied: Record<string, Constraint> = {};
    const codes = codesOf(given);
    for (const { question: id, to, because } of constraints.implied(codes)) {
      const question = named(id);
      const answer = codeAnswer(question, to);
      if (!isClosed(question.scale) || given[id] !== undefined || answer === undefined) continue;
      if (isLabels && answer === offAnswer(question)) continue;
      answers = withAnswer(answers, id, answer);
      implied[id] = because;
    }
    if (!isLabels) return { answers, implied };
    // A label that must apply, and may have several grades, waits for one.
    for (const { question: id, because } of mustApply(given, codes)) {
      if (answers[id] !== undefined) continue;
      answers = withAnswer(answers, id, null);
      implied[id] = because;
    }
    return { answers, implied };
  };

  const mustApply = (given: Answers, codes: readonly number[]) =>
    task.questions.flatMap((question, at) => {
      const off = offAnswer(question);
      if (given[question.id] !== undefined || off === undefined) return [];
      const possible = constraints.possible(codes, at);
      if (possible.length === 0 || possible.includes(answerCode(question, off))) return [];
      const [conflict] = constraints.conflicts(codes.with(at, answerCode(question, off)));
      const because = conflict?.constraints[0];
      return because === undefined ? [] : [{ question: question.id, because }];
    });

  const fillAnew = (form: FormContent): Filled => {
    let asked: ReadonlySet<string> = new Set();
    let filled: Pick<Filled, 'answers' | 'implied'> = { answers: {}, implied: {} };
    // What is asked depends on answers, and the other way round. Each turn settles one more.
    for (let turn = 0; turn <= task.questions.length; turn += 1) {
      const codes = codesOf(filled.answers);
      const now = task.questions.filter((_, at) => conditions[at]!(codes) === true);
      asked = new Set(now.map((question) => question.id));
      const next = withImplied(onlyAsked(form.answers, asked));
      const implied = onlyAsked(next.implied, asked);
      const answers = onlyAsked(next.answers, asked);
      const isSettled = sameAnswers(answers, filled.answers);
      filled = { answers, implied };
      if (isSettled) break;
    }
    return { ...filled, asked, conflicts: conflictsOf(form, filled) };
  };

  const conflictsOf = (form: FormContent, filled: Pick<Filled, 'answers'>): Filled['conflicts'] => {
    const found = constraints.conflicts(codesOf(filled.answers));
    if (found.length > 0 || !isLabels || !isBegun(form)) return found;
    const off = offAnswers(task);
    return constraints.conflicts(codesOf({ ...off, ...filled.answers }));
  };

  const known = new WeakMap<FormContent, Filled>();
  const fill = (form: FormContent): Filled => {
    const before = known.get(form);
    if (before !== undefined) return before;
    const filled = fillAnew(form);
    known.set(form, filled);
    return filled;
  };

  /** In a form of labels, "does not apply" is only kept where an implication says otherwise. */
  const pruned = (form: FormContent): FormContent => {
    if (!isLabels) return form;
    let answers = form.answers;
    for (const question of task.questions) {
      if (answers[question.id] === undefined || answers[question.id] !== offAnswer(question))
        continue;
      const without = withAnswer(answers, question.id, undefined);
      if (withImplied(without).answers[question.id] === undefined) answers = without;
    }
    return { ...form, answers };
  };

  const set = (form: FormContent, question: string, given: Given): Changed => {
    const answers = withAnswer(form.answers, question, given);
    const next = pruned({ ...form, answers, saysNone: false });
    return { form: next, consequences: consequencesOf(form, next, question) };
  };

  const consequencesOf = (before: FormContent, after: FormContent, except: string) => {
    const [was, is] = [fill(before), fill(after)];
    return task.questions.flatMap(({ id, when }): readonly Consequence[] => {
      const [from, to] = [was.answers[id], is.answers[id]];
      if (id === except || from === to) return [];
      const isUnasked = !is.asked.has(id);
      const because = isUnasked ? when : (is.implied[id] ?? was.implied[id] ?? null);
      return [{ question: id, from: from ?? null, to: to ?? null, because, isUnasked }];
    });
  };

  return {
    task,
    fill,
    read: (draft) => pruned(readForm(task, draft)),
    answer: (form, question, answer) => set(form, question, answer ?? undefined),
    tick: (form, question) => set(form, question, null),
    sayNone: (form) => ({ ...emptyForm, asides: form.asides, saysNone: true }),
    remedy(form, question) {
      const codes = codesOf(fill(form).answers);
      const at = placeOf(question);
      if (codes[at]! < 0) return [];
      const whole = isLabels ? codesOf({ ...offAnswers(task), ...fill(form).answers }) : codes;
      return constraints.set(whole, at, codes[at]!).changes.flatMap(({ question: id, to }) => {
        const answer = codeAnswer(named(id), to);
        return isClosed(named(id).scale) && answer !== undefined
          ? [{ question: id, to: answer }]
          : [];
      });
    },
    fits(form, question, answer) {
      const given = onlyAsked(form.answers, fill(form).asked);
      const possible = constraints.possible(codesOf(given), placeOf(question));
      return possible.includes(answerCode(named(question), answer));
    },
    submitted(form) {
      const { answers } = fill(form);
      return isLabels && isBegun(form) ? { ...offAnswers(task), ...answers } : answers;
    },
    faults(form, unit) {
      return faults(this.submitted(form), unit).filter((one) => one.code !== 'constraint-broken');
    },
  };
}

function withAnswer(answers: Answers, question: string, answer: Given): Answers {
  const { [question]: _, ...rest } = answers;
  return answer === undefined ? rest : { ...rest, [question]: answer };
}

function onlyAsked<T>(
  entries: Readonly<Record<string, T>>,
  asked: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).filter(([question]) => asked.has(question)));
}

function sameAnswers(one: Answers, other: Answers): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}

/** When a question is asked: always, unless it has a condition. */
function askedWhen(task: Task, { when }: Question): Condition {
  const compiled = when === null ? null : compileCondition(task, when.expression);
  return compiled?.ok === true ? compiled.holds : () => true;
}
