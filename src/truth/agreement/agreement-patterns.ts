import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import { larger, mostDigits, nowhere, patternBase, QuestionPatterns } from './question-patterns.ts';
import type { SelectedRows, UnitSelection } from './question-patterns.ts';

/**
 * Counts of each pattern of answers, per question and week, kept up to date: a changed unit
 * moves between patterns, so agreement on 100,000 units needs only a few counts.
 */
export class AgreementPatterns {
  readonly #table: JudgmentTable;
  /** Per question of the task; null for those that nobody votes on. */
  readonly #questions: readonly (QuestionPatterns | null)[];
  readonly #units = new Map<number, number>();
  /** Per annotator: the column of their answers; −1 for those who are not compared. */
  #columnOf: readonly number[] = [];
  #columns = 0;
  #hasFamilies = false;
  #week = new Int32Array(1024).fill(nowhere);
  /** The units of each week, and of all under null; null until asked for. */
  #rows: Map<number | null, Int32Array> | null = null;
  /** What was computed from the units of a week, until one of them changes. */
  readonly #kept = new Map<number, Map<string, unknown>>();

  constructor(table: JudgmentTable) {
    this.#table = table;
    this.#questions = table.questions.map((question) =>
      isClosed(question.scale) ? new QuestionPatterns(question) : null,
    );
  }

  /** Sets whose answers are compared; call it before moving units when somebody new has judged. */
  setColumns(columnOf: readonly number[], columns: number): void {
    if (columns !== this.#columns) this.#kept.clear();
    this.#columnOf = columnOf;
    this.#columns = columns;
    this.#hasFamilies = columnOf.filter((column) => column >= 0).length > columns;
  }

  /** Recounts a unit, in the week that it now belongs to. */
  move(row: number, week: number): void {
    if (row >= this.#week.length) this.#week = larger(this.#week, row);
    const before = this.#week[row]!;
    if (before !== nowhere) this.#units.set(before, this.#units.get(before)! - 1);
    this.#units.set(week, (this.#units.get(week) ?? 0) + 1);
    this.#week[row] = week;
    this.#rows = null;
    this.#kept.delete(before);
    this.#kept.delete(week);
    for (let at = 0; at < this.#questions.length; at += 1)
      this.#questions[at]?.move(row, before, week, this.#patternOf(row, at));
  }

  /** How many units there are. */
  units({ week }: UnitSelection = {}): number {
    if (week !== undefined) return this.#units.get(week) ?? 0;
    let sum = 0;
    for (const units of this.#units.values()) sum += units;
    return sum;
  }

  /** Which units there are, in their order. */
  rows({ week }: UnitSelection = {}): Int32Array {
    this.#rows ??= this.#rowsByWeek();
    return this.#rows.get(week ?? null) ?? new Int32Array(0);
  }

  /** What `make` gives for the units of a week, made again only when one of them has changed. */
  keptFor<Value>(week: number, name: string, make: () => Value): Value {
    const kept = this.#kept.get(week) ?? new Map<string, unknown>();
    this.#kept.set(week, kept);
    if (!kept.has(name)) kept.set(name, make());
    return kept.get(name) as Value;
  }

  /** The patterns of the answers to a question. */
  patterns(question: number, selection: UnitSelection = {}): RatingPatterns {
    return this.#questions[question]!.patterns(this.#selected(selection), selection);
  }

  /** The same for whether the label applies, where the scale says from which value on. */
  presencePatterns(question: number, selection: UnitSelection = {}): RatingPatterns {
    return this.#questions[question]!.presence(this.#selected(selection), selection);
  }

  #selected(selection: UnitSelection): SelectedRows {
    return { count: this.units(selection), list: () => this.rows(selection) };
  }

  #rowsByWeek(): Map<number | null, Int32Array> {
    const all = new Int32Array(this.units());
    const weeks = new Map<number | null, Int32Array>();
    for (const [week, units] of this.#units) weeks.set(week, new Int32Array(units));
    const ends = new Map<number, number>();
    let end = 0;
    for (let row = 0; row < this.#week.length; row += 1) {
      const week = this.#week[row]!;
      if (week === nowhere) continue;
      all[end] = row;
      end += 1;
      const place = ends.get(week) ?? 0;
      weeks.get(week)![place] = row;
      ends.set(week, place + 1);
    }
    return weeks.set(null, all);
  }

  #patternOf(row: number, at: number): number {
    const question = this.#questions[at]!;
    if (this.#hasFamilies) return question.patternOf(this.#familyCounts(row, at));
    const known = question.knownPattern(this.#plainKey(row, at));
    return known >= 0 ? known : question.patternOf(this.#counts(row, at));
  }

  /** A unit's answer counts as digits of one number; −1 where that would not be exact. */
  #plainKey(row: number, at: number): number {
    const table = this.#table;
    const end = table.end(row);
    const { powers } = this.#questions[at]!;
    let key = 0;
    let given = 0;
    for (let one = table.first(row); one < end; one += 1) {
      const code = table.code(one, at);
      if (code < 0 || this.#columnOf[table.who(one)]! < 0) continue;
      key += powers[code]!;
      given += 1;
    }
    return given < patternBase && powers.length <= mostDigits ? key : -1;
  }

  #counts(row: number, at: number): Int32Array {
    const table = this.#table;
    const end = table.end(row);
    const counts = this.#questions[at]!.cleared();
    for (let one = table.first(row); one < end; one += 1) {
      const code = table.code(one, at);
      if (code >= 0 && this.#columnOf[table.who(one)]! >= 0) counts[code]! += 1;
    }
    return counts;
  }

  /** One answer per family: what most of its members say, none when they are tied. */
  #familyCounts(row: number, at: number): Int32Array {
    const table = this.#table;
    const end = table.end(row);
    const counts = this.#questions[at]!.cleared();
    const size = counts.length;
    const given = new Int32Array(this.#columns * size);
    for (let one = table.first(row); one < end; one += 1) {
      const code = table.code(one, at);
      const column = this.#columnOf[table.who(one)]!;
      if (code >= 0 && column >= 0) given[column * size + code]! += 1;
    }
    for (let from = 0; from < given.length; from += size) {
      const code = leadingCategory(given, from, from + size);
      if (code >= 0) counts[code]! += 1;
    }
    return counts;
  }
}
