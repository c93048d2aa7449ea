import { useId } from 'react';
import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../../domain/answer.ts';
import type { UnitFields } from '../../../../../domain/units/unit.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { EvidenceField } from '../evidence/EvidenceField.tsx';
import type { EvidencePicker } from '../evidence/use-evidence.ts';
import { annotateTexts } from '../texts.ts';
import { ConsequenceNote } from './ConsequenceNote.tsx';
import type { FormPartProps } from './LabelList.tsx';
import { OptionGroup } from './OptionGroup.tsx';
import { choicesOf } from './question-options.ts';
import { answerWords, conditionWords, questionTitle, ruleSentence } from './rule-words.ts';
import { TextAnswer } from './TextAnswer.tsx';
import styles from './form.module.css';

interface QuestionListProps extends FormPartProps {
  readonly fields: UnitFields;
  readonly evidence: EvidencePicker | null;
  /** What a choice does; the cursor goes on to the next question then. */
  readonly onChoose: (question: string, answer: Answer) => void;
}

/** Questions one after the other. */
export function QuestionList(props: QuestionListProps) {
  const texts = useTexts(annotateTexts);
  return (
    <section className={styles.part} aria-label={texts.questions}>
      {props.engine.task.questions.map((question) => (
        <QuestionBlock key={question.id} {...props} question={question} />
      ))}
    </section>
  );
}

function QuestionBlock(props: QuestionListProps & { readonly question: Question }) {
  const { engine, open, cursor, onCursor, isOff, question, fields, evidence, onChoose } = props;
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const id = useId();
  const title = inLanguage(question.title, language);
  const ask = inLanguage(question.ask, language);
  const isAsked = engine.isAsked(open.form, question.id);
  const answer = open.form.answers[question.id] ?? null;
  const choices = choicesOf(question, language);
  const isTall = choices.some((choice) => choice.title.length + (choice.lead?.length ?? 0) > 28);
  // A check on the way to an answer takes no more room than it needs.
  const isCompact = !question.required && choices.length > 0 && !isTall;
  const whyId = `${id}-why`;
  return (
    <section
      className={styles.question}
      data-question={question.id}
      data-current={cursor === question.id}
      data-asked={isAsked}
      data-compact={isCompact}
      aria-labelledby={`${id}-title`}
      onFocus={() => onCursor(question.id)}
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
      {!isAsked ? (
        <p className={styles.ask}>
          {texts.notAsked(
            question.when === null ? '' : conditionWords(engine.task, question.when, language),
          )}
        </p>
      ) : question.scale.kind === 'quote' && evidence !== null ? (
        <EvidenceField
          question={question}
          picker={evidence}
          quote={typeof answer === 'string' ? answer : ''}
          onQuote={(quote) => open.write(question.id, quote)}
          source={String(fields[question.scale.from] ?? '')}
          isOff={isOff}
          labelledBy={`${id}-title`}
        />
      ) : question.scale.kind === 'text' ? (
        <TextAnswer
          text={typeof answer === 'string' ? answer : ''}
          max={question.scale.max}
          onText={(text) => open.write(question.id, text)}
          isOff={isOff}
          labelledBy={`${id}-title`}
        />
      ) : (
        <OptionGroup
          label={title}
          size={isTall ? 'tall' : isCompact ? 'compact' : 'normal'}
          isOff={isOff}
          chosen={answer}
          onChoose={(value) =>
            value === answer && !question.required
              ? open.answer(question.id, null)
              : onChoose(question.id, value)
          }
          whyId={whyId}
          options={choices.map((choice) => ({
            ...choice,
            isFitting: engine.fits(open.form, question.id, choice.value),
          }))}
        />
      )}
      <ConsequenceNote task={engine.task} note={open.notes[question.id]} />
      {isAsked ? <WouldChange {...props} id={whyId} /> : null}
    </section>
  );
}

/** What an answer that does not fit would change, and why, shown before it is chosen. */
function WouldChange({
  engine,
  open,
  question,
  id,
}: QuestionListProps & { readonly question: Question; readonly id: string }) {
  const texts = useTexts(annotateTexts).change;
  const format = useFormat();
  const language = useLanguage();
  const { task } = engine;
  const unfit = choicesOf(question, language).filter(
    (choice) => !engine.fits(open.form, question.id, choice.value),
  );
  const lines = unfit.flatMap((choice) => {
    const { consequences } = engine.answer(open.form, question.id, choice.value);
    if (consequences.length === 0) return [];
    const changes = consequences.map((one) =>
      texts.one(
        questionTitle(task, one.question, language),
        answerWords(
          task.questions.find((other) => other.id === one.question)!,
          one.to,
          language,
        ),
      ),
    );
    // What the note above has said needs not be said again.
    const told = open.notes[question.id]?.because.source;
    const rules = [
      ...new Set(
        consequences
          .filter((one) => one.because.source !== told)
          .map((one) => ruleSentence(task, one.because, language)),
      ),
    ];
    return [`${texts.would(choice.title, format.list(changes))} ${rules.join(' ')}`];
  });
  if (lines.length === 0) return null;
  return (
    <p className={styles.would} id={id}>
      <Icon name="lock" size={12} />
      <span>{lines.join(' ')}</span>
    </p>
  );
}
