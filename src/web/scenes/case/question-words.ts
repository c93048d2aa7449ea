import { inLanguage } from '../../../domain/local-text.ts';
import type { Question } from '../../../domain/question.ts';
import type { Language } from '../../texts/define-texts.ts';

/** The title of a question in a language. */
export function questionTitleOf(question: Question, language: Language): string {
  return inLanguage(question.title, language);
}
