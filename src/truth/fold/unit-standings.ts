import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { Standing, StandingName } from '../../domain/fold/standing.ts';
import { standingNames } from '../../domain/fold/standing.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';
import { answerCode, codeCount, notAnswered } from '../protocol/answer-codes.ts';
import { countsVotes } from './answer-model.ts';
import { answersOfCodes } from '../judging/judgment-table.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import type { OpenReason } from '../../domain/fold/open-reason.ts';
import { AwaitedAnnotators } from './awaited-annotators.ts';
import { RulingResolver } from './resolve.ts';
import { demands } from './standing-rules.ts';
import type { Demand, Demander, StandingRules, UnitNames } from './standing-rules.ts';
import { CountedJudgments } from './counted-judgments.ts';
import { PendingVotes } from './pending-votes.ts';
import { FittedDecider } from './fitted-decider.ts';
import { truthOf } from './truth-line.ts';
import type { UnitTruth } from './truth-line.ts';
import type { DecidedUnit, ExplainedUnit } from './unit-decider.ts';

/** Where a unit stands, in codes. */
export interface UnitLook {
  readonly state: StandingName;
  /** The true answers per question of the task; all −1 unless settled or ruled. */
  readonly codes: ArrayLike<number> & Iterable<number>;
}

/**
 * Where each unit of a task stands, kept up to date: only units with something new are looked at
 * again. This is the only place that says whether a unit has a truth.
 */
export class UnitStandings {
  readonly rules: StandingRules;
  readonly #table: JudgmentTable;
  readonly #names: UnitNames;
  readonly #resolver: RulingResolver;
  readonly #decider: FittedDecider;
  readonly #rulings = new Map<number, Ruling>();
  /** How many ask for a second look at a unit since the last ruling on it. */
  readonly #flags: (unit: number) => number;
  readonly #awaited = new AwaitedAnnotators();
  readonly #counts = standingNames.map(() => 0);
  readonly #openUnits = new Set<number>();
  /** Which judgments count, and why others do not. */
  readonly counted: CountedJudgments;
  /** What the judgments of pilots that have not passed would decide. */
  readonly pending: PendingVotes;
  /** What rounds ask of each unit, as its place in {@link demands}. */
  #demands = new Uint8Array(1024);
  /** The place in `demanders` of the run that asks for each unit, from 1. */
  #demandedBy = new Uint16Array(1024);
  readonly #demanders: Demander[] = [];
  #touched: number[] = [];
  /** How many of these are settled already. */
  #settled = 0;
  #isTouched = new Uint8Array(1024);
  /** The first unit whose answer by a model must be computed again; null if none must. */
  #again: number | null = null;
  #state = new Int8Array(1024).fill(unknown);
  #codes: RatingCodes;
  readonly #decided: DecidedUnit;
  readonly #widest: number;

  constructor(
    rules: StandingRules,
    table: JudgmentTable,
    names: UnitNames,
    flags: (unit: number) => number = () => 0,
  ) {
    this.rules = rules;
    this.#flags = flags;
    this.#table = table;
    this.#names = names;
    this.#resolver = new RulingResolver(rules.task);
    this.counted = new CountedJudgments(table, rules);
    this.#decider = new FittedDecider(table, rules, this.counted);
    this.pending = new PendingVotes(table, rules, this.counted);
    const { questions } = rules.task;
    this.#decided = { codes: questions.map(() => notAnswered), isOpen: false };
    this.#widest = Math.max(1, ...questions.map(codeCount));
    this.#codes = emptyCodes(1024 * questions.length, this.#widest);
  }

  /** Notes that something about a unit is new; false when that was noted before. */
  touch(unit: number): boolean {
    if (unit >= this.#isTouched.length) {
      const longer = new Uint8Array(Math.max(unit + 1, 2 * this.#isTouched.length));
      longer.set(this.#isTouched);
      this.#isTouched = longer;
    }
    // What a model says of a unit depends on all others.
    if (!countsVotes(this.rules.plan)) {
      this.#decider.forget();
      this.#again = 0;
      this.pending.forget();
    }
    if (this.#isTouched[unit] === 1) return false;
    this.#isTouched[unit] = 1;
    this.#touched.push(unit);
    return true;
  }

  /** Adds a ruling, which replaces an earlier one on the same unit. */
  rule(unit: number, ruling: Ruling): void {
    this.#rulings.set(unit, ruling);
    this.touch(unit);
  }

  /** The latest ruling on a unit. */
  rulingOn(unit: number): Ruling | undefined {
    return this.#rulings.get(unit);
  }

  /** The units with a ruling, in the order of their first. */
  get ruledUnits(): Iterable<number> {
    return this.#rulings.keys();
  }

  /** Sets who has yet to judge a unit in an open round, in any order. */
  await(unit: number, annotators: readonly string[]): void {
    this.#awaited.set(unit, annotators);
    this.touch(unit);
  }

  /** Sets what rounds ask of a unit, and the run that does; null for a key of trainings. */
  demand(unit: number, demand: Demand, by: Demander | null): void {
    if (unit >= this.#demands.length) {
      const size = Math.max(unit + 1, 2 * this.#demands.length);
      const [asked, askedBy] = [new Uint8Array(size), new Uint16Array(size)];
      asked.set(this.#demands);
      askedBy.set(this.#demandedBy);
      [this.#demands, this.#demandedBy] = [asked, askedBy];
    }
    this.#demands[unit] = demands.indexOf(demand);
    this.#demandedBy[unit] = by === null ? 0 : this.#demanderNumber(by);
    this.touch(unit);
  }

  #demanderNumber(by: Demander): number {
    const known = this.#demanders.findIndex(({ run }) => run === by.run);
    return known >= 0 ? known + 1 : this.#demanders.push(by);
  }

  /** The run that asks for a unit, or asked for it last; null where none did. */
  demander(unit: number): Demander | null {
    const number = unit < this.#demandedBy.length ? this.#demandedBy[unit]! : 0;
    return number === 0 ? null : this.#demanders[number - 1]!;
  }

  /**
   * Whether a unit was asked for by rounds that are closed, and nothing came of it: no judgment on
   * it counts, and nobody has ruled on it.
   */
  isWithoutResult(unit: number): boolean {
    const demand = this.demandOn(unit);
    const isOver = demand === 'closed' || demand === 'ruling';
    return isOver && !this.counted.isJudged(unit) && !this.#rulings.has(unit);
  }

  /** What rounds ask of a unit. */
  demandOn(unit: number): Demand {
    return demands[unit < this.#demands.length ? this.#demands[unit]! : 0]!;
  }

  /** The units that somebody has yet to judge in an open round. */
  awaitedUnits(): Iterable<number> {
    return this.#awaited.units();
  }

  /** The units with something new. */
  get touched(): readonly number[] {
    return this.#touched;
  }

  /** The next units that are to be settled because something about them is new. */
  next(most: number): readonly number[] {
    return this.#touched.slice(this.#settled, this.#settled + most);
  }

  /** Fits what a model says of the units in steps, where something is new. */
  *fitting(): Generator<void, void> {
    if (this.#again === null) return;
    yield* this.#decider.fitting();
    if (this.#table.hasMarks) yield* this.pending.fitting();
  }

  /** Updates up to `most` units; true when nothing is left to do. */
  settle(most = Number.POSITIVE_INFINITY): boolean {
    const settled = countsVotes(this.rules.plan) ? 0 : settledOnce;
    for (const unit of this.next(most)) {
      this.#settle(unit);
      this.#isTouched[unit] = settled;
      this.#settled += 1;
    }
    if (this.#settled < this.#touched.length) return false;
    [this.#touched, this.#settled] = [[], 0];
    return this.#again === null || this.#settleAgain(this.#again, most);
  }

  /** Updates units without changes, for which a model may give other answers now. */
  #settleAgain(from: number, most: number): boolean {
    const end = Math.min(this.#table.units, from + most);
    for (let unit = from; unit < end; unit += 1) {
      if (this.#isTouched[unit] !== settledOnce) this.#settle(unit);
      this.#isTouched[unit] = 0;
      this.#again = unit + 1;
    }
    if (end >= this.#table.units) this.#again = null;
    return this.#again === null;
  }

  /** How many units there are in a state. */
  count(state: StandingName): number {
    return this.#counts[standingNames.indexOf(state)]!;
  }

  /** The state of a unit; −1 is one of which nothing is known. */
  state(unit: number): StandingName {
    const state = unit >= 0 && unit < this.#state.length ? this.#state[unit]! : unknown;
    return state === unknown ? this.untouched : standingNames[state]!;
  }

  /** Where a unit stands of which nothing is known. */
  get untouched(): 'undrawn' | 'awaiting' {
    return this.rules.hasRounds === true ? 'undrawn' : 'awaiting';
  }

  /** The code of the true answer to a question; −1 where there is none. */
  code(unit: number, question: number): number {
    return unit < this.#state.length
      ? this.#codes[unit * this.#table.questions.length + question]!
      : notAnswered;
  }

  /** The units that are open. */
  get openUnits(): ReadonlySet<number> {
    return this.#openUnits;
  }

  /** The votes on a unit, what they decide, and what they leave open. */
  explain(unit: number): ExplainedUnit {
    return this.#decider.current.explain(unit);
  }

  /** What the votes decide per question; null for one that does not apply. */
  inDetail(unit: number): readonly (QuestionConsensus | null)[] {
    const { questions } = this.explain(unit);
    const found = new Map(questions.map((one) => [one.question, one]));
    return this.#table.questions.map(({ id }) => found.get(id) ?? null);
  }

  /** Where a unit stands, by what rule its answers came about, and both in one line. */
  truth(unit: number): UnitTruth {
    const explained = this.explain(unit);
    const standing = this.#standing(unit, this.#rulings.get(unit), () => explained);
    const { task, plan, allowPartial } = this.rules;
    const isPartial = allowPartial === true && this.lacks(unit);
    const [{ questions }, assisted] = [explained, this.counted.assisted(unit)];
    return truthOf(standing, { task, method: plan.method, questions, isPartial, assisted });
  }

  /** Whose judgments a unit lacks: runs of models by name, and people in open rounds. */
  missing(unit: number): readonly string[] {
    const runs = this.rules.required.filter((name) => !this.#hasJudged(unit, name));
    return [...new Set([...runs, ...(this.#awaited.on(unit) ?? [])])];
  }

  /** Where a unit stands, and why; with a further ruling, where it would. */
  standing(unit: number, ruling = this.#rulings.get(unit)): Standing {
    return this.#standing(unit, ruling, () => this.explain(unit));
  }

  #standing(unit: number, ruling: Ruling | undefined, explained: () => ExplainedUnit): Standing {
    const common = { unit: this.#names.at(unit), task: this.rules.task.id };
    const standing = this.#unflagged(unit, ruling, explained);
    const flagged = this.#flagsUnder(unit, ruling);
    if (flagged === 0 || standing.state === 'excluded') return { ...common, ...standing };
    const open = standing.state === 'open' ? standing.why : [];
    return { ...common, state: 'open', why: [...open, { kind: 'flagged', annotators: flagged }] };
  }

  /** Where a unit would stand if nobody had flagged it. */
  #unflagged(
    unit: number,
    ruling: Ruling | undefined,
    explained: () => ExplainedUnit,
  ): WithoutPlace<Standing> {
    if (ruling !== undefined) {
      const agreed = this.isAwaited(unit) ? {} : this.#votedAnswers(unit);
      return this.#resolver.resolve(agreed, ruling);
    }
    const state = this.#votedState(unit);
    switch (state) {
      case 'undrawn':
        return { state };
      case 'awaiting':
        return {
          state,
          missing: this.missing(unit),
          uncounted: this.counted.on(unit).filter((one) => one.uncounted !== null),
          isClosed: this.demandOn(unit) === 'closed',
        };
      case 'uncounted':
        return { state, uncounted: this.counted.heard(unit) };
      case 'settled':
        return { state, answers: this.#votedAnswers(unit) };
      case 'open':
        return { state, why: this.#disputes(unit) ?? explained().open };
    }
  }

  /** How many ask for a second look; a ruling that is not made yet answers all of them. */
  #flagsUnder(unit: number, ruling: Ruling | undefined): number {
    return ruling === this.#rulings.get(unit) ? this.#flags(unit) : 0;
  }

  /** Why somebody should rule on a unit on which nothing counts; null where something does. */
  #disputes(unit: number): readonly OpenReason[] | null {
    if (this.counted.isJudged(unit)) return null;
    const { open } = this.pending.explain(unit);
    if (this.demandOn(unit) !== 'ruling') return [...this.pending.rounds(unit), ...open];
    const asked: OpenReason = { kind: 'round', round: this.demander(unit)!.round, why: 'chosen' };
    return this.pending.count(unit) === 0 ? [asked] : [asked, ...open];
  }

  /** Where a unit stands, or would with one more ruling. The next look changes the codes. */
  look(unit: number, further?: Ruling): UnitLook {
    if (further === undefined && this.#isKnown(unit)) {
      const width = this.#table.questions.length;
      const known = this.#codes.subarray(unit * width, (unit + 1) * width);
      return { state: standingNames[this.#state[unit]!]!, codes: known };
    }
    const ruling = further ?? this.#rulings.get(unit);
    const { codes } = this.#decided;
    const isFlagged = this.#flagsUnder(unit, ruling) > 0;
    if (ruling === undefined && !isFlagged) return { state: this.#votedState(unit), codes };
    const standing = this.standing(unit, ruling);
    const answers = standing.state === 'ruled' ? standing.answers : {};
    for (const [at, question] of this.rules.task.questions.entries())
      codes[at] = answerCode(question, answers[question.id]);
    return { state: standing.state, codes };
  }

  /** Why a unit is open; empty when it is not. */
  reasons(unit: number): readonly OpenReason[] {
    const standing = this.standing(unit);
    return standing.state === 'open' ? standing.why : [];
  }

  #hasJudged(unit: number, name: string): boolean {
    const annotator = this.#table.findAnnotator(name);
    const place = annotator < 0 ? -1 : this.#table.place(unit, annotator);
    return place >= 0 && this.#table.mark(place) === 0;
  }

  #votedAnswers(unit: number): ReturnType<typeof answersOfCodes> {
    this.#decider.current.decide(unit, this.#decided);
    return answersOfCodes(this.rules.task.questions, this.#decided.codes);
  }

  #isKnown(unit: number): boolean {
    const isLooked = unit < this.#state.length && this.#state[unit] !== unknown;
    if (!isLooked || this.#isTouched[unit] === 1) return false;
    const isToLookAgain = this.#again !== null && unit >= this.#again;
    return !isToLookAgain || this.#isTouched[unit] === settledOnce;
  }

  #settle(unit: number): void {
    this.#reserve(unit);
    const { state: name, codes } = this.look(unit);
    const state = standingNames.indexOf(name);
    this.#codes.set(codes, unit * codes.length);
    const before = this.#state[unit]!;
    if (before !== unknown) this.#counts[before]! -= 1;
    this.#state[unit] = state;
    this.#counts[state]! += 1;
    if (name === 'open') this.#openUnits.add(unit);
    else this.#openUnits.delete(unit);
  }

  /** Where a unit would stand without any ruling; as with a look, copy the codes. */
  voted(unit: number): UnitLook {
    return { state: this.#votedState(unit), codes: this.#decided.codes };
  }

  #votedState(unit: number): Exclude<StandingName, 'ruled' | 'excluded'> {
    if (this.isAwaited(unit)) {
      const state = this.counted.isJudged(unit) ? 'awaiting' : this.#uncountedState(unit);
      this.#decided.codes.fill(notAnswered);
      return state;
    }
    this.#decider.current.decide(unit, this.#decided);
    return this.#decided.isOpen ? 'open' : 'settled';
  }

  /** Where a unit stands on which no judgment counts. */
  #uncountedState(unit: number): 'undrawn' | 'awaiting' | 'open' | 'uncounted' {
    if (this.#awaited.on(unit) !== undefined) return 'awaiting';
    if (this.#table.hasMarks && this.pending.isOpen(unit)) return 'open';
    const { required, hasRounds } = this.rules;
    const isAsked =
      hasRounds !== true && required.some((name) => !this.counted.hasGiven(unit, name));
    if (isAsked) return 'awaiting';
    const demand = this.demandOn(unit);
    if (demand === 'ruling') return 'open';
    if (this.counted.heard(unit).length > 0) return 'uncounted';
    return hasRounds === true && (demand === 'none' || demand === 'training')
      ? 'undrawn'
      : 'awaiting';
  }

  /** Whether a unit lacks the judgments that could settle it. */
  isAwaited(unit: number): boolean {
    if (!this.counted.isJudged(unit)) return true;
    return this.rules.allowPartial !== true && this.lacks(unit);
  }

  /** Whether judgments are missing that a unit must have. */
  lacks(unit: number): boolean {
    if (this.#awaited.on(unit) !== undefined) return true;
    const { required } = this.rules;
    for (let at = 0; at < required.length; at += 1)
      if (!this.#hasJudged(unit, required[at]!)) return true;
    return false;
  }

  #reserve(unit: number): void {
    if (unit < this.#state.length) return;
    const size = Math.max(unit + 1, 2 * this.#state.length);
    const state = new Int8Array(size).fill(unknown);
    state.set(this.#state);
    const codes = emptyCodes(size * this.#table.questions.length, this.#widest);
    codes.set(this.#codes);
    [this.#state, this.#codes] = [state, codes];
  }
}

/** A standing without the unit that it is about. */
type WithoutPlace<Of> = Of extends unknown ? Omit<Of, 'unit' | 'task'> : never;

/** The state of a unit that was never looked at. */
const unknown = -1;
/** The mark of a unit that needs no second look when what a model says is looked at again. */
const settledOnce = 2;
