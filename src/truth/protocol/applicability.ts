import type { Task } from '../../domain/protocol/task.ts';
import { notAnswered } from './answer-codes.ts';
import { compileCondition, placesIn } from './condition.ts';
import type { Condition } from './condition.ts';

/**
 * Which questions apply to a unit. A question does not apply when its condition is false, or
 * depends on questions that do not apply. When the deciding answer is tied, the question is still
 * considered: the tie marks the unit as open.
 */
export class Applicability {
  readonly #conditions: readonly (Condition | null)[];
  readonly #restsOn: readonly (readonly number[])[];
  /** Whether a condition depends on a question with a condition: one pass is not enough then. */
  readonly #isChained: boolean;
  readonly #masked: number[];

  constructor(task: Pick<Task, 'questions'>) {
    this.#conditions = task.questions.map((question) => {
      const compiled =
        question.when === null ? null : compileCondition(task, question.when.expression);
      return compiled?.ok === true ? compiled.holds : null;
    });
    this.#restsOn = task.questions.map(({ when }) =>
      when === null ? [] : placesIn(task, when.expression),
    );
    this.#isChained = this.#restsOn.some(
      (rests, at) =>
        this.#conditions[at] !== null && rests.some((other) => this.#conditions[other] !== null),
    );
    this.#masked = task.questions.map(() => notAnswered);
  }

  /** The condition of a question by its place; null when it is always asked. */
  condition(at: number): Condition | null {
    return this.#conditions[at]!;
  }

  /** Writes into `applies` which questions apply, given the codes of all answers. */
  mark(codes: ArrayLike<number>, applies: boolean[]): void {
    const masked = this.#masked;
    for (let at = 0; at < masked.length; at += 1) {
      masked[at] = codes[at]!;
      applies[at] = true;
    }
    for (let changed = true; changed;) {
      changed = false;
      for (let at = 0; at < masked.length; at += 1) {
        if (!applies[at] || this.#isAsked(at, masked, applies)) continue;
        applies[at] = false;
        changed = this.#isChained;
      }
      // Only now, so that the order of the questions decides nothing.
      if (changed)
        for (let at = 0; at < masked.length; at += 1) if (!applies[at]) masked[at] = notAnswered;
    }
  }

  #isAsked(at: number, codes: readonly number[], applies: readonly boolean[]): boolean {
    const holds = this.#conditions[at]?.(codes);
    if (holds === undefined || holds === true) return true;
    return (
      holds === null &&
      this.#restsOn[at]!.some((other) => codes[other]! < 0 && applies[other] === true)
    );
  }
}
