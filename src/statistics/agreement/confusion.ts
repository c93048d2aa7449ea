import type { Ratings } from './ratings.ts';
import { missing } from './ratings.ts';

/**
 * How two annotators answered the same units: units per pair of answers. Only pairs that occur are
 * kept, so thousands of values need no table of millions of cells.
 */
export interface Confusion {
  readonly categories: number;
  /** Per cell, in the order of rows and then columns: the first annotator's category … */
  readonly row: Int32Array;
  /** … the second annotator's category … */
  readonly column: Int32Array;
  /** … and the units with these two answers. */
  readonly units: Float64Array;
  /** Per unit: its cell, or −1 for a missing answer; for the bootstrap. Empty for a table. */
  readonly patternOf: Int32Array;
  /** Units that both annotators rated. */
  readonly n: number;
  /** Units that at least one of the two did not rate. */
  readonly skipped: number;
}

/**
 * The confusion of two annotators; units that one of them did not rate are skipped and counted.
 * @example confusion(ratingsFromRows([[0, 0], [0, 1], [1, null]], [0, 1])).units // [1, 1]
 */
export function confusion(ratings: Ratings, first = 0, second = 1): Confusion {
  const { units, annotators, categories, codes } = ratings;
  const keys = new Float64Array(units);
  let skipped = 0;
  for (let unit = 0; unit < units; unit++) {
    const a = first < annotators ? codes[unit * annotators + first] : missing;
    const b = second < annotators ? codes[unit * annotators + second] : missing;
    const isPair = a >= 0 && b >= 0;
    keys[unit] = isPair ? a * categories + b : -1;
    if (!isPair) skipped++;
  }
  const { ordered, patternOf } =
    categories * categories <= tableLimit ? tabledCells(keys, categories ** 2) : mappedCells(keys);
  const counts = new Float64Array(ordered.length);
  for (let unit = 0; unit < units; unit++) if (patternOf[unit] >= 0) counts[patternOf[unit]]++;
  return {
    categories,
    row: Int32Array.from(ordered, (key) => Math.floor(key / categories)),
    column: Int32Array.from(ordered, (key) => key % categories),
    units: counts,
    patternOf,
    n: units - skipped,
    skipped,
  };
}

/** The confusion with these counts; rows are the first annotator's categories. */
export function confusionOfTable(table: readonly (readonly number[])[], skipped = 0): Confusion {
  const row: number[] = [];
  const column: number[] = [];
  const units: number[] = [];
  let n = 0;
  for (let a = 0; a < table.length; a++) {
    for (let b = 0; b < table.length; b++) {
      if (table[a][b] === 0) continue;
      row.push(a);
      column.push(b);
      units.push(table[a][b]);
      n += table[a][b];
    }
  }
  return {
    categories: table.length,
    row: Int32Array.from(row),
    column: Int32Array.from(column),
    units: Float64Array.from(units),
    patternOf: new Int32Array(0),
    n,
    skipped,
  };
}

/** Several questions as one: every decision on a question is a unit, see `pooledPatterns`. */
export function pooledConfusions(questions: readonly Confusion[]): Confusion {
  const { categories } = questions[0];
  const table = new Float64Array(categories * categories);
  for (const { row, column, units } of questions)
    for (let cell = 0; cell < row.length; cell++)
      table[row[cell] * categories + column[cell]] += units[cell];
  const cells = Array.from(table.keys()).filter((key) => table[key] > 0);
  const place = new Int32Array(table.length).fill(-1);
  for (const [at, key] of cells.entries()) place[key] = at;
  const patternOf = questions.flatMap(({ patternOf: own, row, column }) =>
    Array.from(own, (cell) => (cell < 0 ? -1 : place[row[cell] * categories + column[cell]])),
  );
  return {
    categories,
    row: Int32Array.from(cells, (key) => Math.floor(key / categories)),
    column: Int32Array.from(cells, (key) => key % categories),
    units: Float64Array.from(cells, (key) => table[key]),
    patternOf: Int32Array.from(patternOf),
    n: questions.reduce((sum, { n }) => sum + n, 0),
    skipped: questions.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

/** The full table of counts, categories × categories; for display and small scales. */
export function confusionTable(cells: Confusion): number[][] {
  const table = Array.from({ length: cells.categories }, () =>
    Array.from({ length: cells.categories }, () => 0),
  );
  for (let cell = 0; cell < cells.units.length; cell++) {
    table[cells.row[cell]][cells.column[cell]] = cells.units[cell];
  }
  return table;
}

/** Each annotator's use of the categories among the units both rated. */
export interface Marginals {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** How often each annotator chose each category; `units` replaces the counts, as in a resample. */
export function marginals(cells: Confusion, units: ArrayLike<number> = cells.units): Marginals {
  const first = new Float64Array(cells.categories);
  const second = new Float64Array(cells.categories);
  for (let cell = 0; cell < cells.row.length; cell++) {
    first[cells.row[cell]] += units[cell];
    second[cells.column[cell]] += units[cell];
  }
  return { first, second };
}

/** Up to a thousand categories, looking cells up in a table is faster than in a map. */
const tableLimit = 1 << 20;

interface NumberedCells {
  /** The keys of the cells that occur, ascending. */
  readonly ordered: Float64Array;
  /** Per unit: the position of its key, or −1. */
  readonly patternOf: Int32Array;
}

function tabledCells(keys: Float64Array, size: number): NumberedCells {
  const place = new Int32Array(size).fill(-1);
  for (const key of keys) if (key >= 0) place[key] = 0;
  const ordered: number[] = [];
  for (let key = 0; key < size; key++) {
    if (place[key] < 0) continue;
    place[key] = ordered.length;
    ordered.push(key);
  }
  // By hand: Int32Array.from with a function takes ten times as long.
  const patternOf = new Int32Array(keys.length);
  for (let unit = 0; unit < keys.length; unit++)
    patternOf[unit] = keys[unit] < 0 ? -1 : place[keys[unit]];
  return { ordered: Float64Array.from(ordered), patternOf };
}

function mappedCells(keys: Float64Array): NumberedCells {
  const ordered = Float64Array.from(new Set(keys.filter((key) => key >= 0))).toSorted();
  const place = new Map<number, number>();
  for (let position = 0; position < ordered.length; position++)
    place.set(ordered[position], position);
  return { ordered, patternOf: Int32Array.from(keys, (key) => place.get(key) ?? -1) };
}
