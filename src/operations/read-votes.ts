import { fault, printChoice, printValue, refuse } from '../domain/fault.ts';
import type { Votes } from '../statistics/votes.ts';
import { readCsv } from './read-csv.ts';
import { readJsonRows } from './read-rows.ts';
import { FaultList } from './text-file.ts';
import type { Progress } from './text-file.ts';

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

/** Votes as typed columns, with the names behind the numbers. Answers are in ascending order, numbers by value. */
export interface NamedVotes {
  readonly votes: Votes;
  readonly units: readonly string[];
  readonly annotators: readonly string[];
  readonly answers: readonly string[];
}

/**
 * Reads a long table of votes (unit, annotator, answer and where there is one weight) from CSV or JSONL. An empty answer is no vote.
 * Somebody who votes twice on a unit is a fault, and so is a weight that is no number of at least 0.
 */
export function readVotes(file: string, named: NamedColumns, progress?: Progress): NamedVotes {
  const found = new FaultList();
  const builder = new VoteBuilder(file, found);
  if (/\.(jsonl|ndjson|json)$/i.test(file)) readJsonVotes(file, named, builder, found, progress);
  else readCsvVotes(file, named, builder, progress);
  found.throwIfAny();
  return builder.finish();
}

function readCsvVotes(file: string, named: NamedColumns, builder: VoteBuilder, progress: Progress | undefined): void {
  let at: Record<VoteColumn, number> = { unit: -1, annotator: -1, answer: -1, weight: -1 };
  readCsv(
    file,
    (columns) => {
      const names = chooseColumns(columns, named, file);
      at = { unit: columns.indexOf(names.unit), annotator: columns.indexOf(names.annotator), answer: columns.indexOf(names.answer), weight: names.weight === null ? -1 : columns.indexOf(names.weight) };
    },
    (fields, line) => {
      const weight = at.weight < 0 ? 1 : fields[at.weight] === '' ? Number.NaN : Number(fields[at.weight]);
      builder.add(fields[at.unit]!, fields[at.annotator]!, fields[at.answer]!, weight, line, at.weight < 0 ? undefined : fields[at.weight]);
    },
    progress,
  );
}

function readJsonVotes(file: string, named: NamedColumns, builder: VoteBuilder, found: FaultList, progress: Progress | undefined): void {
  let names: ChosenColumns | null = null;
  readJsonRows(
    file,
    found,
    (row, line) => {
      names ??= chooseColumns(Object.keys(row), named, file);
      const weight = names.weight === null ? 1 : row[names.weight];
      builder.add(row[names.unit], row[names.annotator], row[names.answer], typeof weight === 'number' ? weight : Number.NaN, line, weight);
    },
    progress,
  );
}

type ChosenColumns = { readonly unit: string; readonly annotator: string; readonly answer: string; readonly weight: string | null };

function chooseColumns(columns: readonly string[], named: NamedColumns, file: string): ChosenColumns {
  const choose = (column: VoteColumn): string | null => {
    const wanted = named[column];
    if (wanted === undefined) return voteColumns[column].find((name) => columns.includes(name)) ?? null;
    if (!columns.includes(wanted)) refuse('unknown-format', { came: columns.join(', '), expected: `the column ${wanted}` }, { file, line: 1 });
    return wanted;
  };
  const [unit, annotator, answer] = [choose('unit'), choose('annotator'), choose('answer')];
  if (unit === null || annotator === null || answer === null) {
    refuse('unknown-format', { came: columns.join(', '), expected: 'the columns unit, annotator and answer (name them with --unit, --annotator, --answer)' }, { file, line: 1 });
  }
  return { unit, annotator, answer, weight: choose('weight') };
}

class VoteBuilder {
  readonly #file: string;
  readonly #found: FaultList;
  readonly #units = new Map<string, number>();
  readonly #annotators = new Map<string, number>();
  readonly #answers = new Map<string, number>();
  #unit = new Int32Array(4096);
  #annotator = new Int32Array(4096);
  #answer = new Int32Array(4096);
  #weight = new Float64Array(4096);
  #line = new Int32Array(4096);
  #count = 0;
  #weighted = false;

  constructor(file: string, found: FaultList) {
    this.#file = file;
    this.#found = found;
  }

  add(unit: unknown, annotator: unknown, answer: unknown, weight: number, line: number, rawWeight: unknown): void {
    if (answer === '' || answer === null || answer === undefined) return;
    if (!(weight >= 0 && weight < Infinity)) this.#wrong('weight', rawWeight, 'a number of at least 0', line);
    else if (typeof unit !== 'string' || unit === '') this.#wrong('unit', unit, 'a non-empty text', line);
    else if (typeof annotator !== 'string' || annotator === '') this.#wrong('annotator', annotator, 'a non-empty text', line);
    else if (typeof answer === 'object') this.#wrong('answer', answer, 'a text, a number, true or false', line);
    else this.#push(unit, annotator, typeof answer === 'string' ? answer : String(answer), weight, line);
  }

  finish(): NamedVotes {
    const count = this.#count;
    const { names: answers, order } = sorted(this.#answers);
    const answer = this.#answer.subarray(0, count).map((code) => order[code]!);
    const columns = { unit: this.#unit.subarray(0, count), annotator: this.#annotator.subarray(0, count), answer };
    const sizes = { units: this.#units.size, annotators: this.#annotators.size, categories: this.#answers.size };
    const votes = this.#weighted ? { ...sizes, ...columns, weight: this.#weight.subarray(0, count) } : { ...sizes, ...columns };
    const names = { units: [...this.#units.keys()], annotators: [...this.#annotators.keys()] };
    this.#refuseDoubles(votes, names.units, names.annotators);
    return { votes, ...names, answers };
  }

  #push(unit: string, annotator: string, answer: string, weight: number, line: number): void {
    const at = this.#count;
    if (at === this.#unit.length) this.#grow();
    this.#unit[at] = codeOf(this.#units, unit);
    this.#annotator[at] = codeOf(this.#annotators, annotator);
    this.#answer[at] = codeOf(this.#answers, answer);
    this.#weight[at] = weight;
    this.#line[at] = line;
    if (weight !== 1) this.#weighted = true;
    this.#count += 1;
  }

  #grow(): void {
    const bigger = <T extends Int32Array | Float64Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    const size = this.#unit.length * 2;
    this.#unit = bigger(this.#unit, new Int32Array(size));
    this.#annotator = bigger(this.#annotator, new Int32Array(size));
    this.#answer = bigger(this.#answer, new Int32Array(size));
    this.#line = bigger(this.#line, new Int32Array(size));
    this.#weight = bigger(this.#weight, new Float64Array(size));
  }

  /** Walks the votes unit by unit, marking who has voted on the present one. */
  #refuseDoubles(votes: Votes, units: readonly string[], annotators: readonly string[]): void {
    const count = this.#count;
    const next = new Int32Array(votes.units + 1);
    for (let vote = 0; vote < count; vote += 1) next[votes.unit[vote]! + 1]! += 1;
    for (let unit = 0; unit < votes.units; unit += 1) next[unit + 1]! += next[unit]!;
    const byUnit = new Int32Array(count);
    for (let vote = 0; vote < count; vote += 1) byUnit[next[votes.unit[vote]!]!++] = vote;
    const lastUnit = new Int32Array(votes.annotators).fill(-1);
    const lastVote = new Int32Array(votes.annotators);
    for (const vote of byUnit) {
      const [unit, annotator] = [votes.unit[vote]!, votes.annotator[vote]!];
      if (lastUnit[annotator] === unit) {
        const earlier = this.#line[lastVote[annotator]!]!;
        this.#found.add(fault('duplicate-judgment', { annotator: annotators[annotator]!, unit: units[unit]!, line: earlier }, { file: this.#file, line: this.#line[vote]! }));
      }
      lastUnit[annotator] = unit;
      lastVote[annotator] = vote;
    }
    this.#found.throwIfAny();
  }

  #wrong(field: string, value: unknown, expected: string, line: number): void {
    const values = { field, expected, came: printValue(value) };
    this.#found.add(fault(value === undefined ? 'missing-field' : 'wrong-value', values, { file: this.#file, line }));
  }
}

function codeOf(codes: Map<string, number>, name: string): number {
  const known = codes.get(name);
  if (known !== undefined) return known;
  codes.set(name, codes.size);
  return codes.size - 1;
}

/** The names in ascending order (numbers by value), and for each code its place among them. */
function sorted(codes: ReadonlyMap<string, number>): { readonly names: readonly string[]; readonly order: Int32Array } {
  const numeric = [...codes.keys()].every((name) => name.trim() !== '' && Number.isFinite(Number(name)));
  const names = [...codes.keys()].toSorted((a, b) => (numeric ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0));
  const order = new Int32Array(codes.size);
  names.forEach((name, place) => (order[codes.get(name)!] = place));
  return { names, order };
}

/** What the table must have, for help texts. */
export function columnNames(column: VoteColumn): string {
  return printChoice(voteColumns[column]);
}
