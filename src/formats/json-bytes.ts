/**
 * A strict grammar of JSON over UTF-8 bytes: it refuses what JSON.parse refuses. Each function
 * returns where something ends, or -1 when more bytes are needed.
 */

/** Bytes that are not JSON, and where. */
export class NoJson extends Error {
  readonly at: number;
  constructor(at: number) {
    super(`no JSON at byte ${at}`);
    this.at = at;
  }
}

/** `"` */
export const quote = 34;
/** `\` */
export const backslash = 92;
/** `{` */
export const openBrace = 123;
/** `}` */
export const closeBrace = 125;
/** `[` */
export const openBracket = 91;
/** `,` */
export const comma = 44;
/** `:` */
export const colon = 58;

/** Where white space that starts here ends. */
export function spaceEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(bytes[at]!)) at += 1;
  return at;
}

/** Where the text that starts at this quote ends, after its closing quote. */
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
    } else if (!escapes.includes(bytes[at]!)) throw new NoJson(at);
  }
  return -1;
}

/** Where the value that starts here ends. Nesting costs no stack. */
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
    if (mayClose && bytes[at] === closing(inside)) {
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
    mayClose = bytes[at] !== comma;
    if (!mayClose) at += 1;
    else if (bytes[at] !== closing(open[open.length - 1]!)) throw new NoJson(at);
  }
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

/** Node and browsers both have it, but the pure rooms compile without the types of either. */
declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text: exactly the characters that they stand for. Throws where they are not UTF-8. */
export function utf8Text(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return decoder.decode(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end));
}

/** The bytes of a text that JSON writes in one way only; null for any other. */
export function plainBytes(text: string): Uint8Array | null {
  return /^[ !#-[\]-~]*$/.test(text)
    ? Uint8Array.from(text, (character) => character.charCodeAt(0))
    : null;
}

/** True when exactly these bytes lie between start and end. */
export function isBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  expected: Uint8Array,
): boolean {
  if (end - start !== expected.length) return false;
  // From the end, where ids and names differ.
  for (let place = expected.length - 1; place >= 0; place -= 1)
    if (bytes[start + place] !== expected[place]) return false;
  return true;
}

const letterU = 117;
/** `"\/bfnrt` */
const escapes: readonly number[] = [quote, backslash, 47, 98, 102, 110, 114, 116];
const words = [
  [116, 114, 117, 101],
  [102, 97, 108, 115, 101],
  [110, 117, 108, 108],
] as const;

function closing(open: number): number {
  return open === openBrace ? closeBrace : 93;
}

/** Where the value after a key starts: past the key, the colon and any space. */
function keyEnd(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== quote) throw new NoJson(start);
  const after = textEnd(bytes, start, end);
  if (after < 0) return -1;
  const colonAt = spaceEnd(bytes, after, end);
  if (colonAt >= end) return -1;
  if (bytes[colonAt] !== colon) throw new NoJson(colonAt);
  const value = spaceEnd(bytes, colonAt + 1, end);
  return value >= end ? -1 : value;
}

function scalarEnd(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start]!;
  if (first === quote) return textEnd(bytes, start, end);
  const word = words.find((one) => one[0] === first);
  return word === undefined ? numberEnd(bytes, start, end) : wordEnd(bytes, start, end, word);
}

function wordEnd(bytes: Uint8Array, start: number, end: number, word: readonly number[]): number {
  for (let place = 0; place < word.length; place += 1) {
    if (start + place >= end) return -1;
    if (bytes[start + place] !== word[place]) throw new NoJson(start + place);
  }
  return start + word.length;
}

/** A number has ended only where something else follows. */
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

/** Where at least one digit ends. */
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
