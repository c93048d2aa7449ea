import { fault, printChoice, printValue, refuse } from '../domain/fault.ts';
import { emptyCodes } from '../statistics/ratings.ts';
import type { Ratings } from '../statistics/ratings.ts';
import { agreement } from '../truth/agreement.ts';
import type { Level, Measures, Resampling } from '../truth/agreement.ts';
import { readCsv } from './read-csv.ts';
import { FaultList } from './text-file.ts';
import type { Progress } from './text-file.ts';

/** The scales that a plain matrix may be on. */
export const levelNames = ['nominal', 'ordinal', 'interval', 'ratio'] as const;
export type LevelName = (typeof levelNames)[number];

/** The agreement in a plain matrix of ratings. */
export interface MatrixAgreement {
  readonly units: number;
  readonly annotators: readonly string[];
  readonly categories: readonly string[];
  /** True when nobody declared the categories: they are those that occur. */
  readonly inferred: boolean;
  readonly scale: LevelName;
  readonly measures: Measures;
}

/**
 * Agreement in a CSV file whose rows are units and whose columns are annotators; an empty cell is a missing answer. A first column
 * called unit, unit_id or id names the units and is no annotator.
 */
export function agreeOnRatings(file: string, scale: LevelName, declared: readonly string[] | null, resampling: Resampling, progress?: Progress): MatrixAgreement {
  const found = new FaultList();
  const cells: string[] = [];
  let columns: readonly string[] = [];
  let first = 0;
  const known = declared === null ? null : new Set(declared);
  readCsv(
    file,
    (header) => {
      first = /^(unit|unit_id|id|item|item_id)$/i.test(header[0] ?? '') ? 1 : 0;
      columns = header.slice(first);
    },
    (fields, line) => {
      for (let at = first; at < fields.length; at += 1) {
        const cell = fields[at]!.trim();
        const problem = cell === '' ? null : wrongCell(cell, scale, known);
        if (problem !== null) found.add(fault('wrong-value', { field: columns[at - first]!, came: printValue(cell), expected: problem }, { file, line }));
        cells.push(cell);
      }
    },
    progress,
  );
  found.throwIfAny();
  if (columns.length < 2) refuse('unknown-format', { came: `${columns.length} column of ratings`, expected: 'at least two, one per annotator' }, { file, line: 1 });
  if (cells.length === 0) refuse('file-empty', {}, { file });
  const categories = declared ?? inferCategories(cells, scale);
  const ratings = codeCells(cells, columns.length, categories, scale);
  return { units: ratings.units, annotators: columns, categories, inferred: declared === null, scale, measures: agreement(ratings, levelOf(scale, categories), resampling) };
}

function wrongCell(cell: string, scale: LevelName, known: ReadonlySet<string> | null): string | null {
  if (scale === 'interval' || scale === 'ratio') {
    const value = Number(cell);
    if (!Number.isFinite(value)) return 'a number';
    if (scale === 'ratio' && value < 0) return 'a number of at least 0';
  }
  return known === null || known.has(cell) || [...known].some((one) => sameNumber(one, cell)) ? null : printChoice([...known]);
}

/** The values that occur, in order: numbers by value, else by their text. */
function inferCategories(cells: readonly string[], scale: LevelName): readonly string[] {
  const distinct = [...new Set(cells)].filter((cell) => cell !== '');
  const numeric = scale === 'interval' || scale === 'ratio' || distinct.every((cell) => Number.isFinite(Number(cell)));
  if (!numeric) return distinct.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  // 1 and 1.0 are one value.
  return [...new Map(distinct.map((cell) => [Number(cell), cell])).entries()].toSorted(([a], [b]) => a - b).map(([, cell]) => cell);
}

function codeCells(cells: readonly string[], annotators: number, categories: readonly string[], scale: LevelName): Ratings {
  const codes = emptyCodes(cells.length, categories.length);
  const byText = new Map(categories.map((category, code) => [category, code]));
  const numeric = categories.every((category) => Number.isFinite(Number(category)));
  const byNumber = numeric || scale === 'interval' || scale === 'ratio' ? new Map(categories.map((category, code) => [Number(category), code])) : null;
  cells.forEach((cell, at) => {
    if (cell !== '') codes[at] = byText.get(cell) ?? byNumber?.get(Number(cell)) ?? -1;
  });
  return { units: cells.length / annotators, annotators, categories: categories.length, codes };
}

function levelOf(scale: LevelName, categories: readonly string[]): Level {
  return scale === 'interval' || scale === 'ratio' ? { kind: scale, values: categories.map(Number) } : { kind: scale };
}

function sameNumber(a: string, b: string): boolean {
  return a.trim() !== '' && Number.isFinite(Number(a)) && Number(a) === Number(b);
}
