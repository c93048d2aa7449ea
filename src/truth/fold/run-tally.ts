import type { LoggedVote } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes, Ratings } from '../../statistics/agreement/ratings.ts';
import { codeCount, codeReader, comparedCodes, comparedCount } from '../protocol/answer-codes.ts';
import { PatternTable } from '../agreement/pattern-table.ts';

/** What a tally counts. */
export interface TallyPlan {
  /** The units of the run; judgments on others are counted as elsewhere. */
  readonly units: readonly string[];
  /** Judgments under other versions are stale: counted and left out. */
  readonly versions: Pick<LoggedVote, 'taskHash' | 'guideline'>;
  /**
   * Which of several judgments of one annotator on one unit counts: the last one, or in training,
   * where a second one knows the answer, the first.
   */
  readonly counts: 'first' | 'last';
}

/**
 * The answers of a run, folded as they come: one judgment more costs the same however many there
 * were. Each unit has room for as many annotators as judged any one unit, not for everybody, so
 * that many annotators who share many units stay small: codes of one byte, per measured question.
 * Judgments of one annotator must be added in the order of the log.
 */
export class RunTally {
  readonly questions: readonly Question[];
  readonly #plan: TallyPlan;
  readonly #rows: ReadonlyMap<string, number>;
  readonly #readers: readonly ((answer: unknown) => number)[];
  readonly #columns = new Map<string, number>();
  readonly #judgedBy: number[] = [];
  readonly #read = new Map<string, Int32Array>();
  /** Which category each code is compared as: itself, or whether the label applies. */
  readonly #compared: readonly Int32Array[];
  #tables: (PatternTable | null | undefined)[] = [];
  #room = 2;
  /**
   * Per place: whose answers it holds, −1 for nobody's. The places of unit u are `u · room … u ·
   * room + room − 1`.
   */
  #who: Int32Array;
  #codes: RatingCodes[];
  #stale = 0;
  #superseded = 0;
  #elsewhere = 0;
  #judged = 0;
  #changes = 0;

  constructor(task: Task, plan: TallyPlan) {
    this.questions = task.questions.filter((question) => question.measured);
    this.#plan = plan;
    this.#rows = new Map(plan.units.map((unit, row) => [unit, row]));
    this.#readers = this.questions.map(codeReader);
    this.#compared = this.questions.map(comparedCodes);
    this.#who = new Int32Array(plan.units.length * this.#room).fill(-1);
    this.#codes = this.questions.map((question) =>
      emptyCodes(this.#who.length, codeCount(question)),
    );
  }

  /** Takes one judgment in. */
  add(entry: LoggedVote): void {
    const { versions, counts } = this.#plan;
    if (entry.taskHash !== versions.taskHash || entry.guideline !== versions.guideline) {
      this.#stale += 1;
      return;
    }
    const row = this.#rows.get(entry.unit);
    if (row === undefined) {
      this.#elsewhere += 1;
      return;
    }
    const column = this.#column(entry.annotator);
    let place = this.#placeOf(row, column);
    if (place >= 0) {
      this.#superseded += 1;
      if (counts === 'first') return;
    } else {
      place = this.#freePlace(row);
      this.#who[place] = column;
      this.#judgedBy[column] = this.#judgedBy[column]! + 1;
      this.#judged += 1;
    }
    const read = this.#answers(entry.answers);
    for (let at = 0; at < read.length; at += 1) {
      const table = this.#tables[at];
      table?.count(this.#pattern(at, row, table), -1);
      this.#codes[at]![place] = read[at]!;
      table?.count(this.#pattern(at, row, table), 1);
    }
    this.#changes += 1;
  }

  /** Judgments that count: pairs of a unit and an annotator. */
  get judged(): number {
    return this.#judged;
  }

  /** Left out, since they were given under another version of the questions or the guideline. */
  get stale(): number {
    return this.#stale;
  }

  /** Left out, since another judgment of the same annotator on the same unit counts. */
  get superseded(): number {
    return this.#superseded;
  }

  /** Left out, since their unit is not part of the run. */
  get elsewhere(): number {
    return this.#elsewhere;
  }

  /**
   * Changes with every judgment that counts, so that what was computed before is known to hold or
   * not.
   */
  get version(): number {
    return this.#changes;
  }

  /** The units, in the order of the rows. */
  get units(): readonly string[] {
    return this.#plan.units;
  }

  /** Everybody whose judgments count, in the order in which they appeared. */
  get annotators(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** How many units an annotator has judged. */
  judgedBy(annotator: string): number {
    const column = this.#columns.get(annotator);
    return column === undefined ? 0 : this.#judgedBy[column]!;
  }

  /**
   * Everybody's answers to a question (by its place in `questions`). With two annotators, each has
   * a column; with more, the columns of a unit are its annotators in no order, which is all that
   * measures need that do not ask who answered what.
   */
  ratings(question: number): Ratings {
    const shared = { units: this.units.length, categories: codeCount(this.questions[question]!) };
    if (this.#columns.size !== 2)
      return { ...shared, annotators: this.#room, codes: this.#codes[question]! };
    return { ...shared, annotators: 2, codes: this.#columnsOf(question, [0, 1]) };
  }

  /**
   * The patterns of the answers to a question, on whether its label applies where the scale says
   * from which value on it does. Kept up to date with every judgment, so asking again costs next to
   * nothing; which unit shows which pattern is not said.
   */
  patterns(question: number): RatingPatterns {
    if (this.#tables[question] === undefined) this.#tables[question] = this.#tableOf(question);
    return this.#tables[question]?.patterns() ?? ratingPatterns(this.#comparedRatings(question));
  }

  /** The answers of some annotators to a question, one column each; −1 where there is none. */
  ratingsOf(question: number, annotators: readonly string[]): Ratings {
    const columns = annotators.map((annotator) => this.#columns.get(annotator) ?? -2);
    return {
      units: this.units.length,
      annotators: columns.length,
      categories: codeCount(this.questions[question]!),
      codes: this.#columnsOf(question, columns),
    };
  }

  /**
   * Calls back with every judgment that counts: the row of its unit, the place of its annotator in
   * `annotators`, and the place of its codes.
   */
  forEach(visit: (row: number, annotator: number, place: number) => void): void {
    for (let place = 0; place < this.#who.length; place += 1)
      if (this.#who[place]! >= 0) visit(Math.floor(place / this.#room), this.#who[place]!, place);
  }

  /** The code at a place, for a question. */
  code(question: number, place: number): number {
    return this.#codes[question]![place]!;
  }

  #column(annotator: string): number {
    const known = this.#columns.get(annotator);
    if (known !== undefined) return known;
    const column = this.#columns.size;
    this.#columns.set(annotator, column);
    this.#judgedBy.push(0);
    return column;
  }

  #placeOf(row: number, column: number): number {
    const start = row * this.#room;
    for (let place = start; place < start + this.#room; place += 1)
      if (this.#who[place] === column) return place;
    return -1;
  }

  #freePlace(row: number): number {
    const found = this.#placeOf(row, -1);
    if (found >= 0) return found;
    this.#grow();
    return this.#placeOf(row, -1);
  }

  #grow(): void {
    const before = this.#room;
    const room = before + 1;
    const who = new Int32Array(this.units.length * room).fill(-1);
    const codes = this.questions.map((question) => emptyCodes(who.length, codeCount(question)));
    for (let row = 0; row < this.units.length; row += 1) {
      for (let at = 0; at < before; at += 1) {
        who[row * room + at] = this.#who[row * before + at]!;
        for (let question = 0; question < codes.length; question += 1)
          codes[question]![row * room + at] = this.#codes[question]![row * before + at]!;
      }
    }
    this.#room = room;
    this.#who = who;
    this.#codes = codes;
    // Patterns count up to as many annotators as there is room for, so they are counted anew when
    // they are asked for.
    this.#tables = [];
  }

  #tableOf(question: number): PatternTable | null {
    const table = PatternTable.fitting(comparedCount(this.questions[question]!), this.#room);
    if (table !== null)
      for (let row = 0; row < this.units.length; row += 1)
        table.count(this.#pattern(question, row, table), 1);
    return table;
  }

  #pattern(question: number, row: number, table: PatternTable): number {
    const codes = this.#codes[question]!;
    const compared = this.#compared[question]!;
    let pattern = 0;
    for (let place = row * this.#room; place < (row + 1) * this.#room; place += 1)
      if (codes[place]! >= 0) pattern += table.share(compared[codes[place]!]!);
    return pattern;
  }

  #comparedRatings(question: number): Ratings {
    const compared = this.#compared[question]!;
    const categories = comparedCount(this.questions[question]!);
    const codes = emptyCodes(this.#who.length, categories);
    for (let place = 0; place < codes.length; place += 1)
      if (this.#codes[question]![place]! >= 0)
        codes[place] = compared[this.#codes[question]![place]!]!;
    return { units: this.units.length, annotators: this.#room, categories, codes };
  }

  #columnsOf(question: number, columns: readonly number[]): RatingCodes {
    const from = this.#codes[question]!;
    const codes = emptyCodes(
      this.units.length * columns.length,
      codeCount(this.questions[question]!),
    );
    for (let place = 0; place < this.#who.length; place += 1) {
      const column = columns.indexOf(this.#who[place]!);
      if (column >= 0)
        codes[Math.floor(place / this.#room) * columns.length + column] = from[place]!;
    }
    return codes;
  }

  /**
   * Many judgments have the same answers (no label applies), so a text that was read before is not
   * read again.
   */
  #answers(text: string): Int32Array {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const answers = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const codes = Int32Array.from(this.#readers, (reader, at) =>
      reader(answers[this.questions[at]!.id]),
    );
    if (this.#read.size < mostTexts && text.length < longestText) this.#read.set(text, codes);
    return codes;
  }
}

/**
 * Answers with free text are all different; remembering more of them than this would only cost
 * memory.
 */
const mostTexts = 4096;
const longestText = 1024;
