import type { Consensus, QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { questionsIn } from '../../domain/expression.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, isGraded } from '../../domain/protocol/scale.ts';
import {
  leadingCategory,
  tiedCategories,
  tieTolerance,
} from '../../statistics/leading-category.ts';
import { codeAnswer, codeApplies, codeCount, notAnswered } from '../protocol/answer-codes.ts';
import { Applicability } from '../protocol/applicability.ts';
import { compileConstraints } from '../protocol/constraints.ts';
import { openQuestion, printReason } from './open-reason.ts';
import type { JudgmentColumns } from './judgment-columns.ts';

/** What the votes on a unit come to, in codes. */
export interface DecidedUnit {
  /** The answers in the task's order; those that do not apply, and those that are tied, are -1. */
  readonly codes: number[];
  /**
   * True when a question that applies has no answer, or a constraint is broken: the unit waits for
   * a ruling.
   */
  isOpen: boolean;
}

/**
 * The vote over columns of judgments, one unit at a time and without objects, so that it can be
 * asked of millions. It says the same as consensus() does for the methods majority and weighted; a
 * test proves it. A question that need not be answered, and that nobody answered, leaves nothing
 * open. {@link ColumnConsensus.explain} gives the votes in words.
 */
export class ColumnConsensus {
  readonly #columns: JudgmentColumns;
  readonly #questions: readonly Question[];
  readonly #applicability: Applicability;
  readonly #applies: boolean[] = [];
  /**
   * Whether a question's condition can be asked before its votes are counted: it is on questions
   * that are always asked, and none is on it.
   */
  readonly #early: readonly boolean[];
  readonly #closed: readonly boolean[];
  /** Of graded labels, which codes say that the label applies; null for other questions. */
  readonly #graded: readonly (readonly boolean[] | null)[];
  readonly #constraints: ReturnType<typeof compileConstraints>;
  readonly #tie: ConsensusPlan['tie'];
  /**
   * Annotators whose votes count, by name, so that sums do not depend on who came first; and what
   * they weigh.
   */
  readonly #voters: readonly {
    readonly annotator: number;
    readonly weight: number;
    readonly amount: number;
  }[];
  readonly #sums: Float64Array;
  /** Whether a question lacks an answer that it should have. */
  readonly #lacking: boolean[];

  constructor(
    columns: JudgmentColumns,
    weightOf: (annotator: string) => number,
    plan: ConsensusPlan,
  ) {
    const { task } = columns;
    this.#columns = columns;
    this.#questions = task.questions;
    this.#applicability = new Applicability(task);
    const asked = new Set(
      task.questions.flatMap(({ when }) => (when === null ? [] : questionsIn(when.expression))),
    );
    const always = (id: string, before: number): boolean =>
      task.questions.slice(0, before).some((one) => one.id === id && one.when === null);
    this.#early = task.questions.map(
      ({ id, when }, at) =>
        when !== null &&
        this.#applicability.condition(at) !== null &&
        !asked.has(id) &&
        questionsIn(when.expression).every((name) => always(name, at)),
    );
    this.#closed = task.questions.map((question) => isClosed(question.scale));
    this.#graded = task.questions.map((question) =>
      isGraded(question.scale)
        ? question.scale.values.map((_, code) => codeApplies(question, code))
        : null,
    );
    this.#constraints = compileConstraints(task);
    this.#tie = plan.tie;
    const order = columns.annotators
      .map((name, annotator) => ({ name, annotator }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.#voters = order.flatMap(({ name, annotator }) => {
      const weight = weightOf(name);
      return weight > 0
        ? [{ annotator, weight, amount: plan.method === 'weighted' ? weight : 1 }]
        : [];
    });
    this.#sums = new Float64Array(Math.max(1, ...task.questions.map(codeCount)));
    this.#lacking = task.questions.map(() => false);
  }

  /** Decides a unit; the result's codes are written into `into`. */
  decide(unit: number, into: DecidedUnit): void {
    const { codes } = into;
    for (let at = 0; at < codes.length; at += 1) {
      // Most units are irrelevant, and then the votes on the rest need not be counted.
      const isIdle = this.#early[at]! && this.#applicability.condition(at)!(codes) === false;
      codes[at] = this.#closed[at]! && !isIdle ? this.#winner(unit, at) : notAnswered;
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
    if (!into.isOpen && this.#columns.task.constraints.length > 0)
      into.isOpen = this.#constraints.broken(codes).length > 0;
  }

  /**
   * The votes on a unit in words: what was answered with how much weight, the winner's share, and
   * ties.
   */
  explain(unit: number, unitName: string): Consensus {
    const codes = this.#questions.map((_, at) =>
      this.#closed[at]! ? this.#winner(unit, at) : notAnswered,
    );
    const applies: boolean[] = [];
    this.#applicability.mark(codes, applies);
    const optional = new Set(
      this.#questions.filter((question) => !question.required).map((question) => question.id),
    );
    const questions = this.#questions
      .flatMap((question, at) =>
        this.#closed[at]! && applies[at]! ? [this.#questionConsensus(unit, at, question)] : [],
      )
      .filter((one) => one.votes.length > 0 || !optional.has(one.question));
    const ties = questions
      .filter((one) => one.answer === null && (one.tied.length > 0 || !optional.has(one.question)))
      .map((one) => printReason(openQuestion(one)));
    const broken = this.#constraints
      .broken(codes.map((code, at) => (applies[at]! ? code : notAnswered)))
      .map((constraint) => `${constraint.source} is broken`);
    return { unit: unitName, task: this.#columns.task.id, questions, open: [...ties, ...broken] };
  }

  /** Whether anybody whose vote counts answered the question that was tallied last. */
  #hasVotes(question: number): boolean {
    for (let code = 0; code < codeCount(this.#questions[question]!); code += 1)
      if (this.#sums[code]! > 0) return true;
    return false;
  }

  #winner(unit: number, question: number): number {
    const categories = this.#tally(unit, question);
    const applies = this.#graded[question];
    if (applies !== null && applies !== undefined) {
      const leaders = gradedLeaders(this.#sums, applies);
      return leaders.length === 1
        ? leaders[0]!
        : leaders.length === 0 || this.#tie !== 'heaviest'
          ? notAnswered
          : this.#heaviest(unit, question, leaders);
    }
    const leader = leadingCategory(this.#sums, 0, categories);
    return leader >= 0 || this.#tie !== 'heaviest'
      ? leader
      : this.#heaviest(unit, question, tiedCategories(this.#sums, 0, categories));
  }

  #tally(unit: number, question: number): number {
    const categories = codeCount(this.#questions[question]!);
    this.#sums.fill(0, 0, categories);
    for (const { annotator, amount } of this.#voters) {
      const code = this.#columns.code(unit, annotator, question);
      if (code >= 0) this.#sums[code]! += amount;
    }
    return categories;
  }

  /**
   * Of tied answers the one that the heaviest annotator gave; of several of the same weight the
   * lowest on the scale.
   */
  #heaviest(unit: number, question: number, tied: readonly number[]): number {
    let best = { weight: -1, code: notAnswered };
    for (const { annotator, weight } of this.#voters) {
      const code = this.#columns.code(unit, annotator, question);
      if (!tied.includes(code)) continue;
      if (weight > best.weight || (weight === best.weight && code < best.code))
        best = { weight, code };
    }
    return best.code;
  }

  #questionConsensus(unit: number, at: number, question: Question): QuestionConsensus {
    const categories = this.#tally(unit, at);
    const sums = [...this.#sums.subarray(0, categories)];
    const total = sums.reduce((sum, one) => sum + one, 0);
    const votes = sums.flatMap((weight, code) =>
      weight > 0 ? [{ answer: codeAnswer(question, code)!, weight }] : [],
    );
    const applies = this.#graded[at] ?? null;
    const leaders = applies === null ? null : gradedLeaders(sums, applies);
    const tied =
      leaders === null
        ? leadingCategory(sums, 0, categories) >= 0
          ? []
          : tiedCategories(sums, 0, categories)
        : leaders.length === 1
          ? []
          : leaders;
    const winner = this.#winner(unit, at);
    const tieBroken = winner >= 0 && tied.length > 0;
    return {
      question: question.id,
      answer: winner < 0 ? null : codeAnswer(question, winner)!,
      confidence:
        total === 0
          ? null
          : (applies === null ? Math.max(...sums) : gradedWeight(sums, applies)) / total,
      votes,
      tied: tieBroken ? [] : tied.map((code) => codeAnswer(question, code)!),
      tieBroken,
    };
  }
}

/**
 * A graded label is decided in two steps, as in consensus(): whether it applies, then its grade
 * among those who say so. Several codes are a tie.
 */
function gradedLeaders(sums: ArrayLike<number>, applies: readonly boolean[]): readonly number[] {
  const sides = sideWeights(sums, applies);
  const isTied = Math.abs(sides.yes - sides.no) <= tieTolerance * Math.max(sides.yes, sides.no);
  if (isTied)
    return sides.yes === 0
      ? []
      : [...leadersOf(sums, applies, false), ...leadersOf(sums, applies, true)];
  return leadersOf(sums, applies, sides.yes > sides.no);
}

/**
 * The weight that a graded label's outcome is the share of: that of the grade, or in a tie over
 * whether it applies that of one side.
 */
function gradedWeight(sums: ArrayLike<number>, applies: readonly boolean[]): number {
  const sides = sideWeights(sums, applies);
  const isTied = Math.abs(sides.yes - sides.no) <= tieTolerance * Math.max(sides.yes, sides.no);
  return isTied
    ? Math.max(sides.yes, sides.no)
    : sums[leadersOf(sums, applies, sides.yes > sides.no)[0]!]!;
}

function sideWeights(
  sums: ArrayLike<number>,
  applies: readonly boolean[],
): { readonly yes: number; readonly no: number } {
  let [yes, no] = [0, 0];
  for (let code = 0; code < applies.length; code += 1) {
    if (applies[code]) yes += sums[code]!;
    else no += sums[code]!;
  }
  return { yes, no };
}

function leadersOf(
  sums: ArrayLike<number>,
  applies: readonly boolean[],
  side: boolean,
): readonly number[] {
  let best = 0;
  for (let code = 0; code < applies.length; code += 1)
    if (applies[code] === side && sums[code]! > best) best = sums[code]!;
  return applies.flatMap((applied, code) =>
    applied === side && sums[code]! > 0 && best - sums[code]! <= tieTolerance * best ? [code] : [],
  );
}
