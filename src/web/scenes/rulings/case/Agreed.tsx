import { inLanguage } from '../../../../domain/local-text.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerWords } from '../../../../formats/protocol/rule-words.ts';
import { isOff } from './case-answers.ts';
import type { RulingAnswers } from './ruling-draft.ts';
import { caseTexts } from './texts.ts';
import styles from './tally.module.css';

interface AgreedProps {
  readonly task: Task;
  readonly rows: readonly CaseReply['questions'][number][];
  readonly answers: RulingAnswers;
  readonly isAll: boolean;
  readonly toggle: BoundAction;
}

/** What everybody agrees on, in a line: what was answered, and how many say nothing. */
export function Agreed({ task, rows, answers, isAll, toggle }: AgreedProps) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const language = useLanguage();
  if (rows.length === 0) return null;
  const said = rows.flatMap(({ question: id }) => {
    const question = task.questions.find((one) => one.id === id);
    const answer = answers[id];
    const isSilent = answer === undefined || (task.form === 'labels' && isOff(answer));
    if (question === undefined || isSilent) return [];
    return [`${inLanguage(question.title, language)}: ${answerWords(question, answer, language)}`];
  });
  const silent = rows.length - said.length;
  const words = [
    ...said,
    ...(silent === 0
      ? []
      : [
          task.form === 'labels'
            ? texts.labelsOff(silent, said.length > 0)
            : texts.unanswered(silent),
        ]),
  ];
  return (
    <div className={styles.agreed}>
      <p>
        <b>{texts.agreed(format.count(rows.length), rows.length)}</b>{' '}
        {isAll ? null : <span className={styles.soft}>{words.join(' · ')}</span>}
      </p>
      <ActionButton action={toggle} size="compact-sm" isPressed={isAll}>
        {isAll ? texts.fold : texts.unfold}
      </ActionButton>
    </div>
  );
}
