import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { questionsIn } from '../../domain/expression.ts';
import type { Comparison, Expression } from '../../domain/expression.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeApplies } from './answer-codes.ts';
import type { AnswerCodes } from './answer-codes.ts';

/** True, false, or null when an answer that decides it is missing. */
export type Condition = (codes: AnswerCodes) => boolean | null;

/** The condition, or the reasons why the expression does not fit the task's questions. */
export type CompiledCondition =
  | { readonly ok: true; readonly holds: Condition }
  | { readonly ok: false; readonly reasons: readonly CodedText[] };

type Questions = Pick<Task, 'questions'>;

/**
 * Compiles an expression for answer codes, in three-valued logic (Kleene): an unanswered question
 * leaves open only what depends on it.
 */
export function compileCondition(task: Questions, expression: Expression): CompiledCondition {
  const reasons: CodedText[] = [];
  const holds = compile(expression, task.questions, reasons);
  return reasons.length === 0 ? { ok: true, holds } : { ok: false, reasons };
}

/** The condition of an expression that was checked before; throws where it does not fit. */
export function checkedCondition(task: Questions, expression: Expression): Condition {
  const compiled = compileCondition(task, expression);
  if (!compiled.ok) throw new Error(compiled.reasons.map(inEnglish).join('; '));
  return compiled.holds;
}

/** The positions of the questions that an expression mentions. */
export function placesIn({ questions }: Questions, expression: Expression): readonly number[] {
  return questionsIn(expression).map((id) => placeOf(questions, id));
}

/** A question alone, or compared with values. */
export type Comparing = Extract<Expression, { readonly kind: 'applies' | 'compare' }>;

/** The place of the question in a part of a checked expression, and which of its codes satisfy. */
export function allowedIn(
  { questions }: Questions,
  part: Comparing,
): { readonly place: number; readonly allows: (code: number) => boolean } {
  const place = placeOf(questions, part.question);
  return { place, allows: allowing(questions[place]!, part, []) };
}

function compile(
  part: Expression,
  questions: readonly Question[],
  reasons: CodedText[],
): Condition {
  if (part.kind === 'implies') {
    const premise = compile(part.premise, questions, reasons);
    const conclusion = compile(part.conclusion, questions, reasons);
    return (codes) => anyOf([negate(premise(codes)), conclusion(codes)]);
  }
  if (part.kind === 'not') {
    const inner = compile(part.of, questions, reasons);
    return (codes) => negate(inner(codes));
  }
  if (part.kind === 'and' || part.kind === 'or') {
    const inner = part.of.map((entry) => compile(entry, questions, reasons));
    return part.kind === 'or'
      ? (codes) => anyOf(inner.map((holds) => holds(codes)))
      : (codes) => negate(anyOf(inner.map((holds) => negate(holds(codes)))));
  }
  const index = placeOf(questions, part.question);
  const question = questions[index];
  if (question === undefined) {
    const ids = oneOf(questions.map((entry) => entry.id));
    reasons.push(codedText('no-question', { got: part.question, ids }));
    return () => null;
  }
  const allows = allowing(question, part, reasons);
  return (codes) => {
    const code = codes[index]!;
    return code < 0 ? null : allows(code);
  };
}

function negate(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function anyOf(values: readonly (boolean | null)[]): boolean | null {
  if (values.includes(true)) return true;
  return values.includes(null) ? null : false;
}

/** Which codes of its question satisfy a comparison. */
function allowing(
  question: Question,
  part: Comparing,
  reasons: CodedText[],
): (code: number) => boolean {
  if (part.kind === 'applies') {
    if (question.scale.kind === 'nominal') {
      const example = `${question.id} = ${question.scale.values[0]!.value}`;
      reasons.push(codedText('nominal-alone', { question: question.id, example }));
    }
    return (code) => codeApplies(question, code);
  }
  const codes = codesByName(question);
  const wanted = part.values.map((value) => {
    const code = codes.get(value) ?? -1;
    if (code < 0) {
      const known = oneOf(firstNames(question));
      reasons.push(codedText('no-such-value', { question: question.id, value, known }));
    }
    return code;
  });
  const { operator } = part;
  if (question.scale.kind !== 'ordinal' && ['<', '<=', '>', '>='].includes(operator))
    reasons.push(codedText('not-ordinal', { question: question.id, operator }));
  return comparing(operator, wanted);
}

function comparing(operator: Comparison, wanted: readonly number[]): (code: number) => boolean {
  const limit = wanted[0] ?? -1;
  if (operator === 'in') {
    const all = new Set(wanted);
    return (code) => all.has(code);
  }
  if (operator === '=') return (code) => code === limit;
  if (operator === '!=') return (code) => code !== limit;
  if (operator === '<') return (code) => code < limit;
  if (operator === '<=') return (code) => code <= limit;
  return operator === '>' ? (code) => code > limit : (code) => code >= limit;
}

/** Looked up once: expressions mention questions and values by the thousand. */
const placesById = new WeakMap<readonly Question[], ReadonlyMap<string, number>>();
const codesOfQuestion = new WeakMap<Question, ReadonlyMap<string, number>>();

function placeOf(questions: readonly Question[], id: string): number {
  let places = placesById.get(questions);
  if (places === undefined) {
    places = new Map(questions.map((question, place) => [question.id, place]));
    placesById.set(questions, places);
  }
  return places.get(id) ?? -1;
}

/** A name that two codes share is that of the first; see scaleFaults. */
function codesByName(question: Question): ReadonlyMap<string, number> {
  let codes = codesOfQuestion.get(question);
  if (codes === undefined) {
    const named = codeNames(question).flatMap((names, code) =>
      names.map((name) => [name, code] as const),
    );
    codes = new Map(named.toReversed());
    codesOfQuestion.set(question, codes);
  }
  return codes;
}

function firstNames(question: Question): readonly string[] {
  return codeNames(question).map(([first]) => first!);
}

function codeNames({ scale }: Question): readonly (readonly string[])[] {
  if (scale.kind === 'nominal' || scale.kind === 'ordinal')
    return scale.values.map((entry) => [String(entry.value)]);
  return scale.kind === 'binary' ? binaryNames : [['empty'], ['given']];
}

const binaryNames = [
  ['no', 'false', '0'],
  ['yes', 'true', '1'],
];
