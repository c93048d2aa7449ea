import type { Question } from '../domain/question.ts';
import { scaleAnswers } from '../domain/scale.ts';
import type { Task } from '../domain/task.ts';
import { notAnswered } from '../truth/answer-codes.ts';
import { keyEnd, textEnd, utf8Text, valueEnd } from './json-bytes.ts';
import { legacyRelevance, outsideTerms, relevanceQuestion } from './original-topic.ts';
import { isFields } from './own-field.ts';

/** Answers that were not taken as they stand, by field. */
export interface SetAside {
  /** `none` where it is no value: the original writes it for what nobody answered. */
  readonly none: Map<string, number>;
  /** Values that are not on the scale: `incident_severity = critical`. */
  readonly outside: Map<string, number>;
}

/**
 * Reads the answers to a task's questions out of the entries of a judgment cache: values without regard to case, texts for truth values, `none`
 * where it is no value as no answer. Whatever stands beside the answers is left alone. Most entries are read straight from the bytes.
 */
export class CachedAnswers {
  readonly codes: number[];
  /** The words of answers that are outside of the terms, by the question's place; null when there are none. Only where the scale can hold them. */
  strays: Map<number, string> | null = null;
  readonly setAside: SetAside = { none: new Map(), outside: new Map() };
  readonly #questions: readonly Question[];
  readonly #keys: readonly KnownKey[];
  /** The key that stood at each place of the entry before: entries nearly always have the same keys in the same order. */
  readonly #order: KnownKey[] = [];
  #keepStrays = false;

  constructor(task: Task) {
    this.#questions = task.questions;
    this.codes = task.questions.map(() => notAnswered);
    const named = task.questions.map((question, at) => ({ name: question.id, at }));
    const relevance = task.questions.findIndex((question) => question.id === relevanceQuestion);
    this.#keys = [...named, ...(relevance < 0 ? [] : [{ name: legacyRelevance, at: relevance }])].map(({ name, at }) => knownKey(name, at, task.questions[at]!));
  }

  /** Sets `codes`, and `strays` when they are to be kept; false when the entry is no object. */
  read(bytes: Uint8Array, start: number, end: number, keepStrays: boolean): boolean {
    this.#keepStrays = keepStrays;
    this.strays = null;
    if (this.#scan(bytes, start, end)) return true;
    this.strays = null;
    const value: unknown = JSON.parse(utf8Text(bytes, start, end));
    if (!isFields(value)) return false;
    this.#take(value);
    return true;
  }

  /** True when everything in the entry is plain: no escapes in keys, every answer a value of its scale. */
  #scan(bytes: Uint8Array, start: number, end: number): boolean {
    const { codes } = this;
    codes.fill(notAnswered);
    if (bytes[start] !== openBrace) return false;
    let at = nextByte(bytes, start + 1);
    for (let place = 0; bytes[at] === quote; place += 1) {
      const known = this.#keyAt(bytes, at + 1, place);
      if (known === null) {
        at = valueEnd(bytes, keyEnd(bytes, at, end), end);
      } else {
        at = nextByte(bytes, nextByte(bytes, at + known.bytes.length + 1) + 1);
        const code = codeAt(bytes, at, known);
        // Older files may have relevance under both of its names; the present one goes before.
        if (code < 0 || (known.isLegacy && codes[known.at] !== notAnswered)) return false;
        codes[known.at] = code;
        at = bytes[at] === quote ? textEnd(bytes, at, end) : valueEnd(bytes, at, end);
      }
      at = nextByte(bytes, at);
      if (bytes[at] === comma) at = nextByte(bytes, at + 1);
    }
    return bytes[at] === closeBrace;
  }

  /** The known key whose text starts here, or null for any other. */
  #keyAt(bytes: Uint8Array, start: number, place: number): KnownKey | null {
    const guess = this.#order[place];
    if (guess !== undefined && hasBytes(bytes, start, guess.bytes)) return guess;
    const found = this.#keys.find((key) => hasBytes(bytes, start, key.bytes)) ?? null;
    if (found !== null) this.#order[place] = found;
    return found;
  }

  #take(row: Readonly<Record<string, unknown>>): void {
    this.#questions.forEach((question, at) => {
      const own = Object.hasOwn(row, question.id) ? row[question.id] : question.id === relevanceQuestion && Object.hasOwn(row, legacyRelevance) ? row[legacyRelevance] : undefined;
      this.codes[at] = this.#codeOf(question, at, own);
    });
  }

  #codeOf(question: Question, at: number, given: unknown): number {
    if (given === undefined || given === null) return notAnswered;
    const text = String(given).trim().toLowerCase();
    const code = spellings(question).findIndex((names) => names.includes(text));
    if (code >= 0) return code;
    if (text === 'none' || text === '') {
      this.#count(this.setAside.none, question.id);
      return notAnswered;
    }
    this.#count(this.setAside.outside, `${question.id} = ${String(given)}`);
    const outside = scaleAnswers(question.scale).indexOf(outsideTerms);
    if (outside < 0 || !this.#keepStrays) return notAnswered;
    this.strays ??= new Map();
    this.strays.set(at, String(given));
    return outside;
  }

  #count(counts: Map<string, number>, what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
}

interface KnownKey {
  readonly at: number;
  /** The key with its closing quote, so that no longer key begins with it. */
  readonly bytes: Uint8Array;
  readonly isLegacy: boolean;
  readonly isBinary: boolean;
  /** The values with their closing quotes, by code. */
  readonly values: readonly Uint8Array[];
}

const quote = 34;
const openBrace = 123;
const closeBrace = 125;
const comma = 44;

function knownKey(name: string, at: number, question: Question): KnownKey {
  const isBinary = question.scale.kind === 'binary';
  const values = isBinary ? [] : scaleAnswers(question.scale).map((answer) => asciiBytes(`${String(answer)}"`));
  return { at, bytes: asciiBytes(`${name}"`), isLegacy: name === legacyRelevance, isBinary, values };
}

/** The code of a value that is plainly on the scale; -1 when somebody must look closer. */
function codeAt(bytes: Uint8Array, at: number, { isBinary, values }: KnownKey): number {
  if (isBinary) return bytes[at] === 116 ? 1 : bytes[at] === 102 ? 0 : -1;
  if (bytes[at] !== quote) return -1;
  for (let code = 0; code < values.length; code += 1) if (hasBytes(bytes, at + 1, values[code]!)) return code;
  return -1;
}

/** How each value of a scale may be written, in lower case. What stands for values outside of the terms cannot be written. */
function spellings(question: Question): readonly (readonly string[])[] {
  if (question.scale.kind === 'binary') return [['false', '0', 'no'], ['true', '1', 'yes']];
  return scaleAnswers(question.scale).map((answer) => (answer === outsideTerms ? [] : [String(answer).toLowerCase()]));
}

function nextByte(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9) at += 1;
  return at;
}

function hasBytes(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let place = 0; place < expected.length; place += 1) if (bytes[at + place] !== expected[place]) return false;
  return true;
}

/** Characters beyond ASCII become bytes that are nowhere in a file, so that such values are never found here. */
function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => (character.charCodeAt(0) < 128 ? character.charCodeAt(0) : 0xff));
}
