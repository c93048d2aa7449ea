import { useId } from 'react';
import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../../domain/answer.ts';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { ActionBadge, shortcutsOf, useActionKeys } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { ConsequenceNote } from './ConsequenceNote.tsx';
import { noneCursor } from './form-content.ts';
import type { FormEngine } from './form-engine.ts';
import { OptionGroup } from './OptionGroup.tsx';
import type { OpenForm } from './use-form.ts';
import formStyles from './form.module.css';
import styles from './labels.module.css';

/** What the parts of a form are given. */
export interface FormPartProps {
  readonly engine: FormEngine;
  readonly open: OpenForm;
  /** The question that the keys work on. */
  readonly cursor: string | null;
  readonly onCursor: (question: string) => void;
  readonly isOff: boolean;
}

/** Labels to tick, each with its grade once it is ticked, and the answer that none applies. */
export function LabelList(
  props: FormPartProps & { readonly onToggle: (question: string) => void },
) {
  const texts = useTexts(annotateTexts);
  const { engine, open, isOff, cursor, onCursor } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className={formStyles.part}>
      <div className={formStyles.partHead}>
        <h2 className={formStyles.partTitle} id={id}>
          {texts.labels}
        </h2>
        <GradeLegend question={engine.task.questions[0]} />
      </div>
      <ul className={styles.labels}>
        {engine.task.questions.map((question, place) => (
          <LabelRow key={question.id} {...props} question={question} place={place} />
        ))}
        <li
          className={styles.label}
          data-none="true"
          data-question={noneCursor}
          data-current={cursor === noneCursor}
          data-ticked={open.form.saysNone}
          onFocus={() => onCursor(noneCursor)}
        >
          <label className={styles.tick}>
            <input
              type="checkbox"
              data-stop="true"
              checked={open.form.saysNone}
              disabled={isOff}
              onChange={() => open.sayNone(!open.form.saysNone)}
              {...shortcutsOf(useActionKeys('none'))}
            />
            <span className={styles.labelTitle}>{texts.noLabel}</span>
          </label>
          <span className={styles.key}>
            <ActionBadge name="none" />
          </span>
        </li>
      </ul>
    </section>
  );
}

function LabelRow({
  engine,
  open,
  cursor,
  onCursor,
  isOff,
  question,
  place,
  onToggle,
}: FormPartProps & {
  readonly question: Question;
  readonly place: number;
  readonly onToggle: (question: string) => void;
}) {
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const title = inLanguage(question.title, language);
  const answer = open.form.answers[question.id];
  const isTicked = answer !== undefined;
  const keys = useActionKeys(`label-${place}`);
  return (
    <li
      className={styles.label}
      data-question={question.id}
      data-current={cursor === question.id}
      data-ticked={isTicked}
      onFocus={() => onCursor(question.id)}
    >
      <label className={styles.tick} title={question.id === title ? undefined : question.id}>
        <input
          type="checkbox"
          data-stop="true"
          checked={isTicked}
          disabled={isOff}
          onChange={() => onToggle(question.id)}
          {...shortcutsOf(keys)}
        />
        <span className={styles.labelTitle}>{title}</span>
      </label>
      {isTicked && question.scale.kind !== 'binary' ? (
        <Grades
          engine={engine}
          open={open}
          question={question}
          title={title}
          answer={answer}
          isOff={isOff}
        />
      ) : null}
      <span className={styles.key}>
        <ActionBadge name={`label-${place}`} />
      </span>
      {answer === null ? <p className={formStyles.ask}>{texts.needsGrade}</p> : null}
      <ConsequenceNote task={engine.task} note={open.notes[question.id]} />
    </li>
  );
}

interface GradesProps {
  readonly engine: FormEngine;
  readonly open: OpenForm;
  readonly question: Question;
  readonly title: string;
  readonly answer: Answer | null;
  readonly isOff: boolean;
}

function Grades({ engine, open, question, title, answer, isOff }: GradesProps) {
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const { scale } = question;
  if (scale.kind !== 'ordinal' && scale.kind !== 'nominal') return null;
  return (
    <OptionGroup
      label={texts.gradeOf(title)}
      size="small"
      isOff={isOff}
      chosen={answer}
      onChoose={(value) => open.answer(question.id, value)}
      options={scale.values.map(({ value, title: words }) => ({
        value,
        title: String(value),
        spoken: `${value}, ${inLanguage(words, language)}`,
        isFitting: engine.fits(open.form, question.id, value),
      }))}
    />
  );
}

/** What the grades mean and which keys give them, once for all labels. */
function GradeLegend({ question }: { readonly question: Question | undefined }) {
  const language = useLanguage();
  if (question?.scale.kind !== 'ordinal') return null;
  return (
    <p className={styles.legend}>
      {question.scale.values.map(({ value, title }, at) => (
        <span key={value}>
          <ActionBadge name={`grade-${at}`} /> {value} {inLanguage(title, language).toLowerCase()}
        </span>
      ))}
    </p>
  );
}
