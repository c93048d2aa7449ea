import type { Answer } from '../../../../../domain/answer.ts';
import { suggestionUse } from '../../../../../domain/judging/assistance.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { ActionBadge, CommandButton } from '../action-keys.tsx';
import { useWork } from '../work-context.ts';
import { offAnswer } from './form-content.ts';
import { choicesOf } from './question-options.ts';
import { suggestionTexts } from './suggestion-texts.ts';
import styles from './suggestions.module.css';

/** In an assisted round: whose suggestion this is and what it means, or that this unit has none. */
export function SuggestionNotice() {
  const { assistedBy, suggestion, isOff } = useWork();
  const texts = useTexts(suggestionTexts);
  if (assistedBy === null) return null;
  if (suggestion === null)
    return (
      <aside className={styles.notice} data-suggestion="none" aria-label={texts.title}>
        <p className={styles.words}>{texts.without}</p>
      </aside>
    );
  return (
    <aside className={styles.notice} data-suggestion="shown" aria-label={texts.title}>
      <p className={styles.by}>
        <Icon name="model" size={15} /> {texts.by(suggestion.by)}
      </p>
      {isOff ? null : (
        <CommandButton name="acceptAll" variant="default" size="xs">
          {texts.acceptAll}
        </CommandButton>
      )}
      <p className={styles.words}>{texts.meaning}</p>
    </aside>
  );
}

/** What is suggested as the answer to a question, and what became of it. */
export function QuestionSuggestion({ question }: { readonly question: Question }) {
  const { engine, open, suggestion, current, isOff, accept } = useWork();
  const texts = useTexts(suggestionTexts);
  const language = useLanguage();
  const suggested = suggestion?.suggested[question.id];
  if (suggestion === null || !open.filled.asked.has(question.id)) return null;
  const isLabel = engine.task.form === 'labels';
  if (suggested === undefined)
    return isLabel ? null : (
      <p className={styles.line} data-use="none">
        {texts.nothing}
      </p>
    );
  const given = open.filled.answers[question.id] ?? undefined;
  const off = offAnswer(question);
  // An unticked label is an answer only when somebody ticks, or says that none applies.
  if (isLabel && suggested === off && (given === undefined || given === off)) return null;
  const use = given === undefined ? 'open' : suggestionUse(suggested, given);
  const words = wordsOf(question, suggested, language);
  return (
    <p className={styles.line} data-use={use} data-suggested={String(suggested)}>
      <Icon name={use === 'accepted' ? 'check' : 'model'} size={13} />
      <span className={styles.suggested}>
        {use === 'accepted' ? texts.accepted(words) : texts.suggested(words)}
      </span>
      {use === 'accepted' || isOff ? null : (
        <button type="button" className={styles.accept} onClick={() => accept(question.id)}>
          {texts.accept}
          {current === question.id ? <ActionBadge name="acceptOne" /> : null}
        </button>
      )}
    </p>
  );
}

function wordsOf(question: Question, answer: Answer, language: 'en' | 'de'): string {
  const choice = choicesOf(question, language).find((one) => one.value === answer);
  if (choice === undefined) return `“${String(answer)}”`;
  return choice.lead === undefined ? choice.title : `${choice.lead} – ${choice.title}`;
}
