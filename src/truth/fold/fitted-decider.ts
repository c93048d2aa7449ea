import { allSteps } from '../../statistics/all-steps.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import { fittingModel } from './answer-model.ts';
import type { CountedJudgments } from './counted-judgments.ts';
import type { StandingRules } from './standing-rules.ts';
import { UnitDecider } from './unit-decider.ts';

/** What decides units, with a model of all judgments where the protocol asks for one. */
export class FittedDecider {
  readonly #table: JudgmentTable;
  readonly #rules: StandingRules;
  readonly #counted: CountedJudgments;
  readonly #takes: ((mark: number) => boolean) | undefined;
  #fitted: UnitDecider | null = null;

  /** `takes` says which judgments are taken in beside those that count. */
  constructor(
    table: JudgmentTable,
    rules: StandingRules,
    counted: CountedJudgments,
    takes?: (mark: number) => boolean,
  ) {
    this.#table = table;
    this.#rules = rules;
    this.#counted = counted;
    this.#takes = takes;
  }

  /** Forgets the model: something is new, and what it says of a unit depends on all others. */
  forget(): void {
    this.#fitted = null;
  }

  /** What decides, with a model of the judgments as they are now. */
  get current(): UnitDecider {
    if (this.#fitted === null) allSteps(this.fitting());
    return this.#fitted!;
  }

  /** Fits the model in steps, so that asking costs nothing. Nothing may be new between them. */
  *fitting(): Generator<void, void> {
    if (this.#fitted !== null) return;
    const { task, plan, seed } = this.#rules;
    const takes = this.#takes;
    const weightOf = this.#counted.weight;
    const model = yield* fittingModel(this.#table, weightOf, plan, seed, takes);
    const plans = { task, plan, weightOf, model };
    this.#fitted ??= new UnitDecider(
      this.#table,
      takes === undefined ? plans : { ...plans, takes },
    );
  }
}
