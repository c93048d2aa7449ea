import { questionsIn } from '../../domain/expression.ts';
import type { Answer } from '../../domain/answer.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, isGraded } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { leadingCategory, tiedCategories } from '../../statistics/leading-category.ts';
import { codeAnswer, codeApplies, codeCount, notAnswered } from '../protocol/answer-codes.ts';
import { Applicability } from '../protocol/applicability.ts';
import { compileConstraints, violation } from '../protocol/constraints.ts';
import type { AnswerModel } from './answer-model.ts';
import { gradedLeaders, gradedWeight } from './graded-votes.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import { openQuestion } from '../../domain/fold/open-reason.ts';
import type { OpenReason } from '../../domain/fold/open-reason.ts';

/** What the votes on a unit decide, in codes. */
export interface DecidedUnit {
  /** Per question of the task; those that do not apply, and those that are tied, are −1. */
  readonly codes: number[];
  /** True when a question that applies has no answer, or a constraint is broken. */
  isOpen: boolean;
}

/** What the votes on a unit decide, with the votes, and why it is open if it is. */
export interface ExplainedUnit {
  /** The closed questions that apply and that somebody answered or had to. */
  readonly questions: readonly QuestionConsensus[];
  readonly open: readonly OpenReason[];
}

/** How judgments become one answer. */
export interface DeciderSettings {
  readonly task: Task;
  readonly plan: ConsensusPlan;
  /** How much the judgments of an annotator, by number, count; 0 is kept but never counted. */
  readonly weightOf: (annotator: number) => number;
  /** The answers of a method that looks at all units together; null where votes are counted. */
  readonly model: AnswerModel | null;
  /** Whether a judgment with a mark is counted; left out, none is. */
  readonly takes?: (mark: number) => boolean;
}

/**
 * Decides a unit: one answer per question out of the judgments on it. This is the only place that
 * does. Judgments of weight 0 are never counted, and who did not answer a question does not vote on
 * it. A tie has no answer. A question that does not apply to the unit, by the answers to the
 * others, is left out with all that rest on it. Answers that together break a constraint leave the
 * unit open: no single annotator said them. `decide` makes no objects, so that it can be asked of
 * millions; `explain` gives the votes.
 */
export class UnitDecider {
  readonly #table: JudgmentTable;
  readonly #rule: DeciderSettings;
  readonly #questions: readonly Question[];
  readonly #applicability: Applicability;
  readonly #constraints: ReturnType<typeof compileConstraints>;
  readonly #applies: boolean[] = [];
  /** Whether a question's condition can be asked before its votes are counted. */
  readonly #early: readonly boolean[];
  readonly #closed: readonly boolean[];
  /** How many codes each question has. */
  readonly #sizes: readonly number[];
  /** Of graded labels, which codes say that the label applies; null for other questions. */
  readonly #graded: readonly (readonly boolean[] | null)[];
  readonly #sums: Float64Array;
  /** Whether a question lacks an answer that it should have. */
  readonly #lacking: boolean[];
  /** What a vote of each annotator adds; weights are asked for once. */
  readonly #amounts: number[] = [];
  /** Whether sums of amounts are exact; otherwise they are added in the order of names. */
  #isExact = true;
  #unit = -1;
  #sorted: readonly number[] | null = null;

  constructor(table: JudgmentTable, rule: DeciderSettings) {
    const { task } = rule;
    this.#table = table;
    this.#rule = rule;
    this.#questions = task.questions;
    this.#applicability = new Applicability(task);
    this.#constraints = compileConstraints(task);
    this.#early = earlyConditions(task, this.#applicability);
    this.#closed = task.questions.map((question) => isClosed(question.scale));
    this.#graded = task.questions.map((question) =>
      isGraded(question.scale)
        ? question.scale.values.map((_, code) => codeApplies(question, code))
        : null,
    );
    this.#sizes = task.questions.map(codeCount);
    this.#sums = new Float64Array(Math.max(1, ...this.#sizes));
    this.#lacking = task.questions.map(() => false);
  }

  /** Decides a unit; the result's codes are written into `into`. */
  decide(unit: number, into: DecidedUnit): void {
    this.#turnTo(unit);
    const { codes } = into;
    for (let at = 0; at < codes.length; at += 1) {
      // Most units are irrelevant, and then the votes on the rest need not be counted.
      const isIdle = this.#early[at]! && this.#applicability.condition(at)!(codes) === false;
      codes[at] = this.#closed[at]! && !isIdle ? this.#winner(at) : notAnswered;
      this.#lacking[at] =
        codes[at] === notAnswered &&
        this.#closed[at]! &&
        (this.#questions[at]!.required || this.#hasVotes(at));
    }
    into.isOpen = false;
    this.#applicability.mark(codes, this.#applies);
    for (let at = 0; at < codes.length; at += 1) {
      if (!this.#applies[at]!) codes[at] = notAnswered;
      else if (this.#lacking[at]!) into.isOpen = true;
    }
    if (!into.isOpen && this.#rule.task.constraints.length > 0)
      into.isOpen = this.#constraints.broken(codes).length > 0;
  }

  /** The same with the votes on each question, their shares, and what is open. */
  explain(unit: number): ExplainedUnit {
    this.#turnTo(unit);
    const decided = this.#questions.map((_, at) =>
      this.#closed[at]! ? this.#winner(at) : notAnswered,
    );
    const applies: boolean[] = [];
    this.#applicability.mark(decided, applies);
    const codes = decided.map((code, at) => (applies[at]! ? code : notAnswered));
    const questions = this.#questions
      .map((question, at) =>
        this.#closed[at]! && applies[at]! ? this.#consensus(at, question, decided[at]!) : null,
      )
      .filter((one, at) => one !== null && (this.#questions[at]!.required || one.votes.length > 0))
      .map((one) => one!);
    const unanswered = questions.filter((one) => one.answer === null).map(openQuestion);
    const broken = this.#constraints
      .broken(codes)
      .map((constraint): OpenReason => ({
        kind: 'contradiction',
        constraint: constraint.source,
        detail: violation(this.#rule.task, constraint, codes),
      }));
    return { questions, open: [...unanswered, ...broken] };
  }

  #turnTo(unit: number): void {
    this.#unit = unit;
    const { annotators } = this.#table;
    const { weightOf, plan } = this.#rule;
    for (let number = this.#amounts.length; number < annotators.length; number += 1) {
      const weight = weightOf(number);
      const amount = plan.method === 'weighted' ? weight : Math.sign(weight);
      this.#amounts.push(amount);
      this.#isExact &&= Number.isInteger(amount * 1024);
    }
    this.#sorted = this.#isExact ? null : this.#byName(unit);
  }

  #byName(unit: number): readonly number[] {
    const table = this.#table;
    const first = table.first(unit);
    const places = Array.from({ length: table.count(unit) }, (_, at) => first + at);
    const name = (place: number): string => table.annotators[table.who(place)]!;
    return places.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
  }

  #tally(question: number): void {
    this.#sums.fill(0, 0, this.#sizes[question]!);
    if (this.#sorted !== null) {
      for (const place of this.#sorted) this.#count(place, question);
      return;
    }
    const end = this.#table.end(this.#unit);
    for (let place = this.#table.first(this.#unit); place < end; place += 1)
      this.#count(place, question);
  }

  #count(place: number, question: number): void {
    const code = this.#table.code(place, question);
    if (code >= 0 && this.#takes(place))
      this.#sums[code]! += this.#amounts[this.#table.who(place)]!;
  }

  #takes(place: number): boolean {
    const mark = this.#table.mark(place);
    return mark === 0 || this.#rule.takes?.(mark) === true;
  }

  /** Whether anybody whose vote counts answered the question that was tallied last. */
  #hasVotes(question: number): boolean {
    const categories = this.#sizes[question]!;
    for (let code = 0; code < categories; code += 1) if (this.#sums[code]! > 0) return true;
    return false;
  }

  #winner(question: number): number {
    this.#tally(question);
    if (this.#isPlain(question)) {
      const leader = leadingCategory(this.#sums, 0, this.#sizes[question]!);
      if (leader >= 0 || this.#rule.plan.tie !== 'heaviest') return leader;
    }
    const leaders = this.#leaders(question);
    if (leaders.length === 1) return leaders[0]!;
    return leaders.length === 0 || this.#rule.plan.tie !== 'heaviest'
      ? notAnswered
      : this.#heaviest(question, leaders);
  }

  /** The codes that share the first place in the question that was tallied last. */
  #leaders(question: number): readonly number[] {
    const { model } = this.#rule;
    if (model !== null)
      return this.#hasVotes(question) ? model.leaders(question, this.#unit) : noCodes;
    const applies = this.#graded[question]!;
    return applies === null
      ? tiedCategories(this.#sums, 0, this.#sizes[question]!)
      : gradedLeaders(this.#sums, applies);
  }

  /** Of tied answers the one of the heaviest annotator; of equally heavy ones the lowest. */
  #heaviest(question: number, tied: readonly number[]): number {
    const table = this.#table;
    let best = { weight: -1, code: notAnswered };
    for (let place = table.first(this.#unit); place < table.end(this.#unit); place += 1) {
      const code = table.code(place, question);
      const weight = this.#rule.weightOf(table.who(place));
      if (weight === 0 || !tied.includes(code) || !this.#takes(place)) continue;
      if (weight > best.weight || (weight === best.weight && code < best.code))
        best = { weight, code };
    }
    return best.code;
  }

  #consensus(at: number, question: Question, winner: number): QuestionConsensus {
    this.#tally(at);
    const votes: { answer: Answer; weight: number }[] = [];
    const size = this.#sizes[at]!;
    for (let code = 0; code < size; code += 1) {
      const weight = this.#sums[code]!;
      if (weight > 0) votes.push({ answer: codeAnswer(question, code)!, weight });
    }
    const leaders = votes.length === 1 && this.#isPlain(at) ? noCodes : this.#leaders(at);
    const tied = leaders.length > 1 ? leaders : noCodes;
    const isBroken = winner >= 0 && tied.length > 0;
    return {
      question: question.id,
      answer: codeAnswer(question, winner) ?? null,
      confidence: this.#confidence(at),
      votes,
      tied: isBroken ? [] : tied.map((code) => codeAnswer(question, code)!),
      tieBroken: isBroken,
    };
  }

  /** Of the question that was tallied last. */
  #confidence(at: number): number | null {
    const size = this.#sizes[at]!;
    let total = 0;
    let most = 0;
    for (let code = 0; code < size; code += 1) {
      total += this.#sums[code]!;
      most = Math.max(most, this.#sums[code]!);
    }
    if (total === 0) return null;
    const { model } = this.#rule;
    if (model !== null) return model.chance(at, this.#unit);
    const applies = this.#graded[at]!;
    return (applies === null ? most : gradedWeight(this.#sums.subarray(0, size), applies)) / total;
  }

  /** Whether the most votes decide: no model, no grades. */
  #isPlain(question: number): boolean {
    return this.#rule.model === null && this.#graded[question] === null;
  }
}

const noCodes: readonly number[] = [];

/**
 * Whether a condition can be asked before the votes on its question are counted: it rests on
 * earlier questions that are always asked, and no other condition rests on the question.
 */
function earlyConditions(
  { questions }: Pick<Task, 'questions'>,
  applicability: Applicability,
): readonly boolean[] {
  const asked = new Set(
    questions.flatMap(({ when }) => (when === null ? [] : questionsIn(when.expression))),
  );
  const isAlways = (id: string, before: number): boolean =>
    questions.slice(0, before).some((one) => one.id === id && one.when === null);
  return questions.map(
    ({ id, when }, at) =>
      when !== null &&
      applicability.condition(at) !== null &&
      !asked.has(id) &&
      questionsIn(when.expression).every((name) => isAlways(name, at)),
  );
}
