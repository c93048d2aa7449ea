import type { Task } from '../../../../../domain/protocol/task.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { ActionBadge } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import type { Consequence } from './form-engine.ts';
import { answerWords, ruleSentence } from './rule-words.ts';
import styles from './form.module.css';

interface ConsequenceNoteProps {
  readonly task: Task;
  readonly note: Consequence | undefined;
}

/** Says that an answer was set or taken back, and which rule asked for it. */
export function ConsequenceNote({ task, note }: ConsequenceNoteProps) {
  const texts = useTexts(annotateTexts).change;
  const language = useLanguage();
  const question = task.questions.find((one) => one.id === note?.question);
  if (note === undefined || question === undefined) return null;
  const what = note.isUnasked
    ? texts.unasked
    : note.to === null
      ? texts.cleared
      : texts.set(answerWords(question, note.to, language));
  return (
    <p className={styles.note} data-note="consequence">
      <Icon name="info" size={14} />
      <span>
        {what} {note.isUnasked ? null : ruleSentence(task, note.because, language)}{' '}
        <ActionBadge name="undo" />
      </span>
    </p>
  );
}
