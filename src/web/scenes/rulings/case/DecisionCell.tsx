import { useLayoutEffect, useRef } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../domain/answer.ts';
import { Icon } from '../../../components/Icon.tsx';
import { KeyBadge } from '../../../components/KeyBadge.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { choicesOf, digitOf } from '../../judging/annotate/form/question-options.ts';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

/** The answers to choose from for one label, by title or in `words`. The current row shows keys. */
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
    // Scroll to the row when the cursor moves to it, but not when the page opens.
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
      aria-label={`${texts.yourRuling}: ${inLanguage(question.title, language)}`}
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
