import { fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace, oneOf } from '../../domain/text-values.ts';
import type { LabelTable } from '../../evaluation/label-table.ts';
import { TextIndex } from '../../formats/text-index.ts';
import type { FaultList } from '../text-file.ts';
import type { FirstRow } from './first-row.ts';
import { readNumberColumns } from './number-columns.ts';
import { eachTableRow, idIn, numberIn } from './read-table.ts';
import type { TableRow } from './read-table.ts';

/** Numbers by id: a value per column of a table, NaN where a cell is empty. */
interface NumberTable {
  readonly ids: TextIndex;
  readonly columns: readonly string[];
  /** Per column, by the number of the id. */
  readonly values: readonly GrowingColumn[];
}

/** How ids and fields are named. */
export interface TableNames {
  readonly id: string;
  /** Columns of text that are kept for slices and subjects. */
  readonly texts: readonly string[];
}

/** A column that is read: whole grades from 0, chances above 0 up to 1, or any numbers. */
export interface NumberColumn {
  readonly name: string;
  readonly kind: keyof typeof columnKinds;
}

/** Grades beyond this are no grades. */
const highestGrade = 32_767;

const columnKinds = {
  grade: {
    fits: (value: number) => Number.isInteger(value) && value >= 0 && value <= highestGrade,
    expected: (label: string) => codedText('zero-one-grade', { label }),
  },
  chance: {
    fits: (value: number) => value > 0 && value <= 1,
    expected: () => codedText('drawing-chance'),
  },
  number: { fits: (value: number) => !Number.isNaN(value), expected: () => codedText('number') },
} as const;

/** A column of numbers that grows. */
class GrowingColumn {
  #values = new Float64Array(1024).fill(Number.NaN);

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const wider = new Float64Array(Math.max(at + 1, 2 * this.#values.length)).fill(Number.NaN);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[at] = value;
  }

  get(at: number): number {
    return at < this.#values.length ? this.#values[at]! : Number.NaN;
  }
}

/** A table of numbers with the texts that were asked for, by the number of the id. */
export interface ReadTable extends NumberTable {
  readonly texts: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/**
 * Reads a CSV, JSONL or Parquet table of numbers. Faults (an id that is missing or appears twice, a
 * cell that is no number) go into `found` with their lines.
 */
export async function readNumberTable(
  file: string,
  first: FirstRow,
  names: TableNames,
  columns: readonly NumberColumn[],
  found: FaultList,
): Promise<ReadTable | null> {
  if (!first.columns.includes(names.id)) {
    const expected = codedText('one-of', { list: oneOf(first.columns) });
    found.add(wrongField('--id', names.id, expected, { file, line: 1 }));
    return null;
  }
  if (first.format === 'csv' && names.texts.length === 0) {
    const quick = quickTable(file, first.columns, names.id, columns);
    if (quick !== null) return quick;
  }
  return slowTable(file, names, columns, found);
}

/** Null when the file needs the full reader. */
function quickTable(
  file: string,
  all: readonly string[],
  id: string,
  wanted: readonly NumberColumn[],
): ReadTable | null {
  const ids = new TextIndex();
  const columns = wanted.map(({ name }) => name);
  const values = columns.map(() => new GrowingColumn());
  let isFine = true;
  const isPlain = readNumberColumns(file, all.length, columns.length, {
    id: all.indexOf(id),
    into: Int32Array.from(all, (name) => columns.indexOf(name)),
    row: (bytes, start, end, numbers) => {
      const before = ids.size;
      const number = ids.stageBytes(bytes, start, end)
        ? ids.addStaged()
        : ids.add(bytes.toString('utf8', start, end));
      if (number < before) isFine = false;
      for (let column = 0; column < columns.length; column += 1) {
        const value = numbers[column]!;
        if (!Number.isNaN(value) && !columnKinds[wanted[column]!.kind].fits(value)) isFine = false;
        values[column]!.set(number, value);
      }
    },
  });
  return isPlain && isFine ? { ids, columns, values, texts: new Map() } : null;
}

/** The same with the full reader, of the rows that `isOwn` accepts. */
export async function slowTable(
  file: string,
  names: TableNames,
  wanted: readonly NumberColumn[],
  found: FaultList,
  isOwn: (row: TableRow) => boolean = () => true,
): Promise<ReadTable> {
  const ids = new TextIndex();
  const lines: number[] = [];
  const columns = wanted.map(({ name }) => name);
  const values = columns.map(() => new GrowingColumn());
  const texts = new Map(names.texts.map((name) => [name, [] as (string | undefined)[]]));
  const cell = (row: TableRow, at: number, number: number, line: number): void => {
    const { name, kind } = wanted[at]!;
    const given = row[name];
    if (given === undefined || given === null || given === '') return;
    const value = numberIn(given);
    const { fits, expected } = columnKinds[kind];
    if (!fits(value)) found.add(wrongValue(name, given, expected(name), { file, line }));
    values[at]!.set(number, value);
  };
  await eachTableRow(
    file,
    (row, line) => {
      if (!isOwn(row)) return;
      const id = idIn(row[names.id]);
      if (id === null) {
        found.add(missingField(names.id, codedText('a-value'), { file, line }));
        return;
      }
      const before = ids.size;
      const number = ids.add(id);
      if (number < before) {
        const place = earlierPlace(lines[number]!);
        found.add(fault('duplicate-unit', { unit: id, place }, { file, line }));
        return;
      }
      lines[number] = line;
      for (let at = 0; at < wanted.length; at += 1) cell(row, at, number, line);
      for (const [name, column] of texts) {
        const text = row[name];
        column[number] = text === undefined || text === null ? undefined : String(text);
      }
    },
    found,
  );
  return { ids, columns, values, texts };
}

/** How truth and predictions are put together. */
export interface LabelTableRequest {
  readonly truth: string;
  readonly predictions: string;
  readonly id: string;
  /** The labels; all columns of the truth that hold numbers unless given. */
  readonly labels: readonly string[] | null;
  readonly level: number;
  /** From this score on a label counts as predicted, where the system gives no decisions. */
  readonly threshold: number;
  /** The column of the truth with the chance of each unit to be drawn. */
  readonly chance: string | null;
  /** The column of what units belong to. */
  readonly subject: string | null;
  readonly slice: string | null;
}

/** Truth and predictions as one table, and what was left out. */
export interface JoinedLabels {
  readonly table: LabelTable;
  readonly ids: readonly string[];
  /** Units of the truth without a prediction, and predictions without truth. */
  readonly notPredicted: number;
  readonly notTrue: number;
  readonly slices: readonly (string | null)[] | null;
}

/** Joins one reading of the truth with predictions by id. */
export function joinLabels(
  truth: ReadTable,
  predicted: ReadTable,
  labels: readonly string[],
  request: LabelTableRequest,
): JoinedLabels {
  const pairs: (readonly [number, number])[] = [];
  const names = truth.ids.texts();
  names.forEach((name, own) => {
    const other = predicted.ids.find(name);
    if (other >= 0) pairs.push([own, other]);
  });
  const mine = Int32Array.from(pairs, ([own]) => own);
  const theirs = Int32Array.from(pairs, ([, other]) => other);
  const scores = labels.map((label) => gather(predicted, `score_${label}`, theirs));
  const { subject, slice, chance } = request;
  const chances = chance === null ? null : gather(truth, chance, mine);
  return {
    table: {
      units: pairs.length,
      labels,
      truth: labels.map((label) =>
        Int16Array.from(gather(truth, label, mine)!, (grade) => (Number.isNaN(grade) ? -1 : grade)),
      ),
      predicted: labels.map((label, at) =>
        decisions(gather(predicted, label, theirs), scores[at]!, request),
      ),
      scores,
      level: request.level,
      // A unit without a chance stands for itself.
      weights:
        chances === null
          ? null
          : Float64Array.from(chances, (one) => (Number.isNaN(one) ? 1 : 1 / one)),
      subjects: subject === null ? null : groupNumbers(truth, subject, mine),
    },
    ids: pairs.map(([own]) => names[own]!),
    notPredicted: names.length - pairs.length,
    notTrue: predicted.ids.size - pairs.length,
    slices: slice === null ? null : pairs.map(([own]) => truth.texts.get(slice)?.[own] ?? null),
  };
}

function gather(table: NumberTable, column: string, rows: Int32Array): Float64Array | null {
  const at = table.columns.indexOf(column);
  if (at < 0) return null;
  const values = table.values[at]!;
  return Float64Array.from(rows, (row) => values.get(row));
}

/** By the decision, which is 0 or 1 or a grade; else by the score. */
function decisions(
  given: Float64Array | null,
  scores: Float64Array | null,
  { threshold, level }: LabelTableRequest,
): Int8Array {
  const from = given ?? scores;
  if (from === null) return new Int8Array(0);
  const isGraded = given?.some((value) => value > 1) === true;
  const least = given === null ? threshold : isGraded ? level : 1;
  return Int8Array.from(from, (value) => (Number.isNaN(value) ? -1 : value >= least ? 1 : 0));
}

function groupNumbers(table: ReadTable, column: string, rows: Int32Array): Int32Array {
  const numbers = new Map<string, number>();
  const texts = table.texts.get(column) ?? [];
  return Int32Array.from(rows, (row) => {
    const name = texts[row] ?? `\u0000${row}`;
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  });
}
