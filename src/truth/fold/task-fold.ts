import { storedAssistance } from '../../domain/judging/assistance.ts';
import { followsAnswers, storedFurther } from '../../domain/judging/further.ts';
import { annotatorFamily, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { AgreementPatterns } from '../agreement/agreement-patterns.ts';
import { OthersTally } from '../agreement/others-tally.ts';
import { AssistanceLog } from '../judging/assistance-log.ts';
import { WorkTimes } from '../judging/work-times.ts';
import { AnswerReader } from '../judging/answer-reader.ts';
import { isWeightless } from '../../domain/fold/uncounted.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { ComparedJudgments } from './compared-judgments.ts';
import { FurtherJudgments } from './further-judgments.ts';
import type { CountableJudgment } from './counting.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import { NameNumbers } from './name-numbers.ts';
import type { Demand, Demander, StandingRules, UnitNames } from './standing-rules.ts';
import { UnitMarks } from './unit-marks.ts';
import { UnitStandings } from './unit-standings.ts';
import { RecordedWeeks } from './recorded-weeks.ts';
import { WeeklyJudgments } from './weekly-judgments.ts';

/** What is folded, and by which rules. */
export interface FoldPlan extends StandingRules {
  readonly panel: Panel;
  /** The version of the task's questions. */
  readonly hash: string;
  /** Why a judgment does not count; null when it does, if its answers are valid. */
  uncounted(entry: CountableJudgment): Uncounted | null;
  /** Whether agreement with an annotator is measured: not with keyword rules and outsiders. */
  isCompared(annotator: string): boolean;
  /** The task under earlier questions; undefined where nobody knows them. */
  readonly earlierTask?: (taskHash: string) => Task | undefined;
  /** Which of somebody's judgments on a unit counts: in training, the first; it shows the key. */
  readonly counts?: 'first' | 'last';
}

/** Numbers for the names of units. */
export interface UnitIndex extends UnitNames {
  add(unit: string): number;
  find(unit: string): number;
}

/**
 * The judgments and rulings on a task, folded one by one: what everybody answered, where each unit
 * stands, who worked when. Judgments of one annotator on one unit must be added in the order of the
 * log. Figures are computed from its compact codes, not from judgments.
 */
export class TaskFold {
  readonly plan: FoldPlan;
  readonly units: UnitIndex;
  readonly table: JudgmentTable;
  readonly standings: UnitStandings;
  readonly times = new WorkTimes();
  readonly assistance = new AssistanceLog();
  readonly weeks = new RecordedWeeks();
  /** What agreement is measured on week by week. */
  readonly weekly: WeeklyJudgments;
  readonly further = new FurtherJudgments();
  /** The same under earlier questions, by what reads their answers. */
  readonly #earlier = new Map<Task, { reader: AnswerReader; weekly: WeeklyJudgments }>();
  readonly #reader: AnswerReader;
  readonly #rules: ReadonlySet<string>;
  readonly #compared: ComparedJudgments;
  readonly #runs = new NameNumbers();
  /** Per unit: the run of its latest judgment. */
  #run = new Int32Array(1024).fill(-1);
  readonly #marks = new UnitMarks();
  /** Computed when first asked for, and kept up to date from then on. */
  #others: OthersTally | null = null;
  #patterns: AgreementPatterns | null = null;
  readonly #leftOut = { stale: 0, training: 0, invalid: 0, superseded: 0 };
  readonly #staleVersions = new Set<string>();
  #judged = 0;
  #version = 0;

  constructor(plan: FoldPlan, units: UnitIndex) {
    this.plan = plan;
    this.units = units;
    this.table = new JudgmentTable(plan.task, Math.max(2, plan.required.length));
    this.weekly = new WeeklyJudgments(plan.task, plan.panel, this.weeks);
    this.standings = new UnitStandings(
      plan,
      this.table,
      units,
      (unit) => this.flaggedBy(unit).length,
    );
    this.#compared = new ComparedJudgments(this.table, plan.isCompared);
    this.#reader = new AnswerReader(plan.task);
    const rules = panelAnnotators(plan.panel).filter((one) => one.kind === 'rule');
    this.#rules = new Set(rules.map((one) => one.id));
  }

  /** Adds a judgment. One that does not count by its round is kept, marked, unless one counts. */
  add(entry: LoggedJudgment): void {
    this.#version += 1;
    const why = this.plan.uncounted(entry);
    const isStale = why?.why === 'stale';
    if (why?.why === 'training') return this.#leaveOut(entry, 'training', why);
    if (isStale && why.guideline === undefined) {
      this.#addEarlier(entry);
      return this.#leaveOut(entry, 'stale', why);
    }
    const { codes, isValid } = this.#reader.read(entry.answers, entry);
    const assistance = storedAssistance(entry.asides, entry);
    const isAssisted = assistance?.shown === true;
    const further = storedFurther(entry.asides, entry);
    const isApart = isAssisted || followsAnswers(further);
    if (!isValid)
      return isStale
        ? this.#leaveOut(entry, 'stale', why)
        : this.#leaveOut(entry, 'invalid', { why: 'invalid', round: null });
    const unit = this.units.add(entry.unit);
    // Whether a judgment counts may change later; what a week knew does not.
    const week = this.weeks.add(entry);
    const isNew = isApart || this.weekly.add(unit, entry, codes, week);
    if (isStale) {
      this.times.addInWeek(entry, this.weeks.name(week), isNew);
      return this.#leaveOut(entry, 'stale', why);
    }
    this.#touch(unit);
    const annotator = this.table.annotator(entry.annotator);
    const mark = why === null || isWeightless(why) ? 0 : this.standings.counted.marks.of(why);
    if (isApart && this.#compared.part()) this.#others = this.#patterns = null;
    const put = (table: JudgmentTable): boolean | null =>
      this.#put(table, unit, annotator, codes, mark);
    this.#compared.add(entry.annotator, isApart ? null : put);
    const isFirst = put(this.table);
    if (isFirst === true) this.#judged += 1;
    else this.#leftOut.superseded += 1;
    this.times.add(entry, this.weeks.name(week), isFirst === true);
    if (isFirst === null) return;
    this.standings.counted.noteAssistance(unit, annotator, isAssisted);
    this.further.note(unit, annotator, further);
    if (assistance === null) this.assistance.forget(entry);
    else this.assistance.add(entry, assistance);
    this.#run[unit] = entry.run === null ? -1 : this.#runs.number(entry.run);
    this.#marks.note(unit, entry);
  }

  /** How many judgments were given with a suggestion in sight. */
  get assisted(): number {
    return this.table.size - this.compared.size - this.further.counts.asked;
  }

  /** Adds a judgment under earlier questions to its week, if these are known. */
  #addEarlier(entry: LoggedJudgment): void {
    const task = this.plan.earlierTask?.(entry.taskHash);
    if (task === undefined) return;
    const known = this.#earlier.get(task) ?? {
      reader: new AnswerReader(task),
      weekly: new WeeklyJudgments(task, this.plan.panel, this.weeks),
    };
    this.#earlier.set(task, known);
    const { codes, isValid } = known.reader.read(entry.answers, entry);
    if (!isValid) return;
    const week = this.weeks.add(entry);
    const isAssisted = storedAssistance(entry.asides, entry)?.shown === true;
    const isApart = isAssisted || followsAnswers(storedFurther(entry.asides, entry));
    const isNew = isApart || known.weekly.add(this.units.add(entry.unit), entry, codes, week);
    this.times.addInWeek(entry, this.weeks.name(week), isNew);
  }

  /** What agreement is measured on week by week, under the present questions and earlier ones. */
  get weeklyVersions(): readonly WeeklyJudgments[] {
    return [this.weekly, ...[...this.#earlier.values()].map(({ weekly }) => weekly)];
  }

  /**
   * The judgments that were given without a suggestion, and not asked for because of the first
   * answers. Agreement, and the quality of suggestions, are measured on these alone. Annotators
   * have the same numbers as in `table`.
   */
  get compared(): JudgmentTable {
    return this.#compared.table;
  }

  /** Counts a judgment as left out and notes it on its unit, which may have waited for it. */
  #leaveOut(entry: LoggedJudgment, why: keyof TaskFold['leftOut'], reason: Uncounted): void {
    this.#leftOut[why] += 1;
    // A unit that is only trained on has no truth to wait for.
    const unit = why === 'training' ? this.units.find(entry.unit) : this.units.add(entry.unit);
    if (unit < 0) return;
    this.#touch(unit);
    if (this.#rules.has(entry.annotator)) return;
    this.standings.counted.leaveOut(unit, entry.annotator, reason);
    const { taskHash, guideline } = entry;
    if (why === 'stale')
      this.#staleVersions.add(taskHash === this.plan.hash ? `guideline ${guideline}` : taskHash);
  }

  /** Why a judgment does not count, by its answers too; null when it does, unless replaced. */
  uncounted(entry: LoggedJudgment): Uncounted | null {
    const why = this.plan.uncounted(entry);
    if (why !== null) return why;
    const { isValid } = this.#reader.read(entry.answers, entry);
    return isValid ? null : { why: 'invalid', round: null };
  }

  /** True for the annotator's first on a unit; null when only the one before counts. */
  #put(
    table: JudgmentTable,
    unit: number,
    annotator: number,
    codes: ArrayLike<number>,
    mark: number,
  ): boolean | null {
    if (this.plan.counts === 'first') return table.add(unit, annotator, codes);
    const before = mark === 0 ? -1 : table.place(unit, annotator);
    if (before >= 0 && table.mark(before) === 0) return null;
    return table.put(unit, annotator, codes, mark);
  }

  /** Adds a ruling, which replaces an earlier one on the same unit. */
  rule(ruling: Ruling): void {
    this.#version += 1;
    const unit = this.units.add(ruling.unit);
    this.#touch(unit);
    this.standings.rule(unit, ruling);
  }

  /** Sets who has yet to judge a unit in an open round; an empty name means anybody. */
  await(unit: number, annotators: readonly string[]): void {
    this.#version += 1;
    this.#touch(unit);
    this.standings.await(unit, annotators);
  }

  /** Sets what rounds ask of a unit, and the run that does; null for a key of trainings. */
  demand(unit: string, demand: Demand, by: Demander | null): void {
    const number = this.units.add(unit);
    const { standings } = this;
    const isSame = standings.demander(number)?.run === by?.run;
    if (isSame && standings.demandOn(number) === demand) return;
    this.#version += 1;
    this.#touch(number);
    standings.demand(number, demand, by);
  }

  /** Updates what is computed per unit; costs nothing for units without changes. */
  settle(): void {
    allSteps(this.settling());
  }

  /** The same in steps. Nothing may be added between them. */
  *settling(): Generator<void, void> {
    yield* this.standings.fitting();
    if (this.#settleSome()) return;
    do yield;
    while (!this.#settleSome());
    // Whatever was computed between two steps is out of date.
    this.#version += 1;
  }

  #settleSome(): boolean {
    const units = this.standings.next(unitsTogether);
    if (this.#patterns !== null && units.length > 0) this.#countPatterns(this.#patterns, units);
    if (this.#others !== null) for (const unit of units) this.#others.bring(unit);
    return this.standings.settle(unitsTogether);
  }

  /** How often each pattern of answers occurs, which is all that agreement needs. */
  get patterns(): AgreementPatterns {
    allSteps(this.countingPatterns());
    return this.#patterns!;
  }

  /** Counts the patterns in steps, so that asking for them costs nothing. */
  *countingPatterns(): Generator<void, void> {
    yield* this.settling();
    if (this.#patterns !== null) return;
    const patterns = new AgreementPatterns(this.compared);
    for (const units of this.#allUnits()) {
      this.#countPatterns(patterns, units);
      yield;
    }
    this.#patterns ??= patterns;
  }

  /** Everybody against the majority of the others. */
  others(): OthersTally {
    allSteps(this.comparingOthers());
    return this.#others!;
  }

  /** Compares everybody in steps. */
  *comparingOthers(): Generator<void, void> {
    yield* this.settling();
    if (this.#others !== null) return;
    const others = new OthersTally(this.compared, this.standings.counted.weight, []);
    for (const units of this.#allUnits()) {
      for (const unit of units) others.bring(unit);
      yield;
    }
    this.#others ??= others;
  }

  *#allUnits(): Generator<readonly number[]> {
    const { units } = this.compared;
    for (let from = 0; from < units; from += unitsTogether)
      yield Array.from({ length: Math.min(unitsTogether, units - from) }, (_, at) => from + at);
  }

  /** All judgments that were added, including those left out. */
  get seen(): number {
    return Object.values(this.#leftOut).reduce((sum, count) => sum + count, this.#judged);
  }

  /** Changes with everything that is added: what was computed before may be out of date. */
  get version(): number {
    return this.#version;
  }

  /** How many judgments were added: pairs of a unit and an annotator. */
  get judged(): number {
    return this.#judged;
  }

  /** How many judgments were left out, by reason; superseded by a later one of the annotator. */
  get leftOut(): Readonly<Record<'stale' | 'training' | 'invalid' | 'superseded', number>> {
    return this.#leftOut;
  }

  /** Stale judgments that nobody gave again under the present versions, and their versions. */
  get stale(): { readonly count: number; readonly versions: readonly string[] } {
    const count = this.standings.counted.countLeft('stale');
    return { count, versions: [...this.#staleVersions].toSorted() };
  }

  /** Whether an annotator, by number, is a keyword rule. */
  isRule(annotator: number): boolean {
    return this.#rules.has(this.table.annotators[annotator]!);
  }

  /** Whether what is true of a unit is known. */
  isSettled(unit: number): boolean {
    const state = this.standings.state(unit);
    return state === 'settled' || state === 'ruled';
  }

  /** How far the answers to a unit agree; the lower, the more it needs a ruling. */
  agreement(unit: number): number | null {
    return this.#compared.agreement(unit);
  }

  /** Who asked for a second look at a unit since the last ruling on it. */
  flaggedBy(unit: number): readonly string[] {
    return this.#marks.flaggedSince(unit, this.standings.rulingOn(unit)?.at ?? '');
  }

  /** The units that wait for a ruling since somebody asked for a second look. */
  get flaggedUnits(): readonly number[] {
    return this.#marks.flagged.filter(
      (unit) => this.flaggedBy(unit).length > 0 && this.standings.state(unit) === 'open',
    );
  }

  /** The units at which somebody asks for a second look, also those that were ruled on since. */
  get everFlagged(): readonly number[] {
    return this.#marks.flagged;
  }

  /** How often an annotator was unsure and chose the lower answer. */
  uncertainBy(annotator: string): number {
    return this.#marks.uncertainBy(annotator);
  }

  /** The run of the latest judgment on a unit; null outside any run. */
  runOf(unit: number): string | null {
    return this.#run[unit]! < 0 ? null : this.#runs.names[this.#run[unit]!]!;
  }

  /**
   * Per annotator, the column for measuring agreement: those of one family (the runs of one model)
   * share one, and those who are not compared, or have no judgment that is, have none (−1).
   */
  agreementColumns(): { readonly columnOf: readonly number[]; readonly names: readonly string[] } {
    const names: string[] = [];
    const columnOf = this.table.annotators.map((annotator, number) => {
      if (!this.plan.isCompared(annotator) || !this.#compared.has(number)) return -1;
      const family = annotatorFamily(this.plan.panel, annotator);
      const known = names.indexOf(family);
      return known >= 0 ? known : names.push(family) - 1;
    });
    return { columnOf, names };
  }

  #countPatterns(patterns: AgreementPatterns, units: Iterable<number>): void {
    const { columnOf, names } = this.agreementColumns();
    patterns.setColumns(columnOf, names.length);
    for (const unit of units) if (this.compared.count(unit) > 0) patterns.move(unit, 0);
  }

  #touch(unit: number): void {
    if (unit >= this.#run.length) this.#run = lengthened(this.#run, unit + 1);
    if (this.standings.touch(unit)) this.#others?.takeBack(unit);
  }
}

/** How many units are looked at in one step. */
const unitsTogether = 1000;

function lengthened(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(least, 2 * array.length)).fill(-1);
  longer.set(array);
  return longer;
}
