import { quote, spaceEnd } from '../json-bytes.ts';
import { ObjectScanner } from '../object-scanner.ts';
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
interface QuickVote {
  readonly unit: number;
  readonly annotator: number;
  readonly answer: number;
  readonly weight: number;
}

const unitField = 0;
const annotatorField = 1;
const answerField = 2;
const weightField = 3;

/** Reads plainly correct votes from the bytes of JSONL rows; a test compares it with the parser. */
export class QuickVotes implements QuickVote {
  readonly #indexes: VoteIndexes;
  readonly #isWeighted: boolean;
  readonly #scanner: ObjectScanner;
  unit = 0;
  annotator = 0;
  answer = 0;
  weight = 1;

  constructor({ unit, annotator, answer, weight }: VoteKeys, indexes: VoteIndexes) {
    this.#indexes = indexes;
    this.#isWeighted = weight !== null;
    const keys = [unit, annotator, answer, weight];
    this.#scanner = new ObjectScanner(keys.length, (key) => keys.indexOf(key));
  }

  /** Learns the shape of a row that the parser found right. */
  learn(bytes: Uint8Array, start: number, end: number): void {
    this.#scanner.learn(bytes, start, end);
  }

  /** True when the row is a vote, which this then is; false when the parser must look. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const { starts, ends, kinds } = this.#scanner;
    const after = this.#scanner.scan(bytes, start, end);
    if (after < 0 || spaceEnd(bytes, after, end) !== end) return false;
    if (this.#isWeighted) {
      this.weight = isDigit(kinds[weightField]!)
        ? plainNumber(bytes, starts[weightField]!, ends[weightField]!)
        : -1;
      if (this.weight < 0) return false;
    }
    const isPlain =
      this.#isPlainText(bytes, unitField) &&
      this.#isPlainText(bytes, annotatorField) &&
      (this.#isPlainText(bytes, answerField) || this.#isPlainValue(bytes, answerField));
    if (!isPlain) return false;
    const { units, annotators, answers } = this.#indexes;
    // All are staged before any is added, so that a row left to the parser leaves nothing behind.
    if (!units.stageBytes(bytes, starts[unitField]!, ends[unitField]!)) return false;
    const isStaged =
      annotators.stageBytes(bytes, starts[annotatorField]!, ends[annotatorField]!) &&
      answers.stageBytes(bytes, starts[answerField]!, ends[answerField]!);
    if (!isStaged) {
      units.discard();
      annotators.discard();
      return false;
    }
    this.unit = units.addStaged();
    this.annotator = annotators.addStaged();
    this.answer = answers.addStaged();
    return true;
  }

  /** A text that is not empty and has no space around it. */
  #isPlainText(bytes: Uint8Array, field: number): boolean {
    const { kinds, starts, ends } = this.#scanner;
    const [start, end] = [starts[field]!, ends[field]!];
    return kinds[field] === quote && end > start && bytes[start]! > 32 && bytes[end - 1]! > 32;
  }

  /** True, false, or a whole number of few digits: what JavaScript prints just as it is written. */
  #isPlainValue(bytes: Uint8Array, field: number): boolean {
    const kind = this.#scanner.kinds[field]!;
    const [start, end] = [this.#scanner.starts[field]!, this.#scanner.ends[field]!];
    if (kind === 116 || kind === 102) return true;
    if (kind === 48) return end - start === 1;
    if (end - start > 15) return false;
    for (let at = start; at < end; at += 1) if (!isDigit(bytes[at]!)) return false;
    return isDigit(kind);
  }
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** A number of at most fourteen digits, exactly as the parser reads it; -1 for anything else. */
function plainNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > 15) return -1;
  let digits = 0;
  let divisor = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === 46) divisor = 1;
    else if (!isDigit(byte)) return -1;
    else {
      digits = digits * 10 + byte - 48;
      divisor *= 10;
    }
  }
  return divisor > 1 ? digits / divisor : digits;
}
