import type { Question } from '../domain/protocol/question.ts';
import { scaleAnswers } from '../domain/protocol/scale.ts';
import { notAnswered } from '../truth/protocol/answer-codes.ts';
import { valueEnd } from './json-bytes.ts';

/** A field that is looked for: the answer to a question, or a text whose place is wanted. */
export type ScannedField =
  | {
      readonly name: string;
      readonly answers: { readonly question: Question; readonly at: number };
      readonly isAlias?: boolean;
    }
  | { readonly name: string; readonly text: number };

/**
 * Reads flat JSON objects straight from the bytes, where everything in them is plain: no escapes,
 * every answer a value of its scale. It decides
 * nothing on its own: of anything else it says so, and somebody looks closer. The bytes are known
 * to be UTF-8.
 */
export class FieldScanner {
  /** The answers in the order of the questions. */
  readonly codes: number[];
  /**
   * Where the wanted texts start and end, between their quotes; a start of -1 means that the field
   * is not there.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly #keys: readonly KnownKey[];
  readonly #passOver: boolean;
  /**
   * The key that stood at each place of the object before: they nearly always come in the same
   * order.
   */
  readonly #order: KnownKey[] = [];

  /**
   * Fields that are not looked for are passed over, or make an object one to look at more closely.
   */
  constructor(questions: number, fields: readonly ScannedField[], passOver: boolean) {
    this.codes = Array.from({ length: questions }, () => notAnswered);
    this.#keys = fields.map(knownKey);
    const texts = fields.filter((field) => 'text' in field).length;
    this.starts = new Int32Array(texts);
    this.ends = new Int32Array(texts);
    this.#passOver = passOver;
  }

  /**
   * Reads the object that starts here: sets `codes`, `starts` and `ends`, and returns where it
   * ends; -1 when it is not plain, or does not end
   * before the limit. It takes nothing for JSON that is none.
   */
  scan(bytes: Uint8Array, start: number, limit: number): number {
    const { codes } = this;
    for (let at = 0; at < codes.length; at += 1) codes[at] = notAnswered;
    for (let at = 0; at < this.starts.length; at += 1) this.starts[at] = -1;
    if (bytes[start] !== openBrace) return -1;
    let at = nextByte(bytes, start + 1, limit);
    for (let place = 0; at < limit; place += 1) {
      if (bytes[at] !== quote) return -1;
      const key = this.#keyAt(bytes, at + 1, place, limit);
      if (key === null) return -1;
      at = nextByte(bytes, at + key.bytes.length + 1, limit);
      if (at >= limit || bytes[at] !== colon) return -1;
      at = nextByte(bytes, at + 1, limit);
      if (at >= limit) return -1;
      at =
        key.kind === passed
          ? plainEnd(bytes, at, limit)
          : key.kind === wanted
            ? this.#textEnd(bytes, at, limit, key)
            : this.#answerEnd(bytes, at, limit, key);
      if (at < 0) return -1;
      at = nextByte(bytes, at, limit);
      if (at >= limit) return -1;
      if (bytes[at] === closeBrace) return at + 1;
      if (bytes[at] !== comma) return -1;
      at = nextByte(bytes, at + 1, limit);
    }
    return -1;
  }

  #answerEnd(bytes: Uint8Array, at: number, limit: number, key: KnownKey): number {
    // A question may be there under two names; then the second is not plain.
    if (key.isAlias && this.codes[key.at] !== notAnswered) return -1;
    if (key.kind === truth) {
      const isTrue = bytes[at] === wordTrue[0];
      const word = isTrue ? wordTrue : wordFalse;
      if (at + word.length > limit || !hasBytes(bytes, at, word)) return -1;
      this.codes[key.at] = isTrue ? 1 : 0;
      return at + word.length;
    }
    if (bytes[at] !== quote) return -1;
    for (let code = 0; code < key.values.length; code += 1) {
      const value = key.values[code]!;
      if (at + 1 + value.length > limit || !hasBytes(bytes, at + 1, value)) continue;
      this.codes[key.at] = code;
      return at + 1 + value.length;
    }
    return -1;
  }

  #textEnd(bytes: Uint8Array, at: number, limit: number, key: KnownKey): number {
    if (bytes[at] !== quote || this.starts[key.at]! >= 0) return -1;
    const end = plainEnd(bytes, at, limit);
    this.starts[key.at] = at + 1;
    this.ends[key.at] = end - 1;
    return end;
  }

  #keyAt(bytes: Uint8Array, start: number, place: number, limit: number): KnownKey | null {
    const guess = this.#order[place];
    if (
      guess !== undefined &&
      start + guess.bytes.length <= limit &&
      hasBytes(bytes, start, guess.bytes)
    )
      return guess;
    const found =
      this.#keys.find(
        (key) => start + key.bytes.length <= limit && hasBytes(bytes, start, key.bytes),
      ) ?? (this.#passOver ? passedOver(bytes, start, limit) : null);
    if (found !== null) this.#order[place] = found;
    return found;
  }
}

/**
 * What stands under a key: something to pass over, a text that is wanted, a truth value, or one of
 * several values.
 */
const passed = 0;
const wanted = 1;
const truth = 2;
const choice = 3;

interface KnownKey {
  /** The place of the question, or of the text. */
  readonly at: number;
  readonly kind: number;
  /** The key with its closing quote, so that no longer key begins with it. */
  readonly bytes: Uint8Array;
  readonly isAlias: boolean;
  /** The values with their closing quotes, by code. */
  readonly values: readonly Uint8Array[];
}

const quote = 34;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const comma = 44;
const colon = 58;
const wordTrue = Uint8Array.of(116, 114, 117, 101);
const wordFalse = Uint8Array.of(102, 97, 108, 115, 101);

function knownKey(field: ScannedField): KnownKey {
  const bytes = plainBytes(field.name);
  if ('text' in field) return { at: field.text, kind: wanted, bytes, isAlias: false, values: [] };
  const { question, at } = field.answers;
  const isBinary = question.scale.kind === 'binary';
  // A scale of numbers has values without quotes, which are then never found here.
  const values = isBinary
    ? []
    : scaleAnswers(question.scale).map((answer) =>
        typeof answer === 'string' ? plainBytes(answer) : Uint8Array.of(0),
      );
  return { at, kind: isBinary ? truth : choice, bytes, isAlias: field.isAlias === true, values };
}

/** A key that is nobody's. Null when it has escapes, is long, or does not end. */
function passedOver(bytes: Uint8Array, start: number, limit: number): KnownKey | null {
  for (let at = start; at < limit && at < start + 64; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote)
      return {
        at: -1,
        kind: passed,
        bytes: bytes.slice(start, at + 1),
        isAlias: false,
        values: [],
      };
    if (byte < 32 || byte === backslash) return null;
  }
  return null;
}

/**
 * Where a value ends that is not looked at; -1 when the limit comes first, or it is no JSON, which
 * is then found out elsewhere.
 */
function plainEnd(bytes: Uint8Array, at: number, limit: number): number {
  if (bytes[at] !== quote) {
    // Run numbers: whole, without a zero in front, and short.
    if (bytes[at]! >= 49 && bytes[at]! <= 57) {
      let end = at + 1;
      while (end < limit && bytes[end]! >= 48 && bytes[end]! <= 57) end += 1;
      if (end < limit && (bytes[end] === comma || bytes[end] === closeBrace)) return end;
    }
    try {
      return valueEnd(bytes, at, limit);
    } catch {
      // Whoever reads the object as a whole says where it goes wrong.
      return -1;
    }
  }
  for (let place = at + 1; place < limit; place += 1) {
    const byte = bytes[place]!;
    if (byte === quote) return place + 1;
    if (byte < 32 || byte === backslash) return -1;
  }
  return -1;
}

function nextByte(bytes: Uint8Array, start: number, limit: number): number {
  let at = start;
  while (
    at < limit &&
    (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9)
  )
    at += 1;
  return at;
}

function hasBytes(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let place = 0; place < expected.length; place += 1)
    if (bytes[at + place] !== expected[place]) return false;
  return true;
}

/**
 * A text with its closing quote. Characters that JSON may write in several ways become bytes that
 * are nowhere in a file.
 */
function plainBytes(text: string): Uint8Array {
  const bytes = Uint8Array.from(`${text}"`, (character) => character.charCodeAt(0));
  return /^[ !#-[\]-~]*$/.test(text) ? bytes : Uint8Array.of(0xff);
}
