import type { Question } from '../../domain/protocol/question.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';
import { codeCount, codeReader } from '../protocol/answer-codes.ts';

/**
 * Everybody's answers to the closed questions of a task, by unit: one byte per answer, in order of
 * arrival, so hundreds of thousands stay small and adding one always costs the same. An annotator's
 * later judgment on a unit replaces the earlier one.
 */
export class UnitAnswers {
  readonly questions: readonly Question[];
  readonly #readers: readonly ((answer: unknown) => number)[];
  readonly #known = new Map<string, Int32Array>();
  readonly #widest: number;
  readonly #rows = new Map<string, number>();
  readonly #units: string[] = [];
  readonly #columns = new Map<string, number>();
  readonly #annotators: string[] = [];
  #size = 0;
  #codes: RatingCodes;
  #who = new Int32Array(1024);
  #next = new Int32Array(1024);
  #head = new Int32Array(1024);
  #count = new Int32Array(1024);

  /** Takes questions with a fixed set of answers. */
  constructor(questions: readonly Question[]) {
    this.questions = questions;
    this.#readers = questions.map(codeReader);
    this.#widest = Math.max(1, ...questions.map(codeCount));
    this.#codes = emptyCodes(1024 * questions.length, this.#widest);
  }

  /** The number of a unit, which it gets when it is new. */
  row(unit: string): number {
    const known = this.#rows.get(unit);
    if (known !== undefined) return known;
    const row = this.#units.push(unit) - 1;
    this.#rows.set(unit, row);
    if (row >= this.#head.length) {
      this.#head = grown(this.#head);
      this.#count = grown(this.#count);
    }
    this.#head[row] = -1;
    return row;
  }

  /** Adds a judgment with its answers as JSON text; false when it replaces an earlier one. */
  put(row: number, annotator: string, answers: string): boolean {
    const column = this.#column(annotator);
    const codes = this.#read(answers);
    for (let at = this.#head[row]!; at >= 0; at = this.#next[at]!) {
      if (this.#who[at] !== column) continue;
      this.#codes.set(codes, at * codes.length);
      return false;
    }
    const at = this.#size;
    this.#size += 1;
    if (at >= this.#who.length) this.#grow();
    this.#codes.set(codes, at * codes.length);
    this.#who[at] = column;
    this.#next[at] = this.#head[row]!;
    this.#head[row] = at;
    this.#count[row] = this.#count[row]! + 1;
    return true;
  }

  /** How many judgments there are; they are numbered from 0. */
  get judgmentCount(): number {
    return this.#size;
  }

  /** How many units have a number. */
  get size(): number {
    return this.#units.length;
  }

  unit(row: number): string {
    return this.#units[row]!;
  }

  /** The number of a unit; −1 when nobody has judged it. */
  find(unit: string): number {
    return this.#rows.get(unit) ?? -1;
  }

  /** Everybody who judged, in the order in which they appeared. */
  get annotators(): readonly string[] {
    return this.#annotators;
  }

  /** How many have judged a unit. */
  judgments(row: number): number {
    return this.#count[row]!;
  }

  /** The judgments on a unit by their numbers, the latest first; −1 ends. */
  first(row: number): number {
    return this.#head[row]!;
  }

  next(judgment: number): number {
    return this.#next[judgment]!;
  }

  /** Who gave a judgment, by their place among the annotators. */
  annotator(judgment: number): number {
    return this.#who[judgment]!;
  }

  code(judgment: number, question: number): number {
    return this.#codes[judgment * this.questions.length + question]!;
  }

  /** All codes of a judgment. */
  codes(judgment: number): RatingCodes {
    return this.#codes.subarray(
      judgment * this.questions.length,
      (judgment + 1) * this.questions.length,
    );
  }

  #column(annotator: string): number {
    const known = this.#columns.get(annotator);
    if (known !== undefined) return known;
    const column = this.#annotators.push(annotator) - 1;
    this.#columns.set(annotator, column);
    return column;
  }

  /** Many judgments have identical answers (no label applies), so each text is parsed only once. */
  #read(text: string): Int32Array {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const answers = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const codes = new Int32Array(this.questions.length);
    for (let at = 0; at < codes.length; at += 1)
      codes[at] = this.#readers[at]!(answers[this.questions[at]!.id]);
    if (this.#known.size < mostTexts && text.length < longestText) this.#known.set(text, codes);
    return codes;
  }

  #grow(): void {
    this.#who = grown(this.#who);
    this.#next = grown(this.#next);
    const codes = emptyCodes(this.#codes.length * 2, this.#widest);
    codes.set(this.#codes);
    this.#codes = codes;
  }
}

/** Free-text answers all differ, so remembering more than this would only waste memory. */
const mostTexts = 4096;
const longestText = 1024;

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
