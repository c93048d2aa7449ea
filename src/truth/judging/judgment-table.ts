import type { Answers } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';
import { codeAnswer, codeCount, notAnswered } from '../protocol/answer-codes.ts';

/**
 * Everybody's answers on one task: a byte per answer, so that millions of judgments fit. Units and
 * annotators are numbers. The judgments on a unit lie side by side, at the places from `first` up
 * to, not including, `end`. Free text is not kept: nobody votes on it.
 */
export class JudgmentTable {
  /** The questions of the task; answers to open questions are never there. */
  readonly questions: readonly Question[];
  readonly #annotators: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #closed: readonly boolean[];
  readonly #widest: number;
  /** How many judgments a new unit gets room for: as many as any had so far. */
  #room: number;
  /** Per unit: where its judgments begin, how many there are, and for how many there is room. */
  #start = new Int32Array(64);
  #count = new Int32Array(64);
  #rooms = new Int32Array(64);
  #who: Uint16Array | Int32Array;
  #codes: RatingCodes;
  /** Per judgment why it does not count, as a number; there are none until one does not. */
  #marks: Uint16Array | null = null;
  #end = 0;
  #units = 0;
  #size = 0;

  constructor({ questions }: Pick<Task, 'questions'>, room = 2) {
    this.questions = questions;
    this.#closed = questions.map((question) => isClosed(question.scale));
    this.#widest = Math.max(1, ...questions.map(codeCount));
    this.#room = room;
    this.#who = new Uint16Array(64 * this.#room);
    this.#codes = emptyCodes(this.#who.length * questions.length, this.#widest);
  }

  /** A table with the same judgments, which goes its own way from here. */
  copy(): JudgmentTable {
    const other = new JudgmentTable(this, this.#room);
    for (const name of this.#annotators) other.annotator(name);
    for (let unit = 0; unit < this.#units; unit += 1)
      for (let place = this.first(unit); place < this.end(unit); place += 1)
        other.put(unit, this.#who[place]!, this.codes(place), this.mark(place));
    return other;
  }

  /** How many judgments there are. */
  get size(): number {
    return this.#size;
  }

  /** One above the largest unit that was judged. */
  get units(): number {
    return this.#units;
  }

  /** Everybody who judged, in the order in which they appeared. */
  get annotators(): readonly string[] {
    return this.#annotators;
  }

  /** The number of an annotator, who gets one when new. */
  annotator(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#annotators.push(name) - 1;
    this.#numbers.set(name, number);
    if (number > 0xffff && this.#who instanceof Uint16Array) this.#who = Int32Array.from(this.#who);
    return number;
  }

  /** The number of an annotator; −1 for somebody who has judged nothing. */
  findAnnotator(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  /** Adds a judgment; false when the annotator has judged the unit, and then nothing changes. */
  add(unit: number, annotator: number, codes: ArrayLike<number>): boolean {
    if (this.place(unit, annotator) >= 0) return false;
    this.#write(this.#newPlace(unit), annotator, codes);
    return true;
  }

  /**
   * Adds a judgment, with a mark when it does not count; false when it takes the place of the
   * annotator's earlier one on the unit.
   */
  put(unit: number, annotator: number, codes: ArrayLike<number>, mark = 0): boolean {
    const known = this.place(unit, annotator);
    const place = known < 0 ? this.#newPlace(unit) : known;
    this.#write(place, annotator, codes);
    if (mark !== 0) this.#marks ??= new Uint16Array(this.#who.length);
    if (this.#marks !== null) this.#marks[place] = mark;
    return known < 0;
  }

  /** The mark of the judgment at a place: 0 when it counts. */
  mark(place: number): number {
    return this.#marks === null ? 0 : this.#marks[place]!;
  }

  /** Whether any judgment ever had a mark. */
  get hasMarks(): boolean {
    return this.#marks !== null;
  }

  /** How many have judged a unit. */
  count(unit: number): number {
    return unit < this.#units ? this.#count[unit]! : 0;
  }

  first(unit: number): number {
    return unit < this.#units ? this.#start[unit]! : 0;
  }

  end(unit: number): number {
    return unit < this.#units ? this.#start[unit]! + this.#count[unit]! : 0;
  }

  /** Where an annotator's judgment on a unit is; −1 when there is none. */
  place(unit: number, annotator: number): number {
    const end = this.end(unit);
    for (let place = this.first(unit); place < end; place += 1)
      if (this.#who[place] === annotator) return place;
    return -1;
  }

  /** True when an annotator has judged a unit. */
  has(unit: number, annotator: number): boolean {
    return this.place(unit, annotator) >= 0;
  }

  /** True when anybody has judged a unit. */
  isJudged(unit: number): boolean {
    return this.count(unit) > 0;
  }

  /** Who gave the judgment at a place, by number. */
  who(place: number): number {
    return this.#who[place]!;
  }

  /** The code of the answer to a question, by its place in the task; −1 when there is none. */
  code(place: number, question: number): number {
    return this.#codes[place * this.questions.length + question]!;
  }

  /** All codes of the judgment at a place. */
  codes(place: number): RatingCodes {
    const width = this.questions.length;
    return this.#codes.subarray(place * width, (place + 1) * width);
  }

  /** The answers of the judgment at a place. */
  answers(place: number): Answers {
    return answersOfCodes(this.questions, this.codes(place));
  }

  #write(place: number, annotator: number, codes: ArrayLike<number>): void {
    this.#who[place] = annotator;
    const start = place * this.questions.length;
    for (let at = 0; at < this.#closed.length; at += 1)
      this.#codes[start + at] = this.#closed[at] ? (codes[at] ?? notAnswered) : notAnswered;
  }

  #newPlace(unit: number): number {
    if (unit >= this.#start.length) {
      this.#start = lengthened(this.#start, unit + 1);
      this.#count = lengthened(this.#count, unit + 1);
      this.#rooms = lengthened(this.#rooms, unit + 1);
    }
    if (unit >= this.#units) this.#units = unit + 1;
    const count = this.#count[unit]!;
    if (count === this.#rooms[unit]!) this.#move(unit, count === 0 ? this.#room : 2 * count);
    this.#count[unit] = count + 1;
    if (count >= this.#room && count < mostRoom) this.#room = count + 1;
    this.#size += 1;
    return this.#start[unit]! + count;
  }

  #move(unit: number, room: number): void {
    const from = this.#start[unit]!;
    const to = this.#reserve(room);
    const width = this.questions.length;
    const end = from + this.#count[unit]!;
    this.#who.copyWithin(to, from, end);
    this.#codes.copyWithin(to * width, from * width, end * width);
    this.#marks?.copyWithin(to, from, end);
    this.#start[unit] = to;
    this.#rooms[unit] = room;
  }

  #reserve(room: number): number {
    const start = this.#end;
    this.#end += room;
    if (this.#end <= this.#who.length) return start;
    const length = Math.max(this.#end, Math.ceil(this.#who.length * 1.5));
    const who = this.#who;
    this.#who = who instanceof Uint16Array ? new Uint16Array(length) : new Int32Array(length);
    this.#who.set(who);
    const codes = this.#codes;
    this.#codes = emptyCodes(length * this.questions.length, this.#widest);
    this.#codes.set(codes);
    if (this.#marks !== null) {
      const marks = new Uint16Array(length);
      marks.set(this.#marks);
      this.#marks = marks;
    }
    return start;
  }
}

/** One unit that everybody judged must not make room for everybody on all others. */
const mostRoom = 64;

/** The answers behind the codes of a task's questions. */
export function answersOfCodes(questions: readonly Question[], codes: ArrayLike<number>): Answers {
  return Object.fromEntries(
    questions.flatMap((question, at) => {
      const answer = codeAnswer(question, codes[at]!);
      return answer === undefined ? [] : [[question.id, answer]];
    }),
  );
}

function lengthened(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(least, 2 * array.length));
  longer.set(array);
  return longer;
}
