import { consensusAnswers } from '../../domain/fold/consensus.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import { questionsIn } from '../../domain/expression.ts';
import { printFault } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Truth } from '../../domain/fold/truth.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import { compileTask } from '../judging/faults.ts';

/**
 * What is true of every unit: the latest ruling, else the consensus, else open with the reasons. A
 * ruling may state some answers only; the others stay as the consensus has them. Answers that are
 * not right together (see faults) leave the unit open, whoever gave them. Later in the list is
 * later; no judgment is ever touched.
 */
export function resolve(
  task: Task,
  consensuses: readonly Consensus[],
  rulings: readonly Ruling[],
): readonly Truth[] {
  const questions = task.questions.filter((question) => isClosed(question.scale));
  const names = new Set(questions.map((question) => question.id));
  const asked = new Set(task.questions.map((question) => question.id));
  const constraints = task.constraints.filter(({ expression }) =>
    questionsIn(expression).every((name) => names.has(name)),
  );
  const closed = { ...task, questions, constraints };
  const compiled = compileTask(closed);
  const own = rulings.filter((ruling) => ruling.task === task.id);
  const latest = new Map(own.map((ruling) => [ruling.unit, ruling]));
  const known = new Map(consensuses.map((one) => [one.unit, one]));
  const units = [...known.keys(), ...[...latest.keys()].filter((unit) => !known.has(unit))];

  return units.map((unit): Truth => {
    const agreed = known.get(unit);
    const ruling = latest.get(unit);
    const common = { unit, task: task.id };
    if (ruling === undefined) {
      return agreed!.open.length === 0
        ? { ...common, from: 'consensus', answers: consensusAnswers(agreed!) }
        : { ...common, from: 'open', why: agreed!.open };
    }
    const { by, reason, decision } = ruling;
    if (decision.kind === 'exclude') return { ...common, from: 'excluded', by, reason };
    const answers = {
      ...(agreed === undefined ? {} : consensusAnswers(agreed)),
      ...decision.answers,
    };
    // Texts and quotes are no part of the truth; a name that is no question's is a fault, and said.
    const kept = Object.fromEntries(
      Object.entries(answers).filter(([name]) => names.has(name) || !asked.has(name)),
    );
    const applicable = withoutInapplicable(compiled, kept, decision.answers);
    const faults = compiled.faults(applicable, null);
    if (faults.length > 0)
      return {
        ...common,
        from: 'open',
        why: faults.map((one) => `the ruling leaves a fault: ${printFault(one)}`),
      };
    return { ...common, from: 'ruling', answers: applicable, by, reason };
  });
}

/**
 * A ruling that a question's condition no longer holds takes the consensus on that question with
 * it, and on those that rest on it; what it states itself stays.
 */
function withoutInapplicable(
  compiled: ReturnType<typeof compileTask>,
  answers: Answers,
  stated: Answers,
): Answers {
  const inapplicable = new Set(
    compiled
      .faults(answers, null)
      .filter(
        (one) => one.code === 'not-applicable' && one.field !== undefined && !(one.field in stated),
      )
      .map((one) => one.field),
  );
  if (inapplicable.size === 0) return answers;
  return withoutInapplicable(
    compiled,
    Object.fromEntries(Object.entries(answers).filter(([name]) => !inapplicable.has(name))),
    stated,
  );
}
