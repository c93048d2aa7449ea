import { inLanguage } from '../../../../domain/local-text.ts';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { Language } from '../../../texts/define-texts.ts';
import { ruleSentence } from '../../judging/annotate/form/rule-words.ts';

/** The title of a question in a language. */
export function questionTitleOf(question: Question, language: Language): string {
  return inLanguage(question.title, language);
}

/**
 * The constraint for which an answer changes, in words; as it is written where the task has it no
 * longer.
 */
export function becauseWords(task: Task, source: string, language: Language): string {
  const constraint = task.constraints.find((one) => one.source === source);
  return constraint === undefined ? source : ruleSentence(task, constraint, language);
}
