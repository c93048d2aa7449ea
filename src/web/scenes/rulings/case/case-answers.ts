import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { rulingLogic } from './ruling-draft.ts';
import type { RulingAnswers } from './ruling-draft.ts';
import { givenAnswers } from './tallies.ts';

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

type Contested = Pick<CaseReply, 'voices' | 'any_counts' | 'rulings' | 'suggestion'>;

/**
 * Whether a question is to be looked at: the votes differ or leave it open, a constraint asks for a
 * change, or a ruling says something else. What everybody agrees on is folded.
 */
export function isContested(
  task: Task,
  one: CaseReply['questions'][number],
  data: Contested,
): boolean {
  const question = task.questions.find((entry) => entry.id === one.question);
  if (question === undefined || !isClosed(question.scale)) return false;
  const given = givenAnswers(one, data);
  if (given.length > 1) return true;
  const last = data.rulings.at(-1)?.decision;
  const ruled = last?.kind === 'answers' ? last.answers[one.question] : undefined;
  if (ruled !== undefined && ruled !== one.consensus?.answer) return true;
  if (data.suggestion?.changes.some((change) => change.question === one.question) === true)
    return true;
  return one.consensus !== null && one.consensus.answer === null && question.required;
}

/**
 * Whether somebody ticked a label: where nothing is contested, these are open, not all fourteen of
 * which most apply to nobody.
 */
export function isTicked(task: Task, { answers }: CaseReply['questions'][number]): boolean {
  return task.form === 'labels' && answers.some((answer) => answer != null && !isOff(answer));
}

/** Whether an answer says that a label does not apply. */
export function isOff(answer: Answer): boolean {
  return answer === false || answer === 0;
}
