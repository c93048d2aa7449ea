import { useId } from 'react';
import { confidences, longestNotes } from '../../../../../domain/judging/judgment.ts';
import type { Confidence } from '../../../../../domain/judging/judgment.ts';
import { useTexts } from '../../../../texts/define-texts.ts';
import { ActionBadge, shortcutsOf, useActionKeys } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import { OptionGroup } from './OptionGroup.tsx';
import { TextAnswer } from './TextAnswer.tsx';
import styles from './asides.module.css';

/** What may be added to the answers: confidence, uncertainty, a flag and a note. */
export function AsidesPart() {
  const { engine, open, isOff } = useWork();
  const texts = useTexts(annotateTexts).asides;
  const { asides } = engine.task;
  const given = open.form.asides;
  const id = useId();
  if (asides.length === 0) return null;
  return (
    <section className={styles.asides} aria-label={texts.title}>
      {asides.includes('confidence') ? (
        <div className={styles.aside}>
          <span className={styles.asideTitle}>{texts.confidence}</span>
          <OptionGroup
            label={texts.confidence}
            size="compact"
            isOff={isOff}
            chosen={given.confidence ?? null}
            onChoose={(value) =>
              open.setAside(
                'confidence',
                value === given.confidence ? undefined : (value as Confidence),
              )
            }
            options={confidences.map((value) => ({
              value,
              title: texts[value],
              action: `confidence-${value}`,
              isFitting: true,
            }))}
          />
        </div>
      ) : null}
      <div className={styles.notes} data-notes="true">
        <div className={styles.notesHead}>
          {asides.includes('notes') ? (
            <span className={styles.asideTitle} id={id}>
              {texts.notes} <ActionBadge name="notes" />
            </span>
          ) : null}
          {asides.includes('uncertain') ? (
            <Toggle action="uncertain" title={texts.uncertain} help={texts.uncertainHelp} />
          ) : null}
          {asides.includes('flag') ? (
            <Toggle action="flag" title={texts.flag} help={texts.flagHelp} />
          ) : null}
        </div>
        {asides.includes('notes') ? (
          <TextAnswer
            text={given.notes ?? ''}
            max={longestNotes}
            isOff={isOff}
            labelledBy={id}
            placeholder={texts.notesPlaceholder}
            onText={(text) => open.setAside('notes', text)}
          />
        ) : null}
      </div>
    </section>
  );
}

interface ToggleProps {
  readonly action: 'uncertain' | 'flag';
  readonly title: string;
  readonly help: string;
}

function Toggle({ action, title, help }: ToggleProps) {
  const { open, isOff } = useWork();
  const isOn = open.form.asides[action] === true;
  const id = useId();
  return (
    <div className={styles.toggle} data-on={isOn} title={help}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isOff}
          onChange={(event) => open.setAside(action, event.target.checked)}
          aria-describedby={id}
          {...shortcutsOf(useActionKeys(action))}
        />
        <span>{title}</span>
        <ActionBadge name={action} />
      </label>
      <small id={id} className="visually-hidden">
        {help}
      </small>
    </div>
  );
}
