import type { Consensus, QuestionConsensus } from '../domain/consensus.ts';
import type { ConsensusPlan } from '../domain/consensus-plan.ts';
import type { Question } from '../domain/question.ts';
import { isClosed } from '../domain/scale.ts';
import { leadingCategory, tiedCategories } from '../statistics/leading-category.ts';
import { codeAnswer, codeCount, notAnswered } from './answer-codes.ts';
import { compileCondition } from './condition.ts';
import type { Condition } from './condition.ts';
import { compileConstraints } from './constraints.ts';
import type { JudgmentColumns } from './judgment-columns.ts';

/** What the votes on a unit come to, in codes. */
export interface DecidedUnit {
  /** The answers in the task's order; those that do not apply, and those that are tied, are -1. */
  readonly codes: number[];
  /** True when a question that applies has no answer, or a constraint is broken: the unit waits for a ruling. */
  isOpen: boolean;
}

/**
 * The vote over columns of judgments, one unit at a time and without objects, so that it can be asked of millions. It says the same as
 * consensus() does for the methods majority and weighted; a test proves it. {@link ColumnConsensus.explain} gives the votes in words.
 */
export class ColumnConsensus {
  readonly #columns: JudgmentColumns;
  readonly #questions: readonly Question[];
  readonly #conditions: readonly (Condition | null)[];
  readonly #constraints: ReturnType<typeof compileConstraints>;
  readonly #tie: ConsensusPlan['tie'];
  /** Annotators whose votes count, by name, so that sums do not depend on who came first; and what they weigh. */
  readonly #voters: readonly { readonly annotator: number; readonly weight: number; readonly amount: number }[];
  readonly #sums: Float64Array;
  readonly #counted: number[];

  constructor(columns: JudgmentColumns, weightOf: (annotator: string) => number, plan: ConsensusPlan) {
    const { task } = columns;
    this.#columns = columns;
    this.#questions = task.questions;
    this.#conditions = task.questions.map((question) => {
      const compiled = question.when === null ? null : compileCondition(task, question.when.expression);
      return compiled?.ok === true ? compiled.holds : null;
    });
    this.#constraints = compileConstraints(task);
    this.#tie = plan.tie;
    const order = columns.annotators.map((name, annotator) => ({ name, annotator })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.#voters = order.flatMap(({ name, annotator }) => {
      const weight = weightOf(name);
      return weight > 0 ? [{ annotator, weight, amount: plan.method === 'weighted' ? weight : 1 }] : [];
    });
    this.#sums = new Float64Array(Math.max(1, ...task.questions.map(codeCount)));
    this.#counted = task.questions.map(() => notAnswered);
  }

  /** Decides a unit; the result's codes are written into `into`. */
  decide(unit: number, into: DecidedUnit): void {
    const { codes } = into;
    for (let at = 0; at < this.#questions.length; at += 1) codes[at] = isClosed(this.#questions[at]!.scale) ? this.#winner(unit, at) : notAnswered;
    into.isOpen = false;
    const counted = this.#counted;
    for (let at = 0; at < codes.length; at += 1) {
      const applies = this.#conditions[at]?.(codes) !== false;
      counted[at] = applies ? codes[at]! : notAnswered;
      if (applies && codes[at] === notAnswered && isClosed(this.#questions[at]!.scale)) into.isOpen = true;
    }
    for (let at = 0; at < codes.length; at += 1) codes[at] = counted[at]!;
    if (!into.isOpen && this.#columns.task.constraints.length > 0) into.isOpen = this.#constraints.broken(codes).length > 0;
  }

  /** The votes on a unit in words: what was answered with how much weight, the winner's share, and ties. */
  explain(unit: number, unitName: string): Consensus {
    const decided: DecidedUnit = { codes: this.#questions.map(() => notAnswered), isOpen: false };
    this.decide(unit, decided);
    const questions = this.#questions.flatMap((question, at) => {
      if (!isClosed(question.scale) || this.#conditions[at]?.(decided.codes) === false) return [];
      return [this.#questionConsensus(unit, at, question)];
    });
    const ties = questions.filter((one) => one.answer === null).map((one) => (one.tied.length === 0 ? `${one.question} has no judgment that counts` : `${one.question} is tied between ${one.tied.map(String).join(' and ')}`));
    const broken = this.#constraints.broken(decided.codes).map((constraint) => `${constraint.source} is broken`);
    return { unit: unitName, task: this.#columns.task.id, questions, open: [...ties, ...broken] };
  }

  #winner(unit: number, question: number): number {
    const categories = this.#tally(unit, question);
    const leader = leadingCategory(this.#sums, 0, categories);
    return leader >= 0 || this.#tie !== 'heaviest' ? leader : this.#heaviest(unit, question, tiedCategories(this.#sums, 0, categories));
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

  /** Of tied answers the one that the heaviest annotator gave; of several of the same weight the lowest on the scale. */
  #heaviest(unit: number, question: number, tied: readonly number[]): number {
    let best = { weight: -1, code: notAnswered };
    for (const { annotator, weight } of this.#voters) {
      const code = this.#columns.code(unit, annotator, question);
      if (!tied.includes(code)) continue;
      if (weight > best.weight || (weight === best.weight && code < best.code)) best = { weight, code };
    }
    return best.code;
  }

  #questionConsensus(unit: number, at: number, question: Question): QuestionConsensus {
    const categories = this.#tally(unit, at);
    const sums = [...this.#sums.subarray(0, categories)];
    const total = sums.reduce((sum, one) => sum + one, 0);
    const votes = sums.flatMap((weight, code) => (weight > 0 ? [{ answer: codeAnswer(question, code)!, weight }] : []));
    const tied = leadingCategory(sums, 0, categories) >= 0 ? [] : tiedCategories(sums, 0, categories);
    const winner = this.#winner(unit, at);
    const tieBroken = winner >= 0 && tied.length > 0;
    return {
      question: question.id,
      answer: winner < 0 ? null : codeAnswer(question, winner)!,
      confidence: total === 0 ? null : Math.max(...sums) / total,
      votes,
      tied: tieBroken ? [] : tied.map((code) => codeAnswer(question, code)!),
      tieBroken,
    };
  }
}
