/** What a column holds: whole grades from 0 in two bytes each, or any numbers. */
export interface ColumnKind {
  readonly name: string;
  readonly kind: 'grade' | 'chance' | 'number';
}

/** Some rows of a table, in an order; `isStart` where they are its first rows as they stand. */
export interface ChosenRows {
  readonly rows: Int32Array;
  readonly isStart: boolean;
}

/** The rows, with whether they are a table's first rows as they stand. */
export function chosenRows(rows: Int32Array): ChosenRows {
  let at = 0;
  while (at < rows.length && rows[at] === at) at += 1;
  return { rows, isStart: at === rows.length };
}

/** Columns of numbers that grow, of a million rows in few bytes; a cell may stay empty. */
export class GrowingColumns {
  readonly #names: readonly string[];
  readonly #kinds: readonly ColumnKind['kind'][];
  #columns: readonly (Int16Array | Float64Array)[];
  #room = 1024;

  constructor(columns: readonly ColumnKind[]) {
    this.#names = columns.map(({ name }) => name);
    this.#kinds = columns.map(({ kind }) => kind);
    this.#columns = columns.map(({ kind }) =>
      kind === 'grade' ? noGrades(this.#room) : noNumbers(this.#room),
    );
  }

  /** Puts a number into a cell. */
  set(column: number, row: number, value: number): void {
    if (row >= this.#room) this.#grow(row);
    this.#columns[column]![row] = value;
  }

  /** Puts numbers into a row, NaN for empty cells; false where one does not fit its column. */
  setRow(row: number, values: Float64Array): boolean {
    if (row >= this.#room) this.#grow(row);
    for (let column = 0; column < values.length; column += 1) {
      const value = values[column]!;
      if (Number.isNaN(value)) continue;
      if (!fitsColumn(this.#kinds[column]!, value)) return false;
      this.#columns[column]![row] = value;
    }
    return true;
  }

  /** The grades of some rows, -1 where a cell is empty; null without the column. */
  grades(name: string, { rows, isStart }: ChosenRows): Int16Array | null {
    const column = this.#columns[this.#names.indexOf(name)];
    if (!(column instanceof Int16Array)) return null;
    if (isStart && rows.length <= column.length) return column.subarray(0, rows.length);
    const chosen = noGrades(rows.length);
    for (let at = 0; at < rows.length; at += 1)
      if (rows[at]! < column.length) chosen[at] = column[rows[at]!]!;
    return chosen;
  }

  /** The numbers of some rows, NaN where a cell is empty; null without the column. */
  numbers(name: string, { rows, isStart }: ChosenRows): Float64Array | null {
    const column = this.#columns[this.#names.indexOf(name)];
    if (!(column instanceof Float64Array)) return null;
    if (isStart && rows.length <= column.length) return column.subarray(0, rows.length);
    const chosen = noNumbers(rows.length);
    for (let at = 0; at < rows.length; at += 1)
      if (rows[at]! < column.length) chosen[at] = column[rows[at]!]!;
    return chosen;
  }

  #grow(row: number): void {
    this.#room = Math.max(row + 1, 2 * this.#room);
    this.#columns = this.#columns.map((column) => {
      const wider = column instanceof Int16Array ? noGrades(this.#room) : noNumbers(this.#room);
      wider.set(column);
      return wider;
    });
  }
}

/** Grades beyond this are not grades. */
const highestGrade = 32_767;

/** Whether a number is what a column holds: a whole grade from 0, a chance above 0 up to 1. */
export function fitsColumn(kind: ColumnKind['kind'], value: number): boolean {
  if (kind === 'grade') return value >= 0 && value <= highestGrade && Math.trunc(value) === value;
  return kind === 'chance' ? value > 0 && value <= 1 : !Number.isNaN(value);
}

function noGrades(room: number): Int16Array {
  return new Int16Array(room).fill(-1);
}

function noNumbers(room: number): Float64Array {
  return new Float64Array(room).fill(Number.NaN);
}
