import { inLanguage } from '../../../../domain/local-text.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { Language } from '../../../texts/define-texts.ts';
import { longestTitle } from '../../../figures/use-scope.ts';
import { answerWords } from '../../../../formats/protocol/rule-words.ts';

/** An answer in few words: its title, or the value itself where the title is a whole sentence. */
export function shortAnswer(
  task: Task,
  question: string,
  answer: Answer | null,
  language: Language,
): string {
  const found = task.questions.find((one) => one.id === question);
  if (found === undefined) return answer === null ? '–' : String(answer);
  if (answer === null) return '–';
  const { scale } = found;
  const isLong =
    (scale.kind === 'nominal' || scale.kind === 'ordinal') &&
    scale.values.some((entry) => inLanguage(entry.title, language).length > longestTitle);
  return isLong ? String(answer).replaceAll('_', ' ') : answerWords(found, answer, language);
}
