import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { earlierPlace } from '../../domain/text-values.ts';
import { isSameDocument, rowsByQuery } from '../../formats/evaluation/scored-documents.ts';
import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import { utf8Text } from '../../formats/json-bytes.ts';

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
export class RowTable {
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

  /** The earlier row with the same document, annotator and part; -1, and the row is added. */
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
        documents.part[other] === documents.part[row] &&
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
