import { fault, refuse } from '../../domain/fault.ts';
import { codedText, printChoice } from '../../domain/text-values.ts';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { CsvReader } from '../../formats/csv.ts';
import { QuickVotes } from '../../formats/judging/quick-votes.ts';
import type { VoteKeys } from '../../formats/judging/quick-votes.ts';
import { withRereadable } from '../rereadable-input.ts';
import { eachJsonLine } from '../read-rows.ts';
import { FaultList, readPieces } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { VoteBuilder } from './vote-builder.ts';
import type { NamedVotes } from './vote-builder.ts';

/** The names that the columns of a long table go by; the first that is there is taken. */
export const voteColumns = {
  unit: ['unit', 'unit_id', 'item_id', 'item', 'task', 'task_id'],
  annotator: ['annotator', 'annotator_id', 'worker', 'worker_id', 'user'],
  answer: ['answer', 'label', 'value'],
  weight: ['weight'],
} as const;
export type VoteColumn = keyof typeof voteColumns;

/** Columns that the caller names; `columns` are all of them, of a table without a header. */
export type NamedColumns = Partial<Record<VoteColumn, string>> & {
  readonly columns?: readonly string[];
};

/** The columns of a long table of votes by what they hold; null if it is not one. */
export function voteTable(
  columns: readonly string[],
): Readonly<Record<'unit' | 'annotator' | 'answer', string>> | null {
  const find = (column: VoteColumn): string | undefined =>
    voteColumns[column].find((name) => columns.includes(name));
  const [unit, annotator, answer] = [find('unit'), find('annotator'), find('answer')];
  return unit === undefined || annotator === undefined || answer === undefined
    ? null
    : { unit, annotator, answer };
}

/** What the table must have, for help texts. */
export function columnNames(column: VoteColumn): string {
  return printChoice(voteColumns[column]);
}

/**
 * Reads a long table of votes (unit, annotator, answer and where there is one weight) from CSV or
 * JSONL; standard input (`-`) is recognised by how it begins. An empty answer is not a vote, and is
 * counted. A weight that is not a number of at least 0 is a fault. Somebody may vote on a unit more
 * than once, as the observers of Dawid and Skene did; such votes are counted.
 */
export function readVotes(file: string, named: NamedColumns, progress?: Progress): NamedVotes {
  return withRereadable(file, (path) => {
    const found = new FaultList();
    const builder = new VoteBuilder(path, found);
    if (isJsonl(path)) readJsonVotes(path, named, builder, found, progress);
    else readCsvVotes(path, named, builder, found, progress);
    found.throwIfAny();
    if (builder.empty > 0 && builder.answers.size === 0)
      refuse(
        'unknown-format',
        { got: 'empty answers only', expected: 'at least one vote' },
        { file: path },
      );
    return builder.finish();
  });
}

/**
 * By the name, or by how the file begins; a pipe shows no beginning without losing it, and is taken
 * for CSV.
 */
function isJsonl(path: string): boolean {
  if (/\.(jsonl|ndjson|json)$/i.test(path)) return true;
  if (/\.csv$/i.test(path) || statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    return false;
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(256);
    return /^\uFEFF?\s*[{[]/.test(bytes.toString('utf8', 0, readSync(descriptor, bytes)));
  } finally {
    closeSync(descriptor);
  }
}

/** The places of the columns that hold a vote; −1 for a weight that is not there. */
interface VotePlaces {
  readonly unit: number;
  readonly annotator: number;
  readonly answer: number;
  readonly weight: number;
}

function readCsvVotes(
  file: string,
  named: NamedColumns,
  builder: VoteBuilder,
  found: FaultList,
  progress: Progress | undefined,
): void {
  let places: VotePlaces = { unit: -1, annotator: -1, answer: -1, weight: -1 };
  let rows = 0;
  const header = (columns: readonly string[]): void => {
    const names = chooseColumns(columns, named, file);
    places = {
      unit: columns.indexOf(names.unit),
      annotator: columns.indexOf(names.annotator),
      answer: columns.indexOf(names.answer),
      weight: names.weight === null ? -1 : columns.indexOf(names.weight),
    };
  };
  const row = (fields: readonly string[], line: number): void => {
    rows += 1;
    if (given !== undefined && fields.length !== given.length) {
      const values = { got: fields.length, expected: given.length };
      const reason = codedText('field-count-header', values);
      found.add(fault('bad-csv', { reason }, { file, line }));
      return;
    }
    const weight = places.weight < 0 ? '1' : fields[places.weight]!;
    builder.add(
      fields[places.unit],
      fields[places.annotator],
      fields[places.answer],
      weight.trim() === '' ? Number.NaN : Number(weight),
      line,
      weight,
    );
  };
  const given = named.columns;
  const reader = new CsvReader(
    { header, row, fault: (one) => found.add({ ...one, file }) },
    { delimiter: 'auto', header: given === undefined },
  );
  found.gather(() => {
    if (given !== undefined) header(given);
    readPieces(file, (text, firstLine) => reader.push(text, firstLine), progress);
    reader.end();
    if (rows === 0 && found.count === 0) refuse('file-empty', {}, { file });
  });
}

function readJsonVotes(
  file: string,
  named: NamedColumns,
  builder: VoteBuilder,
  found: FaultList,
  progress: Progress | undefined,
): void {
  let names: VoteKeys | null = null;
  let quick: QuickVotes | null = null;
  eachJsonLine(
    file,
    found,
    (bytes, start, end) => {
      if (quick === null || !quick.read(bytes, start, end)) return false;
      builder.push(quick.unit, quick.annotator, quick.answer, quick.weight);
      return true;
    },
    (row, { bytes, start, end, line }) => {
      names ??= chooseColumns(Object.keys(row), named, file);
      quick ??= new QuickVotes(names, builder);
      const weight = names.weight === null ? 1 : row[names.weight];
      const isTaken = builder.add(
        row[names.unit],
        row[names.annotator],
        row[names.answer],
        typeof weight === 'number' ? weight : Number.NaN,
        line,
        weight,
      );
      if (isTaken) quick.learn(bytes, start, end);
    },
    progress,
  );
}

/** The columns of a long table that hold unit, annotator, answer and weight. */
export function chooseColumns(
  columns: readonly string[],
  named: NamedColumns,
  file: string,
): VoteKeys {
  const choose = (column: VoteColumn): string | null => {
    const wanted = named[column];
    if (wanted === undefined)
      return voteColumns[column].find((name) => columns.includes(name)) ?? null;
    if (!columns.includes(wanted))
      refuse(
        'unknown-format',
        { got: columns.join(', '), expected: `the column ${wanted}` },
        { file, line: 1 },
      );
    return wanted;
  };
  const [unit, annotator, answer] = [choose('unit'), choose('annotator'), choose('answer')];
  if (unit === null || annotator === null || answer === null) {
    refuse(
      'unknown-format',
      {
        got: columns.join(', '),
        expected:
          'the columns unit, annotator and answer (name them with --unit, --annotator, --answer, ' +
          'or --columns)',
      },
      { file, line: 1 },
    );
  }
  return { unit, annotator, answer, weight: choose('weight') };
}
