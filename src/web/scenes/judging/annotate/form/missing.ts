import { faultSentence } from '../../../../texts/error-sentence.ts';
import type { Fault } from '../../../../../domain/fault.ts';
import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Task } from '../../../../../domain/protocol/task.ts';
import type { Translated } from '../../../../texts/define-texts.ts';
import type { Language } from '../../../../texts/define-texts.ts';
import type { annotateTexts } from '../texts.ts';
import type { FormContent } from './form-content.ts';
import { isBegun, longestNote, noneCursor, notesCursor } from './form-content.ts';

/** One thing that keeps the form from being handed in, in words, and where to fix it. */
export interface Missing {
  readonly question: string;
  readonly sentence: string;
}

type MissingTexts = Translated<(typeof annotateTexts)['en']>['missing'];

/** The faults of a form as its user reads them. */
export function missingOf(
  task: Task,
  form: FormContent,
  faults: readonly Fault[],
  texts: MissingTexts,
  language: Language,
): readonly Missing[] {
  const note: readonly Missing[] =
    (form.asides.notes?.length ?? 0) > longestNote
      ? [{ question: notesCursor, sentence: texts.note }]
      : [];
  if (faults.length === 0) return note;
  if (task.form === 'labels' && !isBegun(form))
    return [{ question: task.questions[0]?.id ?? noneCursor, sentence: texts.label }, ...note];
  const answers = faults.map((fault): Missing => {
    const question = task.questions.find((one) => one.id === fault.field);
    if (question === undefined)
      return { question: fault.field ?? '', sentence: faultSentence(fault, language) };
    const title = inLanguage(question.title, language);
    if (fault.code === 'not-verbatim')
      return { question: question.id, sentence: texts.quote(title) };
    if (task.form === 'labels') return { question: question.id, sentence: texts.grade(title) };
    if (
      question.scale.kind === 'text' &&
      typeof form.answers[question.id] === 'string' &&
      (form.answers[question.id] as string).length > question.scale.max
    )
      return { question: question.id, sentence: texts.long(title) };
    return { question: question.id, sentence: texts.answer(title) };
  });
  return [...answers, ...note];
}
