import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';

/** An answer in the scale's own spelling, and the rule by which it was found. */
export interface Spelled {
  readonly answer: Answer;
  readonly rule: string;
}

/**
 * The answer that a different spelling plainly means: yes, no, true, false, 1 and 0 on a binary
 * scale; on other scales the value that differs only in case, outer space, a zero fraction or
 * leading zeros. Null when none or two fit: an unknown value never means no.
 * @example spelledAnswer({ scale: { kind: 'binary' } }, ' Yes')?.answer // true
 */
export function spelledAnswer(question: Question, given: unknown): Spelled | null {
  const { scale } = question;
  if (scale.kind === 'text' || scale.kind === 'quote') return null;
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean')
    return null;
  const text = foldedValue(String(given));
  if (scale.kind === 'binary') {
    const answer = plainWord(text);
    return answer === null ? null : { answer, rule: `spelling of ${answer}` };
  }
  const [answer, other] = scaleAnswers(scale).filter(
    (value) => foldedValue(String(value)) === text || isNumber(text, value),
  );
  return answer === undefined || other !== undefined
    ? null
    : { answer, rule: `spelling of ${answer}` };
}

/**
 * A truth value, also from 1, 0, yes and no. Anything else stays, for the validator.
 * @example [plainTruth(1), plainTruth('no'), plainTruth('maybe')] // [true, false, 'maybe']
 */
export function plainTruth(given: unknown): unknown {
  if (given === 1 || given === 'yes') return true;
  return given === 0 || given === 'no' ? false : given;
}

/** The same in a cell of a table, where spreadsheets write TRUE and FALSE. */
export function cellTruth(text: string): unknown {
  if (/^(true|TRUE|yes|1)$/.test(text)) return true;
  return /^(false|FALSE|no|0)$/.test(text) ? false : text;
}

/**
 * The name that differs only in case and outer space. Null when none or two fit.
 * @example spelledName(['IRB', 'LCR'], 'irb ') // 'IRB'
 */
export function spelledName(names: readonly string[], given: unknown): string | null {
  if (typeof given !== 'string') return null;
  if (names.includes(given)) return given;
  const folded = given.trim().toLowerCase();
  const [name, other] = names.filter((candidate) => candidate.toLowerCase() === folded);
  return name === undefined || other !== undefined ? null : name;
}

/** The truth value of a word in lower case; null for any other word. */
export function plainWord(text: string): boolean | null {
  if (/^(yes|true|1)$/.test(text)) return true;
  return /^(no|false|0)$/.test(text) ? false : null;
}

function isNumber(text: string, value: Answer): boolean {
  return typeof value === 'number' && /^-?\d{1,15}$/.test(text) && Number(text) === value;
}

function foldedValue(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(-?\d+)\.0+$/, '$1');
}
