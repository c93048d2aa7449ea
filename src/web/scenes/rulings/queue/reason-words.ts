import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { OpenReason } from '../../../../server/routes/rulings/rulings.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useAnswerWords, useQuestionTitles } from '../../../figures/use-scope.ts';

/** Why a unit is open, with the titles of the labels, in the language that is set. */
export function useReasonWords(task: TaskReply | undefined): (reason: OpenReason) => string {
  const isGerman = useLanguage() === 'de';
  const label = useQuestionTitles(task);
  const answer = useAnswerWords(task ?? noTask);
  return (reason) => {
    const title = label(reason.question ?? '');
    const { annotators = 0 } = reason;
    switch (reason.kind) {
      case 'tied': {
        const between = (reason.between ?? []).map((one) => answer(reason.question ?? '', one));
        return isGerman
          ? `${title}: Gleichstand zwischen ${between.join(' und ')}`
          : `${title}: tied between ${between.join(' and ')}`;
      }
      case 'unanswered':
        return isGerman ? `${title}: ohne Antwort` : `${title}: without an answer`;
      case 'flagged':
        if (isGerman)
          return annotators === 1
            ? 'Ein Annotator bat um einen zweiten Blick'
            : `${annotators} Annotierende baten um einen zweiten Blick`;
        return annotators === 1
          ? 'An annotator asked for a second look'
          : `${annotators} annotators asked for a second look`;
      case 'contradiction':
        return isGerman
          ? `Die Mehrheiten widersprechen einander: ${reason.constraint ?? ''} (${reason.detail ?? ''})`
          : `The majorities contradict each other: ${reason.constraint ?? ''} (${reason.detail ?? ''})`;
      case 'ruling':
        return isGerman
          ? `Der Entscheid lässt einen Fehler: ${reason.detail ?? ''}`
          : `The ruling leaves a fault: ${reason.detail ?? ''}`;
    }
  };
}

const noTask = { questions: [] } as unknown as TaskReply;
