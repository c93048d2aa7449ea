import { questionsIn } from '../../domain/expression.ts';
import type { RuledState } from '../../domain/fold/standing.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { compileTask } from '../judging/faults.ts';
import type { CompiledTask } from '../judging/faults.ts';

/** Puts rulings over what the judgments say; no judgment is ever touched. */
export class RulingResolver {
  readonly #closed: ReadonlySet<string>;
  readonly #asked: ReadonlySet<string>;
  readonly #compiled: CompiledTask;

  constructor(task: Task) {
    const questions = task.questions.filter((question) => isClosed(question.scale));
    this.#closed = new Set(questions.map((question) => question.id));
    this.#asked = new Set(task.questions.map((question) => question.id));
    const constraints = task.constraints.filter(({ expression }) =>
      questionsIn(expression).every((name) => this.#closed.has(name)),
    );
    this.#compiled = compileTask({ ...task, questions, constraints });
  }

  /**
   * What a ruling makes of a unit. It may state some answers only; the others stay as agreed.
   * Answers that are not right together (see faults) leave the unit open, whoever gave them.
   */
  resolve(agreed: Answers, { by, reason, decision }: Ruling): RuledState {
    if (decision.kind === 'exclude') return { state: 'excluded', by, reason };
    // Texts and quotes are not part of the truth; a name that no question has is a fault.
    const kept = Object.fromEntries(
      Object.entries({ ...agreed, ...decision.answers }).filter(
        ([name]) => this.#closed.has(name) || !this.#asked.has(name),
      ),
    );
    const answers = this.#withoutInapplicable(kept, decision.answers);
    const faults = this.#compiled.faults(answers, null);
    if (faults.length === 0) return { state: 'ruled', answers, by, reason };
    return {
      state: 'open',
      why: faults.map(({ code, values }) => ({ kind: 'ruling', detail: { code, values } })),
    };
  }

  /** A ruling that ends a question's condition also drops what was agreed on that question. */
  #withoutInapplicable(answers: Answers, stated: Answers): Answers {
    const inapplicable = new Set(
      this.#compiled
        .faults(answers, null)
        .filter(({ code, field }) => code === 'not-applicable' && field !== undefined)
        .map((one) => one.field!)
        .filter((field) => !(field in stated)),
    );
    if (inapplicable.size === 0) return answers;
    const kept = Object.entries(answers).filter(([name]) => !inapplicable.has(name));
    return this.#withoutInapplicable(Object.fromEntries(kept), stated);
  }
}
