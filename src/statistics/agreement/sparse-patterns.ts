import type { RatingPatterns } from './rating-patterns.ts';
import type { Ratings } from './ratings.ts';

/**
 * Rating patterns by hashing, for many categories or annotators. Gives the same patterns in the
 * same order as the counting table of `ratingPatterns`, which chooses between them.
 */
export function sparsePatterns(ratings: Ratings): RatingPatterns {
  const { units, annotators, codes } = ratings;
  const found = new FoundPatterns();
  const patternOf = new Int32Array(units);
  const row = new Int32Array(annotators);
  let unrated = 0;
  for (let unit = 0; unit < units; unit++) {
    let given = 0;
    for (let annotator = 0; annotator < annotators; annotator++) {
      const code = codes[unit * annotators + annotator];
      if (code >= 0) row[given++] = code;
    }
    if (given === 0) unrated++;
    patternOf[unit] = given === 0 ? -1 : found.add(sorted(row, given), given);
  }

  const order = Int32Array.from({ length: found.size }, (_, pattern) => pattern).toSorted((a, b) =>
    found.compare(a, b),
  );
  const rank = new Int32Array(found.size);
  for (let position = 0; position < order.length; position++) rank[order[position]] = position;
  for (let unit = 0; unit < units; unit++)
    if (patternOf[unit] >= 0) patternOf[unit] = rank[patternOf[unit]];

  const offsets = new Int32Array(found.size + 1);
  const category: number[] = [];
  const count: number[] = [];
  const unitsPerPattern = new Float64Array(found.size);
  for (let position = 0; position < order.length; position++) {
    unitsPerPattern[position] = found.units[order[position]];
    const codesOfPattern = found.codesOf(order[position]);
    for (let index = 0; index < codesOfPattern.length;) {
      const code = codesOfPattern[index];
      const start = index;
      while (index < codesOfPattern.length && codesOfPattern[index] === code) index++;
      category.push(code);
      count.push(index - start);
    }
    offsets[position + 1] = category.length;
  }
  return {
    categories: ratings.categories,
    offsets,
    category: Int32Array.from(category),
    count: Int32Array.from(count),
    units: unitsPerPattern,
    patternOf,
    unrated,
  };
}

/** Distinct sorted rows of codes in one pool, found by hash with open addressing. */
class FoundPatterns {
  size = 0;
  units: number[] = [];
  #starts: number[] = [0];
  #pool = new Int32Array(1024);
  #slots = new Int32Array(1024).fill(-1);

  /** The number of the pattern with these sorted codes; counts one more unit for it. */
  add(row: Int32Array, length: number): number {
    let slot = hash(row, length) & (this.#slots.length - 1);
    for (let pattern = this.#slots[slot]; pattern >= 0; pattern = this.#slots[slot]) {
      if (this.#equals(pattern, row, length)) {
        this.units[pattern]++;
        return pattern;
      }
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const pattern = this.size++;
    this.#slots[slot] = pattern;
    this.#append(row, length);
    this.units.push(1);
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return pattern;
  }

  codesOf(pattern: number): Int32Array {
    return this.#pool.subarray(this.#starts[pattern], this.#starts[pattern + 1]);
  }

  /** Count-vector order: where two rows first differ, more of the smaller category is larger. */
  compare(a: number, b: number): number {
    const first = this.codesOf(a);
    const second = this.codesOf(b);
    const shared = Math.min(first.length, second.length);
    for (let index = 0; index < shared; index++)
      if (first[index] !== second[index]) return second[index] - first[index];
    return first.length - second.length;
  }

  #equals(pattern: number, row: Int32Array, length: number): boolean {
    const start = this.#starts[pattern];
    if (this.#starts[pattern + 1] - start !== length) return false;
    for (let index = 0; index < length; index++)
      if (this.#pool[start + index] !== row[index]) return false;
    return true;
  }

  #append(row: Int32Array, length: number): void {
    const start = this.#starts[this.size - 1];
    if (start + length > this.#pool.length) {
      const larger = new Int32Array(Math.max(this.#pool.length * 2, start + length));
      larger.set(this.#pool);
      this.#pool = larger;
    }
    this.#pool.set(row.subarray(0, length), start);
    this.#starts.push(start + length);
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let pattern = 0; pattern < this.size; pattern++) {
      const codes = this.codesOf(pattern);
      let slot = hash(codes, codes.length) & (this.#slots.length - 1);
      while (this.#slots[slot] >= 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = pattern;
    }
  }
}

function hash(row: Int32Array, length: number): number {
  let value = length;
  for (let index = 0; index < length; index++) {
    value = Math.imul(value ^ row[index], 0x9e3779b1);
    value ^= value >>> 15;
  }
  return value;
}

/** Sorts the first codes in place; rows are short, where insertion is fastest. */
function sorted(row: Int32Array, length: number): Int32Array {
  if (length > 32) {
    row.subarray(0, length).sort();
    return row;
  }
  for (let index = 1; index < length; index++) {
    const code = row[index];
    let place = index;
    while (place > 0 && row[place - 1] > code) {
      row[place] = row[place - 1];
      place--;
    }
    row[place] = code;
  }
  return row;
}
