/**
 * Finds the ends of JSON values in bytes, strictly: what JSON.parse refuses is refused here. The
 * bytes may stop in the middle of a value, which is
 * no fault: then the answer is -1, and more must be read. The bytes are known to be UTF-8.
 */

/** Bytes that are no JSON, and where. */
export class NoJson extends Error {
  readonly at: number;
  constructor(at: number) {
    super(`no JSON at byte ${at}`);
    this.at = at;
  }
}

/** Where white space that starts here ends. */
export function spaceEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(bytes[at]!)) at += 1;
  return at;
}

/**
 * Where the text that starts at this quote ends, after its closing quote; -1 when the bytes stop
 * before.
 */
export function textEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) return at + 1;
    if (byte < 32) throw new NoJson(at);
    if (byte !== backslash) continue;
    at += 1;
    if (at >= end) return -1;
    if (bytes[at] === letterU) {
      for (let digit = 1; digit <= 4; digit += 1) {
        if (at + digit >= end) return -1;
        if (!isHex(bytes[at + digit]!)) throw new NoJson(at + digit);
      }
      at += 4;
    } else if (!isEscape(bytes[at]!)) throw new NoJson(at);
  }
  return -1;
}

/**
 * Where the value that starts here ends; -1 when the bytes stop before that is known. Nesting costs
 * no stack.
 */
export function valueEnd(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start]!;
  if (first !== openBrace && first !== openBracket) return scalarEnd(bytes, start, end);
  const open: number[] = [first];
  let at = start + 1;
  /** Whether a bracket may close here: at the beginning, or after a value; not after a comma. */
  let mayClose = true;
  for (;;) {
    at = spaceEnd(bytes, at, end);
    if (at >= end) return -1;
    const inside = open[open.length - 1]!;
    if (mayClose && bytes[at] === (inside === openBrace ? closeBrace : closeBracket)) {
      open.pop();
      at += 1;
      if (open.length === 0) return at;
    } else {
      if (inside === openBrace) {
        at = keyEnd(bytes, at, end);
        if (at < 0) return -1;
      }
      const byte = bytes[at]!;
      if (byte === openBrace || byte === openBracket) {
        open.push(byte);
        at += 1;
        mayClose = true;
        continue;
      }
      at = scalarEnd(bytes, at, end);
      if (at < 0) return -1;
    }
    // A value has ended: a comma, or the bracket that holds it closes.
    at = spaceEnd(bytes, at, end);
    if (at >= end) return -1;
    if (bytes[at] === comma) {
      at += 1;
      mayClose = false;
    } else if (bytes[at] === (open[open.length - 1] === openBrace ? closeBrace : closeBracket))
      mayClose = true;
    else throw new NoJson(at);
  }
}

/**
 * Where the value after a key begins: past the key, the colon and any space; -1 when the bytes stop
 * before.
 */
export function keyEnd(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== quote) throw new NoJson(start);
  const after = textEnd(bytes, start, end);
  if (after < 0) return -1;
  const colonAt = spaceEnd(bytes, after, end);
  if (colonAt >= end) return -1;
  if (bytes[colonAt] !== colon) throw new NoJson(colonAt);
  const value = spaceEnd(bytes, colonAt + 1, end);
  return value >= end ? -1 : value;
}

/** The text between the quotes of a JSON string. */
export function jsonText(bytes: Uint8Array, start: number, end: number): string {
  let plain = '';
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 128 || byte === backslash)
      return JSON.parse(`"${utf8Text(bytes, start, end)}"`) as string;
    plain += String.fromCharCode(byte);
  }
  return plain;
}

/**
 * Bytes as text; there is no decoder of the platform's that both a browser and a server without
 * types for it have.
 */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at += 1) text += `%${bytes[at]!.toString(16).padStart(2, '0')}`;
  return decodeURIComponent(text);
}

const quote = 34;
const backslash = 92;
const letterU = 117;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;
const comma = 44;
const colon = 58;

function scalarEnd(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start]!;
  if (first === quote) return textEnd(bytes, start, end);
  if (first === 116) return wordEnd(bytes, start, end, wordTrue);
  if (first === 102) return wordEnd(bytes, start, end, wordFalse);
  if (first === 110) return wordEnd(bytes, start, end, wordNull);
  return numberEnd(bytes, start, end);
}

const wordTrue = [116, 114, 117, 101];
const wordFalse = [102, 97, 108, 115, 101];
const wordNull = [110, 117, 108, 108];

function wordEnd(bytes: Uint8Array, start: number, end: number, word: readonly number[]): number {
  for (let place = 0; place < word.length; place += 1) {
    if (start + place >= end) return -1;
    if (bytes[start + place] !== word[place]) throw new NoJson(start + place);
  }
  return start + word.length;
}

/**
 * A number goes on as long as there are digits, so it has ended only where something else follows.
 */
function numberEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = bytes[start] === 45 ? start + 1 : start;
  if (at >= end) return -1;
  if (bytes[at] === 48) at += 1;
  else at = digitsEnd(bytes, at, end);
  if (at >= 0 && at < end && bytes[at] === 46) at = digitsEnd(bytes, at + 1, end);
  if (at >= 0 && at < end && (bytes[at] === 101 || bytes[at] === 69)) {
    at += 1;
    if (at < end && (bytes[at] === 43 || bytes[at] === 45)) at += 1;
    at = digitsEnd(bytes, at, end);
  }
  return at < 0 || at >= end ? -1 : at;
}

/** Where at least one digit ends; -1 when the bytes stop. */
function digitsEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at]! >= 48 && bytes[at]! <= 57) at += 1;
  if (at >= end) return -1;
  if (at === start) throw new NoJson(at);
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

function isHex(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);
}

/** One of `"\/bfnrt`. */
function isEscape(byte: number): boolean {
  return (
    byte === 34 ||
    byte === 92 ||
    byte === 47 ||
    byte === 98 ||
    byte === 102 ||
    byte === 110 ||
    byte === 114 ||
    byte === 116
  );
}
