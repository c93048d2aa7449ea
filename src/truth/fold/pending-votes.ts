import type { OpenReason } from '../../domain/fold/open-reason.ts';
import { notAnswered } from '../protocol/answer-codes.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import type { CountedJudgments } from './counted-judgments.ts';
import { FittedDecider } from './fitted-decider.ts';
import type { DecidedUnit, ExplainedUnit } from './unit-decider.ts';
import type { StandingRules } from './standing-rules.ts';

/**
 * What the judgments of pilots that have not passed would decide if they counted. What they
 * disagree on is discussed, and somebody may rule on it.
 */
export class PendingVotes {
  readonly #table: JudgmentTable;
  readonly #rules: StandingRules;
  readonly #counted: CountedJudgments;
  readonly #decided: DecidedUnit;
  readonly #decider: FittedDecider;

  constructor(table: JudgmentTable, rules: StandingRules, counted: CountedJudgments) {
    this.#table = table;
    this.#rules = rules;
    this.#counted = counted;
    this.#decider = new FittedDecider(table, rules, counted, counted.marks.isPending);
    this.#decided = { codes: rules.task.questions.map(() => notAnswered), isOpen: false };
  }

  /** Forgets the answers of a method that looks at all units together. */
  forget(): void {
    this.#decider.forget();
  }

  /** Fits a model in steps, where there is one; see {@link FittedDecider.fitting}. */
  fitting(): Generator<void, void> {
    return this.#decider.fitting();
  }

  /** How many such judgments on a unit there are. */
  count(unit: number): number {
    let count = 0;
    for (let place = this.#table.first(unit); place < this.#table.end(unit); place += 1)
      if (this.#isPending(place)) count += 1;
    return count;
  }

  /** Whether they would leave a unit open, with every run of a model that it must have. */
  isOpen(unit: number): boolean {
    if (this.count(unit) === 0) return false;
    const isLacking = this.#rules.required.some((name) => {
      const annotator = this.#table.findAnnotator(name);
      return annotator < 0 || !this.#table.has(unit, annotator);
    });
    if (isLacking) return false;
    this.#decider.current.decide(unit, this.#decided);
    return this.#decided.isOpen;
  }

  /** The votes, what they would decide, and what they would leave open. */
  explain(unit: number): ExplainedUnit {
    return this.#decider.current.explain(unit);
  }

  /** The rounds that have not passed. */
  rounds(unit: number): readonly OpenReason[] {
    const found = new Map<string, OpenReason>();
    for (let place = this.#table.first(unit); place < this.#table.end(unit); place += 1) {
      const reason = this.#isPending(place)
        ? this.#counted.marks.reason(this.#table.mark(place))
        : null;
      if (reason === null || reason.round === null) continue;
      const why = reason.why === 'round-failed' ? 'round-failed' : 'round-not-passed';
      found.set(`${why}/${reason.round}`, { kind: 'round', round: reason.round, why });
    }
    return [...found.values()];
  }

  #isPending(place: number): boolean {
    const isHeard = this.#counted.weight(this.#table.who(place)) > 0;
    return isHeard && this.#counted.marks.isPending(this.#table.mark(place));
  }
}
