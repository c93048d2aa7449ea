import { useId } from 'react';
import type { ReactNode } from 'react';
import { confidences } from '../../../../../domain/judging/judgment.ts';
import type { Confidence } from '../../../../../domain/judging/judgment.ts';
import { useTexts } from '../../../../texts/define-texts.ts';
import { ActionBadge, shortcutsOf, useActionKeys } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { longestNote } from './form-content.ts';
import type { FormPartProps } from './LabelList.tsx';
import { OptionGroup } from './OptionGroup.tsx';
import { TextAnswer } from './TextAnswer.tsx';
import styles from './asides.module.css';

/** What may be said beside the answers: confidence, uncertainty, a flag and a note. */
export function AsidesPart({
  engine,
  open,
  isOff,
}: Pick<FormPartProps, 'engine' | 'open' | 'isOff'>) {
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
            <Toggle
              action="uncertain"
              isOn={given.uncertain === true}
              isOff={isOff}
              onToggle={(isOn) => open.setAside('uncertain', isOn)}
              help={texts.uncertainHelp}
            >
              {texts.uncertain}
            </Toggle>
          ) : null}
          {asides.includes('flag') ? (
            <Toggle
              action="flag"
              isOn={given.flag === true}
              isOff={isOff}
              onToggle={(isOn) => open.setAside('flag', isOn)}
              help={texts.flagHelp}
            >
              {texts.flag}
            </Toggle>
          ) : null}
        </div>
        {asides.includes('notes') ? (
          <TextAnswer
            text={given.notes ?? ''}
            max={longestNote}
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
  readonly action: string;
  readonly isOn: boolean;
  readonly isOff: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly help: string;
  readonly children: ReactNode;
}

function Toggle({ action, isOn, isOff, onToggle, help, children }: ToggleProps) {
  const id = useId();
  return (
    <div className={styles.toggle} data-on={isOn} title={help}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isOff}
          onChange={(event) => onToggle(event.target.checked)}
          aria-describedby={id}
          {...shortcutsOf(useActionKeys(action))}
        />
        <span>{children}</span>
        <ActionBadge name={action} />
      </label>
      <small id={id} className="visually-hidden">
        {help}
      </small>
    </div>
  );
}
