import { questionsIn } from '../../domain/expression.ts';
import { fault, printChoice, printValue } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { notAnswered } from '../protocol/answer-codes.ts';
import type { AnswerCodes } from '../protocol/answer-codes.ts';
import { compileCondition } from '../protocol/condition.ts';
import type { Condition } from '../protocol/condition.ts';
import { compileConstraints, violation } from '../protocol/constraints.ts';
import type { CompiledConstraints } from '../protocol/constraints.ts';
import { nearestPassage, verbatim } from './quote.ts';

/** Answers as they come from outside: anything may be in them. Null is no answer. */
export type GivenAnswers = Readonly<Record<string, unknown>>;

/** A task made ready for checking many judgments. */
export interface CompiledTask {
  readonly task: Task;
  readonly constraints: CompiledConstraints;
  /** Everything that is wrong with the answers, and their codes in the task's order. */
  check(
    answers: GivenAnswers,
    unit: UnitFields | null,
  ): { readonly codes: AnswerCodes; readonly faults: readonly Fault[] };
}

/**
 * Everything that is wrong with the answers to a task's questions about a unit: values off their
 * scale, answers missing, constraints broken, quotes that are not verbatim. The form in the
 * browser, the API, the importer and a model's reply are all checked by this. Without the unit's
 * fields, quotes are not checked.
 */
export function faults(
  task: Task,
  answers: GivenAnswers,
  unit: UnitFields | null,
): readonly Fault[] {
  return compileTask(task).check(answers, unit).faults;
}

/** Prepares a task for checking; do it once, then check row after row. */
export function compileTask(task: Task): CompiledTask {
  const constraints = compileConstraints(task);
  const known = new Set(task.questions.map((question) => question.id));
  const conditions = task.questions.map((question) => whenOf(task, question));
  const conditional = conditions.some((condition) => condition !== null);
  const readers = task.questions.map(answerReader);

  const check: CompiledTask['check'] = (answers, unit) => {
    const found: Fault[] = [];
    const codes: number[] = [];
    for (let at = 0; at < readers.length; at += 1)
      codes.push(readers[at]!(answers[task.questions[at]!.id] ?? undefined, unit, found));
    for (const name in answers)
      if (!known.has(name))
        found.push(
          fault('unknown-field', {
            field: name,
            hint: `; the questions are ${printChoice([...known], 'and')}`,
          }),
        );
    checkMissing(answers, codes, found);
    if (conditional) checkApplicable(answers, codes, found);
    if (task.constraints.length > 0) {
      for (const constraint of constraints.broken(codes)) {
        found.push(
          fault('constraint-broken', {
            constraint: constraint.source,
            detail: violation(task, constraint, codes),
          }),
        );
      }
    }
    return { codes, faults: found };
  };

  const checkMissing = (answers: GivenAnswers, codes: AnswerCodes, found: Fault[]): void => {
    for (let at = 0; at < codes.length; at += 1) {
      const question = task.questions[at]!;
      const given = answers[question.id];
      if ((given !== undefined && given !== null) || !question.required) continue;
      if (conditional && conditions[at] !== null && conditions[at]!.holds(codes) !== true) continue;
      found.push(
        given === null
          ? fault('wrong-value', {
              field: question.id,
              got: 'null',
              expected: expectation(question),
            })
          : fault('missing-field', { field: question.id, expected: expectation(question) }),
      );
    }
  };

  const checkApplicable = (answers: GivenAnswers, codes: AnswerCodes, found: Fault[]): void => {
    const faulty = new Set(found.map((one) => one.field));
    conditions.forEach((condition, at) => {
      const question = task.questions[at]!;
      const given = answers[question.id];
      if (condition === null || given === undefined || given === null) return;
      const asked = condition.holds(codes);
      // What an answer with a fault leaves open is not held against the others.
      if (asked === true || (asked === null && condition.questions.some((id) => faulty.has(id))))
        return;
      found.push(fault('not-applicable', { field: question.id, when: question.when!.source }));
    });
  };

  return { task, constraints, check };
}

/** What may be answered to a question, for messages: `0, 1 or 2`. */
export function expectation(question: Question): string {
  const { scale } = question;
  if (scale.kind === 'binary') return 'true or false';
  if (scale.kind === 'text') return 'a non-empty text';
  if (scale.kind === 'quote') return `a passage copied from ${scale.from}`;
  return printChoice(scaleAnswers(scale).map(String));
}

type AnswerReader = (given: unknown, unit: UnitFields | null, found: Fault[]) => number;

function answerReader(question: Question): AnswerReader {
  const { scale, id } = question;
  const expected = expectation(question);
  const wrong = (given: unknown, found: Fault[]): number => {
    found.push(fault('wrong-value', { field: id, got: printValue(given), expected }));
    return notAnswered;
  };
  if (scale.kind === 'text' || scale.kind === 'quote') {
    return (given, unit, found) => {
      if (given === undefined) return notAnswered;
      if (typeof given !== 'string' || (question.required && given.trim() === ''))
        return wrong(given, found);
      if (scale.kind === 'text' && given.length > scale.max) {
        found.push(
          fault('wrong-value', {
            field: id,
            got: `${given.length} characters long`,
            expected: `at most ${scale.max} characters`,
          }),
        );
      }
      if (scale.kind === 'quote' && unit !== null && given.trim() !== '')
        checkQuote(id, scale.from, given, unit, found);
      return given.trim() === '' ? 0 : 1;
    };
  }
  const codes = new Map<unknown, number>(scaleAnswers(scale).map((value, code) => [value, code]));
  return (given, _unit, found) => {
    if (given === undefined) return notAnswered;
    return codes.get(given) ?? wrong(given, found);
  };
}

function checkQuote(
  field: string,
  from: string,
  quote: string,
  unit: UnitFields,
  found: Fault[],
): void {
  const source = unit[from];
  if (typeof source !== 'string') {
    found.push(fault('missing-field', { field: from, expected: `the text that ${field} quotes` }));
    return;
  }
  if (verbatim(quote, source) !== null) return;
  const nearest = nearestPassage(quote, source);
  const fix =
    nearest === null
      ? ''
      : `; the nearest passage is ${JSON.stringify(nearest.text)} at ${nearest.start}–${nearest.end}`;
  found.push(
    fault(
      'not-verbatim',
      { field, source: from, fix },
      nearest === null
        ? {}
        : { fix: { field, value: nearest.text, start: nearest.start, end: nearest.end } },
    ),
  );
}

interface WhenCondition {
  readonly holds: Condition;
  readonly questions: readonly string[];
}

function whenOf(task: Task, question: Question): WhenCondition | null {
  if (question.when === null) return null;
  const compiled = compileCondition(task, question.when.expression);
  if (!compiled.ok) throw new Error(compiled.reasons.join('; '));
  return { holds: compiled.holds, questions: questionsIn(question.when.expression) };
}
