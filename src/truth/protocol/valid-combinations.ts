import { groupBy } from '../../domain/group-by.ts';
import type { Constraint, Task } from '../../domain/protocol/task.ts';
import { codeCount, notAnswered } from './answer-codes.ts';
import type { AnswerCodes } from './answer-codes.ts';
import { checkedCondition, placesIn } from './condition.ts';
import type { Condition } from './condition.ts';

/** More answer combinations than this are refused: nobody can oversee such constraints. */
export const largestComponent = 65_536;

/** A constraint over the codes of its questions. */
export interface Rule {
  readonly constraint: Constraint;
  readonly holds: Condition;
  readonly questions: readonly number[];
  /** The questions of the premise, whose claim is dropped first. */
  readonly premise: readonly number[];
}

/** Questions tied together by constraints, with every valid combination of their codes. */
export interface Component {
  readonly questions: readonly number[];
  readonly valid: readonly (readonly number[])[];
}

/** Answer combinations in the largest group of questions that constraints connect. */
export function componentSize(task: Task): number {
  const sizes = groups(task, rulesOf(task)).map((questions) => combinations(task, questions));
  return Math.max(1, ...sizes);
}

/** The constraints of a task, ready to be checked. */
export function rulesOf(task: Task): readonly Rule[] {
  return task.constraints.map((constraint) => {
    const { expression } = constraint;
    return {
      constraint,
      holds: checkedCondition(task, expression),
      questions: placesIn(task, expression),
      premise: placesIn(task, expression.kind === 'implies' ? expression.premise : expression),
    };
  });
}

/** The questions that constraints tie together, group by group. */
export function groups(task: Task, rules: readonly Rule[]): readonly (readonly number[])[] {
  const groupOf = task.questions.map((_, question) => question);
  for (const rule of rules) {
    const [first = 0] = rule.questions;
    for (const other of rule.questions) {
      const from = groupOf[other]!;
      const to = groupOf[first]!;
      groupOf.forEach((group, question) => {
        if (group === from) groupOf[question] = to;
      });
    }
  }
  const constrained = new Set(rules.flatMap((rule) => rule.questions));
  const questions = [...groupOf.keys()].filter((question) => constrained.has(question));
  return [...groupBy(questions, (question) => groupOf[question]!).values()];
}

function combinations(task: Task, questions: readonly number[]): number {
  return questions.reduce((product, question) => product * codeCount(task.questions[question]!), 1);
}

/** The valid combinations of some questions; those that are given keep their answers. */
export function componentOf(
  task: Task,
  rules: readonly Rule[],
  questions: readonly number[],
  given: AnswerCodes = task.questions.map(() => notAnswered),
): Component {
  const codes = [...given];
  const own = rules.filter((rule) => questions.includes(rule.questions[0]!));
  const free = questions.filter((question) => given[question]! < 0);
  const valid: (readonly number[])[] = [];
  const total = combinations(task, free);
  for (let number = 0; number < total; number += 1) {
    let rest = number;
    for (const question of free.toReversed()) {
      const count = codeCount(task.questions[question]!);
      codes[question] = rest % count;
      rest = Math.floor(rest / count);
    }
    if (own.every((rule) => rule.holds(codes) !== false))
      valid.push(questions.map((question) => codes[question]!));
  }
  return { questions, valid };
}

/** Whether a valid combination agrees with all answers that are given. */
export function fits(component: Component, vector: readonly number[], codes: AnswerCodes): boolean {
  return component.questions.every(
    (question, place) => codes[question]! < 0 || codes[question] === vector[place],
  );
}

/** All codes of a question. */
export function allCodes(task: Task, question: number): readonly number[] {
  return Array.from({ length: codeCount(task.questions[question]!) }, (_, code) => code);
}
