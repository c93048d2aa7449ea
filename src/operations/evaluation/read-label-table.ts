import { fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace, oneOf } from '../../domain/text-values.ts';
import type { LabelTable } from '../../evaluation/label-table.ts';
import { TextIndex } from '../../formats/text-index.ts';
import type { FaultList } from '../text-file.ts';
import type { BesideEvaluating } from './tables/beside-evaluating.ts';
import type { FirstRow } from './first-row.ts';
import { GrowingColumns, chosenRows, fitsColumn } from './tables/growing-columns.ts';
import type { ColumnKind } from './tables/growing-columns.ts';
import { quickTable } from './tables/quick-table.ts';
import type { NumberTable, QuickReading } from './tables/quick-table.ts';
import { eachTableRow, idIn, numberIn } from './read-table.ts';
import type { TableRow } from './read-table.ts';

/** How ids and fields are named. */
export interface TableNames {
  readonly id: string;
  /** Columns of text that are kept for slices and subjects. */
  readonly texts: readonly string[];
}

/** What is expected of a cell. */
const expectedCells = {
  grade: (label: string) => codedText('zero-one-grade', { label }),
  chance: () => codedText('drawing-chance'),
  number: () => codedText('number'),
} as const;

/** A table of numbers with the texts that were asked for, by the number of the id. */
export interface ReadTable extends NumberTable {
  readonly texts: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/** A table of numbers to be read. */
export interface TableReading {
  readonly file: string;
  readonly first: FirstRow;
  readonly names: TableNames;
  readonly columns: readonly ColumnKind[];
}

/**
 * Reads CSV, JSONL or Parquet tables of numbers, every other one in a second thread if there is
 * one. Faults (an id that is missing or appears twice, a cell that is not a number) go into
 * `found`
 * with their lines.
 */
export async function readNumberTables(
  readings: readonly TableReading[],
  found: FaultList,
  beside: BesideEvaluating | null,
): Promise<readonly (ReadTable | null)[]> {
  const plain = readings.map(quickReading);
  const begun = plain.map((reading, at) =>
    beside !== null && at % 2 === 0 && reading !== null ? beside.read(reading) : null,
  );
  const tables: (ReadTable | null)[] = [];
  const own = plain.map((reading, at) =>
    begun[at] === null && reading !== null ? quickTable(reading) : null,
  );
  for (const [at, reading] of readings.entries()) {
    const quick = own[at] ?? (await begun[at]);
    tables.push(quick ? { ...quick, texts: new Map() } : await fullTable(reading, found));
  }
  return tables;
}

/** Null where only the full reader will do. */
function quickReading({ file, first, names, columns }: TableReading): QuickReading | null {
  const { format, columns: all } = first;
  if (format === 'parquet' || names.texts.length > 0 || !all.includes(names.id)) return null;
  return { file, format, columns: all, id: names.id, wanted: columns };
}

async function fullTable(
  { file, first, names, columns }: TableReading,
  found: FaultList,
): Promise<ReadTable | null> {
  if (first.columns.includes(names.id))
    return slowTable(file, names, columns, found, undefined, first.rows);
  const expected = codedText('one-of', { list: oneOf(first.columns) });
  found.add(wrongField('--id', names.id, expected, { file, line: 1 }));
  return null;
}

/** A table with the full reader, of the rows that `isOwn` accepts, or of rows that were read. */
export async function slowTable(
  file: string,
  names: TableNames,
  wanted: readonly ColumnKind[],
  found: FaultList,
  isOwn: (row: TableRow) => boolean = () => true,
  rows?: readonly TableRow[],
): Promise<ReadTable> {
  const ids = new TextIndex();
  const lines: number[] = [];
  const values = new GrowingColumns(wanted);
  const texts = new Map(names.texts.map((name) => [name, [] as (string | undefined)[]]));
  const cell = (row: TableRow, at: number, number: number, line: number): void => {
    const { name, kind } = wanted[at]!;
    const given = row[name];
    if (given === undefined || given === null || given === '') return;
    const value = numberIn(given);
    if (fitsColumn(kind, value)) values.set(at, number, value);
    else found.add(wrongValue(name, given, expectedCells[kind](name), { file, line }));
  };
  const take = (row: TableRow, line: number): void => {
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
  };
  if (rows === undefined) await eachTableRow(file, take, found);
  else rows.forEach((row, at) => take(row, at + 1));
  return { ids, values, texts };
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
  /** The ids of the units, made when asked for. */
  ids(): readonly string[];
  /** Units of the truth without a prediction, and predictions without truth. */
  readonly notPredicted: number;
  readonly notTrue: number;
  /** Units without a recorded chance, where others have one. */
  readonly withoutChance: number;
  readonly slices: readonly (string | null)[] | null;
}

/** Joins one reading of the truth with predictions by id. */
export function joinLabels(
  truth: ReadTable,
  predicted: ReadTable,
  labels: readonly string[],
  request: LabelTableRequest,
): JoinedLabels {
  const found = truth.ids.numbersIn(predicted.ids);
  const mine = chosenRows(rowsWith(found));
  const theirs = chosenRows(mine.rows.map((own) => found[own]!));
  const units = mine.rows.length;
  const scores = labels.map((label) => predicted.values.numbers(`score_${label}`, theirs));
  const { subject, slice, chance } = request;
  const chances = chance === null ? null : truth.values.numbers(chance, mine);
  return {
    table: {
      units,
      labels,
      truth: labels.map((label) => truth.values.grades(label, mine)!),
      predicted: labels.map((label, at) =>
        decisions(predicted.values.grades(label, theirs), scores[at]!, request),
      ),
      scores,
      level: request.level,
      // A unit without a chance stands for itself.
      weights: chances === null ? null : chances.map((one) => (Number.isNaN(one) ? 1 : 1 / one)),
      subjects: subject === null ? null : groupNumbers(truth, subject, mine.rows),
    },
    ids: () => Array.from(mine.rows, (own) => truth.ids.at(own)),
    notPredicted: truth.ids.size - units,
    notTrue: predicted.ids.size - units,
    withoutChance: chances?.reduce((sum, one) => sum + (Number.isNaN(one) ? 1 : 0), 0) ?? 0,
    slices:
      slice === null ? null : Array.from(mine.rows, (own) => truth.texts.get(slice)?.[own] ?? null),
  };
}

/** The places that are not negative. */
function rowsWith(found: Int32Array): Int32Array {
  const rows = new Int32Array(found.length);
  let count = 0;
  for (let row = 0; row < found.length; row += 1) if (found[row]! >= 0) rows[count++] = row;
  return rows.subarray(0, count);
}

/** By the decision, which is 0 or 1 or a grade; else by the score. */
function decisions(
  given: Int16Array | null,
  scores: Float64Array | null,
  { threshold, level }: LabelTableRequest,
): Int8Array {
  if (given !== null) {
    let highest = 0;
    for (let at = 0; at < given.length; at += 1) if (given[at]! > highest) highest = given[at]!;
    const least = highest > 1 ? level : 1;
    const own = new Int8Array(given.length);
    for (let at = 0; at < own.length; at += 1)
      own[at] = given[at]! < 0 ? -1 : Number(given[at]! >= least);
    return own;
  }
  if (scores === null) return new Int8Array(0);
  const made = new Int8Array(scores.length);
  for (let at = 0; at < made.length; at += 1) {
    const score = scores[at]!;
    made[at] = Number.isNaN(score) ? -1 : Number(score >= threshold);
  }
  return made;
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
