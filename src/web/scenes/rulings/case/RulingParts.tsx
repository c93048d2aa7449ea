import { Textarea } from '@mantine/core';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import { KeyBadge } from '../../../components/KeyBadge.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import {
  answerWords,
  questionTitle,
  ruleSentence,
} from '../../../../formats/protocol/rule-words.ts';
import type { Followed } from './ruling-draft.ts';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

interface AnswerChangesProps {
  readonly task: Task;
  readonly changes: readonly Followed[];
}

/** Answers that change, each with the constraint that requires it. */
export function AnswerChanges({ task, changes }: AnswerChangesProps) {
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  const words = (id: string, answer: Answer | null): string => {
    const question = task.questions.find((one) => one.id === id);
    return question === undefined ? String(answer) : answerWords(question, answer, language);
  };
  /** The constraint in words; as it is written if the task no longer has it. */
  const rule = (source: string): string => {
    const constraint = task.constraints.find((one) => one.source === source);
    return constraint === undefined ? source : ruleSentence(task, constraint, language);
  };
  const sentence = ({ question, from, to, because }: Followed): string => {
    const title = questionTitle(task, question, language);
    return texts.change(title, words(question, from), words(question, to), rule(because));
  };
  return (
    <ul className={styles.plain}>
      {changes.map((change) => (
        <li key={change.question}>{sentence(change)}</li>
      ))}
    </ul>
  );
}

interface MissingAnswersProps {
  readonly task: Task;
  readonly missing: readonly string[];
}

/** The questions that a ruling still has to answer. */
export function MissingAnswers({ task, missing }: MissingAnswersProps) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const language = useLanguage();
  if (missing.length === 0) return null;
  const titles = missing.map((question) => questionTitle(task, question, language));
  return <p className={styles.missing}>{texts.stillNeeded(format.list(titles))}</p>;
}

interface RulingReasonProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  /** Whether a missing reason is pointed out. */
  readonly isTried: boolean;
}

/** The field for the reason of a ruling. */
export function RulingReason({ value, onChange, isTried }: RulingReasonProps) {
  const texts = useTexts(caseTexts);
  return (
    <Textarea
      label={keyed(texts.reason, 'r')}
      aria-label={texts.reason}
      description={texts.reasonWhy}
      data-field="reason"
      autosize
      minRows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isTried && value.trim() === '' ? texts.needReason : undefined}
    />
  );
}

/** A label with the key of its command. */
export function keyed(label: string, key: string) {
  return (
    <>
      {label} <KeyBadge keys={key} />
    </>
  );
}
