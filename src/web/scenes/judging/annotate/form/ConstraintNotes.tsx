import { Button } from '@mantine/core';
import type { Question } from '../../../../../domain/protocol/question.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import {
  answerWords,
  questionTitle,
  ruleSentence,
} from '../../../../../formats/protocol/rule-words.ts';
import { conflictAnswers } from './conflict-answers.ts';
import styles from './form.module.css';

interface NoteProps {
  readonly question: Question;
}

/** Says that an answer follows from others, and which rule says so. */
export function ImpliedNote({ question }: NoteProps) {
  const { engine, open } = useWork();
  const texts = useTexts(annotateTexts).change;
  const language = useLanguage();
  const because = open.filled.implied[question.id];
  if (because === undefined) return null;
  const answer = open.filled.answers[question.id] ?? null;
  const what = answer === null ? texts.ticked : texts.set(answerWords(question, answer, language));
  return (
    <p className={styles.note} data-note="implied">
      <Icon name="info" size={14} />
      <span>
        {what} {ruleSentence(engine.task, because, language)}
      </span>
    </p>
  );
}

/** Says which answers contradict each other and why, and offers to change the others. */
export function ConflictNotes({ question }: NoteProps) {
  const { engine, open, cursor, isOff } = useWork();
  const texts = useTexts(annotateTexts).change;
  const format = useFormat();
  const language = useLanguage();
  const { task } = engine;
  const own = open.filled.conflicts.filter((one) => one.questions.includes(question.id));
  if (own.length === 0) return null;
  const remedy = engine.remedy(open.form, question.id).map(({ question: other, to }) => {
    const changed = task.questions.find((one) => one.id === other)!;
    return texts.one(questionTitle(task, other, language), answerWords(changed, to, language));
  });
  const solve = (): void => {
    open.solve(question.id);
    cursor.go(question.id);
  };
  return (
    <div className={styles.conflict} data-note="conflict">
      {own.map((conflict) => (
        <p key={conflict.questions.join(' ') + conflict.constraints[0]?.source}>
          <Icon name="warning" size={14} />
          <span>
            {texts.conflict(conflictAnswers(task, open.filled, conflict, language))}{' '}
            {conflict.constraints.map((rule) => ruleSentence(task, rule, language)).join(' ')}
          </span>
        </p>
      ))}
      {remedy.length === 0 || isOff ? null : (
        <Button size="compact-sm" variant="default" onClick={solve}>
          {texts.solve(format.list(remedy))}
        </Button>
      )}
    </div>
  );
}
