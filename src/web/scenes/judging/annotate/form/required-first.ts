import { questionsIn } from '../../../../../domain/expression.ts';
import type { Task } from '../../../../../domain/protocol/task.ts';

/**
 * A task whose form asks first what must be answered, then what may be. Where a question that must
 * be answered depends on one that need not, the order stays.
 */
export function requiredFirst(task: Task): Task {
  const { questions } = task;
  const optional = questions.filter((question) => !question.required);
  const names = new Set(optional.map(({ id }) => id));
  const required = questions.filter((question) => question.required);
  const isBound = required.some(
    ({ when }) => when !== null && questionsIn(when.expression).some((id) => names.has(id)),
  );
  if (isBound || optional.length === 0 || required.length === 0) return task;
  return { ...task, questions: [...required, ...optional] };
}
