import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { rulingLogic } from './ruling-draft.ts';
import type { RulingAnswers } from './ruling-draft.ts';

/** What a ruling starts with: the last ruling over what the votes agree on. A tie has no answer. */
export function firstAnswers(task: Task, { questions, rulings }: CaseReply): RulingAnswers {
  const given: Record<string, Answer> = {};
  for (const { question, consensus } of questions)
    if (consensus?.answer != null) given[question] = consensus.answer;
  const last = rulings.at(-1)?.decision;
  if (last?.kind === 'answers') Object.assign(given, last.answers);
  const { isAsked } = rulingLogic(task);
  return Object.fromEntries(Object.entries(given).filter(([question]) => isAsked(given, question)));
}

/** Whether people differ on a question, or someone says that it applies. Others can be hidden. */
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
  if (task.form !== 'labels' || one.consensus?.answer == null) return true;
  return !given.every(isOff);
}
