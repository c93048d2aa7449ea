import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { useAnswerWords } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { comparisonTexts } from './comparison-texts.ts';

/** What is compared of an answer in words: whether a label applies, or the answer itself. */
export function useComparedWords(
  task: TaskReply,
): (question: string, answer: string | null) => string {
  const texts = useTexts(comparisonTexts);
  const words = useAnswerWords(task);
  return (question, answer) => {
    if (answer === null) return '–';
    const scale = task.questions.find((one) => one.id === question)?.scale;
    const values = scale?.kind === 'ordinal' || scale?.kind === 'nominal' ? scale.values : [];
    const found = values.find(({ value }) => String(value) === answer);
    return found === undefined
      ? (texts.answers[answer] ?? answer)
      : words(question, found.value as string | number);
  };
}
