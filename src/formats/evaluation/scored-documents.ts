/**
 * Documents with a number for each, query by query: the grades of relevance judgments, or the
 * scores of a run. A million of them stay small: names of documents are bytes in one pool.
 */
export interface ScoredDocuments {
  /** UTF-8 bytes; a document's name lies from `start`, for `length` bytes. */
  readonly pool: Uint8Array;
  readonly start: Int32Array;
  readonly length: Int32Array;
  /** A hash of the bytes of the name. */
  readonly hash: Int32Array;
  readonly value: Float64Array;
  /** The line in the file. */
  readonly line: Int32Array;
  /** Per row: the query, and where rows have one, the annotator. */
  readonly query: Int32Array;
  readonly annotator: Int32Array;
  /** Per row: the part of an annotator's preferences that it belongs to; else 0. */
  readonly part: Int32Array;
  readonly size: number;
  /** In the order of first appearance. */
  readonly queries: readonly string[];
  readonly annotators: readonly string[];
  /** What the run calls itself; empty for judgments. */
  readonly run: string;
}

/** Rows in the order of queries: those of query q lie from `from[q]` to `from[q + 1]`. */
export interface RowsByQuery {
  readonly rows: Int32Array;
  readonly from: Int32Array;
}

/** The rows of each query, in the order of the file. */
export function rowsByQuery({ query, size, queries }: ScoredDocuments): RowsByQuery {
  const from = new Int32Array(queries.length + 1);
  for (let row = 0; row < size; row += 1) from[query[row]! + 1] += 1;
  for (let at = 0; at < queries.length; at += 1) from[at + 1] += from[at]!;
  const next = from.slice();
  const rows = new Int32Array(size);
  for (let row = 0; row < size; row += 1) rows[next[query[row]!]++] = row;
  return { rows, from };
}

/** True when two rows name the same document. */
export function isSameDocument(
  a: ScoredDocuments,
  row: number,
  b: ScoredDocuments,
  other: number,
): boolean {
  const length = a.length[row]!;
  if (a.hash[row] !== b.hash[other] || length !== b.length[other]) return false;
  const from = a.start[row]!;
  const to = b.start[other]!;
  for (let at = length - 1; at >= 0; at -= 1)
    if (a.pool[from + at] !== b.pool[to + at]) return false;
  return true;
}

/** Which of two documents of one file comes first in the order of bytes. */
export function compareDocuments(documents: ScoredDocuments, a: number, b: number): number {
  const { pool, start, length } = documents;
  const end = Math.min(length[a]!, length[b]!);
  const first = start[a]!;
  const second = start[b]!;
  for (let at = 0; at < end; at += 1) {
    const difference = pool[first + at]! - pool[second + at]!;
    if (difference !== 0) return difference;
  }
  return length[a]! - length[b]!;
}

/** Collects scored documents, from bytes that are there already or from texts. */
export class ScoredDocumentsBuilder {
  #pool: Uint8Array;
  #poolEnd: number;
  #start: Int32Array;
  #length: Int32Array;
  #hash: Int32Array;
  #value: Float64Array;
  #line: Int32Array;
  #query: Int32Array;
  #annotator: Int32Array;
  #part: Int32Array;
  #size = 0;
  readonly #queries = new Map<string, number>();
  readonly #annotators = new Map<string, number>();
  readonly #parts = new Map<string, number>();

  /** With a pool, names of documents may be places in it; `rows` is how many are expected. */
  constructor(rows: number, pool: Uint8Array = new Uint8Array(0)) {
    const room = Math.max(rows, 16);
    this.#pool = pool;
    this.#poolEnd = pool.length;
    this.#start = new Int32Array(room);
    this.#length = new Int32Array(room);
    this.#hash = new Int32Array(room);
    this.#value = new Float64Array(room);
    this.#line = new Int32Array(room);
    this.#query = new Int32Array(room);
    this.#annotator = new Int32Array(room);
    this.#part = new Int32Array(room);
  }

  /** The number of a query. */
  queryNumber(name: string): number {
    return numbered(this.#queries, name);
  }

  /** The number of an annotator. */
  annotatorNumber(name: string): number {
    return numbered(this.#annotators, name);
  }

  /** The number of a part. */
  partNumber(name: string): number {
    return numbered(this.#parts, name);
  }

  /** Adds a document whose name lies in the pool. */
  push(
    query: number,
    annotator: number,
    start: number,
    end: number,
    hash: number,
    value: number,
    line: number,
    part = 0,
  ): void {
    const at = this.#size;
    if (at === this.#value.length) this.#grow();
    this.#query[at] = query;
    this.#annotator[at] = annotator;
    this.#part[at] = part;
    this.#start[at] = start;
    this.#length[at] = end - start;
    this.#hash[at] = hash;
    this.#value[at] = value;
    this.#line[at] = line;
    this.#size = at + 1;
  }

  /** Adds a document by the bytes of its name. */
  add(
    query: string,
    annotator: string,
    document: Uint8Array,
    value: number,
    line: number,
    part = '',
  ): void {
    const start = this.#poolEnd;
    const end = start + document.length;
    if (end > this.#pool.length) {
      const wider = new Uint8Array(Math.max(2 * this.#pool.length, end, 1 << 16));
      wider.set(this.#pool.subarray(0, start));
      this.#pool = wider;
    }
    this.#pool.set(document, start);
    this.#poolEnd = end;
    let hash = hashStart;
    for (const byte of document) hash = Math.imul(hash ^ byte, hashFactor);
    const queryNumber = this.queryNumber(query);
    const annotatorNumber = this.annotatorNumber(annotator);
    const partNumber = this.partNumber(part);
    this.push(queryNumber, annotatorNumber, start, end, hash, value, line, partNumber);
  }

  finish(run = ''): ScoredDocuments {
    return {
      pool: this.#pool,
      start: this.#start,
      length: this.#length,
      hash: this.#hash,
      value: this.#value,
      line: this.#line,
      query: this.#query,
      annotator: this.#annotator,
      part: this.#part,
      size: this.#size,
      queries: [...this.#queries.keys()],
      annotators: [...this.#annotators.keys()],
      run,
    };
  }

  #grow(): void {
    const wider = (of: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(2 * of.length);
      grown.set(of);
      return grown;
    };
    this.#start = wider(this.#start);
    this.#length = wider(this.#length);
    this.#hash = wider(this.#hash);
    this.#line = wider(this.#line);
    this.#query = wider(this.#query);
    this.#annotator = wider(this.#annotator);
    this.#part = wider(this.#part);
    const values = new Float64Array(2 * this.#value.length);
    values.set(this.#value);
    this.#value = values;
  }
}

/** Where the hash of a name starts, and what it is multiplied with for each byte (FNV-1a). */
export const hashStart = 0x811c9dc5 | 0;
export const hashFactor = 0x01000193;

function numbered(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}
