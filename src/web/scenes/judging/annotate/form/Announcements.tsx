import { useEffect, useState } from 'react';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { annotateTexts } from '../texts.ts';
import type { FormEngine } from './form-engine.ts';
import { answerWords, questionTitle, ruleSentence } from './rule-words.ts';
import type { OpenForm } from './use-form.ts';

interface AnnouncementsProps {
  readonly engine: FormEngine;
  readonly open: OpenForm;
}

/** Reads out what followed from an answer, which the eye sees beside the questions. */
export function Announcements({ engine, open }: AnnouncementsProps) {
  const texts = useTexts(annotateTexts).change;
  const language = useLanguage();
  const [said, setSaid] = useState('');
  const { task } = engine;
  const { lastConsequences, turn } = open;
  useEffect(() => {
    const sentences = lastConsequences.map((one) => {
      const question = task.questions.find((other) => other.id === one.question)!;
      const title = questionTitle(task, one.question, language);
      const change =
        one.to === null
          ? texts.saidCleared(title)
          : texts.said(title, answerWords(question, one.to, language));
      return one.isUnasked ? change : `${change} ${ruleSentence(task, one.because, language)}`;
    });
    setSaid(sentences.join(' '));
  }, [lastConsequences, turn, task, texts, language]);
  return (
    <p className="visually-hidden" role="status" data-said="consequences">
      {said}
    </p>
  );
}
