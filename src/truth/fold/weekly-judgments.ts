import { annotatorFamily, isPerson, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { WeeklyPairs } from '../agreement/weekly-pairs.ts';
import { AgreementPatterns } from '../agreement/agreement-patterns.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import { NameNumbers } from './name-numbers.ts';
import type { RecordedWeeks } from './recorded-weeks.ts';

/**
 * The judgments of a task under one version of its questions, as they were known at the end of each
 * week, so that the figures of a week never move. A unit is in a week if somebody judged it for the
 * first time in that week; its judgments are those that were known at the week's end, under one
 * guideline. A later correction, and whether a judgment counts, change nothing.
 */
export class WeeklyJudgments {
  /** A row per unit and week. The mark of a judgment is the number of its first week, plus one. */
  readonly table: JudgmentTable;
  readonly patterns: AgreementPatterns;
  /** How people's judgments compare with each other. */
  readonly pairs: WeeklyPairs;
  readonly weeks: RecordedWeeks;
  readonly #panel: Panel;
  readonly #rules: ReadonlySet<string>;
  readonly #guidelines = new NameNumbers();
  /** Per unit its latest row, per row the one before it on the same unit; −1 when there is none. */
  #latest = new Int32Array(64).fill(-1);
  #before = new Int32Array(64).fill(-1);
  #guideline = new Int32Array(64);
  #week = new Int32Array(64);
  /** Per row: whether somebody judged it for the first time, whether it is to be recounted, and
   * whether its pairs are counted. */
  #isNew = new Uint8Array(64);
  #isChanged = new Uint8Array(64);
  #isPaired = new Uint8Array(64);
  #changed: number[] = [];
  #rows = 0;
  /** For how many annotators the columns were set. */
  #columns = 0;
  /** How often something was added, by week. */
  readonly #additions = new Map<number, number>();

  constructor(task: Task, panel: Panel, weeks: RecordedWeeks) {
    this.table = new JudgmentTable(task);
    this.weeks = weeks;
    this.patterns = new AgreementPatterns(this.table);
    this.#panel = panel;
    const rules = panelAnnotators(panel).filter((one) => one.kind === 'rule');
    this.#rules = new Set(rules.map((one) => one.id));
    this.pairs = new WeeklyPairs(this.table, (annotator) => isPerson(panel, annotator));
  }

  /**
   * Adds a judgment that agreement is measured on, in its week; true when its annotator had
   * not judged the unit under this guideline.
   */
  add(unit: number, entry: LoggedJudgment, codes: ArrayLike<number>, week: number): boolean {
    if (this.#rules.has(entry.annotator)) return true;
    const guideline = this.#guidelines.number(entry.guideline);
    const annotator = this.table.annotator(entry.annotator);
    const isFirst = this.#put(this.#rowOf(unit, guideline, week), annotator, codes, week);
    // Only the first import has dates before what is already there.
    for (let row = this.#latest[unit]!; row >= 0; row = this.#before[row]!)
      if (this.#guideline[row] === guideline && this.weeks.isBefore(week, this.#week[row]!))
        if (!this.table.has(row, annotator)) this.#put(row, annotator, codes, week);
    return isFirst;
  }

  /** Changes with everything that is added to a week. */
  additions(week: number): number {
    return this.#additions.get(week) ?? 0;
  }

  /** Counts the patterns of answers in what is new, in steps. */
  *counting(): Generator<void, void> {
    while (this.#changed.length > 0) {
      this.#setColumns();
      for (const row of this.#changed.splice(-rowsTogether)) {
        this.#isChanged[row] = 0;
        if (this.#isNew[row] === 0 || this.table.count(row) < 2) continue;
        this.patterns.move(row, this.#week[row]!);
        this.pairs.count(row, this.#week[row]!, 1);
        this.#isPaired[row] = 1;
      }
      yield;
    }
  }

  /** Sets whose answers are compared: the runs of one model share a column. */
  #setColumns(): void {
    if (this.#columns === this.table.annotators.length) return;
    this.#columns = this.table.annotators.length;
    const families = new NameNumbers();
    const columnOf = this.table.annotators.map((name) =>
      families.number(annotatorFamily(this.#panel, name)),
    );
    this.patterns.setColumns(columnOf, families.names.length);
  }

  /** The row of a unit in a week: begun with what was known of the unit before. */
  #rowOf(unit: number, guideline: number, week: number): number {
    if (unit >= this.#latest.length) this.#latest = lengthened(this.#latest, unit + 1);
    let known = -1;
    for (let row = this.#latest[unit]!; row >= 0; row = this.#before[row]!) {
      if (this.#guideline[row] !== guideline) continue;
      const own = this.#week[row]!;
      if (own === week) return row;
      if (
        this.weeks.isBefore(own, week) &&
        (known < 0 || this.weeks.isBefore(this.#week[known]!, own))
      )
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
      this.#isPaired = longerBytes(this.#isPaired);
    }
    this.#before[row] = this.#latest[unit]!;
    this.#latest[unit] = row;
    this.#guideline[row] = guideline;
    this.#week[row] = week;
    return row;
  }

  /** True when its annotator had no judgment in the row. */
  #put(row: number, annotator: number, codes: ArrayLike<number>, week: number): boolean {
    if (this.#isPaired[row] === 1) this.pairs.count(row, this.#week[row]!, -1);
    this.#isPaired[row] = 0;
    this.#additions.set(this.#week[row]!, this.additions(this.#week[row]!) + 1);
    const place = this.table.place(row, annotator);
    const mark = place < 0 ? week + 1 : this.table.mark(place);
    this.table.put(row, annotator, codes, mark);
    if (mark === this.#week[row]! + 1) this.#isNew[row] = 1;
    if (this.#isChanged[row] === 0) this.#changed.push(row);
    this.#isChanged[row] = 1;
    return place < 0;
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
