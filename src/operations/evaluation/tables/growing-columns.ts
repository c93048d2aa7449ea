/** What a column holds: whole grades from 0 in two bytes each, or any numbers. */
export interface ColumnKind {
  readonly name: string;
  readonly kind: 'grade' | 'chance' | 'number';
}

/** Columns as one thread hands them to another. */
export interface PackedColumns {
  readonly columns: readonly ColumnKind[];
  readonly cells: readonly (Int16Array | Float64Array)[];
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
  #columns: readonly (Int16Array | Float64Array)[] = [];
  /** The columns of each type with their places, so that a row is written without asking. */
  #grades: readonly Int16Array[] = [];
  #numbers: readonly Float64Array[] = [];
  readonly #gradeAt: Int32Array;
  readonly #numberAt: Int32Array;
  readonly #isChance: readonly boolean[];
  #room = 0;

  /** Room for so many rows from the beginning saves the memory in which columns grow. */
  constructor(columns: readonly ColumnKind[], expected = 1024) {
    this.#names = columns.map(({ name }) => name);
    this.#kinds = columns.map(({ kind }) => kind);
    const places = columns.map((_, at) => at);
    this.#gradeAt = Int32Array.from(places.filter((at) => this.#kinds[at] === 'grade'));
    this.#numberAt = Int32Array.from(places.filter((at) => this.#kinds[at] !== 'grade'));
    this.#isChance = Array.from(this.#numberAt, (at) => this.#kinds[at] === 'chance');
    this.#take(
      columns.map(({ kind }) => (kind === 'grade' ? noGrades(expected) : noNumbers(expected))),
    );
  }

  /** What another thread needs to have the same columns; they may be moved there. */
  packed(): PackedColumns {
    return {
      columns: this.#names.map((name, at) => ({ name, kind: this.#kinds[at]! })),
      cells: this.#columns,
    };
  }

  /** The columns that another thread packed. */
  static unpacked({ columns, cells }: PackedColumns): GrowingColumns {
    const own = new GrowingColumns(columns, 0);
    own.#take(cells);
    return own;
  }

  /** Puts a number into a cell. */
  set(column: number, row: number, value: number): void {
    if (row >= this.#room) this.#grow(row);
    this.#columns[column]![row] = value;
  }

  /** Puts numbers into a row, NaN for empty cells; false where one does not fit its column. */
  setRow(row: number, values: Float64Array): boolean {
    if (row >= this.#room) this.#grow(row);
    for (let at = 0; at < this.#gradeAt.length; at += 1) {
      const value = values[this.#gradeAt[at]!]!;
      if (Number.isNaN(value)) continue;
      if (!fitsColumn('grade', value)) return false;
      this.#grades[at]![row] = value;
    }
    for (let at = 0; at < this.#numberAt.length; at += 1) {
      const value = values[this.#numberAt[at]!]!;
      if (this.#isChance[at]! && !Number.isNaN(value) && !fitsColumn('chance', value)) return false;
      this.#numbers[at]![row] = value;
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
    const room = Math.max(row + 1, 2 * this.#room);
    this.#take(
      this.#columns.map((column) => {
        const wider = column instanceof Int16Array ? noGrades(room) : noNumbers(room);
        wider.set(column);
        return wider;
      }),
    );
  }

  #take(columns: readonly (Int16Array | Float64Array)[]): void {
    this.#columns = columns;
    this.#grades = columns.filter((column) => column instanceof Int16Array);
    this.#numbers = columns.filter((column) => column instanceof Float64Array);
    this.#room = columns[0]?.length ?? 0;
  }
}

/** Grades beyond this are not grades. */
const highestGrade = 32_767;

/** Whether a number is what a column holds: a whole grade from 0, a chance above 0 up to 1. */
export function fitsColumn(kind: ColumnKind['kind'], value: number): boolean {
  if (kind === 'grade') return value >= 0 && value <= highestGrade && Math.trunc(value) === value;
  return kind === 'chance' ? value > 0 && value <= 1 : !Number.isNaN(value);
}

/** Shared, so that two threads can measure the same columns. */
function noGrades(room: number): Int16Array {
  return new Int16Array(new SharedArrayBuffer(2 * room)).fill(-1);
}

function noNumbers(room: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * room)).fill(Number.NaN);
}
