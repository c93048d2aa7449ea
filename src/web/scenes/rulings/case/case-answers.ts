import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { rulingLogic } from './ruling-draft.ts';
import type { RulingAnswers } from './ruling-draft.ts';

/**
 * What a ruling begins with: the last ruling over what the votes agree on, as far as it fits
 * together. What is tied has no answer.
 */
export function firstAnswers(task: Task, { questions, rulings }: CaseReply): RulingAnswers {
  const agreed = Object.fromEntries(
    questions.flatMap((one) =>
      one.consensus?.answer == null ? [] : [[one.question, one.consensus.answer]],
    ),
  );
  const last = rulings.at(-1)?.decision;
  const given: RulingAnswers = { ...agreed, ...(last?.kind === 'answers' ? last.answers : {}) };
  const logic = rulingLogic(task);
  return Object.fromEntries(
    Object.entries(given).filter(([question]) => logic.isAsked(given, question)),
  );
}

/**
 * Whether people differ on a question, or somebody says that it applies: what everybody denies can
 * be folded away, and what need not be answered and was not, here neither.
 */
export function isContested(
  task: Task,
  one: CaseReply['questions'][number],
  ruled: RulingAnswers,
): boolean {
  const question = task.questions.find((entry) => entry.id === one.question);
  if (question === undefined || !isClosed(question.scale))
    return one.answers.some((answer) => answer !== null);
  const given = one.answers.filter((answer): answer is Answer => answer !== null);
  if (!question.required && given.length === 0) return ruled[one.question] !== undefined;
  const isOff = (answer: Answer): boolean => answer === false || answer === 0;
  return (
    task.form !== 'labels' ||
    one.consensus?.answer == null ||
    given.some((answer) => !isOff(answer))
  );
}
