import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { nearestPassage, verbatim } from '../../../../../truth/judging/quote.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { ActionBadge, shortcutsOf, useActionKeys } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { FindPassage } from './FindPassage.tsx';
import type { EvidencePicker } from './use-evidence.ts';
import styles from './evidence.module.css';

/** A quote from the text. If it is not exact, the closest passage is offered. */
export function EvidenceField({
  question,
  picker,
  quote,
  onQuote,
  source,
  isOff,
  labelledBy,
}: {
  readonly question: Question;
  readonly picker: EvidencePicker;
  readonly quote: string;
  readonly onQuote: (quote: string) => void;
  readonly source: string;
  readonly isOff: boolean;
  readonly labelledBy: string;
}) {
  const texts = useTexts(annotateTexts).evidence;
  const id = useId();
  const findKeys = useActionKeys('findQuote');
  const isFinding = picker.isFinding && picker.question === question.id;
  const isThere = quote.trim() === '' ? null : verbatim(quote, source) !== null;
  return (
    <div className={styles.evidence} data-question-kind={question.scale.kind}>
      {isOff ? null : (
        <div className={styles.how}>
          <p>{texts.how}</p>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="search" size={13} />}
            rightSection={<ActionBadge name="findQuote" />}
            data-stop="true"
            onClick={() => picker.find(!isFinding)}
            aria-expanded={isFinding}
            {...shortcutsOf(findKeys)}
          >
            {texts.find}
          </Button>
        </div>
      )}
      {isFinding ? <FindPassage source={source} picker={picker} /> : null}
      <textarea
        className={styles.quote}
        data-valid={isThere ?? undefined}
        rows={2}
        value={quote}
        readOnly={isOff}
        aria-labelledby={labelledBy}
        aria-invalid={isThere === false}
        aria-describedby={id}
        onChange={(event) => onQuote(event.target.value)}
      />
      <div id={id} className={styles.state} aria-live="polite">
        {isThere === null ? null : isThere ? (
          <p className={styles.good}>
            <Icon name="check" size={14} /> {texts.verbatim}
          </p>
        ) : (
          <Refused quote={quote} source={source} onTake={picker.take} />
        )}
      </div>
    </div>
  );
}

interface RefusedProps {
  readonly quote: string;
  readonly source: string;
  readonly onTake: EvidencePicker['take'];
}

function Refused({ quote, source, onTake }: RefusedProps) {
  const texts = useTexts(annotateTexts).evidence;
  const nearest = nearestPassage(quote, source);
  return (
    <div className={styles.bad}>
      <p>
        <Icon name="warning" size={14} /> {texts.refused}{' '}
        {nearest === null ? texts.noNearest : texts.nearest}
      </p>
      {nearest === null ? null : (
        <>
          <blockquote>{nearest.text}</blockquote>
          <Button size="compact-sm" variant="default" onClick={() => onTake(nearest)}>
            {texts.use}
          </Button>
        </>
      )}
    </div>
  );
}
