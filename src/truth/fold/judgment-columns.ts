import { isClosed } from '../../domain/protocol/scale.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeAnswer, codeCount } from '../protocol/answer-codes.ts';
import type { AnswerCodes } from '../protocol/answer-codes.ts';

/**
 * Very many judgments on one task: a byte per answer, in one column per annotator, where an object
 * per judgment would take a hundred times as much. Units are numbers. Free text is not kept: nobody
 * votes on it.
 */
export class JudgmentColumns {
  readonly task: Task;
  readonly annotators: string[] = [];
  /**
   * Per annotator and unit: 0 when there is no judgment, else 1; then per question 0 for no answer,
   * else the code plus 1.
   */
  readonly #columns: (Uint8Array | Uint16Array)[] = [];
  readonly #wide: boolean;
  readonly #width: number;
  readonly #closed: readonly boolean[];
  #units = 0;
  #count = 0;

  constructor(task: Task) {
    this.task = task;
    this.#width = task.questions.length + 1;
    this.#wide = task.questions.some((question) => codeCount(question) > 254);
    this.#closed = task.questions.map((question) => isClosed(question.scale));
  }

  /** How many judgments there are. */
  get size(): number {
    return this.#count;
  }

  /** One above the largest unit that was judged. */
  get units(): number {
    return this.#units;
  }

  /** The number of an annotator, who gets one when new. */
  annotator(name: string): number {
    const known = this.annotators.indexOf(name);
    if (known >= 0) return known;
    this.annotators.push(name);
    this.#columns.push(this.#column(64));
    return this.annotators.length - 1;
  }

  /**
   * Adds a judgment; false when the annotator has judged the unit already, and then nothing
   * changes.
   */
  add(unit: number, annotator: number, codes: AnswerCodes): boolean {
    const column = this.#grown(annotator, unit);
    const start = unit * this.#width;
    if (column[start] !== 0) return false;
    column[start] = 1;
    for (let at = 0; at < codes.length; at += 1)
      column[start + 1 + at] = this.#closed[at] ? codes[at]! + 1 : 0;
    if (unit >= this.#units) this.#units = unit + 1;
    this.#count += 1;
    return true;
  }

  /**
   * Adds a judgment in place of an earlier one by the same annotator on the unit; true when there
   * was one.
   */
  replace(unit: number, annotator: number, codes: AnswerCodes): boolean {
    const isNew = !this.has(unit, annotator);
    if (!isNew) {
      this.#columns[annotator]![unit * this.#width] = 0;
      this.#count -= 1;
    }
    this.add(unit, annotator, codes);
    return !isNew;
  }

  /** True when an annotator has judged a unit. */
  has(unit: number, annotator: number): boolean {
    const column = this.#columns[annotator]!;
    return (unit + 1) * this.#width <= column.length && column[unit * this.#width] !== 0;
  }

  /** The code of an answer, or -1. */
  code(unit: number, annotator: number, question: number): number {
    const column = this.#columns[annotator]!;
    const start = unit * this.#width;
    return start + this.#width <= column.length ? column[start + 1 + question]! - 1 : -1;
  }

  /** True when anybody has judged the unit. */
  isJudged(unit: number): boolean {
    for (let annotator = 0; annotator < this.annotators.length; annotator += 1)
      if (this.has(unit, annotator)) return true;
    return false;
  }

  /** The judgments one by one, for methods that look at all of them together. */
  *judgments(unitName: (unit: number) => string): IterableIterator<Judgment> {
    const common = {
      task: this.task.id,
      asides: {},
      guideline: null,
      taskHash: null,
      round: null,
      at: null,
      seconds: null,
    };
    for (let unit = 0; unit < this.#units; unit += 1) {
      for (let annotator = 0; annotator < this.annotators.length; annotator += 1) {
        if (!this.has(unit, annotator)) continue;
        yield {
          ...common,
          unit: unitName(unit),
          annotator: this.annotators[annotator]!,
          answers: this.answers(unit, annotator),
        };
      }
    }
  }

  /** What an annotator answered about a unit. */
  answers(unit: number, annotator: number): Judgment['answers'] {
    return Object.fromEntries(
      this.task.questions.flatMap((question, at) => {
        const answer = codeAnswer(question, this.code(unit, annotator, at));
        return answer === undefined ? [] : [[question.id, answer]];
      }),
    );
  }

  #grown(annotator: number, unit: number): Uint8Array | Uint16Array {
    const column = this.#columns[annotator]!;
    const needed = (unit + 1) * this.#width;
    if (needed <= column.length) return column;
    const larger = this.#column(
      Math.max(unit + 1, Math.floor((1.5 * column.length) / this.#width)),
    );
    larger.set(column);
    this.#columns[annotator] = larger;
    return larger;
  }

  #column(units: number): Uint8Array | Uint16Array {
    return this.#wide ? new Uint16Array(units * this.#width) : new Uint8Array(units * this.#width);
  }
}
