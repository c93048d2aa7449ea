/**
 * Finds the values of flat JSON rows in the bytes of a file, without making strings or objects.
 * Rows of a file nearly always have the same
 * keys in the same order; the scanner learns them from one row, and from then on only checks that a
 * line has that very form. Any
 * line that is not plainly so (other keys, escapes, nesting, unusual numbers) is left to the
 * parser, so nothing is ever read
 * differently. The bytes are known to be UTF-8.
 */
export class RowScanner {
  readonly #keys: readonly string[];
  /** Per key: the bytes before its value, `{"query_id":` for the first. */
  readonly #leads: readonly Lead[];
  readonly #close: Uint8Array;
  /** The bytes of the file four at a time, which is how most of them are passed over. */
  #words: DataView = new DataView(new ArrayBuffer(0));
  #bytes: Uint8Array | null = null;
  /** Where each value starts and ends; for texts between the quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /**
   * Per key: the first byte of the value, which tells its kind: a quote, a digit, `t`, `f`, `n`,
   * `[`.
   */
  readonly kinds: Uint8Array;

  private constructor(keys: readonly string[], leads: readonly Lead[], close: Uint8Array) {
    this.#keys = keys;
    this.#leads = leads;
    this.#close = close;
    this.starts = new Int32Array(keys.length);
    this.ends = new Int32Array(keys.length);
    this.kinds = new Uint8Array(keys.length);
  }

  /**
   * Learns the form of a line that the parser took for an object; null when it has none that
   * repeats.
   */
  static learn(bytes: Uint8Array, start: number, end: number): RowScanner | null {
    const keys: string[] = [];
    const leads: Lead[] = [];
    let at = start;
    for (;;) {
      const lead = leadEnd(bytes, at, end, keys.length === 0);
      if (lead === null) break;
      keys.push(asciiText(bytes, lead.keyStart, lead.keyEnd));
      leads.push({
        length: lead.end - at,
        words: new DataView(copyOf(bytes, at, lead.end).buffer),
      });
      const after = valueEnd(bytes, lead.end, end);
      if (after < 0) return null;
      at = after;
    }
    const close = copyOf(bytes, at, end);
    const ascii = keys.every((key) => key !== '');
    return ascii && keys.length > 0 && asciiText(close, 0, close.length).trim() === '}'
      ? new RowScanner(keys, leads, close)
      : null;
  }

  /** The place of a key among the values, or -1. */
  indexOf(key: string): number {
    return this.#keys.indexOf(key);
  }

  /** The keys, in their order. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** True when the line has the learnt form; then `starts`, `ends` and `kinds` speak of it. */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const words = this.#words;
    let at = start;
    for (let key = 0; key < this.#leads.length; key += 1) {
      const lead = this.#leads[key]!;
      if (at + lead.length > end || !hasWords(words, at, lead)) return false;
      at += lead.length;
      const kind = bytes[at]!;
      const after =
        kind === quote
          ? textEnd(bytes, plainEnd(words, at + 1, end), end)
          : valueEnd(bytes, at, end);
      if (after < 0) return false;
      const quoted = kind === quote ? 1 : 0;
      this.kinds[key] = kind;
      this.starts[key] = at + quoted;
      this.ends[key] = after - quoted;
      at = after;
    }
    return end - at === this.#close.length && hasBytes(bytes, at, this.#close);
  }

  /** True when the value of a key is exactly these bytes. */
  is(bytes: Uint8Array, key: number, expected: Uint8Array): boolean {
    const start = this.starts[key]!;
    return start + expected.length === this.ends[key] && hasBytes(bytes, start, expected);
  }
}

/** What stands before a value. */
interface Lead {
  readonly length: number;
  readonly words: DataView;
}

const quote = 34;
const backslash = 92;

/** The buffer is used again for the next lines; and the slice of a Node buffer is no copy. */
function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.subarray(start, end));
}

function hasBytes(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let place = 0; place < expected.length; place += 1)
    if (bytes[at + place] !== expected[place]) return false;
  return true;
}

/** As {@link hasBytes}, four bytes at a time and then the rest. */
function hasWords(words: DataView, at: number, expected: Lead): boolean {
  const { length } = expected;
  let place = 0;
  for (; place + 4 <= length; place += 4)
    if (words.getInt32(at + place, true) !== expected.words.getInt32(place, true)) return false;
  for (; place < length; place += 1)
    if (words.getUint8(at + place) !== expected.words.getUint8(place)) return false;
  return true;
}

/**
 * Passes over bytes of a text four at a time, as long as none of them can be a quote, an escape or
 * a control character.
 */
function plainEnd(words: DataView, start: number, end: number): number {
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const four = words.getInt32(at, true);
    // A byte that is 0 after the exclusive or, or below 32, borrows from its highest bit.
    const quotes = four ^ 0x22222222;
    const escapes = four ^ 0x5c5c5c5c;
    if (
      (((quotes - 0x01010101) & ~quotes) |
        ((escapes - 0x01010101) & ~escapes) |
        ((four - 0x20202020) & ~four)) &
      0x80808080
    )
      break;
  }
  return at;
}

/**
 * Where a text ends that has come to this byte; -1 when it has escapes or control characters, which
 * are the parser's.
 */
function textEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isTextByte[bytes[at]!] === 1) at += 1;
  return at < end && bytes[at] === quote ? at + 1 : -1;
}

/** One look-up per byte instead of three comparisons. */
const isTextByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 32 && byte !== quote && byte !== backslash),
);

/** Where a value that starts here ends; -1 when it is nested or unusual. */
function valueEnd(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!;
  if (first === quote) return textEnd(bytes, at + 1, end);
  if (first === 45 || (first >= 48 && first <= 57)) return numberEnd(bytes, at);
  if (first === 116) return hasBytes(bytes, at, wordTrue) ? at + 4 : -1;
  if (first === 102) return hasBytes(bytes, at, wordFalse) ? at + 5 : -1;
  if (first === 110) return hasBytes(bytes, at, wordNull) ? at + 4 : -1;
  return first === 91 ? arrayEnd(bytes, at, end) : -1;
}

const wordTrue = Uint8Array.of(116, 114, 117, 101);
const wordFalse = Uint8Array.of(102, 97, 108, 115, 101);
const wordNull = Uint8Array.of(110, 117, 108, 108);

/**
 * A number as JSON has it, a leading zero only alone or before a fraction. Exponents are rare: the
 * parser knows them.
 */
function numberEnd(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === 45 ? start + 1 : start;
  const first = bytes[at]!;
  if (!isDigit(first)) return -1;
  at = first === 48 ? at + 1 : digitsEnd(bytes, at);
  if (bytes[at] === 46) {
    const after = digitsEnd(bytes, at + 1);
    if (after === at + 1) return -1;
    at = after;
  }
  const next = bytes[at]!;
  return next === 101 || next === 69 || isDigit(next) ? -1 : at;
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at]!)) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** A list of texts and numbers; -1 for a list of anything else. */
function arrayEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = spaceEnd(bytes, start + 1);
  if (bytes[at] === 93) return at + 1;
  for (;;) {
    const after = bytes[at] === 91 ? -1 : valueEnd(bytes, at, end);
    if (after < 0) return -1;
    at = spaceEnd(bytes, after);
    if (bytes[at] === 93) return at + 1;
    if (bytes[at] !== 44) return -1;
    at = spaceEnd(bytes, at + 1);
  }
}

function spaceEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 32) at += 1;
  return at;
}

/**
 * The bytes from here to the next value: an opening brace or a comma, the key, the colon, with any
 * spaces.
 */
function leadEnd(
  bytes: Uint8Array,
  start: number,
  end: number,
  first: boolean,
): { readonly keyStart: number; readonly keyEnd: number; readonly end: number } | null {
  let at = spaceEnd(bytes, start);
  if (bytes[at] !== (first ? 123 : 44)) return null;
  at = spaceEnd(bytes, at + 1);
  if (bytes[at] !== quote) return null;
  const after = textEnd(bytes, at + 1, end);
  if (after < 0) return null;
  const colon = spaceEnd(bytes, after);
  return bytes[colon] === 58
    ? { keyStart: at + 1, keyEnd: after - 1, end: spaceEnd(bytes, colon + 1) }
    : null;
}

/**
 * The text of bytes below 128; empty when there are others, whose rows are then left to the parser.
 */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at += 1) {
    if (bytes[at]! >= 128) return '';
    text += String.fromCharCode(bytes[at]!);
  }
  return text;
}
