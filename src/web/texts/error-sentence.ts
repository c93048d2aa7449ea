import { ApiError, OfflineError } from '../api/client.ts';
import type { Language } from './define-texts.ts';
import { germanSentence } from './german-sentences.ts';
import { useLanguage } from './language.tsx';
import { sharedTexts } from './shared-texts.ts';

/** What went wrong in a sentence, in the language of the reader. */
export function errorSentence(error: unknown, language: Language): string {
  if (error instanceof OfflineError) return sharedTexts[language].errors.offline;
  if (error instanceof ApiError) return serverSentence(error.message, language);
  return error instanceof Error ? error.message : String(error);
}

/**
 * A sentence of the server, which speaks English, in the language of the reader; as it came where
 * its pattern is not known.
 */
export function serverSentence(english: string, language: Language): string {
  return language === 'de' ? (germanSentence(english) ?? english) : english;
}

/** The same, inside of a page. */
export function useServerSentence(): (english: string) => string {
  const language = useLanguage();
  return (english) => serverSentence(english, language);
}
