import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';

/**
 * Units per pattern of answers to a question, kept up to date at constant cost per answer. A
 * pattern is a number whose digits count the annotators per category, the first category in front.
 */
export class PatternTable {
  readonly #categories: number;
  readonly #base: number;
  readonly #places: Int32Array;
  readonly #units: Int32Array;

  /** Null when there are so many possible patterns that a table of them would be mostly empty. */
  static fitting(categories: number, annotators: number): PatternTable | null {
    return (annotators + 1) ** categories <= largestTable
      ? new PatternTable(categories, annotators)
      : null;
  }

  private constructor(categories: number, annotators: number) {
    this.#categories = categories;
    this.#base = annotators + 1;
    this.#places = Int32Array.from(
      { length: categories },
      (_, category) => this.#base ** (categories - 1 - category),
    );
    this.#units = new Int32Array(this.#base ** categories);
  }

  /** What one answer adds to the pattern of its unit. */
  share(category: number): number {
    return this.#places[category]!;
  }

  /** Adds a unit with a pattern, 0 being no answers at all; or takes one away. */
  count(pattern: number, change: 1 | -1): void {
    this.#units[pattern] = this.#units[pattern]! + change;
  }

  /** The patterns as statistics take them, without saying which unit shows which. */
  patterns(): RatingPatterns {
    const offsets = [0];
    const category: number[] = [];
    const count: number[] = [];
    const units: number[] = [];
    for (let pattern = 1; pattern < this.#units.length; pattern += 1) {
      if (this.#units[pattern] === 0) continue;
      units.push(this.#units[pattern]!);
      for (let code = 0; code < this.#categories; code += 1) {
        const given = Math.floor(pattern / this.#places[code]!) % this.#base;
        if (given === 0) continue;
        category.push(code);
        count.push(given);
      }
      offsets.push(category.length);
    }
    return {
      categories: this.#categories,
      offsets: Int32Array.from(offsets),
      category: Int32Array.from(category),
      count: Int32Array.from(count),
      units: Float64Array.from(units),
      patternOf: new Int32Array(0),
      unrated: this.#units[0]!,
    };
  }
}

const largestTable = 1 << 16;
