import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { nearestPassage, verbatim } from '../../../../../truth/judging/quote.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { ActionBadge, shortcutsOf, useActionKeys } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import { FindPassage } from './FindPassage.tsx';
import type { EvidencePicker } from './use-evidence.ts';
import styles from './evidence.module.css';

interface EvidenceFieldProps {
  readonly question: Question;
  readonly picker: EvidencePicker;
  readonly labelledBy: string;
}

/** A quote from the text. If it is not exact, the closest passage is offered. */
export function EvidenceField({ question, picker, labelledBy }: EvidenceFieldProps) {
  const { open, unit, isOff } = useWork();
  const texts = useTexts(annotateTexts).evidence;
  const id = useId();
  const findKeys = useActionKeys('findQuote');
  const isFinding = picker.isFinding && picker.question === question.id;
  const answer = open.form.answers[question.id];
  const quote = typeof answer === 'string' ? answer : '';
  const from = question.scale.kind === 'quote' ? question.scale.from : '';
  const source = String(unit.shown.fields[from] ?? '');
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
        onChange={(event) => open.write(question.id, event.target.value)}
      />
      <div id={id} className={styles.state} aria-live="polite">
        {isThere === true ? (
          <p className={styles.good}>
            <Icon name="check" size={14} /> {texts.verbatim}
          </p>
        ) : null}
        {isThere === false ? <Refused quote={quote} source={source} onTake={picker.take} /> : null}
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
