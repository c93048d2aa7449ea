import type { Question } from '../domain/question.ts';
import type { RatingPatterns } from '../statistics/rating-patterns.ts';
import { codeApplies, codeCount, notAnswered } from './answer-codes.ts';
import type { UnitAnswers } from './unit-answers.ts';

/** Which units: those of a week, and all but those of one of the groups that units fall into by their number. */
export interface UnitSelection {
  readonly week?: number;
  readonly without?: number;
}

/** Into how many groups units fall, for intervals that are found by leaving out one group after the other. */
export const unitGroups = 20;

/**
 * How often each pattern of answers occurs, per question, week and group, kept up to date: a unit with something new leaves its pattern and enters another, so
 * that agreement over a hundred thousand units is measured from a few counts.
 */
export class AgreementPatterns {
  readonly #answers: UnitAnswers;
  readonly #questions: readonly QuestionPatterns[];
  readonly #units = new Map<number, number>();
  /** Per annotator: the column that their answers stand for; −1 for those who are not compared. */
  #columnOf: readonly number[] = [];
  #columns = 0;
  #hasFamilies = false;
  #week = new Int32Array(1024).fill(nowhere);

  constructor(answers: UnitAnswers) {
    this.#answers = answers;
    this.#questions = answers.questions.map((question) => new QuestionPatterns(question));
  }

  /** Says whose answers are compared; to be called before units are moved, when somebody new has judged. */
  setColumns(columnOf: readonly number[], columns: number): void {
    this.#columnOf = columnOf;
    this.#columns = columns;
    this.#hasFamilies = columnOf.filter((column) => column >= 0).length > columns;
  }

  /** Counts a unit anew, in the week that it now belongs to. */
  move(row: number, week: number): void {
    if (row >= this.#week.length) this.#week = larger(this.#week, row);
    const group = row % unitGroups;
    const before = this.#week[row] === nowhere ? nowhere : this.#week[row]! * unitGroups + group;
    const after = week * unitGroups + group;
    if (before !== nowhere) this.#units.set(before, this.#units.get(before)! - 1);
    this.#units.set(after, (this.#units.get(after) ?? 0) + 1);
    this.#week[row] = week;
    for (let at = 0; at < this.#questions.length; at += 1) {
      const question = this.#questions[at]!;
      const counts = this.#hasFamilies ? this.#familyCounts(row, at) : this.#counts(row, at);
      question.move(row, before, after, question.patternOf(counts));
    }
  }

  /** How many units there are. */
  units(selection: UnitSelection = {}): number {
    let sum = 0;
    for (const [cell, units] of this.#units) if (isSelected(cell, selection)) sum += units;
    return sum;
  }

  /** The patterns of the answers to a question. */
  patterns(question: number, selection: UnitSelection = {}): RatingPatterns {
    return this.#questions[question]!.patterns(this.units(selection), selection);
  }

  /** The same of whether the label applies, for a question whose scale says from which value on it does. */
  presencePatterns(question: number, selection: UnitSelection = {}): RatingPatterns {
    return this.#questions[question]!.presence(this.units(selection), selection);
  }

  #counts(row: number, at: number): Int32Array {
    const counts = this.#questions[at]!.cleared();
    for (let judgment = this.#answers.first(row); judgment >= 0; judgment = this.#answers.next(judgment)) {
      const code = this.#answers.code(judgment, at);
      if (code >= 0 && this.#columnOf[this.#answers.annotator(judgment)]! >= 0) counts[code]! += 1;
    }
    return counts;
  }

  /** One answer per family: what most of its members say, none when they are tied. */
  #familyCounts(row: number, at: number): Int32Array {
    const counts = this.#questions[at]!.cleared();
    const given: Map<number, number>[] = Array.from({ length: this.#columns }, () => new Map<number, number>());
    for (let judgment = this.#answers.first(row); judgment >= 0; judgment = this.#answers.next(judgment)) {
      const code = this.#answers.code(judgment, at);
      const column = this.#columnOf[this.#answers.annotator(judgment)]!;
      if (code >= 0 && column >= 0) given[column]!.set(code, (given[column]!.get(code) ?? 0) + 1);
    }
    for (const votes of given) {
      const code = leader(votes);
      if (code >= 0) counts[code]! += 1;
    }
    return counts;
  }
}

/** The patterns of one question. */
class QuestionPatterns {
  readonly #question: Question;
  readonly #categories: number;
  readonly #numbers = new Map<number | string, number>();
  readonly #found: Int32Array[] = [];
  readonly #cells = new Map<number, number[]>();
  readonly #counts: Int32Array;
  #pattern = new Int32Array(1024).fill(nowhere);

  constructor(question: Question) {
    this.#question = question;
    this.#categories = codeCount(question);
    this.#counts = new Int32Array(this.#categories);
  }

  /** The counts of a unit, to be filled in. */
  cleared(): Int32Array {
    return this.#counts.fill(0);
  }

  /** The number of the pattern with these counts per answer. */
  patternOf(counts: Int32Array): number {
    const key = this.#key(counts);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#found.push(counts.slice()) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  /** Moves a unit from one cell, which is a week and a group, to another. */
  move(row: number, from: number, to: number, pattern: number): void {
    if (row >= this.#pattern.length) this.#pattern = larger(this.#pattern, row);
    if (from !== nowhere) this.#cell(from)[this.#pattern[row]!]! -= 1;
    const counts = this.#cell(to);
    counts[pattern] = (counts[pattern] ?? 0) + 1;
    this.#pattern[row] = pattern;
  }

  patterns(units: number, selection: UnitSelection): RatingPatterns {
    return asPatterns(this.#categories, this.#merged(selection, (counts) => counts), units);
  }

  presence(units: number, selection: UnitSelection): RatingPatterns {
    const applies = Array.from({ length: this.#categories }, (_, code) => Number(codeApplies(this.#question, code)));
    const presence = (counts: Int32Array): Int32Array => {
      const both = new Int32Array(2);
      for (let code = 0; code < counts.length; code += 1) both[applies[code]!]! += counts[code]!;
      return both;
    };
    return asPatterns(2, this.#merged(selection, presence), units);
  }

  /** Patterns that are alike after the change, with the units that show them. */
  #merged(selection: UnitSelection, change: (counts: Int32Array) => Int32Array): readonly Pattern[] {
    const units = new Float64Array(this.#found.length);
    for (const [cell, counts] of this.#cells) {
      if (isSelected(cell, selection)) for (let number = 0; number < counts.length; number += 1) units[number]! += counts[number] ?? 0;
    }
    const merged = new Map<string, { counts: Int32Array; units: number }>();
    for (let number = 0; number < units.length; number += 1) {
      if (units[number] === 0) continue;
      const counts = change(this.#found[number]!);
      const key = counts.join(' ');
      const known = merged.get(key);
      if (known === undefined) merged.set(key, { counts, units: units[number]! });
      else known.units += units[number]!;
    }
    return [...merged.values()].toSorted((a, b) => byCounts(a.counts, b.counts));
  }

  #cell(cell: number): number[] {
    const known = this.#cells.get(cell);
    if (known !== undefined) return known;
    const counts: number[] = [];
    this.#cells.set(cell, counts);
    return counts;
  }

  /** The counts as the digits of a number while that is exact, else as text. */
  #key(counts: Int32Array): number | string {
    let key = 0;
    for (let code = 0; code < counts.length; code += 1) {
      if (counts[code]! >= base || counts.length > mostDigits) return counts.join(' ');
      key = key * base + counts[code]!;
    }
    return key;
  }
}

const nowhere = -2;
const base = 32;
const mostDigits = 10;

function isSelected(cell: number, { week, without }: UnitSelection): boolean {
  return (week === undefined || Math.floor(cell / unitGroups) === week) && (without === undefined || cell % unitGroups !== without);
}

interface Pattern {
  readonly counts: Int32Array;
  readonly units: number;
}

function asPatterns(categories: number, found: readonly Pattern[], units: number): RatingPatterns {
  const rated = found.filter(({ counts }) => counts.some((count) => count > 0));
  const offsets = [0];
  const category: number[] = [];
  const count: number[] = [];
  for (const { counts } of rated) {
    counts.forEach((amount, code) => {
      if (amount === 0) return;
      category.push(code);
      count.push(amount);
    });
    offsets.push(category.length);
  }
  return {
    categories,
    offsets: Int32Array.from(offsets),
    category: Int32Array.from(category),
    count: Int32Array.from(count),
    units: Float64Array.from(rated, (one) => one.units),
    // Which unit shows which pattern is for resampling whole units together, which live figures do not do.
    patternOf: new Int32Array(0),
    unrated: units - rated.reduce((sum, one) => sum + one.units, 0),
  };
}

function leader(votes: ReadonlyMap<number, number>): number {
  let best = notAnswered;
  let most = 0;
  for (const [code, count] of votes) {
    if (count > most) [best, most] = [code, count];
    else if (count === most) best = notAnswered;
  }
  return best;
}

function byCounts(a: Int32Array, b: Int32Array): number {
  for (let code = 0; code < a.length; code += 1) if (a[code] !== b[code]) return a[code]! - b[code]!;
  return 0;
}

function larger(array: Int32Array, row: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(row + 1, array.length * 2)).fill(nowhere);
  grown.set(array);
  return grown;
}
