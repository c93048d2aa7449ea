import type { Question } from '../../../../../domain/protocol/question.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { ActionBadge } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import { answerWords, ruleSentence } from './rule-words.ts';
import styles from './form.module.css';

/** Says that an answer was set or cleared, and which rule required it. */
export function ConsequenceNote({ question }: { readonly question: Question }) {
  const { engine, open } = useWork();
  const texts = useTexts(annotateTexts).change;
  const language = useLanguage();
  const note = open.notes[question.id];
  if (note === undefined) return null;
  const what = (): string => {
    if (note.isUnasked) return texts.unasked;
    return note.to === null ? texts.cleared : texts.set(answerWords(question, note.to, language));
  };
  return (
    <p className={styles.note} data-note="consequence">
      <Icon name="info" size={14} />
      <span>
        {what()} {note.isUnasked ? null : ruleSentence(engine.task, note.because, language)}{' '}
        <ActionBadge name="undo" />
      </span>
    </p>
  );
}
