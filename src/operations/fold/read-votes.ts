import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { fault, printChoice, printValue, refuse } from '../../domain/fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { CsvReader } from '../../formats/csv.ts';
import { parseRow } from '../../formats/jsonl.ts';
import { QuickCsvVotes } from '../../formats/judging/quick-csv-votes.ts';
import type { VotePlaces } from '../../formats/judging/quick-csv-votes.ts';
import { QuickVotes } from '../../formats/judging/quick-votes.ts';
import type { VoteIndexes, VoteKeys } from '../../formats/judging/quick-votes.ts';
import { TextIndex } from '../../formats/text-index.ts';
import { votesByUnit } from '../../statistics/votes.ts';
import type { Votes } from '../../statistics/votes.ts';
import { withRereadable } from '../rereadable-input.ts';
import { FaultList, isBlank, readByteLines, readPieces } from '../text-file.ts';
import type { Progress } from '../text-file.ts';

/** The names that the columns of a long table go by; the first that is there is taken. */
export const voteColumns = {
  unit: ['unit', 'unit_id', 'item_id', 'item', 'task', 'task_id'],
  annotator: ['annotator', 'annotator_id', 'worker', 'worker_id', 'user'],
  answer: ['answer', 'label', 'value'],
  weight: ['weight'],
} as const;
export type VoteColumn = keyof typeof voteColumns;

/** Columns that the caller names. */
export type NamedColumns = Partial<Record<VoteColumn, string>>;

/**
 * Votes as typed columns, with the names behind the numbers. Answers are in ascending order,
 * numbers by value.
 */
export interface NamedVotes {
  readonly votes: Votes;
  readonly units: Names;
  readonly annotators: readonly string[];
  readonly answers: readonly string[];
  /** How many votes repeat an earlier one of the same annotator on the same unit; each counts. */
  readonly repeats: number;
  /**
   * How many rows have an empty answer: they are no votes, but their units are there, without an
   * answer where nobody else gave one.
   */
  readonly empty: number;
}

/** Names by their numbers: there may be very many. */
export interface Names {
  readonly size: number;
  at(index: number): string;
}

/**
 * Reads a long table of votes (unit, annotator, answer and where there is one weight) from CSV or
 * JSONL; standard input (`-`) is recognised by how it begins. An empty answer is no vote, and is
 * counted. A weight that is no number of at least 0 is a fault. Somebody may vote on a unit more
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

function readCsvVotes(
  file: string,
  named: NamedColumns,
  builder: VoteBuilder,
  found: FaultList,
  progress: Progress | undefined,
): void {
  let places: VotePlaces = { columns: 0, unit: -1, annotator: -1, answer: -1, weight: -1 };
  let quick: QuickCsvVotes | null = null;
  let rows = 0;
  const header = (columns: readonly string[]): void => {
    const names = chooseColumns(columns, named, file);
    places = {
      columns: columns.length,
      unit: columns.indexOf(names.unit),
      annotator: columns.indexOf(names.annotator),
      answer: columns.indexOf(names.answer),
      weight: names.weight === null ? -1 : columns.indexOf(names.weight),
    };
    quick = new QuickCsvVotes(places, builder);
  };
  const row = (fields: readonly string[], line: number): void => {
    rows += 1;
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
  const reader = new CsvReader({ header, row, fault: (one) => found.add({ ...one, file }) });
  const piece = (text: string, firstLine: number): void => {
    if (reader.isInside || text.includes('"')) {
      reader.push(text, firstLine);
      return;
    }
    let line = firstLine;
    for (let start = 0; start < text.length; line += 1) {
      const next = text.indexOf('\n', start);
      const end = next < 0 ? text.length : next;
      const content = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
      if (quick !== null && quick.read(text, start, content)) {
        rows += 1;
        builder.push(quick.unit, quick.annotator, quick.answer, quick.weight);
      } else reader.push(text.slice(start, end), line);
      start = end + 1;
    }
  };
  found.gather(() => {
    readPieces(file, piece, progress);
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
  let rows = 0;
  const each = (bytes: Buffer, start: number, end: number, line: number): void => {
    if (quick !== null && quick.read(bytes, start, end)) {
      builder.push(quick.unit, quick.annotator, quick.answer, quick.weight);
      return;
    }
    const text = bytes.toString('utf8', start, end);
    if (isBlank(text)) return;
    rows += 1;
    const parsed = parseRow(text);
    if (!parsed.ok) {
      found.add({ ...parsed.fault, file, line });
      return;
    }
    const { row } = parsed;
    names ??= chooseColumns(Object.keys(row), named, file);
    quick ??= new QuickVotes(names, builder);
    const weight = names.weight === null ? 1 : row[names.weight];
    if (
      builder.add(
        row[names.unit],
        row[names.annotator],
        row[names.answer],
        typeof weight === 'number' ? weight : Number.NaN,
        line,
        weight,
      )
    )
      quick.learn(bytes, start, end);
  };
  found.gather(() => {
    readByteLines(file, each, progress);
    if (rows === 0) refuse('file-empty', {}, { file });
  });
}

function chooseColumns(columns: readonly string[], named: NamedColumns, file: string): VoteKeys {
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
          'the columns unit, annotator and answer (name them with --unit, --annotator, --answer)',
      },
      { file, line: 1 },
    );
  }
  return { unit, annotator, answer, weight: choose('weight') };
}

class VoteBuilder implements VoteIndexes {
  readonly units = new TextIndex();
  readonly annotators = new TextIndex();
  readonly answers = new TextIndex();
  readonly #file: string;
  readonly #found: FaultList;
  #unit = new Int32Array(4096);
  #annotator = new Int32Array(4096);
  #answer = new Int32Array(4096);
  /** Kept from the first weight on that is not 1. */
  #weight: Float64Array<ArrayBuffer> | null = null;
  #count = 0;
  empty = 0;

  constructor(file: string, found: FaultList) {
    this.#file = file;
    this.#found = found;
  }

  /** Takes a vote as it was written; false when it is none, or has a fault. */
  add(
    unit: unknown,
    annotator: unknown,
    answer: unknown,
    weight: number,
    line: number,
    rawWeight: unknown,
  ): boolean {
    if (
      answer === null ||
      answer === undefined ||
      (typeof answer === 'string' && answer.trim() === '')
    ) {
      this.empty += 1;
      if (typeof unit === 'string' && unit.trim() !== '') this.units.add(unit.trim());
      return false;
    }
    const before = this.#found.count;
    if (!(weight >= 0 && weight < Infinity))
      this.#wrong('weight', rawWeight, 'a number of at least 0', line);
    if (typeof unit !== 'string' || unit.trim() === '')
      this.#wrong('unit', unit, 'a non-empty text', line);
    if (typeof annotator !== 'string' || annotator.trim() === '')
      this.#wrong('annotator', annotator, 'a non-empty text', line);
    if (typeof answer === 'object')
      this.#wrong('answer', answer, 'a text, a number, true or false', line);
    if (this.#found.count > before) return false;
    this.push(
      this.units.add(String(unit).trim()),
      this.annotators.add(String(annotator).trim()),
      this.answers.add(String(answer).trim()),
      weight,
    );
    return true;
  }

  /** Takes a vote as numbers. */
  push(unit: number, annotator: number, answer: number, weight: number): void {
    const at = this.#count;
    if (at === this.#unit.length) this.#grow();
    this.#unit[at] = unit;
    this.#annotator[at] = annotator;
    this.#answer[at] = answer;
    if (weight !== 1) this.#weight ??= new Float64Array(this.#unit.length).fill(1);
    if (this.#weight !== null) this.#weight[at] = weight;
    this.#count += 1;
  }

  finish(): NamedVotes {
    const count = this.#count;
    const { names: answers, order } = sorted(this.answers.texts());
    const answer = this.#answer.subarray(0, count);
    for (let vote = 0; vote < count; vote += 1) answer[vote] = order[answer[vote]!]!;
    const annotator = this.#annotator.subarray(0, count);
    const annotators = people(this.annotators.texts());
    if (annotators.names.length < this.annotators.size)
      for (let vote = 0; vote < count; vote += 1)
        annotator[vote] = annotators.order[annotator[vote]!]!;
    const columns = { unit: this.#unit.subarray(0, count), annotator, answer };
    const sizes = {
      units: this.units.size,
      annotators: annotators.names.length,
      categories: answers.length,
    };
    const votes =
      this.#weight === null
        ? { ...sizes, ...columns }
        : { ...sizes, ...columns, weight: this.#weight.subarray(0, count) };
    return {
      votes,
      units: this.units,
      annotators: annotators.names,
      answers,
      repeats: countRepeats(votes),
      empty: this.empty,
    };
  }

  #grow(): void {
    const grow = (from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(from.length * 2);
      to.set(from);
      return to;
    };
    this.#unit = grow(this.#unit);
    this.#annotator = grow(this.#annotator);
    this.#answer = grow(this.#answer);
    if (this.#weight === null) return;
    const weight = new Float64Array(this.#unit.length);
    weight.set(this.#weight);
    this.#weight = weight;
  }

  #wrong(field: string, value: unknown, expected: string, line: number): void {
    const values = { field, expected, got: printValue(value) };
    this.#found.add(
      fault(value === undefined ? 'missing-field' : 'wrong-value', values, {
        file: this.#file,
        line,
      }),
    );
  }
}

/** Walks the votes unit by unit, marking who has voted on the present one. */
function countRepeats(votes: Votes): number {
  // Units are numbered as they appear: where their numbers never fall, the votes of each stand
  // together already.
  const { unit, annotator } = isAscending(votes.unit) ? votes : unitByUnit(votes);
  const lastUnit = new Int32Array(votes.annotators).fill(-1);
  let repeats = 0;
  for (let vote = 0; vote < unit.length; vote += 1) {
    const own = annotator[vote]!;
    if (lastUnit[own] === unit[vote]) repeats += 1;
    lastUnit[own] = unit[vote]!;
  }
  return repeats;
}

function isAscending(numbers: Int32Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) if (numbers[at]! < numbers[at - 1]!) return false;
  return true;
}

function unitByUnit({ units, annotators, categories, unit, annotator, answer }: Votes): {
  readonly unit: Int32Array;
  readonly annotator: Int32Array;
} {
  const grouped = votesByUnit({ units, annotators, categories, unit, annotator, answer });
  const own = new Int32Array(unit.length);
  for (let index = 0; index < units; index += 1)
    own.fill(index, grouped.offsets[index], grouped.offsets[index + 1]);
  return { unit: own, annotator: grouped.annotator };
}

/** The names of people, each in its one form and once, and for each code its place among them. */
function people(texts: readonly string[]): {
  readonly names: readonly string[];
  readonly order: Int32Array;
} {
  const places = new Map<string, number>();
  const order = Int32Array.from(texts, (text) => {
    const name = personName(text);
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  });
  return { names: [...places.keys()], order };
}

/** The names in ascending order (numbers by value), and for each code its place among them. */
function sorted(texts: readonly string[]): {
  readonly names: readonly string[];
  readonly order: Int32Array;
} {
  const numeric = texts.every((name) => name !== '' && Number.isFinite(Number(name)));
  const codes = Array.from(texts.keys()).toSorted((a, b) =>
    numeric ? Number(texts[a]) - Number(texts[b]) : texts[a]! < texts[b]! ? -1 : 1,
  );
  const order = new Int32Array(texts.length);
  codes.forEach((code, place) => (order[code] = place));
  return { names: codes.map((code) => texts[code]!), order };
}

/** What the table must have, for help texts. */
export function columnNames(column: VoteColumn): string {
  return printChoice(voteColumns[column]);
}
