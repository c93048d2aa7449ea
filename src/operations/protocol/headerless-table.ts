import { readTable } from '../../formats/table-text.ts';

/** Names for the columns of a table without a header. */
export interface HeaderlessTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * A table whose first line is a row, with names for its columns; null where it is a header. No
 * column is called what one of its cells says. Three columns of which one hardly varies are votes:
 * that one is the answer, and there are more units than annotators.
 */
export function headerlessTable(text: string): HeaderlessTable | null {
  const { rows } = readTable(text, { delimiter: 'auto', header: false });
  const [first, ...others] = rows.map(({ fields }) => fields);
  if (first === undefined || others.length < 2) return null;
  const isWhole = others.every((row) => row.length === first.length);
  // Files that were put together repeat their header as a whole.
  const below = others.filter((row) => row.some((cell, at) => cell !== first[at]));
  const isRow = first.some((cell, at) => cell !== '' && below.some((row) => row[at] === cell));
  if (!isWhole || !isRow) return null;
  const all = [first, ...others];
  return { columns: voteNames(all) ?? first.map((_, at) => `column_${at + 1}`), rows: all };
}

function voteNames(rows: readonly (readonly string[])[]): readonly string[] | null {
  const [first] = rows;
  if (first?.length !== 3) return null;
  const distinct = first.map((_, at) => new Set(rows.map((row) => row[at])).size);
  const answer = distinct.lastIndexOf(Math.min(...distinct));
  const [one, other] = [0, 1, 2].filter((at) => at !== answer) as [number, number];
  const pairs = new Set(rows.map((row) => JSON.stringify([row[one], row[other]]))).size;
  if (distinct[answer]! * 2 > rows.length || pairs * 10 < rows.length * 9) return null;
  const unit = distinct[one]! >= distinct[other]! ? one : other;
  // Votes differ, and most units have several.
  if (distinct[answer]! < 2 || distinct[unit]! * 1.5 > rows.length) return null;
  const asked = (at: number): string => (at === unit ? 'unit' : 'annotator');
  return first.map((_, at) => (at === answer ? 'answer' : asked(at)));
}
