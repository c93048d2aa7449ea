import { annotatorFamily, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { AgreementPatterns } from '../agreement/agreement-patterns.ts';
import { weekAfter } from '../judging/iso-week.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import { NameNumbers } from './name-numbers.ts';
import { WeekNumbers } from './week-numbers.ts';

/**
 * The judgments of a task as they were known at the end of each week, so that the figures of a week
 * never move. A unit is in a week if somebody judged it for the first time in that week; its
 * judgments are those that were known at the week's end, under the same questions and guideline. A
 * later correction, and whether a judgment counts, change nothing.
 *
 * A judgment is of the week in which it was recorded. Imports in the first week of the record are
 * the exception: nothing was shown of the weeks before, so what they bring is of the week of its
 * date.
 */
export class WeeklyJudgments {
  /** A row per unit and week. The mark of a judgment is the number of its first week, plus one. */
  readonly table: JudgmentTable;
  readonly patterns: AgreementPatterns;
  readonly #panel: Panel;
  readonly #rules: ReadonlySet<string>;
  readonly #weeks = new WeekNumbers();
  readonly #guidelines = new NameNumbers();
  /** The week in which the first judgment was recorded, and the last so far; −1 before. */
  #first = -1;
  #last = -1;
  /** Per unit its latest row, per row the one before it on the same unit; −1 when there is none. */
  #latest = new Int32Array(64).fill(-1);
  #before = new Int32Array(64).fill(-1);
  #guideline = new Int32Array(64);
  #week = new Int32Array(64);
  /** Per row: whether somebody judged it for the first time; whether it is to be recounted. */
  #isNew = new Uint8Array(64);
  #isChanged = new Uint8Array(64);
  #changed: number[] = [];
  #rows = 0;

  constructor(task: Task, panel: Panel, room: number) {
    this.table = new JudgmentTable(task, room);
    this.patterns = new AgreementPatterns(this.table);
    this.#panel = panel;
    const rules = panelAnnotators(panel).filter((one) => one.kind === 'rule');
    this.#rules = new Set(rules.map((one) => one.id));
  }

  /** Adds a judgment that agreement is measured on; they come in the order of the log. */
  add(unit: number, entry: LoggedJudgment, codes: ArrayLike<number>): void {
    if (this.#rules.has(entry.annotator)) return;
    const week = this.#weekOf(entry);
    const guideline = this.#guidelines.number(entry.guideline);
    const annotator = this.table.annotator(entry.annotator);
    this.#put(this.#rowOf(unit, guideline, week), annotator, codes, week);
    // Only the first import has dates before what is already there.
    for (let row = this.#latest[unit]!; row >= 0; row = this.#before[row]!)
      if (this.#guideline[row] === guideline && this.#isBefore(week, this.#week[row]!))
        if (!this.table.has(row, annotator)) this.#put(row, annotator, codes, week);
  }

  /** The weeks with judgments, in order, each with its number. */
  get weeks(): readonly { readonly week: string; readonly number: number }[] {
    return this.#weeks.inOrder;
  }

  /** The week in which the first judgment was recorded; earlier ones are the dates of an import. */
  get recordedSince(): string | null {
    return this.#first < 0 ? null : this.#weeks.name(this.#first);
  }

  /** Counts the patterns of answers in what is new, in steps. */
  *counting(): Generator<void, void> {
    while (this.#changed.length > 0) {
      const { columnOf, columns } = this.#columns();
      this.patterns.setColumns(columnOf, columns);
      for (const row of this.#changed.splice(-rowsTogether)) {
        this.#isChanged[row] = 0;
        if (this.#isNew[row] === 1 && this.table.count(row) > 1)
          this.patterns.move(row, this.#week[row]!);
      }
      yield;
    }
  }

  /** Whose answers are compared: the runs of one model share a column. */
  #columns(): { readonly columnOf: readonly number[]; readonly columns: number } {
    const families = new NameNumbers();
    const columnOf = this.table.annotators.map((name) =>
      families.number(annotatorFamily(this.#panel, name)),
    );
    return { columnOf, columns: families.names.length };
  }

  #weekOf({ at, recordedAt }: LoggedJudgment): number {
    const known = this.#recordedIn(recordedAt ?? at);
    if (this.#first < 0) this.#first = known;
    if (known !== this.#first || (recordedAt ?? null) === null) return known;
    const dated = this.#weeks.number(at);
    return this.#isBefore(dated, known) ? dated : known;
  }

  #recordedIn(time: string): number {
    const week = this.#weeks.number(time);
    if (week === this.#last) return week;
    // Of two saves around midnight the later may be first in the log: then the week is over.
    const isLate =
      this.#last >= 0 && weekAfter(this.#weeks.name(week)) === this.#weeks.name(this.#last);
    if (isLate) return this.#last;
    if (this.#last < 0 || this.#isBefore(this.#last, week)) this.#last = week;
    return week;
  }

  /** The row of a unit in a week: begun with what was known of the unit before. */
  #rowOf(unit: number, guideline: number, week: number): number {
    if (unit >= this.#latest.length) this.#latest = lengthened(this.#latest, unit + 1);
    let known = -1;
    for (let row = this.#latest[unit]!; row >= 0; row = this.#before[row]!) {
      if (this.#guideline[row] !== guideline) continue;
      const own = this.#week[row]!;
      if (own === week) return row;
      if (this.#isBefore(own, week) && (known < 0 || this.#isBefore(this.#week[known]!, own)))
        known = row;
    }
    const row = this.#newRow(unit, guideline, week);
    const { table } = this;
    if (known >= 0)
      for (let place = table.first(known); place < table.end(known); place += 1)
        table.put(row, table.who(place), table.codes(place), table.mark(place));
    return row;
  }

  #newRow(unit: number, guideline: number, week: number): number {
    const row = this.#rows;
    this.#rows += 1;
    if (row >= this.#week.length) {
      this.#before = lengthened(this.#before, row + 1);
      this.#guideline = lengthened(this.#guideline, row + 1);
      this.#week = lengthened(this.#week, row + 1);
      this.#isNew = longerBytes(this.#isNew);
      this.#isChanged = longerBytes(this.#isChanged);
    }
    this.#before[row] = this.#latest[unit]!;
    this.#latest[unit] = row;
    this.#guideline[row] = guideline;
    this.#week[row] = week;
    return row;
  }

  #put(row: number, annotator: number, codes: ArrayLike<number>, week: number): void {
    const place = this.table.place(row, annotator);
    const mark = place < 0 ? week + 1 : this.table.mark(place);
    this.table.put(row, annotator, codes, mark);
    if (mark === this.#week[row]! + 1) this.#isNew[row] = 1;
    if (this.#isChanged[row] === 1) return;
    this.#isChanged[row] = 1;
    this.#changed.push(row);
  }

  #isBefore(one: number, other: number): boolean {
    return one !== other && this.#weeks.name(one) < this.#weeks.name(other);
  }
}

/** How many rows are recounted in one step. */
const rowsTogether = 1000;

function lengthened(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(least, 2 * array.length)).fill(-1);
  longer.set(array);
  return longer;
}

function longerBytes(array: Uint8Array): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(2 * array.length);
  longer.set(array);
  return longer;
}
