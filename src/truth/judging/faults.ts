import type { Answer } from '../../domain/answer.ts';
import type { TextValue } from '../../domain/coded-text.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField, missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, isStorable, oneOf } from '../../domain/text-values.ts';
import { questionsIn } from '../../domain/expression.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { codeReader, notAnswered } from '../protocol/answer-codes.ts';
import type { AnswerCodes } from '../protocol/answer-codes.ts';
import { checkedCondition } from '../protocol/condition.ts';
import type { Condition } from '../protocol/condition.ts';
import { compileConstraints, violation } from '../protocol/constraints.ts';
import type { CompiledConstraints } from '../protocol/constraints.ts';
import { nearestPassage, verbatim } from './quote.ts';

/** Answers from outside, not checked yet. Null means no answer. */
export type GivenAnswers = Readonly<Record<string, unknown>>;

/** The answers that were given: those that are null or undefined are left out. */
export function definedAnswers(given: GivenAnswers): Answers {
  const answers: Record<string, Answer> = {};
  for (const name in given)
    if (given[name] !== undefined && given[name] !== null) answers[name] = given[name] as Answer;
  return answers;
}

/** A task prepared for checking many judgments. */
export interface CompiledTask {
  readonly task: Task;
  readonly constraints: CompiledConstraints;
  /**
   * All faults of the answers about a unit: values off their scale, missing answers, broken
   * constraints, quotes that are not verbatim. The form, the API, imports and model replies all use
   * this. Without the unit's fields, quotes are not checked. Writes the answers' codes into
   * `codes`.
   */
  faults(answers: GivenAnswers, unit: UnitFields | null, codes?: number[]): readonly Fault[];
}

/** Prepares a task for checking; do it once, then check row after row. */
export function compileTask(task: Task): CompiledTask {
  const constraints = compileConstraints(task);
  const known = new Set(task.questions.map((question) => question.id));
  const conditions = task.questions.map((question) => whenOf(task, question));
  const conditional = conditions.some((condition) => condition !== null);
  const readers = task.questions.map(answerReader);

  const faults: CompiledTask['faults'] = (answers, unit, codes = []) => {
    const found: Fault[] = [];
    for (let at = 0; at < readers.length; at += 1)
      codes[at] = readers[at]!(answers[task.questions[at]!.id] ?? undefined, unit, found);
    for (const name in answers) if (!known.has(name)) found.push(unknownQuestion(name, known));
    findMissing(answers, codes, found);
    if (conditional) findInapplicable(answers, codes, found);
    if (task.constraints.length === 0) return found;
    for (const constraint of constraints.broken(codes)) {
      const detail = violation(task, constraint, codes);
      found.push(fault('constraint-broken', { constraint: constraint.source, detail }));
    }
    return found;
  };

  const findMissing = (answers: GivenAnswers, codes: AnswerCodes, found: Fault[]): void => {
    for (let at = 0; at < codes.length; at += 1) {
      const question = task.questions[at]!;
      const given = answers[question.id] as unknown;
      if ((given !== undefined && given !== null) || !question.required) continue;
      const condition = conditions[at]!;
      if (condition !== null && condition.holds(codes) !== true) continue;
      found.push(badField(question.id, given, expectation(question)));
    }
  };

  const findInapplicable = (answers: GivenAnswers, codes: AnswerCodes, found: Fault[]): void => {
    const faulty = new Set(found.map((one) => one.field));
    conditions.forEach((condition, at) => {
      const question = task.questions[at]!;
      if (condition === null || (answers[question.id] ?? null) === null) return;
      const asked = condition.holds(codes);
      // Ignore what only a faulty answer leaves open.
      if (asked === true || (asked === null && condition.questions.some((id) => faulty.has(id))))
        return;
      found.push(fault('not-applicable', { field: question.id, when: question.when!.source }));
    });
  };

  return { task, constraints, faults };
}

/** What may be answered to a question, for messages: `0, 1 or 2`. */
export function expectation(question: Question): TextValue {
  const { scale } = question;
  if (scale.kind === 'binary') return codedText('true-or-false');
  if (scale.kind === 'text') return codedText('non-empty-text');
  if (scale.kind === 'quote') return codedText('passage', { field: scale.from });
  return oneOf(scaleAnswers(scale).map(String));
}

function unknownQuestion(field: string, known: ReadonlySet<string>): Fault {
  const hint = codedText('questions-are', { questions: oneOf([...known]) });
  return fault('unknown-field', { field, hint });
}

type AnswerReader = (given: unknown, unit: UnitFields | null, found: Fault[]) => number;

function answerReader(question: Question): AnswerReader {
  const { scale, id } = question;
  const expected = expectation(question);
  const wrong = (given: unknown, found: Fault[]): number => {
    found.push(wrongValue(id, given, expected));
    return notAnswered;
  };
  if (scale.kind === 'text' || scale.kind === 'quote') {
    return (given, unit, found) => {
      if (given === undefined) return notAnswered;
      const isEmpty = typeof given === 'string' && given.trim() === '';
      if (typeof given !== 'string' || (question.required && isEmpty)) return wrong(given, found);
      if (!isStorable(given)) {
        found.push(wrongValue(id, given, codedText('storable-text')));
        return notAnswered;
      }
      if (scale.kind === 'text' && given.length > scale.max) {
        const most = codedText('at-most-characters', { most: scale.max });
        found.push(wrongField(id, codedText('length', { count: given.length }), most));
      }
      if (scale.kind === 'quote' && unit !== null && !isEmpty)
        found.push(...quoteFaults(id, given, { name: scale.from, text: unit[scale.from] }));
      return isEmpty ? 0 : 1;
    };
  }
  const read = codeReader(question);
  return (given, _unit, found) => {
    const code = read(given);
    return code >= 0 || given === undefined ? code : wrong(given, found);
  };
}

function quoteFaults(
  field: string,
  quote: string,
  source: { readonly name: string; readonly text: unknown },
): readonly Fault[] {
  const { name, text } = source;
  if (typeof text !== 'string') return [missingField(name, codedText('quoted-source', { field }))];
  if (verbatim(quote, text) !== null) return [];
  const nearest = nearestPassage(quote, text);
  if (nearest === null) return [fault('not-verbatim', { field, source: name, hint: '' })];
  const { text: value, start, end } = nearest;
  const passage = JSON.stringify(value);
  const hint = codedText('nearest-passage', { passage, start, end });
  return [
    fault('not-verbatim', { field, source: name, hint }, { fix: { field, value, start, end } }),
  ];
}

interface WhenCondition {
  readonly holds: Condition;
  readonly questions: readonly string[];
}

function whenOf(task: Task, question: Question): WhenCondition | null {
  if (question.when === null) return null;
  const { expression } = question.when;
  return { holds: checkedCondition(task, expression), questions: questionsIn(expression) };
}
