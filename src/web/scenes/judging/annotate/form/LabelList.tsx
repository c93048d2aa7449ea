import { useId } from 'react';
import type { ReactNode } from 'react';
import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { ActionBadge, shortcutsOf, useActionKeys } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import { ConflictNotes, ImpliedNote } from './ConstraintNotes.tsx';
import { noneCursor, offAnswer } from './form-content.ts';
import { QuestionSuggestion } from './Suggestions.tsx';
import { OptionGroup } from './OptionGroup.tsx';
import formStyles from './form.module.css';
import styles from './labels.module.css';

/** Labels to tick, each with its grade once it is ticked, and the answer that none applies. */
export function LabelList() {
  const { engine, open } = useWork();
  const texts = useTexts(annotateTexts);
  const id = useId();
  const { questions } = engine.task;
  return (
    <section aria-labelledby={id} className={formStyles.part}>
      <div className={formStyles.partHead}>
        <h2 className={formStyles.partTitle} id={id}>
          {texts.labels}
        </h2>
        <GradeLegend question={questions[0]} />
      </div>
      <ul className={styles.labels}>
        {questions.map((question, place) => (
          <LabelRow key={question.id} question={question} place={place} />
        ))}
        <TickRow
          id={noneCursor}
          title={texts.noLabel}
          action="none"
          isTicked={open.form.saysNone}
          onToggle={() => open.sayNone(!open.form.saysNone)}
        />
      </ul>
    </section>
  );
}

interface TickRowProps {
  readonly id: string;
  readonly title: string;
  readonly action: string;
  readonly isTicked: boolean;
  readonly onToggle: () => void;
  /** What stands beside the label, and what below it. */
  readonly grades?: ReactNode;
  readonly children?: ReactNode;
}

function TickRow({ id, title, action, isTicked, onToggle, grades, children }: TickRowProps) {
  const { cursor, isOff } = useWork();
  const isNone = id === noneCursor;
  return (
    <li
      className={styles.label}
      data-none={isNone ? true : undefined}
      data-question={id}
      data-current={cursor.at === id}
      data-ticked={isTicked}
      onFocus={() => cursor.note(id)}
    >
      <label className={styles.tick} title={isNone || id === title ? undefined : id}>
        <input
          type="checkbox"
          data-stop="true"
          checked={isTicked}
          disabled={isOff}
          onChange={onToggle}
          {...shortcutsOf(useActionKeys(action))}
        />
        <span className={styles.labelTitle}>{title}</span>
      </label>
      {grades}
      <span className={styles.key}>
        <ActionBadge name={action} />
      </span>
      {children}
    </li>
  );
}

interface LabelRowProps {
  readonly question: Question;
  readonly place: number;
}

function LabelRow({ question, place }: LabelRowProps) {
  const { open, toggle } = useWork();
  const texts = useTexts(annotateTexts);
  const title = inLanguage(question.title, useLanguage());
  const answer = open.filled.answers[question.id];
  const off = offAnswer(question);
  const isTicked = answer !== undefined && answer !== off;
  return (
    <TickRow
      id={question.id}
      title={title}
      action={`label-${place}`}
      isTicked={isTicked}
      onToggle={() => toggle(question.id)}
      grades={isTicked ? <Grades question={question} title={title} /> : null}
    >
      {answer === null ? <p className={formStyles.ask}>{texts.needsGrade}</p> : null}
      <QuestionSuggestion question={question} />
      <ImpliedNote question={question} />
      <ConflictNotes question={question} />
    </TickRow>
  );
}

function Grades({ question, title }: { readonly question: Question; readonly title: string }) {
  const { engine, open, isOff } = useWork();
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const { scale } = question;
  if (scale.kind !== 'ordinal' && scale.kind !== 'nominal') return null;
  return (
    <OptionGroup
      label={texts.gradeOf(title)}
      size="small"
      isOff={isOff}
      chosen={open.filled.answers[question.id] ?? null}
      isImplied={open.filled.implied[question.id] !== undefined}
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
