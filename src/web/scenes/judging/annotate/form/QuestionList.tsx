import { useId } from 'react';
import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { EvidenceField } from '../evidence/EvidenceField.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import { ConflictNotes, ImpliedNote } from './ConstraintNotes.tsx';
import { OptionGroup } from './OptionGroup.tsx';
import { choicesOf } from './question-options.ts';
import type { Choice } from './question-options.ts';
import { conditionWords, ruleSentence } from '../../../../../formats/protocol/rule-words.ts';
import { conflictAnswers } from './conflict-answers.ts';
import { QuestionSuggestion } from './Suggestions.tsx';
import { TextAnswer } from './TextAnswer.tsx';
import styles from './form.module.css';

/** Questions one after the other. */
export function QuestionList() {
  const { engine } = useWork();
  const texts = useTexts(annotateTexts);
  return (
    <section className={styles.part} aria-label={texts.questions}>
      {engine.task.questions.map((question) => (
        <QuestionBlock key={question.id} question={question} />
      ))}
    </section>
  );
}

function QuestionBlock({ question }: { readonly question: Question }) {
  const { engine, open, cursor, current } = useWork();
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const id = useId();
  const title = inLanguage(question.title, language);
  const ask = inLanguage(question.ask, language);
  const isAsked = open.filled.asked.has(question.id);
  const choices = choicesOf(question, language);
  const isTall = choices.some((choice) => choice.title.length + (choice.lead?.length ?? 0) > 28);
  // An optional check takes no more room than it needs.
  const isCompact = !question.required && choices.length > 0 && !isTall;
  const normalSize = isCompact ? 'compact' : 'normal';
  return (
    <section
      className={styles.question}
      data-question={question.id}
      data-current={current === question.id}
      data-asked={isAsked}
      data-compact={isCompact}
      aria-labelledby={`${id}-title`}
      onFocus={() => cursor.note(question.id)}
    >
      <div className={styles.questionHead}>
        <h2 className={styles.questionTitle} id={`${id}-title`}>
          {title}
        </h2>
        {question.required ? null : <span className={styles.optional}>{texts.optional}</span>}
      </div>
      {ask === title ? null : (
        <p className={styles.ask} id={`${id}-ask`}>
          {ask}
        </p>
      )}
      {question.help === null ? null : (
        <p className={styles.questionHelp}>{inLanguage(question.help, language)}</p>
      )}
      {isAsked ? (
        <AnswerField
          question={question}
          choices={choices}
          size={isTall ? 'tall' : normalSize}
          id={id}
        />
      ) : (
        <p className={styles.ask}>
          {texts.notAsked(
            question.when === null ? '' : conditionWords(engine.task, question.when, language),
          )}
        </p>
      )}
      <QuestionSuggestion question={question} />
      <ImpliedNote question={question} />
      <ConflictNotes question={question} />
      {isAsked ? <Contradicted question={question} choices={choices} id={`${id}-why`} /> : null}
    </section>
  );
}

interface AnswerFieldProps {
  readonly question: Question;
  readonly choices: readonly Choice[];
  readonly id: string;
}

/** How a question is answered: by quoting, in words, or by choosing an option. */
function AnswerField({
  question,
  choices,
  size,
  id,
}: AnswerFieldProps & { readonly size: 'tall' | 'compact' | 'normal' }) {
  const { engine, open, evidence, isOff } = useWork();
  const language = useLanguage();
  const answer = open.filled.answers[question.id] ?? null;
  const isImplied = open.filled.implied[question.id] !== undefined;
  const labelledBy = `${id}-title`;
  if (question.scale.kind === 'quote' && evidence !== null)
    return <EvidenceField question={question} picker={evidence} labelledBy={labelledBy} />;
  if (question.scale.kind === 'text')
    return (
      <TextAnswer
        text={typeof answer === 'string' ? answer : ''}
        max={question.scale.max}
        onText={(text) => open.write(question.id, text)}
        isOff={isOff}
        labelledBy={labelledBy}
      />
    );
  return (
    <OptionGroup
      label={inLanguage(question.title, language)}
      size={size}
      isOff={isOff}
      chosen={answer}
      isImplied={isImplied}
      onChoose={(value) => {
        const isAgain = value === answer && !isImplied && !question.required;
        open.answer(question.id, isAgain ? null : value);
      }}
      whyId={`${id}-why`}
      options={choices.map((choice) => ({
        ...choice,
        isFitting: engine.fits(open.form, question.id, choice.value),
      }))}
    />
  );
}

/** Which answers contradict others, and why, shown before one of them is chosen. */
function Contradicted({ question, choices, id }: AnswerFieldProps) {
  const { engine, open } = useWork();
  const texts = useTexts(annotateTexts).change;
  const language = useLanguage();
  const given = open.form.answers[question.id];
  const hasNote = open.filled.implied[question.id] !== undefined;
  const unfit = choices.filter(
    ({ value }) => value !== given && !engine.fits(open.form, question.id, value),
  );
  const lines = unfit.flatMap(({ title, value }) => {
    const { form } = engine.answer(open.form, question.id, value);
    const conflict = engine.fill(form).conflicts.find((one) => one.questions.includes(question.id));
    if (conflict === undefined) return [];
    const others = conflictAnswers(engine.task, engine.fill(form), conflict, language, question.id);
    // The note above already gives the rule.
    const rules = hasNote ? [] : conflict.constraints;
    const sentences = rules.map((rule) => ruleSentence(engine.task, rule, language));
    return [[texts.would(title, others), ...sentences].join(' ')];
  });
  if (lines.length === 0) return null;
  return (
    <p className={styles.would} id={id}>
      <Icon name="lock" size={12} />
      <span>{lines.join(' ')}</span>
    </p>
  );
}
