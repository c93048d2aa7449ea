import { fault } from '../../domain/fault.ts';
import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace, oneOf } from '../../domain/text-values.ts';
import type { FaultList } from '../text-file.ts';
import { annotatorIn, annotatorsIn, eachTableRow, idIn, numberIn } from './read-table.ts';
import type { TableRow } from './read-table.ts';

/** Which units a row is about: none where it is about something else, null where it is unclear. */
export type UnitsOf = (row: TableRow) => readonly string[] | null;

/** The columns of a table with one class per unit. */
export interface ClassColumns {
  readonly id: string;
  readonly column: string;
  /** The classes that there are; null where any may occur. */
  readonly classes: readonly string[] | null;
  /** The classes from the lowest to the highest; null when they have no order. */
  readonly order: readonly string[] | null;
  readonly subject: string | null;
  readonly slice: string | null;
  readonly chance: string | null;
}

/** The class of a unit in one file. */
interface ClassRow {
  readonly name: string;
  readonly subject: string | null;
  readonly slice: string | null;
  readonly weight: number;
  /** How probable each class is, by its name; null where the file does not say. */
  readonly scores: Readonly<Record<string, number>> | null;
  readonly line: number;
}

/** The classes of a file by unit. */
export type Classes = ReadonlyMap<string, ClassRow>;

/** Reads the class of every unit that the file is about; faults go into `found`. */
export async function readClasses(
  file: string,
  request: ClassColumns,
  unitsOf: UnitsOf,
  found: FaultList,
  isOwn: (row: TableRow) => boolean = () => true,
): Promise<Classes> {
  const { id: idColumn, column, subject, slice, chance } = request;
  const known = request.order ?? request.classes;
  const rows = new Map<string, ClassRow>();
  await eachTableRow(
    file,
    (row, line) => {
      if (!isOwn(row)) return;
      const ids = unitsOf(row);
      const scores = scoresIn(row);
      const name = classIn(row[column], known) ?? likeliest(scores);
      const drawn = chance === null ? 1 : numberIn(row[chance]);
      if (ids === null) found.add(missingField(idColumn, codedText('a-value'), { file, line }));
      if (ids === null || ids.length === 0) return;
      if (name === null) {
        found.add(missingField(column, codedText('a-value'), { file, line }));
        return;
      }
      if (!(drawn > 0 && drawn <= 1)) {
        const expected = codedText('drawing-chance');
        found.add(wrongValue(chance!, row[chance!], expected, { file, line }));
        return;
      }
      if (known !== null && !known.includes(name)) {
        const expected = codedText('one-of', { list: oneOf(known) });
        found.add(wrongValue(column, name, expected, { file, line }));
        return;
      }
      const unfit = Object.keys(scores ?? {}).find((of) => !isProbability(scores![of]!));
      if (unfit !== undefined) {
        const own = `${scorePrefix}${unfit}`;
        found.add(wrongValue(own, row[own], codedText('a-probability'), { file, line }));
        return;
      }
      for (const id of ids) {
        const before = rows.get(id);
        if (before !== undefined) {
          const values = { unit: id, place: earlierPlace(before.line) };
          found.add(fault('duplicate-unit', values, { file, line }));
        } else
          rows.set(id, {
            name,
            line,
            subject: subject === null ? null : idIn(row[subject]),
            slice: slice === null ? null : idIn(row[slice]),
            weight: 1 / drawn,
            scores,
          });
      }
    },
    found,
  );
  return rows;
}

/** Every annotator's own answers: rows of id, annotator and class. */
export async function readClassVotes(
  file: string,
  request: ClassColumns,
  unitsOf: UnitsOf,
  found: FaultList,
): Promise<ReadonlyMap<string, Classes>> {
  const votes = new Map<string, Classes>();
  for (const name of await annotatorsIn(file, found)) {
    const isOwn = (row: TableRow): boolean => annotatorIn(row) === name;
    votes.set(name, await readClasses(file, request, unitsOf, found, isOwn));
  }
  return votes;
}

/** A cell as a class; yes and no in any case, where these are the classes. */
function classIn(value: unknown, known: readonly string[] | null): string | null {
  const text = typeof value === 'boolean' ? String(value) : idIn(value);
  const lower = text?.toLowerCase() ?? '';
  return known !== null && !known.includes(text ?? '') && known.includes(lower) ? lower : text;
}

const scorePrefix = 'score_';

/** The columns `score_<class>` of a row; null where it has none. */
function scoresIn(row: TableRow): Readonly<Record<string, number>> | null {
  const own = Object.keys(row).filter((name) => name.startsWith(scorePrefix));
  if (own.length === 0) return null;
  return Object.fromEntries(
    own.map((name) => [name.slice(scorePrefix.length), numberIn(row[name])] as const),
  );
}

function isProbability(score: number): boolean {
  return score >= 0 && score <= 1;
}

/** The class of the highest score, where a row names none: the first of equal ones. */
function likeliest(scores: Readonly<Record<string, number>> | null): string | null {
  let found: string | null = null;
  for (const [name, score] of Object.entries(scores ?? {}))
    if (found === null || score > scores![found]!) found = name;
  return found;
}
