import { RowScanner } from '../row-scanner.ts';
import type { TextIndex } from '../text-index.ts';

/** The keys that hold a vote in JSONL rows; without a weight, every vote weighs 1. */
export interface VoteKeys {
  readonly unit: string;
  readonly annotator: string;
  readonly answer: string;
  readonly weight: string | null;
}

/** The numbers of units, annotators and answers, in order of first appearance. */
export interface VoteIndexes {
  readonly units: TextIndex;
  readonly annotators: TextIndex;
  readonly answers: TextIndex;
}

/** A vote as numbers. */
export interface QuickVote {
  readonly unit: number;
  readonly annotator: number;
  readonly answer: number;
  readonly weight: number;
}

/**
 * Reads votes that are plainly right straight from the bytes of JSONL rows, without strings or
 * objects. A row of which it is not sure,
 * and that is every row with a fault, is left to the parser; a test proves that both read alike.
 */
export class QuickVotes implements QuickVote {
  readonly #keys: VoteKeys;
  readonly #indexes: VoteIndexes;
  #scanner: RowScanner | null = null;
  #unitKey = -1;
  #annotatorKey = -1;
  #answerKey = -1;
  #weightKey = -1;
  #missed = 0;
  unit = 0;
  annotator = 0;
  answer = 0;
  weight = 1;

  constructor(keys: VoteKeys, indexes: VoteIndexes) {
    this.#keys = keys;
    this.#indexes = indexes;
  }

  /**
   * Learns the form of a row that the parser found right; after many rows of another form, the form
   * of those.
   */
  learn(bytes: Uint8Array, start: number, end: number): void {
    if (this.#scanner !== null && (this.#missed += 1) < relearnAfter) return;
    this.#missed = 0;
    const scanner = RowScanner.learn(bytes, start, end);
    if (scanner === null) return;
    const { unit, annotator, answer, weight } = this.#keys;
    this.#unitKey = scanner.indexOf(unit);
    this.#annotatorKey = scanner.indexOf(annotator);
    this.#answerKey = scanner.indexOf(answer);
    this.#weightKey = weight === null ? -1 : scanner.indexOf(weight);
    const isWhole =
      this.#unitKey >= 0 &&
      this.#annotatorKey >= 0 &&
      this.#answerKey >= 0 &&
      (weight === null || this.#weightKey >= 0);
    this.#scanner = isWhole ? scanner : null;
  }

  /** True when the row is a vote, which this then is; false when the parser must look. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const scanner = this.#scanner;
    if (scanner === null || !scanner.scan(bytes, start, end)) return false;
    const { starts, ends, kinds } = scanner;
    const [unit, annotator, answer, weight] = [
      this.#unitKey,
      this.#annotatorKey,
      this.#answerKey,
      this.#weightKey,
    ];
    if (weight >= 0) {
      this.weight =
        kinds[weight] === quote ? -1 : plainNumber(bytes, starts[weight]!, ends[weight]!);
      if (this.weight < 0) return false;
    }
    if (
      !isPlainText(bytes, kinds[unit]!, starts[unit]!, ends[unit]!) ||
      !isPlainText(bytes, kinds[annotator]!, starts[annotator]!, ends[annotator]!)
    )
      return false;
    if (
      !isPlainText(bytes, kinds[answer]!, starts[answer]!, ends[answer]!) &&
      !isPlainValue(bytes, kinds[answer]!, starts[answer]!, ends[answer]!)
    )
      return false;
    const { units, annotators, answers } = this.#indexes;
    // All three are staged before any is added, so that a row left to the parser leaves nothing
    // behind.
    if (!units.stageBytes(bytes, starts[unit]!, ends[unit]!)) return false;
    const isWhole =
      annotators.stageBytes(bytes, starts[annotator]!, ends[annotator]!) &&
      answers.stageBytes(bytes, starts[answer]!, ends[answer]!);
    if (!isWhole) {
      units.discard();
      annotators.discard();
      return false;
    }
    this.unit = units.addStaged();
    this.annotator = annotators.addStaged();
    this.answer = answers.addStaged();
    this.#missed = 0;
    return true;
  }
}

const relearnAfter = 64;
const quote = 34;

/** A text that is not empty and has no space around it. */
function isPlainText(bytes: Uint8Array, kind: number, start: number, end: number): boolean {
  return kind === quote && end > start && bytes[start]! > 32 && bytes[end - 1]! > 32;
}

/** True, false, or a whole number of few digits: what JavaScript prints just as it is written. */
function isPlainValue(bytes: Uint8Array, kind: number, start: number, end: number): boolean {
  if (kind === 116 || kind === 102) return true;
  if (kind === 48) return end - start === 1;
  if (kind < 49 || kind > 57 || end - start > 15) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] === 46) return false;
  return true;
}

/**
 * A number of at most fourteen digits, exactly as the parser reads it: both parts of the fraction
 * are whole numbers without loss, so
 * their quotient is the nearest one. Minus one for anything else.
 */
function plainNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > 15) return -1;
  let digits = 0;
  let divisor = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === 46) divisor = 1;
    else if (byte < 48 || byte > 57) return -1;
    else {
      digits = digits * 10 + byte - 48;
      divisor *= 10;
    }
  }
  return divisor > 1 ? digits / divisor : digits;
}
