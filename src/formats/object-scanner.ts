import {
  backslash,
  closeBrace,
  colon,
  comma,
  NoJson,
  openBrace,
  openBracket,
  quote,
  spaceEnd,
  utf8Text,
  valueEnd,
} from './json-bytes.ts';
import { readJson } from './json-value.ts';

/** The field that a key belongs to, -1 for a key that is passed over, null for one to stop at. */
export type FieldOf = (key: string) => number | null;

/**
 * Finds the values of JSON objects in UTF-8 bytes without making strings or objects. Objects of a
 * file share few shapes (keys in order): the scanner learns a shape once, then only compares. What
 * has no known shape is left to a parser, so nothing is ever read differently.
 */
export class ObjectScanner {
  /** Per field the first byte of its value, which shows its kind; 0 when it is missing. */
  readonly kinds: Uint8Array;
  /** Per field where its value starts and ends; for texts between the quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly #fieldOf: FieldOf;
  readonly #holdsObjects: boolean;
  readonly #first: Step[] = [];
  #steps = 0;
  /** The bytes four at a time, which is how most of them are passed over. */
  #words: DataView = new DataView(new ArrayBuffer(0));
  #bytes: Uint8Array | null = null;

  /** `holdsObjects`: values may hold objects themselves; otherwise those are left to the parser. */
  constructor(fields: number, fieldOf: FieldOf, holdsObjects = false) {
    this.kinds = new Uint8Array(fields);
    this.starts = new Int32Array(fields);
    this.ends = new Int32Array(fields);
    this.#fieldOf = fieldOf;
    this.#holdsObjects = holdsObjects;
  }

  /** Learns the shape of an object that ends before the limit; false if it cannot. */
  learn(bytes: Uint8Array, start: number, limit: number): boolean {
    if (this.#steps > mostSteps) return false;
    this.#look(bytes);
    const path: { readonly lead: Uint8Array<ArrayBuffer>; readonly field: number }[] = [];
    const keys = new Set<string>();
    let at = start;
    for (;;) {
      const found = leadAt(bytes, at, limit, keys.size === 0 ? openBrace : comma);
      if (found === null) break;
      const { key, end } = found;
      const field = keys.has(key) ? null : this.#fieldOf(key);
      if (field === null) return false;
      keys.add(key);
      // A copy: the buffer is used again, and the slice of a Node buffer is not a copy.
      path.push({ lead: new Uint8Array(bytes.subarray(at, end)), field });
      at = this.#valueEnd(bytes, end, limit);
      if (at < 0) return false;
    }
    const close = spaceEnd(bytes, at, limit);
    if (path.length === 0 || close >= limit || bytes[close] !== closeBrace) return false;
    this.#add(path);
    return true;
  }

  /** Reads the object that starts here and returns where it ends; -1 for an unknown shape. */
  scan(bytes: Uint8Array, start: number, limit: number): number {
    this.#look(bytes);
    const { kinds, starts, ends } = this;
    for (let field = 0; field < kinds.length; field += 1) kinds[field] = 0;
    let next = this.#first;
    let isWhole = false;
    let at = start;
    for (;;) {
      const step = this.#follow(next, at, limit);
      if (step === null) break;
      at += step.length;
      const after = this.#valueEnd(bytes, at, limit);
      if (after < 0) return -1;
      if (step.field >= 0) {
        const kind = bytes[at]!;
        const quoted = kind === quote ? 1 : 0;
        kinds[step.field] = kind;
        starts[step.field] = at + quoted;
        ends[step.field] = after - quoted;
      }
      at = after;
      next = step.next;
      isWhole = step.isLast;
    }
    if (!isWhole) return -1;
    at = spaceEnd(bytes, at, limit);
    return at < limit && bytes[at] === closeBrace ? at + 1 : -1;
  }

  #look(bytes: Uint8Array): void {
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #add(path: readonly { readonly lead: Uint8Array<ArrayBuffer>; readonly field: number }[]): void {
    let next = this.#first;
    for (const [place, { lead, field }] of path.entries()) {
      const words = new DataView(lead.buffer);
      const { length } = lead;
      let step = next.find((one) => one.length === length && hasWords(words, 0, one));
      if (step === undefined) {
        step = { words, length, field, next: [], isLast: false };
        next.push(step);
        this.#steps += 1;
      }
      if (place === path.length - 1) step.isLast = true;
      next = step.next;
    }
  }

  #follow(next: readonly Step[], at: number, limit: number): Step | null {
    for (let place = 0; place < next.length; place += 1) {
      const step = next[place]!;
      if (at + step.length < limit && hasWords(this.#words, at, step)) return step;
    }
    return null;
  }

  /** Where a value ends; -1 when a parser must look. */
  #valueEnd(bytes: Uint8Array, at: number, limit: number): number {
    if (bytes[at] === quote) {
      let end = plainEnd(this.#words, at + 1, limit);
      while (end < limit && isPlain[bytes[end]!] === 1) end += 1;
      return end < limit && bytes[end] === quote ? end + 1 : -1;
    }
    try {
      const end = valueEnd(bytes, at, limit);
      if (end < 0 || !holdsObject(bytes, at, end)) return end;
      return this.#holdsObjects && readJson(utf8Text(bytes, at, end)).ok ? end : -1;
    } catch (error) {
      // The parser says what is wrong.
      if (error instanceof NoJson) return -1;
      throw error;
    }
  }
}

/** A key of a shape: the bytes before its value, such as `, "query_id": `, and what may follow. */
interface Step {
  readonly words: DataView;
  readonly length: number;
  readonly field: number;
  readonly next: Step[];
  /** Whether the object may end after this key's value. */
  isLast: boolean;
}

/** A file in which every object is different is the parser's. */
const mostSteps = 500;

/** One look-up per byte instead of three comparisons. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 32 && byte !== quote && byte !== backslash),
);

/** The key that follows here, and where its value starts; null when no plain key does. */
function leadAt(
  bytes: Uint8Array,
  start: number,
  limit: number,
  before: number,
): { readonly key: string; readonly end: number } | null {
  const open = spaceEnd(bytes, start, limit);
  const keyAt = spaceEnd(bytes, open + 1, limit);
  if (keyAt >= limit || bytes[open] !== before || bytes[keyAt] !== quote) return null;
  let key = '';
  let at = keyAt + 1;
  for (; at < limit && bytes[at]! < 128 && isPlain[bytes[at]!] === 1; at += 1)
    key += String.fromCharCode(bytes[at]!);
  if (at >= limit || bytes[at] !== quote) return null;
  const colonAt = spaceEnd(bytes, at + 1, limit);
  const end = spaceEnd(bytes, colonAt + 1, limit);
  return end < limit && bytes[colonAt] === colon ? { key, end } : null;
}

/** Compares four bytes at a time and then the rest. */
function hasWords(words: DataView, at: number, { words: expected, length }: Step): boolean {
  let place = 0;
  for (; place + 4 <= length; place += 4)
    if (words.getInt32(at + place, true) !== expected.getInt32(place, true)) return false;
  for (; place < length; place += 1)
    if (words.getUint8(at + place) !== expected.getUint8(place)) return false;
  return true;
}

/** Passes over text four bytes at a time, while none is a quote, escape or control character. */
function plainEnd(words: DataView, start: number, end: number): number {
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const four = words.getInt32(at, true);
    // A byte that is 0 after the exclusive or, or below 32, borrows from its highest bit.
    const quotes = four ^ 0x22222222;
    const escapes = four ^ 0x5c5c5c5c;
    const isQuote = (quotes - 0x01010101) & ~quotes;
    const isEscape = (escapes - 0x01010101) & ~escapes;
    const isControl = (four - 0x20202020) & ~four;
    if ((isQuote | isEscape | isControl) & 0x80808080) break;
  }
  return at;
}

/** Whether there is a brace in a list, or the value is an object. */
function holdsObject(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== openBracket) return bytes[start] === openBrace;
  for (let at = start; at < end; at += 1) if (bytes[at] === openBrace) return true;
  return false;
}
