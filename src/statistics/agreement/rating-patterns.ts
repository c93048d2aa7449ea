import type { Ratings } from './ratings.ts';
import { sparsePatterns } from './sparse-patterns.ts';

/**
 * Ratings with alike units merged. A pattern says how many annotators gave each category, no matter
 * who; measures that ignore who answered what need only the units per pattern, so they cost a few
 * operations for any number of units.
 *
 * Stored by rows (compressed): the entries of pattern p are `offsets[p] … offsets[p + 1] − 1`.
 * Patterns are ordered by their counts (category 0 first), however the ratings are ordered.
 */
export interface RatingPatterns {
  readonly categories: number;
  /** One more than there are patterns. */
  readonly offsets: Int32Array;
  /** Per entry: the category, ascending within a pattern … */
  readonly category: Int32Array;
  /** … and how many annotators gave it, at least 1. */
  readonly count: Int32Array;
  /** Per pattern: how many units show it. */
  readonly units: Float64Array;
  /** Per unit: its pattern, or −1 where nobody rated the unit. */
  readonly patternOf: Int32Array;
  /** Units that nobody rated. They are in no pattern. */
  readonly unrated: number;
}

/**
 * Merges units that were rated alike, in one pass: through a counting table for few annotators and
 * categories, else by hashing; both give the same patterns in the same order.
 * @example ratingPatterns(ratingsFromRows([[0, 1], [1, 0], [1, 1]], [0, 1])).units // [1, 2]
 */
export function ratingPatterns(ratings: Ratings): RatingPatterns {
  const tableSize = (ratings.annotators + 1) ** ratings.categories;
  return tableSize <= tableLimit ? tabledPatterns(ratings, tableSize) : sparsePatterns(ratings);
}

/** How many annotators gave an answer, per pattern. */
export function ratersPerPattern(patterns: RatingPatterns): Int32Array {
  const raters = new Int32Array(patterns.units.length);
  for (let pattern = 0; pattern < raters.length; pattern++) {
    for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
      raters[pattern] += patterns.count[entry];
    }
  }
  return raters;
}

/** One category against all others: patterns of a yes-or-no question, 1 being the category. */
export function oneAgainstRest(patterns: RatingPatterns, category: number): RatingPatterns {
  const size = patterns.units.length;
  const offsets = new Int32Array(size + 1);
  const categories: number[] = [];
  const counts: number[] = [];
  const raters = ratersPerPattern(patterns);
  for (let pattern = 0; pattern < size; pattern++) {
    let chosen = 0;
    for (let entry = patterns.offsets[pattern]; entry < patterns.offsets[pattern + 1]; entry++) {
      if (patterns.category[entry] === category) chosen = patterns.count[entry];
    }
    if (raters[pattern] > chosen) {
      categories.push(0);
      counts.push(raters[pattern] - chosen);
    }
    if (chosen > 0) {
      categories.push(1);
      counts.push(chosen);
    }
    offsets[pattern + 1] = categories.length;
  }
  return {
    ...patterns,
    categories: 2,
    offsets,
    category: Int32Array.from(categories),
    count: Int32Array.from(counts),
  };
}

/** Beyond this many possible keys the table would be mostly empty and slower than hashing. */
const tableLimit = 1 << 16;

/** A unit's counts, read as digits of a number (category 0 first), index a small table. */
function tabledPatterns(ratings: Ratings, tableSize: number): RatingPatterns {
  const { units, annotators, categories, codes } = ratings;
  const base = annotators + 1;
  // One place more than there are categories: code −1 reads place[0], which adds nothing.
  const place = new Int32Array(categories + 1);
  for (let category = 0; category < categories; category++)
    place[category + 1] = base ** (categories - 1 - category);

  const table = new Int32Array(tableSize);
  const patternOf = new Int32Array(units);
  for (let unit = 0, index = 0; unit < units; unit++) {
    let key = 0;
    for (let annotator = 0; annotator < annotators; annotator++) key += place[codes[index++] + 1];
    table[key]++;
    patternOf[unit] = key;
  }

  const offsets = [0];
  const category: number[] = [];
  const count: number[] = [];
  const unitsPerPattern: number[] = [];
  const patternOfKey = new Int32Array(tableSize);
  patternOfKey[0] = -1;
  for (let key = 1; key < tableSize; key++) {
    if (table[key] === 0) continue;
    patternOfKey[key] = unitsPerPattern.length;
    unitsPerPattern.push(table[key]);
    for (let code = 0; code < categories; code++) {
      const digit = Math.floor(key / place[code + 1]) % base;
      if (digit === 0) continue;
      category.push(code);
      count.push(digit);
    }
    offsets.push(category.length);
  }
  for (let unit = 0; unit < units; unit++) patternOf[unit] = patternOfKey[patternOf[unit]];
  return {
    categories,
    offsets: Int32Array.from(offsets),
    category: Int32Array.from(category),
    count: Int32Array.from(count),
    units: Float64Array.from(unitsPerPattern),
    patternOf,
    unrated: table[0],
  };
}
