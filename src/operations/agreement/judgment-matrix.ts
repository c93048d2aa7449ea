import type { Apart } from '../../domain/judging/further.ts';
import { codedText, printChoice } from '../../domain/text-values.ts';
import { fault, refuse } from '../../domain/fault.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes, Ratings } from '../../statistics/agreement/ratings.ts';
import { codeCount } from '../../truth/protocol/answer-codes.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import type { RowContext } from '../../formats/judging/judgment-row.ts';
import type { UnhashedRows } from '../../formats/judging/unhashed-rows.ts';
import { TextIndex } from '../../formats/text-index.ts';
import { readCodedRows } from '../read-rows.ts';
import type { EachCoded } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';

/** Several annotators' answers, unit by unit: codes only, so that a million rows stay small. */
export interface JudgmentMatrix {
  /** How many units. */
  readonly size: number;
  /** How many of them two annotators or more have judged. */
  readonly compared: number;
  /** The id of a unit. */
  unit(at: number): string;
  readonly annotators: readonly string[];
  readonly questions: readonly Question[];
  /** The ratings of one question, in the order of `questions`. */
  ratings(question: number): Ratings;
  /** The file and line of a judgment, or null where there is none. */
  placeOf(unit: number, annotator: number): { readonly file: string; readonly line: number } | null;
  /** How many judgments are not compared, by the reason. */
  readonly apart: Readonly<Record<Apart, number>>;
  /** Units that everybody judged, and per annotator those that somebody else did not judge. */
  readonly overlap: { readonly common: number; readonly only: Readonly<Record<string, number>> };
}

/** What the reading of several files of judgments is to allow. */
export interface MatrixOptions {
  /** One annotator per file, and not the same twice; else each row says who judged. */
  readonly onePerFile: boolean;
  /** Compares somebody with themselves: files by one annotator are told apart by position. */
  readonly retest: boolean;
  /** Units that not everybody judged are left out instead of refused. */
  readonly overlap: boolean;
  /** Counts the rows that do not say under which questions they were given. */
  readonly unhashed: UnhashedRows;
  readonly progress?: Progress;
}

/** Reads files of judgments into one matrix. All faults of all files are thrown together. */
export function readJudgmentMatrix(
  files: readonly string[],
  compiled: CompiledTask,
  context: RowContext,
  options: MatrixOptions,
): JudgmentMatrix {
  const found = new FaultList();
  const builder = new MatrixBuilder(compiled, files, found);
  for (const [at, file] of files.entries()) {
    let owner: string | null = null;
    let isRepeated = false;
    const each: EachCoded = (unit, annotator, codes, line, apart) => {
      if (owner === null) {
        owner = annotator;
        // One fault says it; one per row would bury it.
        isRepeated = options.onePerFile && !options.retest && !builder.own(owner, at);
      }
      if (isRepeated) return;
      if (options.onePerFile && annotator !== owner) {
        const values = { field: 'annotator_id', got: annotator, expected: owner };
        found.add(fault('mixed-annotators', values, { file, line }));
        return;
      }
      const isNumbered = options.onePerFile && options.retest;
      const name = isNumbered ? `${owner} (${at + 1})` : annotator;
      if (apart !== null) builder.leaveOut(unit, apart);
      else builder.add(unit, name, codes, at, line);
    };
    const { unhashed, progress } = options;
    readCodedRows(file, compiled, context, builder.units, found, each, unhashed, progress);
  }
  found.throwIfAny();
  return builder.finish(options);
}

class MatrixBuilder {
  readonly units = new TextIndex();
  readonly #annotatorIndex = new Map<string, number>();
  readonly #columns: Column[] = [];
  readonly #measured: readonly number[];
  readonly #questions: readonly Question[];
  readonly #files: readonly string[];
  readonly #found: FaultList;
  readonly #owners = new Map<string, number>();
  /** By unit, how many judgments on it are not compared. */
  readonly #left = new Map<number, number>();
  readonly #apart = { assisted: 0, further: 0 };

  constructor(compiled: CompiledTask, files: readonly string[], found: FaultList) {
    this.#files = files;
    this.#found = found;
    const all = compiled.task.questions;
    this.#measured = all.flatMap((question, at) => (question.measured ? [at] : []));
    this.#questions = this.#measured.map((at) => all[at]!);
  }

  add(row: number, annotator: string, codes: readonly number[], file: number, line: number): void {
    const column = this.#column(annotator);
    column.grow(row + 1);
    const first = column.place(row, this.#files);
    if (first !== null) {
      const isSame = column.file[row] === file;
      const place = codedText(isSame ? 'on-line' : 'on-line-of', first);
      const values = { annotator, unit: this.units.at(row), place };
      this.#found.add(fault('duplicate-judgment', values, { file: this.#files[file]!, line }));
      return;
    }
    column.line[row] = line;
    column.file[row] = file;
    for (let at = 0; at < this.#measured.length; at += 1)
      column.codes[at]![row] = codes[this.#measured[at]!]!;
  }

  /** Notes a judgment that is not compared. */
  leaveOut(row: number, why: Apart): void {
    this.#left.set(row, (this.#left.get(row) ?? 0) + 1);
    this.#apart[why] += 1;
  }

  /** Notes whose file it is; false, with a fault, if they already have another. */
  own(annotator: string, file: number): boolean {
    const other = this.#owners.get(annotator);
    if (other === undefined) this.#owners.set(annotator, file);
    else {
      const files = `${this.#files[other]} and ${this.#files[file]}`;
      this.#found.add(fault('same-annotator', { files, annotator }));
    }
    return other === undefined;
  }

  finish(options: MatrixOptions): JudgmentMatrix {
    const columns = this.#columns;
    const { units } = this;
    for (const column of columns) column.grow(units.size);
    const names = [...this.#annotatorIndex.keys()];
    const judges = new Uint16Array(units.size);
    for (const { line } of columns)
      for (let row = 0; row < judges.length; row += 1) judges[row]! += Number(line[row] !== 0);
    const common = judges.reduce((sum, count) => sum + Number(count === columns.length), 0);
    const onlyOf = ({ line }: Column): number =>
      judges.reduce((n, count, row) => n + Number(count < columns.length && line[row] !== 0), 0);
    const only = Object.fromEntries(names.map((name, at) => [name, onlyOf(columns[at]!)]));
    const isLacking = judges.some(
      (count, row) => count + (this.#left.get(row) ?? 0) < columns.length,
    );
    if (options.onePerFile && isLacking && !options.overlap)
      refuse('keys-differ', { detail: this.#difference(columns, names, common) });
    const isCut = options.overlap || (options.onePerFile && this.#left.size > 0);
    const kept =
      isCut && common < units.size
        ? Int32Array.from(judges.keys()).filter((row) => judges[row] === columns.length)
        : null;
    return {
      size: kept?.length ?? units.size,
      compared: kept?.length ?? judges.reduce((sum, count) => sum + Number(count > 1), 0),
      unit: (at) => units.at(kept === null ? at : kept[at]!),
      annotators: names,
      questions: this.#questions,
      ratings: (question) => this.#ratings(question, kept, units.size),
      placeOf: (unit, annotator) =>
        columns[annotator]!.place(kept === null ? unit : kept[unit]!, this.#files),
      apart: this.#apart,
      overlap: { common, only },
    };
  }

  #column(annotator: string): Column {
    const known = this.#annotatorIndex.get(annotator);
    if (known !== undefined) return this.#columns[known]!;
    const column = new Column(this.#questions.map(codeCount));
    this.#annotatorIndex.set(annotator, this.#columns.length);
    this.#columns.push(column);
    return column;
  }

  #ratings(question: number, kept: Int32Array | null, units: number): Ratings {
    const columns = this.#columns;
    const rows = kept?.length ?? units;
    const categories = codeCount(this.#questions[question]!);
    const codes = emptyCodes(rows * columns.length, categories);
    for (let row = 0; row < rows; row += 1) {
      const from = kept === null ? row : kept[row]!;
      for (let at = 0; at < columns.length; at += 1)
        codes[row * columns.length + at] = columns[at]!.codes[question]![from]!;
    }
    return { units: rows, annotators: columns.length, categories, codes };
  }

  #difference(columns: readonly Column[], names: readonly string[], common: number): string {
    const parts = names.flatMap((name, at) => {
      const { line } = columns[at]!;
      const missing = [...line.subarray(0, this.units.size).keys()].filter(
        (row) => line[row] === 0,
      );
      if (missing.length === 0) return [];
      const examples = missing.slice(0, 3).map((row) => this.units.at(row));
      const shown = `${printChoice(examples, 'and')}${missing.length > 3 ? ', …' : ''}`;
      return [`${name} lacks ${missing.length} (${shown})`];
    });
    return `${common} in common; ${parts.join('; ')}`;
  }
}

/** One annotator's answers, growing as units appear. */
class Column {
  readonly codes: RatingCodes[];
  readonly #categories: readonly number[];
  line = new Int32Array(1024);
  file = new Uint16Array(1024);

  constructor(categories: readonly number[]) {
    this.#categories = categories;
    this.codes = categories.map((count) => emptyCodes(1024, count));
  }

  grow(length: number): void {
    if (length <= this.line.length) return;
    const size = Math.max(length, this.line.length * 2);
    const line = new Int32Array(size);
    line.set(this.line);
    this.line = line;
    const file = new Uint16Array(size);
    file.set(this.file);
    this.file = file;
    this.#categories.forEach((count, at) => {
      const codes = emptyCodes(size, count);
      codes.set(this.codes[at]!);
      this.codes[at] = codes;
    });
  }

  place(row: number, files: readonly string[]): ReturnType<JudgmentMatrix['placeOf']> {
    return this.line[row] === 0 ? null : { file: files[this.file[row]!]!, line: this.line[row]! };
  }
}
