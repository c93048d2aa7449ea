import type { Question } from '../../domain/protocol/question.ts';
import { isGraded } from '../../domain/protocol/scale.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { appliesByCode, codeCount } from '../protocol/answer-codes.ts';

/** Which units: all, or those of a week. */
export interface UnitSelection {
  readonly week?: number;
}

/** Where a unit is that was not counted yet. */
export const nowhere = -2;

/** The counts of a pattern are the digits of a number in this base, at most so many digits. */
export const patternBase = 32;
export const mostDigits = 10;

/** The patterns of one question, with their units in total and per week. */
export class QuestionPatterns {
  /** What one answer adds to the number of a pattern, by its code. */
  readonly powers: Float64Array;
  readonly #categories: number;
  readonly #numbers = new Map<number | string, number>();
  readonly #answers: PatternList;
  readonly #presence: PatternList | null;
  readonly #presenceOf: number[] = [];
  readonly #applies: Uint8Array;
  readonly #all: number[] = [];
  readonly #weeks = new Map<number, number[]>();
  readonly #counts: Int32Array;
  #pattern = new Int32Array(1024).fill(nowhere);

  constructor(question: Question) {
    this.#categories = codeCount(question);
    this.powers = Float64Array.from(
      { length: this.#categories },
      (_, code) => patternBase ** (this.#categories - 1 - code),
    );
    this.#counts = new Int32Array(this.#categories);
    this.#answers = new PatternList(this.#categories);
    this.#presence = isGraded(question.scale) ? new PatternList(2) : null;
    this.#applies = appliesByCode(question);
  }

  /** The counts of a unit, to be filled in. */
  cleared(): Int32Array {
    return this.#counts.fill(0);
  }

  /** The number of the pattern with a key; −1 when it is new. */
  knownPattern(key: number): number {
    return this.#numbers.get(key) ?? -1;
  }

  /** The number of the pattern with these counts per answer. */
  patternOf(counts: Int32Array): number {
    const key = keyOf(counts);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#answers.add(counts.slice());
    this.#numbers.set(key, number);
    if (this.#presence !== null) {
      const both = new Int32Array(2);
      for (let code = 0; code < counts.length; code += 1)
        both[this.#applies[code]!]! += counts[code]!;
      this.#presenceOf.push(this.#presence.find(both));
    }
    return number;
  }

  /** Moves a unit from one week to another. */
  move(row: number, from: number, to: number, pattern: number): void {
    if (row >= this.#pattern.length) this.#pattern = larger(this.#pattern, row);
    if (from !== nowhere) this.#count(from, this.#pattern[row]!, -1);
    this.#count(to, pattern, 1);
    this.#pattern[row] = pattern;
  }

  /**
   * The patterns of the selected units; `rows` are these units, to find which unit shows which
   * pattern.
   */
  patterns(rows: SelectedRows, selection: UnitSelection): RatingPatterns {
    return this.#answers.patterns(this.#selected(selection), rows, (row) => this.#pattern[row]!);
  }

  presence(rows: SelectedRows, selection: UnitSelection): RatingPatterns {
    if (this.#presence === null) return this.patterns(rows, selection);
    const shown = this.#selected(selection);
    const merged = new Float64Array(this.#presence.size);
    for (let number = 0; number < shown.length; number += 1)
      merged[this.#presenceOf[number]!]! += shown[number]!;
    return this.#presence.patterns(merged, rows, (row) => this.#presenceOf[this.#pattern[row]!]!);
  }

  #count(week: number, pattern: number, change: number): void {
    for (const counts of [this.#all, listIn(this.#weeks, week)])
      counts[pattern] = (counts[pattern] ?? 0) + change;
  }

  /** Per pattern: how many of the selected units show it. */
  #selected({ week }: UnitSelection): Float64Array {
    const shown = new Float64Array(this.#answers.size);
    const from = week === undefined ? this.#all : (this.#weeks.get(week) ?? []);
    for (let number = 0; number < shown.length; number += 1) shown[number] = from[number] ?? 0;
    return shown;
  }
}

/** The units of a selection: how many, and which. */
export interface SelectedRows {
  readonly count: number;
  list(): Int32Array;
}

/** Patterns ordered by their counts, the first answer's first, however they were found. */
class PatternList {
  readonly #categories: number;
  readonly #found: Int32Array[] = [];
  #order: readonly number[] = [];

  constructor(categories: number) {
    this.#categories = categories;
  }

  get size(): number {
    return this.#found.length;
  }

  add(counts: Int32Array): number {
    const number = this.#found.push(counts) - 1;
    this.#order = this.#found
      .map((_, at) => at)
      .toSorted((a, b) => byCounts(this.#found[a]!, this.#found[b]!));
    return number;
  }

  /** The number of a pattern, which it gets when it is new. */
  find(counts: Int32Array): number {
    const known = this.#found.findIndex((one) => byCounts(one, counts) === 0);
    return known >= 0 ? known : this.add(counts);
  }

  patterns(
    shown: Float64Array,
    rows: SelectedRows,
    numberOf: (row: number) => number,
  ): RatingPatterns {
    const places = new Int32Array(this.#found.length).fill(-1);
    const offsets = [0];
    const category: number[] = [];
    const count: number[] = [];
    const rated: number[] = [];
    let sum = 0;
    for (const number of this.#order) {
      const counts = this.#found[number]!;
      if (shown[number] === 0) continue;
      const before = category.length;
      for (let code = 0; code < counts.length; code += 1) {
        if (counts[code] === 0) continue;
        category.push(code);
        count.push(counts[code]!);
      }
      // The pattern without any answer is not a pattern: its units are unrated.
      if (category.length === before) continue;
      offsets.push(category.length);
      places[number] = rated.length;
      rated.push(shown[number]!);
      sum += shown[number]!;
    }
    let patternOf: Int32Array | null = null;
    return {
      categories: this.#categories,
      offsets: Int32Array.from(offsets),
      category: Int32Array.from(category),
      count: Int32Array.from(count),
      units: Float64Array.from(rated),
      // As large as the units, and only means over questions need it: made when first asked for.
      get patternOf() {
        if (patternOf !== null) return patternOf;
        const list = rows.list();
        patternOf = new Int32Array(list.length);
        for (let at = 0; at < list.length; at += 1) patternOf[at] = places[numberOf(list[at]!)]!;
        return patternOf;
      },
      unrated: rows.count - sum,
    };
  }
}

/** The counts as the digits of a number while that is exact, else as text. */
function keyOf(counts: Int32Array): number | string {
  let key = 0;
  for (let code = 0; code < counts.length; code += 1) {
    if (counts[code]! >= patternBase || counts.length > mostDigits) return counts.join(' ');
    key = key * patternBase + counts[code]!;
  }
  return key;
}

function listIn(lists: Map<number, number[]>, key: number): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

function byCounts(a: Int32Array, b: Int32Array): number {
  for (let code = 0; code < a.length; code += 1)
    if (a[code] !== b[code]) return a[code]! - b[code]!;
  return 0;
}

/** The array with room for a row, and what is new marked as nowhere. */
export function larger(array: Int32Array, row: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(row + 1, array.length * 2)).fill(nowhere);
  grown.set(array);
  return grown;
}
