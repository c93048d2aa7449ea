import { useEffect, useState } from 'react';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import {
  answerWords,
  questionTitle,
  ruleSentence,
} from '../../../../../formats/protocol/rule-words.ts';
import { conflictAnswers } from './conflict-answers.ts';

/** Reads out what followed from an answer; it is also shown beside the questions. */
export function Announcements() {
  const { engine, open } = useWork();
  const texts = useTexts(annotateTexts).change;
  const language = useLanguage();
  const [said, setSaid] = useState('');
  const { task } = engine;
  const { lastConsequences, filled, turn } = open;
  useEffect(() => {
    const sentences = lastConsequences.map((one) => {
      const question = task.questions.find((other) => other.id === one.question)!;
      const title = questionTitle(task, one.question, language);
      const words = answerWords(question, one.to, language);
      const change = one.to === null ? texts.saidCleared(title) : texts.said(title, words);
      const isPlain = one.isUnasked || one.because === null || one.to === null;
      return isPlain ? change : `${change} ${ruleSentence(task, one.because, language)}`;
    });
    const conflicts = filled.conflicts.map((one) => {
      const rules = one.constraints.map((rule) => ruleSentence(task, rule, language));
      return [texts.conflict(conflictAnswers(task, filled, one, language)), ...rules].join(' ');
    });
    setSaid([...sentences, ...conflicts].join(' '));
  }, [lastConsequences, filled, turn, task, texts, language]);
  return (
    <p className="visually-hidden" role="status" data-said="consequences">
      {said}
    </p>
  );
}
