import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { earlierPlace } from '../domain/text-values.ts';
import { compareCodePoints } from '../formats/code-points.ts';
import {
  compareDocuments,
  isSameDocument,
  rowsByQuery,
} from '../formats/evaluation/scored-documents.ts';
import type { ScoredDocuments } from '../formats/evaluation/scored-documents.ts';
import { utf8Text } from '../formats/json-bytes.ts';
import { notInPool, notJudged, rankingOf } from '../statistics/evaluation/judged-ranking.ts';
import type { JudgedRanking } from '../statistics/evaluation/judged-ranking.ts';

/** What a system retrieved for one query, beside its judgments. */
export interface JudgedQuery {
  readonly query: string;
  readonly ranking: JudgedRanking;
  /** The run has nothing for the query; its ranking is empty. */
  readonly isMissing: boolean;
  /** Judged documents with a grade above 0, whatever the level. */
  readonly positive: number;
}

/** How documents become rankings. */
export interface JudgingOptions {
  /** The lowest grade that counts as relevant; 1 unless given. */
  readonly level?: number;
  /** Only this many documents of each query are looked at. */
  readonly depth?: number;
  /** Documents without a judgment are removed before anything is computed. */
  readonly judgedOnly?: boolean;
}

/** A run beside the judgments: the judged queries in the order of bytes, and what was left out. */
export interface JudgedRun {
  readonly queries: readonly JudgedQuery[];
  /** Queries of the run without judgments. */
  readonly notJudged: number;
  /** Documents that were looked at, and how many of them have no judgment. */
  readonly documents: number;
  readonly unjudged: number;
}

/**
 * Puts a run beside relevance judgments. Documents are ordered by falling score and, where scores
 * tie, by falling name in the order of bytes, as trec_eval does; ranks in the file have no
 * influence.
 */
export function judgeRun(
  qrels: ScoredDocuments,
  run: ScoredDocuments,
  { level = 1, depth = Infinity, judgedOnly = false }: JudgingOptions = {},
): JudgedRun {
  const judged = rowsByQuery(qrels);
  const retrieved = rowsByQuery(run);
  const numberOf = new Map(run.queries.map((name, at) => [name, at]));
  const order = qrels.queries
    .map((name, at) => ({ name, at }))
    .toSorted((a, b) => compareCodePoints(a.name, b.name));
  const grades = new GradeTable(qrels);
  const ranker = new Ranker(run);
  let documents = 0;
  let unjudged = 0;
  const queries = order.map(({ name, at }): JudgedQuery => {
    const own = numberOf.get(name);
    grades.fill(judged.rows, judged.from[at]!, judged.from[at + 1]!);
    const ranked =
      own === undefined
        ? none
        : ranker.rank(retrieved.rows, retrieved.from[own]!, retrieved.from[own + 1]!);
    const size = Math.min(ranked.length, depth);
    let found = new Int32Array(size);
    let count = 0;
    for (let rank = 0; rank < size; rank += 1) {
      const grade = grades.gradeOf(run, ranked[rank]!);
      if (grade < 0) unjudged += 1;
      if (grade >= 0 || !judgedOnly) found[count++] = grade;
    }
    documents += size;
    if (count < size) found = found.slice(0, count);
    const { levels, positive } = grades.counts();
    return {
      query: name,
      ranking: rankingOf(found, levels, level),
      isMissing: own === undefined,
      positive,
    };
  });
  const known = new Set(qrels.queries);
  const notJudgedQueries = run.queries.filter((name) => !known.has(name)).length;
  return { queries, notJudged: notJudgedQueries, documents, unjudged };
}

const none = new Int32Array(0);

/** Documents that appear twice for a query (and an annotator): faults with the line of each. */
export function repeatedDocuments(documents: ScoredDocuments): readonly Fault[] {
  const { rows, from } = rowsByQuery(documents);
  const faults: Fault[] = [];
  const table = new RowTable(documents);
  for (let query = 0; query < documents.queries.length; query += 1) {
    table.clear(from[query + 1]! - from[query]!);
    for (let at = from[query]!; at < from[query + 1]!; at += 1) {
      const row = rows[at]!;
      const before = table.findOrAdd(row);
      if (before < 0) continue;
      const { pool, start, length, line } = documents;
      const name = utf8Text(pool, start[row]!, start[row]! + length[row]!);
      const values = {
        unit: `${documents.queries[query]} ${name}`,
        place: earlierPlace(line[before]!),
      };
      faults.push(fault('duplicate-unit', values, { line: line[row]! }));
    }
  }
  return faults;
}

/** A hash table of rows of one query, by the names of their documents. */
class RowTable {
  readonly #documents: ScoredDocuments;
  #slots = new Int32Array(64);
  #mask = 63;

  constructor(documents: ScoredDocuments) {
    this.#documents = documents;
  }

  clear(rows: number): void {
    let size = 64;
    while (size < 2 * rows) size *= 2;
    if (size > this.#slots.length) this.#slots = new Int32Array(size);
    else this.#slots.fill(0, 0, size);
    this.#mask = size - 1;
  }

  /** The earlier row with the same document and annotator; -1, and the row is added. */
  findOrAdd(row: number): number {
    const documents = this.#documents;
    for (let slot = documents.hash[row]! & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const other = this.#slots[slot]! - 1;
      if (other < 0) {
        this.#slots[slot] = row + 1;
        return -1;
      }
      const isSame =
        documents.annotator[other] === documents.annotator[row] &&
        isSameDocument(documents, other, documents, row);
      if (isSame) return other;
    }
  }

  /** The row with the same document as one of another file, or -1. */
  find(other: ScoredDocuments, row: number): number {
    for (let slot = other.hash[row]! & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const own = this.#slots[slot]! - 1;
      if (own < 0 || isSameDocument(this.#documents, own, other, row)) return own;
    }
  }
}

/** The grades of one query. */
class GradeTable {
  readonly #qrels: ScoredDocuments;
  readonly #table: RowTable;
  #rows: Int32Array = none;
  #from = 0;
  #to = 0;

  constructor(qrels: ScoredDocuments) {
    this.#qrels = qrels;
    this.#table = new RowTable(qrels);
  }

  fill(rows: Int32Array, from: number, to: number): void {
    this.#rows = rows;
    this.#from = from;
    this.#to = to;
    this.#table.clear(to - from);
    for (let at = from; at < to; at += 1) this.#table.findOrAdd(rows[at]!);
  }

  gradeOf(run: ScoredDocuments, row: number): number {
    const found = this.#table.find(run, row);
    if (found < 0) return notInPool;
    const grade = this.#qrels.value[found]!;
    return grade < 0 ? notJudged : grade;
  }

  counts(): { readonly levels: Int32Array; readonly positive: number } {
    const { value } = this.#qrels;
    let highest = -1;
    let positive = 0;
    for (let at = this.#from; at < this.#to; at += 1) {
      const grade = value[this.#rows[at]!]!;
      if (grade > highest) highest = grade;
      if (grade > 0) positive += 1;
    }
    const levels = new Int32Array(highest + 1);
    for (let at = this.#from; at < this.#to; at += 1) {
      const grade = value[this.#rows[at]!]!;
      if (grade >= 0) levels[grade] += 1;
    }
    return { levels, positive };
  }
}

/** Orders the documents of a query. */
class Ranker {
  readonly #run: ScoredDocuments;
  #keys = new Float64Array(1024);
  #ranked = new Int32Array(1024);
  #used = new Int32Array(1024);

  constructor(run: ScoredDocuments) {
    this.#run = run;
  }

  /** Rows in the order of their ranks; valid until the next call. */
  rank(rows: Int32Array, from: number, to: number): Int32Array {
    const size = to - from;
    const { value } = this.#run;
    if (size > this.#keys.length) {
      this.#keys = new Float64Array(2 * size);
      this.#ranked = new Int32Array(2 * size);
      this.#used = new Int32Array(2 * size);
    }
    let isOrdered = true;
    for (let at = 0; at < size; at += 1) {
      // Zero has one sign here, so that sorting cannot tell the two apart.
      this.#keys[at] = -value[rows[from + at]!]! + 0;
      if (at > 0 && this.#keys[at]! <= this.#keys[at - 1]!) isOrdered = false;
    }
    if (isOrdered) return rows.subarray(from, to);
    const keys = this.#keys.subarray(0, size).toSorted();
    const ranked = this.#ranked.subarray(0, size);
    const used = this.#used.fill(0, 0, size);
    for (let at = from; at < to; at += 1) {
      const row = rows[at]!;
      const place = firstPlace(keys, -value[row]! + 0);
      ranked[place + used[place]!++] = row;
    }
    for (let place = 0; place < size; place += used[place]!)
      if (used[place]! > 1)
        ranked
          .subarray(place, place + used[place]!)
          .sort((a, b) => compareDocuments(this.#run, b, a));
    return ranked;
  }
}

/** The first place of a key in ascending keys. */
function firstPlace(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
