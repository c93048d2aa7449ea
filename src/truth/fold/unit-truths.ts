import { annotatorWeight, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Consensus, QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { Truth } from '../../domain/fold/truth.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';
import { answerCode, codeAnswer, codeCount } from '../protocol/answer-codes.ts';
import { reasonedConsensus } from './consensus.ts';
import type { ReasonedConsensus } from './consensus.ts';
import type { MonitorPlan } from './monitor-tally.ts';
import { printReason } from './open-reason.ts';
import type { OpenReason } from './open-reason.ts';
import { resolve } from './resolve.ts';
import type { UnitAnswers } from '../judging/unit-answers.ts';
import { answersOfCodes, unitAgreement } from './unit-decision.ts';
import type { UnitDecider, UnitDecision, WeighedCodes } from './unit-decision.ts';

/** On what authority a unit is settled, if it is. */
const truthStates = ['open', 'consensus', 'ruling', 'excluded'] as const;
export type TruthState = (typeof truthStates)[number];

/** What is true of each unit, kept up to date: only units with something new are decided again. */
export class UnitTruths {
  readonly #plan: MonitorPlan;
  readonly #answers: UnitAnswers;
  readonly #decider: UnitDecider;
  #touched: number[] = [];
  #isTouched = new Uint8Array(1024);
  readonly #rulings = new Map<number, Ruling>();
  readonly #isRule: boolean[] = [];
  readonly #weight: number[] = [];
  readonly #states = [0, 0, 0, 0];
  readonly #openRows = new Set<number>();
  /** What a model over all units came to; votes need none. */
  #modelled: ReadonlyMap<string, ReasonedConsensus> | null = null;
  #codes: RatingCodes;
  #state = new Int8Array(1024).fill(unsettled);
  #agreement = new Float32Array(1024);

  constructor(plan: MonitorPlan, answers: UnitAnswers, decider: UnitDecider) {
    this.#plan = plan;
    this.#answers = answers;
    this.#decider = decider;
    this.#codes = emptyCodes(1024 * decider.questions.length, this.#widest);
  }

  /** Notes that something about a unit is new. */
  touch(row: number): void {
    if (row >= this.#isTouched.length) {
      const larger = new Uint8Array(Math.max(row + 1, 2 * this.#isTouched.length));
      larger.set(this.#isTouched);
      this.#isTouched = larger;
    }
    if (this.#isTouched[row] === 1) return;
    this.#isTouched[row] = 1;
    this.#touched.push(row);
  }

  rule(row: number, ruling: Ruling): void {
    this.#rulings.set(row, ruling);
    this.touch(row);
  }

  /** The latest ruling on a unit. */
  rulingOn(row: number): Ruling | undefined {
    return this.#rulings.get(row);
  }

  /** Whether an annotator, by their place, is a keyword rule. */
  isRule(annotator: number): boolean {
    while (this.#isRule.length <= annotator)
      this.#learn(this.#answers.annotators[this.#isRule.length]!);
    return this.#isRule[annotator]!;
  }

  /** How much the judgments of an annotator, by their place, count. */
  weight(annotator: number): number {
    this.isRule(annotator);
    return this.#weight[annotator]!;
  }

  /** The units with something new. */
  get touched(): readonly number[] {
    return this.#touched;
  }

  /** Decides what is new. */
  settle(): void {
    const { method } = this.#plan.consensus;
    if (this.#touched.length > 0 && (method === 'dawid-skene' || method === 'mace')) {
      this.#modelled = new Map(this.#model().map((one) => [one.unit, one]));
      for (let row = 0; row < this.#answers.size; row += 1) this.touch(row);
    }
    for (const row of this.#touched) {
      this.#settle(row);
      this.#isTouched[row] = 0;
    }
    this.#touched = [];
  }

  /** How many units there are in a state; those without any judgment that counts are open. */
  count(state: TruthState): number {
    return this.#states[truthStates.indexOf(state)]!;
  }

  state(row: number): TruthState {
    return truthStates[this.#state[row]!]!;
  }

  /** The code of the true answer to a question; −1 where there is none. */
  code(row: number, question: number): number {
    return this.#codes[row * this.#decider.questions.length + question]!;
  }

  /** The share of equal pairs of answers to a unit; null when no question was answered twice. */
  agreement(row: number): number | null {
    const share = this.#agreement[row]!;
    return share < 0 ? null : share;
  }

  /** The units that are open. */
  get openRows(): ReadonlySet<number> {
    return this.#openRows;
  }

  /** Why a unit is open; empty when it is not. */
  reasons(row: number): readonly OpenReason[] {
    if (this.state(row) !== 'open') return [];
    const ruling = this.#rulings.get(row);
    if (ruling === undefined) return this.#decide(row, this.#votes(row)).open;
    const truth = this.#resolve(row, ruling);
    return truth.from === 'open' ? truth.why.map((detail) => ({ kind: 'ruling', detail })) : [];
  }

  /** What is true of a unit, as `resolve` says it. */
  truth(row: number): Truth {
    const common = { unit: this.#answers.unit(row), task: this.#plan.task.id };
    const ruling = this.#rulings.get(row);
    if (ruling !== undefined) return this.#resolve(row, ruling);
    const { codes, open } = this.#decide(row, this.#votes(row));
    if (open.length > 0) return { ...common, from: 'open', why: open.map(printReason) };
    return {
      ...common,
      from: 'consensus',
      answers: answersOfCodes(this.#decider.questions, codes),
    };
  }

  /**
   * What each closed question comes to by the votes, with their shares; null for a question that is
   * not asked.
   */
  inDetail(row: number): readonly (QuestionConsensus | null)[] {
    const modelled = this.#modelled?.get(this.#answers.unit(row));
    if (modelled === undefined) return this.#decider.inDetail(this.#votes(row));
    return this.#decider.questions.map(
      (question) => modelled.questions.find((one) => one.question === question.id) ?? null,
    );
  }

  get #widest(): number {
    return Math.max(1, ...this.#decider.questions.map(codeCount));
  }

  #learn(annotator: string): void {
    const { panel } = this.#plan;
    this.#isRule.push(
      panelAnnotators(panel).some((one) => one.id === annotator && one.kind === 'rule'),
    );
    this.#weight.push(annotatorWeight(panel, annotator));
  }

  #votes(row: number): readonly WeighedCodes[] {
    const votes: WeighedCodes[] = [];
    for (let at = this.#answers.first(row); at >= 0; at = this.#answers.next(at)) {
      const annotator = this.#answers.annotator(at);
      if (!this.isRule(annotator))
        votes.push({ codes: this.#answers.codes(at), weight: this.#weight[annotator]! });
    }
    return votes;
  }

  #decide(row: number, votes: readonly WeighedCodes[]): UnitDecision {
    if (this.#modelled === null) return this.#decider.decide(votes);
    const { questions } = this.#decider;
    const modelled = this.#modelled.get(this.#answers.unit(row));
    if (modelled === undefined)
      return {
        codes: questions.map(() => -1),
        open: questions
          .filter((one) => one.required)
          .map((one) => ({ kind: 'unanswered', question: one.id })),
      };
    const answered = new Map(modelled.questions.map((one) => [one.question, one]));
    return {
      codes: questions.map((question) =>
        answerCode(question, answered.get(question.id)?.answer ?? undefined),
      ),
      open: modelled.open,
    };
  }

  #settle(row: number): void {
    this.#reserve(row);
    const votes = this.#votes(row);
    const { questions } = this.#decider;
    const width = questions.length;
    const ruling = this.#rulings.get(row);
    let state: TruthState;
    if (ruling === undefined) {
      const { codes, open } = this.#decide(row, votes);
      this.#codes.set(codes, row * width);
      state = open.length === 0 ? 'consensus' : 'open';
    } else {
      const truth = this.#resolve(row, ruling);
      const answers = truth.from === 'ruling' ? truth.answers : {};
      this.#codes.set(
        questions.map((question) => answerCode(question, answers[question.id])),
        row * width,
      );
      state = truth.from;
    }
    const before = this.#state[row]!;
    if (before !== unsettled) this.#states[before]! -= 1;
    this.#state[row] = truthStates.indexOf(state);
    this.#states[this.#state[row]!]! += 1;
    if (state === 'open') this.#openRows.add(row);
    else this.#openRows.delete(row);
    this.#agreement[row] = unitAgreement(votes, width) ?? -1;
  }

  #resolve(row: number, ruling: Ruling): Truth {
    const { task } = this.#plan;
    const unit = this.#answers.unit(row);
    const votes = this.#votes(row);
    const agreed: readonly Consensus[] =
      votes.length === 0
        ? []
        : [
            {
              unit,
              task: task.id,
              questions: this.inDetail(row).filter((one) => one !== null),
              open: [],
            },
          ];
    return resolve(task, agreed, [ruling])[0]!;
  }

  #model(): readonly ReasonedConsensus[] {
    const { task, panel, consensus: plan } = this.#plan;
    const { questions } = this.#decider;
    const judgments: Judgment[] = [];
    for (let row = 0; row < this.#answers.size; row += 1) {
      for (let at = this.#answers.first(row); at >= 0; at = this.#answers.next(at)) {
        const answers = Object.fromEntries(
          questions.flatMap((question, place) =>
            this.#answers.code(at, place) < 0
              ? []
              : [[question.id, codeAnswer(question, this.#answers.code(at, place))!]],
          ),
        );
        const annotator = this.#answers.annotators[this.#answers.annotator(at)]!;
        judgments.push({
          unit: this.#answers.unit(row),
          task: task.id,
          annotator,
          answers,
          asides: {},
          guideline: null,
          taskHash: null,
          round: null,
          at: null,
          seconds: null,
        });
      }
    }
    return reasonedConsensus(task, judgments, { panel, plan, seed: 1 });
  }

  #reserve(row: number): void {
    if (row < this.#state.length) return;
    const size = Math.max(row + 1, 2 * this.#state.length);
    const state = new Int8Array(size).fill(unsettled);
    state.set(this.#state);
    const agreement = new Float32Array(size);
    agreement.set(this.#agreement);
    const codes = emptyCodes(size * this.#decider.questions.length, this.#widest);
    codes.set(this.#codes);
    [this.#state, this.#agreement, this.#codes] = [state, agreement, codes];
  }
}

/** The state of a unit that was not decided yet. */
const unsettled = -1;
