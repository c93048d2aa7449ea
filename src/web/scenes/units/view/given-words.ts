import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import { useAnswerWords, useQuestionTitles } from '../../../figures/use-scope.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { unitsTexts } from '../texts.ts';

/** Answers in a line; in a form of labels only what applies. */
export function useGivenWords(
  task: TaskReply,
): (answers: Readonly<Record<string, boolean | number | string>>) => string {
  const texts = useTexts(unitsTexts);
  const label = useQuestionTitles(task);
  const words = useAnswerWords(task);
  return (answers) => {
    const shown = Object.entries(answers).filter(
      ([, answer]) => task.form !== 'labels' || (answer !== 0 && answer !== false),
    );
    if (shown.length === 0) return texts.none;
    return shown
      .map(([question, answer]) => `${label(question)}: ${words(question, answer)}`)
      .join('; ');
  };
}
