import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerWords, questionTitle } from '../../judging/annotate/form/rule-words.ts';
import { becauseWords } from './question-words.ts';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

/** What would make the votes consistent, with the constraint that asks for it. */
export function Suggestion({
  suggestion,
  task,
  action,
}: {
  readonly suggestion: CaseReply['suggestion'];
  readonly task: Task;
  readonly action: BoundAction;
}) {
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  if (suggestion === null || suggestion.changes.length === 0) return null;
  return (
    <Notice
      kind="info"
      title={texts.suggestion}
      actions={
        <ActionButton action={action} size="compact-sm">
          {texts.take}
        </ActionButton>
      }
    >
      <ul className={styles.plain}>
        {suggestion.changes.map((change) => {
          const question = task.questions.find((one) => one.id === change.question);
          const words = (
            answer: CaseReply['suggestion'] extends null ? never : typeof change.from,
          ): string =>
            question === undefined ? String(answer) : answerWords(question, answer, language);
          return (
            <li key={change.question}>
              {texts.change(
                questionTitle(task, change.question, language),
                words(change.from),
                words(change.to),
                becauseWords(task, change.because, language),
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
