import {
  annotatorFamily,
  annotatorWeight,
  panelAnnotators,
} from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { AgreementPatterns } from '../agreement/agreement-patterns.ts';
import { isoWeek } from '../judging/iso-week.ts';
import { OthersTally } from '../agreement/others-tally.ts';
import { UnitAnswers } from '../judging/unit-answers.ts';
import { UnitDecider } from './unit-decision.ts';
import { UnitTruths } from './unit-truths.ts';
import { WorkTimes } from '../judging/work-times.ts';

/** What is counted, and by whose rules. */
export interface MonitorPlan {
  readonly task: Task;
  readonly panel: Panel;
  readonly consensus: ConsensusPlan;
  /**
   * Whether a judgment counts, is left out as stale (given under other questions or another
   * guideline), or belongs elsewhere (to a training, say).
   */
  standing(entry: LoggedJudgment): Standing;
}

/** What becomes of a judgment in a tally. */
export type Standing = 'counts' | 'stale' | 'elsewhere';

/** A run as far as it decides whether a unit has all its judgments. */
export interface RunQuota {
  readonly perUnit: number;
  readonly closed: boolean;
}

/**
 * The live figures of a task, folded as judgments and rulings come: what everybody answered, what
 * that comes to, who worked when. Judgments of one annotator on one unit must be added in the order
 * of the log. What is computed from it later reads compact codes, not judgments.
 */
export class MonitorTally {
  readonly plan: MonitorPlan;
  readonly answers: UnitAnswers;
  readonly truths: UnitTruths;
  readonly patterns: AgreementPatterns;
  readonly times = new WorkTimes();
  readonly #runs = new Map<string, RunQuota>();
  readonly #runNames: string[] = [];
  readonly #runNumbers = new Map<string, number>();
  readonly #weekNames: string[] = [];
  readonly #weekNumbers = new Map<string, number>();
  readonly #weekOfDay = new Map<string, number>();
  /** Per unit: the run and the week of its latest judgment. */
  #run = new Int32Array(1024);
  #week = new Int32Array(1024);
  readonly #flags = new Map<number, Map<string, string>>();
  readonly #uncertain = new Map<number, Set<string>>();
  /** Made when somebody asks for it, and followed from then on. */
  #others: OthersTally | null = null;
  #judged = 0;
  #stale = 0;
  #elsewhere = 0;
  #superseded = 0;
  #version = 0;

  constructor(plan: MonitorPlan) {
    this.plan = plan;
    const decider = new UnitDecider(plan.task, plan.consensus);
    this.answers = new UnitAnswers(decider.questions);
    this.truths = new UnitTruths(plan, this.answers, decider);
    this.patterns = new AgreementPatterns(this.answers);
  }

  /** Takes one judgment in. */
  add(entry: LoggedJudgment): void {
    this.#version += 1;
    const standing = this.plan.standing(entry);
    if (standing !== 'counts') {
      if (standing === 'stale') this.#stale += 1;
      else this.#elsewhere += 1;
      return;
    }
    const row = this.answers.row(entry.unit);
    const first = this.answers.put(row, entry.annotator, entry.answers);
    if (first) this.#judged += 1;
    else this.#superseded += 1;
    if (row >= this.#run.length) {
      this.#run = doubled(this.#run);
      this.#week = doubled(this.#week);
    }
    this.#run[row] = entry.run === null ? -1 : this.#runNumber(entry.run);
    this.#week[row] = this.#weekNumber(entry.at);
    this.#mark(row, entry);
    this.times.add(entry.annotator, entry.at, entry.seconds, first);
    this.truths.touch(row);
  }

  /** Takes one ruling in; a later one on the same unit goes before it. */
  rule(ruling: Ruling): void {
    this.#version += 1;
    const row = this.answers.row(ruling.unit);
    if (row >= this.#run.length) {
      this.#run = doubled(this.#run);
      this.#week = doubled(this.#week);
    }
    if (this.answers.judgments(row) === 0) [this.#run[row], this.#week[row]] = [-1, -1];
    this.truths.rule(row, ruling);
  }

  /** How many judgments the units of the runs are to have, and which runs are over. */
  setRuns(runs: ReadonlyMap<string, RunQuota>): void {
    for (const [run, quota] of runs) {
      const known = this.#runs.get(run);
      if (known?.perUnit === quota.perUnit && known.closed === quota.closed) continue;
      this.#runs.set(run, quota);
      this.#version += 1;
    }
  }

  /** Brings what is computed per unit up to date; only units with something new cost anything. */
  settle(): void {
    const { touched } = this.truths;
    if (touched.length === 0) return;
    const { columnOf, names } = this.agreementColumns();
    this.patterns.setColumns(columnOf, names.length);
    for (const row of touched) {
      if (this.answers.judgments(row) === 0) continue;
      this.patterns.move(row, this.#week[row]!);
      this.#others?.move(row);
    }
    this.truths.settle();
  }

  /** Everybody against the majority of the others. */
  others(): OthersTally {
    this.settle();
    this.#others ??= new OthersTally(this.answers, (annotator) => this.truths.weight(annotator));
    return this.#others;
  }

  /**
   * All judgments that were looked at: those that count, and those that were left out for whatever
   * reason.
   */
  get seen(): number {
    return this.#judged + this.#superseded + this.#stale + this.#elsewhere;
  }

  /**
   * Changes with everything that is taken in, so that what was computed before is known to hold or
   * not.
   */
  get version(): number {
    return this.#version;
  }

  /** Judgments that count: pairs of a unit and an annotator. */
  get judged(): number {
    return this.#judged;
  }

  /** Left out, since they were given under another version of the questions or the guideline. */
  get stale(): number {
    return this.#stale;
  }

  /** Left out, since a later judgment of the same annotator on the same unit counts. */
  get superseded(): number {
    return this.#superseded;
  }

  /**
   * Whether a unit has all the judgments that it is to have. Outside any run, and in a run that is
   * over, one is enough.
   */
  isComplete(row: number): boolean {
    const run = this.#run[row]!;
    const quota = run < 0 ? undefined : this.#runs.get(this.#runNames[run]!);
    const wanted = quota === undefined || quota.closed ? 1 : quota.perUnit;
    return this.countedJudgments(row) >= wanted;
  }

  /**
   * Whether what is true of a unit is known: somebody ruled, or all its judgments are there and
   * come to an answer.
   */
  isSettled(row: number): boolean {
    const state = this.truths.state(row);
    return state === 'ruling' || (state === 'consensus' && this.isComplete(row));
  }

  /** The judgments on a unit without those of keyword rules. */
  countedJudgments(row: number): number {
    const { answers } = this;
    let count = 0;
    for (let at = answers.first(row); at >= 0; at = answers.next(at))
      if (!this.truths.isRule(answers.annotator(at))) count += 1;
    return count;
  }

  /** Who asked for a second look at a unit since the last ruling on it. */
  flaggedBy(row: number): readonly string[] {
    const flags = this.#flags.get(row);
    if (flags === undefined) return [];
    const ruledAt = this.truths.rulingOn(row)?.at ?? '';
    return [...flags].filter(([, at]) => at > ruledAt).map(([annotator]) => annotator);
  }

  /** The units at which somebody asked for a second look since the last ruling. */
  get flaggedRows(): readonly number[] {
    return [...this.#flags.keys()].filter((row) => this.flaggedBy(row).length > 0);
  }

  /** The units at which somebody asks for a second look, also those that were ruled on since. */
  get everFlagged(): readonly number[] {
    return [...this.#flags].filter(([, flags]) => flags.size > 0).map(([row]) => row);
  }

  /** How often an annotator was unsure and chose the lower answer. */
  uncertainBy(annotator: string): number {
    let count = 0;
    for (const annotators of this.#uncertain.values()) if (annotators.has(annotator)) count += 1;
    return count;
  }

  /** The weeks in which judgments came in, in order, each with its number. */
  get weeks(): readonly { readonly week: string; readonly number: number }[] {
    return this.#weekNames
      .map((week, number) => ({ week, number }))
      .toSorted((a, b) => (a.week < b.week ? -1 : 1));
  }

  /** The number of the week in which the latest judgment on a unit came in; −1 without any. */
  weekOf(row: number): number {
    return this.#week[row]!;
  }

  /** The run of the latest judgment on a unit; null outside any run. */
  runOf(row: number): string | null {
    return this.#run[row]! < 0 ? null : this.#runNames[this.#run[row]!]!;
  }

  /**
   * Per annotator, the column for measuring agreement: those of one family (the runs of one model)
   * share one, and keyword rules, which are never counted, have none (−1).
   */
  agreementColumns(): { readonly columnOf: readonly number[]; readonly names: readonly string[] } {
    const rules = new Set(
      panelAnnotators(this.plan.panel)
        .filter((one) => one.kind === 'rule')
        .map((one) => one.id),
    );
    const names: string[] = [];
    const columnOf = this.answers.annotators.map((annotator) => {
      if (rules.has(annotator)) return -1;
      const family = annotatorFamily(this.plan.panel, annotator);
      const known = names.indexOf(family);
      return known >= 0 ? known : names.push(family) - 1;
    });
    return { columnOf, names };
  }

  /** Per annotator: how much their judgments count. */
  weights(): readonly number[] {
    return this.answers.annotators.map((annotator) => annotatorWeight(this.plan.panel, annotator));
  }

  #mark(row: number, { annotator, asides, at }: LoggedJudgment): void {
    // Looking for the word first: hardly any judgment has a flag, and parsing each would cost more
    // than all the rest.
    const given =
      asides.includes('"flag":true') || asides.includes('"uncertain":true')
        ? (JSON.parse(asides) as { readonly flag?: boolean; readonly uncertain?: boolean })
        : {};
    if (given.flag === true)
      this.#flags.set(row, (this.#flags.get(row) ?? new Map<string, string>()).set(annotator, at));
    else this.#flags.get(row)?.delete(annotator);
    if (given.uncertain === true)
      this.#uncertain.set(row, (this.#uncertain.get(row) ?? new Set<string>()).add(annotator));
    else this.#uncertain.get(row)?.delete(annotator);
  }

  #runNumber(run: string): number {
    const known = this.#runNumbers.get(run);
    if (known !== undefined) return known;
    const number = this.#runNames.push(run) - 1;
    this.#runNumbers.set(run, number);
    return number;
  }

  #weekNumber(at: string): number {
    const day = at.endsWith('Z') ? at.slice(0, 10) : at;
    const known = this.#weekOfDay.get(day);
    if (known !== undefined) return known;
    const week = isoWeek(at);
    let number = this.#weekNumbers.get(week);
    if (number === undefined) {
      number = this.#weekNames.push(week) - 1;
      this.#weekNumbers.set(week, number);
    }
    if (at.endsWith('Z')) this.#weekOfDay.set(day, number);
    return number;
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
