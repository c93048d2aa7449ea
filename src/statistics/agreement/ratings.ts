/** Codes of categories, unit by unit: a narrow array keeps a million units small. */
export type RatingCodes = Int8Array | Int16Array | Int32Array;

/**
 * What several annotators answered to one question about many units. `codes[unit * annotators +
 * annotator]` is the category, 0 … categories − 1, or −1 without an answer. The categories are the
 * declared domain in its order, not only those that occur: weighted measures depend on it.
 */
export interface Ratings {
  readonly units: number;
  readonly annotators: number;
  readonly categories: number;
  readonly codes: RatingCodes;
}

/** The code of an answer that was not given. */
export const missing = -1;

/** Codes for so many ratings, all missing, in the narrowest array that holds the categories. */
export function emptyCodes(length: number, categories: number): RatingCodes {
  if (categories <= 0x80) return new Int8Array(length).fill(missing);
  if (categories <= 0x8000) return new Int16Array(length).fill(missing);
  return new Int32Array(length).fill(missing);
}

/**
 * Ratings from rows: one row per unit, one column per annotator, `null` where an answer is missing.
 * Throws a RangeError for a row of another length or a value outside the domain.
 * @example ratingsFromRows([['no', 'no'], ['yes', null]], ['no', 'yes']).codes // [0, 0, 1, -1]
 */
export function ratingsFromRows<Value>(
  rows: readonly (readonly (Value | null)[])[],
  categories: readonly Value[],
): Ratings {
  const annotators = rows.length === 0 ? 0 : rows[0].length;
  const codeOf = new Map(categories.map((category, code) => [category, code]));
  const codes = emptyCodes(rows.length * annotators, categories.length);
  for (const [unit, row] of rows.entries()) {
    if (row.length !== annotators)
      throw new RangeError(
        `row ${unit + 1} has ${row.length} ratings, expected ${annotators} as in the first row`,
      );
    for (const [annotator, value] of row.entries()) {
      if (value === null) continue;
      const code = codeOf.get(value);
      if (code === undefined)
        throw new RangeError(
          `row ${unit + 1} has ${String(value)}, which is not among the categories`,
        );
      codes[unit * annotators + annotator] = code;
    }
  }
  return { units: rows.length, annotators, categories: categories.length, codes };
}

/** The ratings of some annotators only, in the order given. */
export function chooseAnnotators(ratings: Ratings, annotators: readonly number[]): Ratings {
  const codes = emptyCodes(ratings.units * annotators.length, ratings.categories);
  for (let unit = 0; unit < ratings.units; unit++) {
    for (let column = 0; column < annotators.length; column++) {
      codes[unit * annotators.length + column] =
        ratings.codes[unit * ratings.annotators + annotators[column]];
    }
  }
  return { ...ratings, annotators: annotators.length, codes };
}
