import { compareDocuments } from '../../formats/evaluation/scored-documents.ts';
import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';

/** Orders the documents of a query. */
export class Ranker {
  readonly #run: ScoredDocuments;
  #keys = new Float64Array(1024);
  #ranked = new Int32Array(1024);
  #used = new Int32Array(1024);

  readonly #ties: 1 | -1;

  /** With `ties` of 1, documents with the same score rise by name; of -1, they fall. */
  constructor(run: ScoredDocuments, ties: 1 | -1 = -1) {
    this.#run = run;
    this.#ties = ties;
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
          .sort((a, b) => this.#ties * compareDocuments(this.#run, a, b));
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
