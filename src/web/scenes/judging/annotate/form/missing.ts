import { longestNotes } from '../../../../../domain/judging/judgment.ts';
import { faultSentence } from '../../../../texts/error-sentence.ts';
import type { Fault } from '../../../../../domain/fault.ts';
import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Task } from '../../../../../domain/protocol/task.ts';
import type { Language, Translated } from '../../../../texts/define-texts.ts';
import type { annotateTexts } from '../texts.ts';
import { ruleSentence } from '../../../../../formats/protocol/rule-words.ts';
import { conflictAnswers } from './conflict-answers.ts';
import type { Filled } from './form-engine.ts';
import { isBegun, noneCursor, notesCursor } from './form-content.ts';
import type { FormContent } from './form-content.ts';

/** One thing that keeps the form from being submitted, in words, and where to fix it. */
export interface Missing {
  readonly question: string;
  readonly sentence: string;
  /** Whether answers contradict each other, rather than are missing. */
  readonly isConflict?: true;
}

type MissingTexts = Translated<(typeof annotateTexts)['en']>['missing'];

/** The faults of a form as its user reads them. */
export function missingOf(
  task: Task,
  { form, filled }: { readonly form: FormContent; readonly filled: Filled },
  faults: readonly Fault[],
  texts: MissingTexts,
  language: Language,
): readonly Missing[] {
  const isLong = (form.asides.notes?.length ?? 0) > longestNotes;
  const note = isLong ? [{ question: notesCursor, sentence: texts.note }] : [];
  const conflicts = filled.conflicts.map((one): Missing => {
    const rules = one.constraints.map((rule) => ruleSentence(task, rule, language));
    const answers = conflictAnswers(task, filled, one, language);
    const sentence = [texts.conflict(answers), ...rules].join(' ');
    return { question: one.questions[0] ?? '', sentence, isConflict: true };
  });
  if (faults.length === 0) return [...conflicts, ...note];
  if (task.form === 'labels' && !isBegun(form))
    return [{ question: task.questions[0]?.id ?? noneCursor, sentence: texts.label }, ...note];
  const sentenceOf = (fault: Fault): string => {
    const question = task.questions.find((one) => one.id === fault.field);
    if (question === undefined) return faultSentence(fault, language);
    const { id, scale } = question;
    const title = inLanguage(question.title, language);
    const given = filled.answers[id];
    if (fault.code === 'not-verbatim') return texts.quote(title);
    if (task.form === 'labels') return texts.grade(title);
    const isTooLong =
      scale.kind === 'text' && typeof given === 'string' && given.length > scale.max;
    return isTooLong ? texts.long(title) : texts.answer(title);
  };
  const answers = faults.map((fault) => ({
    question: fault.field ?? '',
    sentence: sentenceOf(fault),
  }));
  return [...conflicts, ...answers, ...note];
}
