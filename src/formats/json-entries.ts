import { codedText } from '../domain/text-values.ts';
import { fault, InputError } from '../domain/fault.ts';
import {
  closeBrace,
  colon,
  comma,
  jsonText,
  NoJson,
  openBrace,
  quote,
  spaceEnd,
  textEnd,
  valueEnd,
} from './json-bytes.ts';
import { shownName } from './own-field.ts';

/** Fills the array with the next bytes and returns how many; 0 at the end of the file. */
export type FillBytes = (into: Uint8Array) => number;

/** A member of an object: key between the quotes, and value. Object and bytes are reused. */
export interface JsonEntry {
  bytes: Uint8Array;
  keyStart: number;
  keyEnd: number;
  valueStart: number;
  valueEnd: number;
}

/** What becomes of the members of a large object. */
export interface EntrySink {
  /** Whether this member's own members are wanted one by one; otherwise it is one entry. */
  isSection(key: string): boolean;
  /** A member of the whole (`section` null) or of a section. `line` counts only when called. */
  entry(section: string | null, entry: JsonEntry, line: () => number): void;
  /**
   * May read a section's member before its end is known: the value starts at `valueStart`, and
   * bytes from `limit` on are off limits. Returns where the value ends, or -1 without any effect.
   */
  quick?(section: string, entry: JsonEntry, limit: number, line: () => number): number;
}

/**
 * An entry of more bytes than this is refused: keeping it would take unbounded memory.
 */
const longestEntry = 64 * 1024 * 1024;

/**
 * Reads a JSON object of any size member by member, and the members of its sections likewise, so
 * that memory depends only on the longest entry. Refuses with a line what JSON.parse would refuse.
 */
export function readJsonEntries(
  fill: FillBytes,
  sink: EntrySink,
  file: string,
  chunkBytes = usualChunk,
): void {
  new EntryReader(fill, sink, file, chunkBytes).advance(Number.POSITIVE_INFINITY);
}

/** The same in steps: reads about so many chunks, and returns whether that was all. */
export function jsonEntrySteps(
  fill: FillBytes,
  sink: EntrySink,
  file: string,
  chunkBytes = usualChunk,
): { advance(chunks: number): boolean } {
  return new EntryReader(fill, sink, file, chunkBytes);
}

const usualChunk = 256 * 1024;

class EntryReader {
  readonly #fill: FillBytes;
  readonly #sink: EntrySink;
  readonly #file: string;
  #chunk: Uint8Array;
  #bytes: Uint8Array;
  #end = 0;
  #at = 0;
  #ended = false;
  #begun = false;
  /** How many braces are open: the whole, and a section of it. */
  #depth = 0;
  #section: string | null = null;
  /** The members of the whole so far. */
  readonly #keys = new Set<string>();
  /** Whether the object may close here: at its beginning, or after a member; not after a comma. */
  #mayClose = true;
  #chunks = 0;
  /** Line breaks before the bytes that are held. */
  #lines = 0;
  /** Those before a place in the bytes: who asks for every line counts on from the one before. */
  #counted = { to: 0, lines: 0 };
  readonly #entry: JsonEntry = {
    bytes: new Uint8Array(0),
    keyStart: 0,
    keyEnd: 0,
    valueStart: 0,
    valueEnd: 0,
  };
  readonly #lineHere = (): number => this.#lineAt(this.#at);

  constructor(fill: FillBytes, sink: EntrySink, file: string, chunkBytes: number) {
    this.#fill = fill;
    this.#sink = sink;
    this.#file = file;
    this.#chunk = new Uint8Array(chunkBytes);
    this.#bytes = new Uint8Array(2 * chunkBytes);
  }

  /** Reads at least so many chunks, up to the next end of a member; true at the end of the file. */
  advance(chunks: number): boolean {
    const until = this.#chunks + chunks;
    try {
      if (!this.#begun) this.#begin();
      while (this.#depth > 0) {
        this.#member();
        if (this.#chunks >= until) return false;
      }
      if (this.#next() >= 0) throw new NoJson(this.#at);
      return true;
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      const got =
        error.at >= this.#end
          ? codedText('end-of-file')
          : JSON.stringify(
              String.fromCharCode(
                ...this.#bytes
                  .subarray(error.at, Math.min(error.at + 20, this.#end))
                  .filter((byte) => byte < 128),
              ),
            );
      throw new InputError([
        fault('bad-json', { got }, { file: this.#file, line: this.#lineAt(error.at) }),
      ]);
    }
  }

  #begin(): void {
    this.#begun = true;
    this.#more();
    if (this.#bytes[0] === 0xef && this.#bytes[1] === 0xbb && this.#bytes[2] === 0xbf) this.#at = 3;
    if (this.#next() !== openBrace) throw new NoJson(this.#at);
    this.#at += 1;
    this.#depth = 1;
  }

  /** Reads a member, or the brace that closes the object. */
  #member(): void {
    const byte = this.#next();
    if (byte === closeBrace && this.#mayClose) {
      this.#at += 1;
      this.#depth -= 1;
      this.#section = null;
      this.#after();
      return;
    }
    if (byte !== quote) throw new NoJson(this.#at);
    if (this.#section === null) {
      if (this.#opensSection()) return;
    } else if (!this.#quickly(this.#section)) this.#deliver(this.#section);
    this.#after();
  }

  /** After a member comes a comma, or the brace that closes its object. */
  #after(): void {
    if (this.#depth === 0) return;
    const byte = this.#next();
    if (byte === comma) this.#at += 1;
    else if (byte !== closeBrace) throw new NoJson(this.#at);
    this.#mayClose = byte === closeBrace;
  }

  /** Reads a member of the whole, or goes into it when its members are wanted one by one. */
  #opensSection(): boolean {
    while (!this.#findValue()) if (!this.#more()) throw new NoJson(this.#end);
    const { keyStart, keyEnd, valueStart } = this.#entry;
    const key = jsonText(this.#bytes, keyStart, keyEnd);
    if (this.#keys.has(key)) {
      const place = { file: this.#file, line: this.#lineAt(keyStart) };
      throw new InputError([fault('duplicate-key', { field: shownName(key) }, place)]);
    }
    this.#keys.add(key);
    if (this.#bytes[valueStart] !== openBrace || !this.#sink.isSection(key)) {
      this.#deliver(null);
      return false;
    }
    this.#at = valueStart + 1;
    this.#section = key;
    this.#depth = 2;
    this.#mayClose = true;
    return true;
  }

  #quickly(section: string): boolean {
    if (this.#sink.quick === undefined || !this.#findValue()) return false;
    const end = this.#sink.quick(section, this.#entry, this.#end, this.#lineHere);
    if (end < 0) return false;
    this.#at = end;
    return true;
  }

  #deliver(section: string | null): void {
    while (!this.#find()) if (!this.#more()) throw new NoJson(this.#end);
    this.#sink.entry(section, this.#entry, this.#lineHere);
    this.#at = this.#entry.valueEnd;
  }

  /** Sets the entry to the member that starts here; false when it is not there as a whole. */
  #find(): boolean {
    if (!this.#findValue()) return false;
    this.#entry.valueEnd = valueEnd(this.#bytes, this.#entry.valueStart, this.#end);
    return this.#entry.valueEnd >= 0;
  }

  /** Sets the entry's key and where its value starts. Written by hand: it runs for every entry. */
  #findValue(): boolean {
    const after = textEnd(this.#bytes, this.#at, this.#end);
    if (after < 0) return false;
    const colonAt = spaceEnd(this.#bytes, after, this.#end);
    if (colonAt < this.#end && this.#bytes[colonAt] !== colon) throw new NoJson(colonAt);
    const value = spaceEnd(this.#bytes, colonAt + 1, this.#end);
    if (value >= this.#end) return false;
    this.#entry.bytes = this.#bytes;
    this.#entry.keyStart = this.#at + 1;
    this.#entry.keyEnd = after - 1;
    this.#entry.valueStart = value;
    return true;
  }

  /** The first byte that is not a space from here on, or -1 at the end. */
  #next(): number {
    for (;;) {
      this.#at = spaceEnd(this.#bytes, this.#at, this.#end);
      if (this.#at < this.#end) return this.#bytes[this.#at]!;
      if (!this.#more()) return -1;
    }
  }

  /** Moves what is still needed to the front and reads on after it; false at the end of file. */
  #more(): boolean {
    if (this.#ended) return false;
    const kept = this.#end - this.#at;
    if (kept > longestEntry)
      throw new InputError([
        fault(
          'line-too-long',
          { limit: longestEntry },
          { file: this.#file, line: this.#lineAt(this.#at) },
        ),
      ]);
    // A long entry is looked at again from its start each time, so each time as much is read as
    // there was.
    if (kept > this.#chunk.length) this.#chunk = new Uint8Array(kept);
    const count = this.#fill(this.#chunk);
    this.#chunks += 1;
    if (count === 0) {
      this.#ended = true;
      return false;
    }
    this.#lines += countLines(this.#bytes, 0, this.#at);
    this.#counted = { to: 0, lines: 0 };
    if (kept + count > this.#bytes.length) {
      const larger = new Uint8Array(2 * (kept + count));
      larger.set(this.#bytes.subarray(this.#at, this.#end));
      this.#bytes = larger;
    } else this.#bytes.copyWithin(0, this.#at, this.#end);
    this.#bytes.set(this.#chunk.subarray(0, count), kept);
    this.#at = 0;
    this.#end = kept + count;
    return true;
  }

  #lineAt(place: number): number {
    const to = Math.min(place, this.#end);
    const from = to < this.#counted.to ? { to: 0, lines: 0 } : this.#counted;
    this.#counted = { to, lines: from.lines + countLines(this.#bytes, from.to, to) };
    return this.#lines + this.#counted.lines + 1;
  }
}

function countLines(bytes: Uint8Array, from: number, to: number): number {
  const part = bytes.subarray(from, to);
  let count = 0;
  for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) count += 1;
  return count;
}
