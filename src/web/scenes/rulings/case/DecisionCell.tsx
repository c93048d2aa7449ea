import { useLayoutEffect, useRef } from 'react';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../domain/answer.ts';
import { Icon } from '../../../components/Icon.tsx';
import { KeyBadge } from '../../../components/KeyBadge.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { questionTitleOf } from './question-words.ts';
import { choicesOf, digitOf } from '../../judging/annotate/form/question-options.ts';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

/**
 * The answers to choose from on one label, by their titles or in other words. The row at hand shows
 * the keys.
 */
export function DecisionCell({
  question,
  answer,
  possible,
  isCursor,
  isOff,
  onDecide,
  words,
}: {
  readonly question: Question;
  readonly answer: Answer | null;
  readonly possible: readonly Answer[];
  readonly isCursor: boolean;
  readonly isOff: boolean;
  readonly onDecide: (answer: Answer) => void;
  readonly words?: (answer: Answer) => string;
}) {
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  const cell = useRef<HTMLDivElement>(null);
  const wasThere = useRef(isCursor);
  useLayoutEffect(() => {
    // The row comes into view as the cursor moves to it, but a page that opens stays at its top.
    if (isCursor && !wasThere.current)
      cell.current?.closest('tr')?.querySelector('th')?.scrollIntoView({ block: 'nearest' });
    wasThere.current = isCursor;
  }, [isCursor]);
  const keyOf = (value: Answer, at: number): string => {
    if (question.scale.kind !== 'binary') return String(digitOf(question, at));
    if (value !== true) return 'n';
    return language === 'de' ? 'j' : 'y';
  };
  return (
    <div
      ref={cell}
      className={styles.choices}
      role="group"
      aria-label={`${texts.yourRuling}: ${questionTitleOf(question, language)}`}
    >
      {choicesOf(question, language).map((choice, at) => (
        <button
          key={String(choice.value)}
          type="button"
          className={styles.choice}
          aria-pressed={choice.value === answer}
          disabled={isOff}
          data-fits={possible.length === 0 || possible.includes(choice.value)}
          onClick={() => onDecide(choice.value)}
          {...(words === undefined ? {} : { title: choice.title })}
        >
          {choice.value === answer ? <Icon name="check" size={12} /> : null}
          {words?.(choice.value) ?? choice.title}
          {isCursor && !isOff ? <KeyBadge keys={keyOf(choice.value, at)} /> : null}
        </button>
      ))}
    </div>
  );
}
