import type { QuickVote, VoteIndexes } from './quick-votes.ts';

/** The places of the columns that hold a vote; −1 for a weight that is not there. */
export interface VotePlaces {
  readonly columns: number;
  readonly unit: number;
  readonly annotator: number;
  readonly answer: number;
  readonly weight: number;
}

/** Reads plainly correct votes from CSV lines without quotes; a test proves the readers agree. */
export class QuickCsvVotes implements QuickVote {
  readonly #places: VotePlaces;
  readonly #indexes: VoteIndexes;
  /** Where each field starts, and behind the last one where the next would. */
  readonly #starts: Int32Array;
  unit = 0;
  annotator = 0;
  answer = 0;
  weight = 1;

  constructor(places: VotePlaces, indexes: VoteIndexes) {
    this.#places = places;
    this.#indexes = indexes;
    this.#starts = new Int32Array(places.columns + 1);
  }

  /** True when the line, which has no quotes, is a vote, which this then is. */
  read(text: string, start: number, end: number): boolean {
    const starts = this.#starts;
    const { columns, unit, annotator, answer, weight } = this.#places;
    let fields = 1;
    starts[0] = start;
    for (let at = start; at < end; at += 1) {
      if (text.charCodeAt(at) !== comma) continue;
      if (fields === columns) return false;
      starts[fields] = at + 1;
      fields += 1;
    }
    if (fields < columns) return false;
    starts[columns] = end + 1;
    if (
      !this.#isPlain(text, unit) ||
      !this.#isPlain(text, annotator) ||
      !this.#isPlain(text, answer)
    )
      return false;
    if (weight >= 0) {
      this.weight = wholeNumber(text, starts[weight]!, starts[weight + 1]! - 1);
      if (this.weight < 0) return false;
    }
    this.unit = this.#number(this.#indexes.units, text, unit);
    this.annotator = this.#number(this.#indexes.annotators, text, annotator);
    this.answer = this.#number(this.#indexes.answers, text, answer);
    return true;
  }

  /** Not empty and without white space at its ends. False beyond ASCII: the CSV reader decides. */
  #isPlain(text: string, column: number): boolean {
    const from = this.#starts[column]!;
    const to = this.#starts[column + 1]! - 1;
    return to > from && isInk(text.charCodeAt(from)) && isInk(text.charCodeAt(to - 1));
  }

  #number(index: VoteIndexes['units'], text: string, column: number): number {
    index.stage(text, this.#starts[column]!, this.#starts[column + 1]! - 1);
    return index.addStaged();
  }
}

const comma = 44;

function isInk(code: number): boolean {
  return code > 32 && code < 128;
}

/** A whole number of few digits; minus one for anything else. */
function wholeNumber(text: string, start: number, end: number): number {
  if (end - start > 15 || end === start) return -1;
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return -1;
    digits = digits * 10 + code - 48;
  }
  return digits;
}
