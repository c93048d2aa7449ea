import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Expression } from '../../domain/expression.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Constraint, Task } from '../../domain/protocol/task.ts';
import { codeAnswer, codeCount, notAnswered } from './answer-codes.ts';
import type { AnswerCodes } from './answer-codes.ts';
import { placesIn } from './condition.ts';
import { componentsOf, rulesOf } from './valid-combinations.ts';
import type { Component, Rule } from './valid-combinations.ts';

/** One answer that was changed to keep the constraints, and the constraint that asked for it. */
interface Change {
  readonly question: string;
  readonly from: number;
  readonly to: number;
  readonly because: Constraint;
}

/** Answers that cannot all hold, and the constraints that say so. */
interface Conflict {
  readonly questions: readonly string[];
  readonly constraints: readonly Constraint[];
}

/** The constraints of a task, compiled once for the form, the importer and the validator. */
export interface CompiledConstraints {
  /** The constraints that these answers break; what an unanswered question leaves open is not. */
  broken(codes: AnswerCodes): readonly Constraint[];
  /** The codes that a question can still take, given the other answers. */
  possible(codes: AnswerCodes, question: number): readonly number[];
  /** What these answers leave only one answer for, as changes from no answer. */
  implied(codes: AnswerCodes): readonly Change[];
  /**
   * Answers that no answer to the other questions can reconcile: for every broken constraint the
   * answers in it, else the smallest group that excludes itself.
   */
  conflicts(codes: AnswerCodes): readonly Conflict[];
  /**
   * Sets an answer and its consequences: answers it excludes change, as few and as little as
   * possible; answers it forces are given. An answer that no constraint ever allows is set alone.
   */
  set(codes: AnswerCodes, question: number, code: number): ChangedAnswers;
  /**
   * The nearest valid answers below these: unsupported claims are dropped, support is never
   * invented. Null when lowering answers cannot make them valid.
   */
  normalise(codes: AnswerCodes): ChangedAnswers | null;
}

interface ChangedAnswers {
  readonly codes: AnswerCodes;
  readonly changes: readonly Change[];
}

/** Compiles the constraints of a checked protocol: every question and value in them exists. */
export function compileConstraints(task: Task): CompiledConstraints {
  return new TaskConstraints(task);
}

class TaskConstraints implements CompiledConstraints {
  readonly #task: Task;
  readonly #rules: readonly Rule[];
  readonly #components: readonly Component[];
  readonly #componentAt: ReadonlyMap<number, Component>;

  constructor(task: Task) {
    this.#task = task;
    this.#rules = rulesOf(task);
    this.#components = componentsOf(task, this.#rules);
    this.#componentAt = new Map(
      this.#components.flatMap((component) =>
        component.questions.map((question) => [question, component] as const),
      ),
    );
  }

  broken(codes: AnswerCodes): readonly Constraint[] {
    return this.#rules.filter((rule) => rule.holds(codes) === false).map((rule) => rule.constraint);
  }

  possible(codes: AnswerCodes, question: number): readonly number[] {
    const component = this.#componentAt.get(question);
    const all = allCodes(this.#task, question);
    if (component === undefined) return all;
    const fitting = component.fitting(codes.with(question, notAnswered));
    const left = component.codesIn(fitting, component.questions.indexOf(question));
    return all.filter((code) => left.has(code));
  }

  implied(codes: AnswerCodes): readonly Change[] {
    const after = [...codes];
    for (const component of this.#components) {
      const remaining = component.fitting(codes);
      component.questions.forEach((question, place) => {
        if (codes[question]! >= 0) return;
        const [first, ...others] = component.codesIn(remaining, place);
        if (first !== undefined && others.length === 0) after[question] = first;
      });
    }
    return this.#changed(codes, after, notAnswered).changes;
  }

  conflicts(codes: AnswerCodes): readonly Conflict[] {
    return this.#components.flatMap((component) =>
      component.fitting(codes).length > 0 ? [] : this.#conflictsIn(component, codes),
    );
  }

  #conflictsIn(component: Component, codes: AnswerCodes): readonly Conflict[] {
    const isGiven = (question: number): boolean => codes[question]! >= 0;
    const named = (questions: readonly number[]): readonly string[] =>
      questions.map((question) => this.#task.questions[question]!.id);
    const direct = component.rules.filter((rule) => rule.holds(codes) === false);
    if (direct.length > 0)
      return direct.map(({ constraint, questions }) => ({
        questions: named(questions.filter(isGiven).toSorted((a, b) => a - b)),
        constraints: [constraint],
      }));
    // Leave out what the contradiction does not need: first answers, then constraints.
    const only = (some: readonly number[]): AnswerCodes =>
      codes.map((code, at) => (some.includes(at) ? code : notAnswered));
    const needed = component.questions.filter(isGiven).reduce((kept, question) => {
      const less = kept.filter((one) => one !== question);
      return component.fitting(only(less)).length === 0 ? less : kept;
    }, component.questions.filter(isGiven));
    const because = component.leastUnmeetable(only(needed));
    return [{ questions: named(needed), constraints: because.map((rule) => rule.constraint) }];
  }

  set(codes: AnswerCodes, question: number, code: number): ChangedAnswers {
    const component = this.#componentAt.get(question);
    const wanted = codes.with(question, code);
    if (component === undefined || code === notAnswered) return { codes: wanted, changes: [] };
    const at = component.questions.indexOf(question);
    const candidates = component.valid.filter((number) => component.code(number, at) === code);
    if (candidates.length === 0) return { codes: wanted, changes: [] };
    const nearest = leastBy(candidates, (number) =>
      component.questions.reduce(
        (sum, other, place) => sum + changeCost(codes[other]!, component.code(number, place), 1),
        0,
      ),
    );
    const after = [...wanted];
    component.questions.forEach((other, place) => {
      if (codes[other]! >= 0) after[other] = component.code(nearest, place);
    });
    const remaining = component.fitting(after, candidates);
    component.questions.forEach((other, place) => {
      if (after[other] !== notAnswered) return;
      const [left, ...others] = component.codesIn(remaining, place);
      if (others.length === 0) after[other] = left!;
    });
    return this.#changed(codes, after, question);
  }

  normalise(codes: AnswerCodes): ChangedAnswers | null {
    const after = [...codes];
    for (const component of this.#components) {
      const failing = component.rules.filter((rule) => rule.holds(codes) === false);
      if (failing.length === 0) continue;
      const premises = new Set(failing.flatMap((rule) => rule.premise));
      const lower = component.valid.filter((number) =>
        component.questions.every((question, place) =>
          canLower(this.#task, question, codes[question]!, component.code(number, place)),
        ),
      );
      if (lower.length === 0) return null;
      const weights = component.questions.map((one) => (premises.has(one) ? 1 : 1000));
      const nearest = leastBy(lower, (number) =>
        component.questions.reduce(
          (sum, question, place) =>
            sum + changeCost(codes[question]!, component.code(number, place), weights[place]!),
          0,
        ),
      );
      component.questions.forEach((question, place) => {
        if (codes[question]! >= 0) after[question] = component.code(nearest, place);
      });
    }
    return this.#changed(codes, after, notAnswered);
  }

  #changed(before: AnswerCodes, after: AnswerCodes, except: number): ChangedAnswers {
    return {
      codes: after,
      changes: after.flatMap((to, question) => {
        const from = before[question]!;
        if (to === from || question === except) return [];
        const because = this.#reasonForced(before, after, question);
        return [{ question: this.#task.questions[question]!.id, from, to, because }];
      }),
    };
  }

  #reasonForced(before: AnswerCodes, after: AnswerCodes, question: number): Constraint {
    const from = before[question]!;
    const refused =
      from >= 0
        ? [from]
        : allCodes(this.#task, question).filter((code) => code !== after[question]);
    const touching = this.#rules.filter((rule) => rule.questions.includes(question));
    const breaks = (rule: Rule): boolean =>
      refused.some((code) => rule.holds(after.with(question, code)) === false);
    return (touching.find(breaks) ?? touching[0]!).constraint;
  }
}

/** How a constraint is broken: `evidence_sufficient=True but topically_relevant=False`. */
export function violation(task: Task, constraint: Constraint, codes: AnswerCodes): CodedText {
  const shown = (part: Expression): readonly TextValue[] =>
    placesIn(task, part).map((at) => {
      const question = task.questions[at]!;
      const answer = shownAnswer(question, codes[at]!);
      return codedText('answer-is', { question: question.id, answer });
    });
  const { expression, source } = constraint;
  return expression.kind === 'implies'
    ? codedText('answers-contradict', {
        premise: shown(expression.premise),
        conclusion: shown(expression.conclusion),
      })
    : codedText('answers-forbidden', { constraint: source, answers: shown(expression) });
}

function shownAnswer(question: Question, code: number): TextValue {
  if (code < 0) return codedText('answer-missing');
  if (!isClosed(question.scale)) return codedText(code === 0 ? 'empty' : 'answer-given');
  if (question.scale.kind === 'binary') return code === 1 ? 'True' : 'False';
  return String(codeAnswer(question, code));
}

/** Binary and ordinal answers can be lowered, nominal ones cannot; unanswered ones are free. */
function canLower(task: Task, question: number, from: number, to: number): boolean {
  if (from < 0) return true;
  return task.questions[question]!.scale.kind === 'nominal' ? to === from : to <= from;
}

/** What it costs to change an answer; of two changes to one answer, the smaller is the cheaper. */
function changeCost(from: number, to: number, cost: number): number {
  return from < 0 || from === to ? 0 : cost + Math.abs(from - to) / 1_000_000;
}

/** The first of the combinations that cost least. */
function leastBy(combinations: Int32Array, cost: (combination: number) => number): number {
  let best = combinations[0]!;
  let bestCost = cost(best);
  for (const combination of combinations.subarray(1)) {
    const its = cost(combination);
    if (its < bestCost) [best, bestCost] = [combination, its];
  }
  return best;
}

function allCodes(task: Task, question: number): readonly number[] {
  return Array.from({ length: codeCount(task.questions[question]!) }, (_, code) => code);
}
