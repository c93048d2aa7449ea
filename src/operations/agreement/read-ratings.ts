import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { fault, refuse } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { CsvReader } from '../../formats/csv.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { CellCodes, isNumeric, sameNumber } from './cell-codes.ts';
import type { LevelName } from './cell-codes.ts';
import { FaultList, readPieces } from '../text-file.ts';
import type { Progress } from '../text-file.ts';

/** A matrix of ratings with the names behind its numbers. */
export interface NamedRatings {
  readonly ratings: Ratings;
  readonly annotators: readonly string[];
  readonly categories: readonly string[];
  /** What had to be guessed, and what looks like a mistake. */
  readonly warnings: readonly CodedText[];
}

/** Reads a CSV matrix: rows are units, columns annotators. Keeps only codes, to stay small. */
export function readRatings(
  file: string,
  scale: LevelName,
  declared: readonly string[] | null,
  hasHeader: boolean | null,
  progress?: Progress,
): NamedRatings {
  const found = new FaultList();
  const cells = new CellCodes(scale, declared);
  const begin: Row[] = [];
  let layout: Layout | null = null;
  const code = ({ fields, line }: Row, { names, skipped }: Layout): void => {
    for (let at = skipped; at < fields.length; at += 1) {
      const problem = cells.add(fields[at]!);
      if (problem !== null)
        found.add(wrongValue(names[at - skipped]!, fields[at]!.trim(), problem, { file, line }));
    }
  };
  const settle = (): Layout => {
    const seen = layoutOf(begin, scale, declared, hasHeader);
    for (const row of seen.isHeader ? begin.slice(1) : begin) code(row, seen);
    return seen;
  };
  const each = (row: Row): void => {
    if (layout !== null) code(row, layout);
    else if (begin.push(row) === rowsToLearnFrom) layout = settle();
  };
  found.gather(() => readRows(file, each, found, progress));
  if (begin.length === 0) {
    found.throwIfAny();
    refuse('file-empty', {}, { file });
  }
  const settled: Layout = layout ?? settle();
  const { names, isHeader } = settled;
  const { line } = begin[0]!;
  if (isHeader && (new Set(names).size < names.length || names.includes('')))
    found.add(fault('bad-csv', { reason: unclearHeader }, { file, line }));
  // The first rows were coded after what was wrong with their form had been found.
  found.faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  found.throwIfAny();
  if (names.length < 2) {
    const got = `${names.length} column of ratings`;
    refuse('unknown-format', { got, expected: 'at least two, one per annotator' }, { file, line });
  }
  if (cells.count === 0) refuse('bad-csv', { reason: onlyHeader }, { file, line });
  const { categories, codes } = cells.finish();
  const annotators = names.length;
  const units = codes.length / annotators;
  const guesses = hasHeader === null ? headerWarnings(settled) : [];
  return {
    ratings: { units, annotators, categories: categories.length, codes },
    annotators: names,
    categories,
    warnings: [...guesses, ...(declared === null ? missingWarnings(categories) : [])],
  };
}

const unclearHeader = 'the header names a column twice or not at all, expected each annotator once';
const onlyHeader =
  'there is only one row, and it was read as the names of the annotators; ' +
  'pass --no-header if it holds ratings';

interface Row {
  readonly fields: readonly string[];
  readonly line: number;
}

/** What the columns are. */
interface Layout {
  /** The annotators: by the header, or by number. */
  readonly names: readonly string[];
  readonly isHeader: boolean;
  /** True when the first row could as well be the other thing. */
  readonly isDoubtful: boolean;
  /** 1 when the first column names the units. */
  readonly skipped: 0 | 1;
}

/**
 * Rows that decide whether the first is a header: not if all its cells occur as ratings, nor if it
 * consists of numbers like those below it.
 */
const rowsToLearnFrom = 200;

function layoutOf(
  begin: readonly Row[],
  scale: LevelName,
  declared: readonly string[] | null,
  hasHeader: boolean | null,
): Layout {
  const first = begin[0]!.fields.map(personName);
  const numbered = (skipped: 0 | 1): readonly string[] =>
    first.slice(skipped).map((_, at) => String(at + 1));
  if (hasHeader === false)
    return { names: numbered(0), isHeader: false, isDoubtful: false, skipped: 0 };
  if (/^(unit|item|id|.*_id)$/i.test(first[0]!))
    return { names: first.slice(1), isHeader: true, isDoubtful: false, skipped: 1 };
  // Tables with an index have a first column without a name; a first row of ratings may begin
  // with a missing one.
  const skipped = first[0] === '' ? 1 : 0;
  const names = first.slice(skipped);
  const cells = begin.slice(1).flatMap(({ fields }) => fields.slice(skipped));
  const values = declared ?? [...new Set(cells.map((cell) => cell.trim()))];
  const given = names.filter((name) => name !== '');
  const isRating = (name: string): boolean =>
    values.some((value) => value === name || sameNumber(value, name));
  const known = given.filter(isRating);
  const isRated =
    (known.length === given.length || isRowOfNumbers(given, known, values, scale)) &&
    !numbersColumns(names);
  if (isRated && hasHeader === null)
    return { names: numbered(0), isHeader: false, isDoubtful: true, skipped: 0 };
  return { names, isHeader: true, isDoubtful: known.length > 0 || given.every(isNumber), skipped };
}

/**
 * Numbers are ratings, not names, if one occurs as a rating, two are equal, or, on a numeric scale,
 * one lies within the range of the ratings.
 */
function isRowOfNumbers(
  given: readonly string[],
  known: readonly string[],
  values: readonly string[],
  scale: LevelName,
): boolean {
  if (!given.every(isNumber)) return false;
  const ratings = isNumeric(scale) ? values.filter(isNumber).map(Number) : [];
  const least = ratings.reduce((smallest, value) => Math.min(smallest, value), Infinity);
  const most = ratings.reduce((largest, value) => Math.max(largest, value), -Infinity);
  return (
    known.length > 0 ||
    new Set(given.map(Number)).size < given.length ||
    given.some((name) => Number(name) >= least && Number(name) <= most)
  );
}

function isNumber(text: string): boolean {
  return text !== '' && Number.isFinite(Number(text));
}

function numbersColumns(names: readonly string[]): boolean {
  return [0, 1].some((first) => names.every((name, at) => name === String(at + first)));
}

function headerWarnings({ names, isHeader, isDoubtful }: Layout): readonly CodedText[] {
  if (!isHeader) return [codedText('read-as-ratings')];
  return isDoubtful ? [codedText('read-as-header', { names })] : [];
}

function missingWarnings(categories: readonly string[]): readonly CodedText[] {
  const words = categories.filter((one) => /^(na|n\/a|nan|null|none|-|\.|\?)$/i.test(one));
  return words.map((word) => codedText('missing-word', { word }));
}

/** Every row with its line, the first included, and each as long as the first. */
function readRows(
  file: string,
  each: (row: Row) => void,
  found: FaultList,
  progress: Progress | undefined,
): void {
  const reader = new CsvReader({
    header: () => {},
    row: (fields, line) => each({ fields, line }),
    fault: (one) => found.add({ ...one, file }),
  });
  let begun = false;
  readPieces(
    file,
    (text, line) => {
      // The reader takes its first row as a header, so it gets an artificial one.
      if (!begun && text.trim() !== '') {
        reader.push(`${columnNumbers(text)}\n`, 0);
        begun = true;
      }
      reader.push(text, line);
    },
    progress,
  );
  if (begun) reader.end();
}

function columnNumbers(text: string): string {
  let count = 0;
  new CsvReader({
    header: (columns) => (count = Math.max(count, columns.length)),
    row: () => {},
    fault: () => {},
  }).push(text, 1);
  return Array.from({ length: count }, (_, at) => at + 1).join(',');
}
