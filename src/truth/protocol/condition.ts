import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import { codedText } from '../../domain/text-values.ts';
import { questionsIn } from '../../domain/expression.ts';
import type { Comparison, Expression } from '../../domain/expression.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeApplies, codeCount } from './answer-codes.ts';
import type { AnswerCodes } from './answer-codes.ts';

/** True, false, or null when an answer that decides it is missing. */
export type Condition = (codes: AnswerCodes) => boolean | null;

/** The condition, or the reasons why the expression does not fit the task's questions. */
export type CompiledCondition =
  | { readonly ok: true; readonly holds: Condition }
  | { readonly ok: false; readonly reasons: readonly CodedText[] };

/**
 * Compiles an expression for answer codes, in three-valued logic (Kleene): an unanswered question
 * leaves open only what depends on it.
 */
export function compileCondition(
  task: Pick<Task, 'questions'>,
  expression: Expression,
): CompiledCondition {
  const reasons: CodedText[] = [];
  const holds = compile(expression, task.questions, reasons);
  return reasons.length === 0 ? { ok: true, holds } : { ok: false, reasons };
}

/** The condition of an expression that was checked before; throws where it does not fit. */
export function checkedCondition(task: Pick<Task, 'questions'>, expression: Expression): Condition {
  const compiled = compileCondition(task, expression);
  if (!compiled.ok) throw new Error(compiled.reasons.map(inEnglish).join('; '));
  return compiled.holds;
}

/** The positions of the questions that an expression mentions. */
export function placesIn(
  { questions }: Pick<Task, 'questions'>,
  expression: Expression,
): readonly number[] {
  return questionsIn(expression).map((id) => questions.findIndex((one) => one.id === id));
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
  const index = questions.findIndex((question) => question.id === part.question);
  const question = questions[index];
  if (question === undefined) {
    const ids = questions.map((entry) => entry.id).join(', ');
    reasons.push(codedText('no-question', { got: part.question, ids }));
    return () => null;
  }
  const allowed =
    part.kind === 'applies'
      ? appliesTable(question, reasons)
      : comparisonTable(question, part.operator, part.values, reasons);
  return (codes) => {
    const code = codes[index]!;
    return code < 0 ? null : allowed[code] === true;
  };
}

function negate(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function anyOf(values: readonly (boolean | null)[]): boolean | null {
  if (values.includes(true)) return true;
  return values.includes(null) ? null : false;
}

function appliesTable(question: Question, reasons: CodedText[]): readonly boolean[] {
  if (question.scale.kind === 'nominal') {
    const example = `${question.id} = ${question.scale.values[0]!.value}`;
    reasons.push(codedText('nominal-alone', { question: question.id, example }));
  }
  return Array.from({ length: codeCount(question) }, (_, code) => codeApplies(question, code));
}

function comparisonTable(
  question: Question,
  operator: Comparison,
  wanted: readonly string[],
  reasons: CodedText[],
): readonly boolean[] {
  const names = codeNames(question);
  const known = names.map(([first]) => first).join(', ');
  const positions = wanted.map((value) => {
    const position = names.findIndex((alternatives) => alternatives.includes(value));
    if (position < 0)
      reasons.push(codedText('no-such-value', { question: question.id, value, known }));
    return position;
  });
  if (question.scale.kind !== 'ordinal' && ['<', '<=', '>', '>='].includes(operator))
    reasons.push(codedText('not-ordinal', { question: question.id, operator }));
  const limit = positions[0] ?? -1;
  return names.map((_, code) => {
    if (operator === '=' || operator === 'in') return positions.includes(code);
    if (operator === '!=') return code !== limit;
    if (operator === '<') return code < limit;
    if (operator === '<=') return code <= limit;
    return operator === '>' ? code > limit : code >= limit;
  });
}

function codeNames(question: Question): readonly (readonly string[])[] {
  const { scale } = question;
  if (scale.kind === 'nominal' || scale.kind === 'ordinal')
    return scale.values.map((entry) => [String(entry.value)]);
  return scale.kind === 'binary' ? binaryNames : [['empty'], ['given']];
}

const binaryNames = [
  ['no', 'false', '0'],
  ['yes', 'true', '1'],
];
