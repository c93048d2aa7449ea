import { inWords } from '../../domain/coded-text.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import type { Fault } from '../../domain/fault.ts';
import { ApiError, OfflineError } from '../api/client.ts';
import type { Language } from './define-texts.ts';
import { germanSentence } from './german-sentences.ts';
import { german } from './german.ts';
import { useLanguage } from './language.tsx';
import { sharedTexts } from './shared-texts.ts';

/** What went wrong in a sentence, in the language of the reader. */
export function errorSentence(error: unknown, language: Language): string {
  if (error instanceof OfflineError) return sharedTexts[language].errors.offline;
  if (error instanceof ApiError) return codedSentence(error, language);
  return error instanceof Error ? error.message : String(error);
}

/** A fault in a sentence, with the entry or unit that it is about. */
export function faultSentence(
  fault: Pick<CodedText, 'code' | 'values'> & Pick<Fault, 'about'>,
  language: Language,
): string {
  const { code, values, about } = fault;
  const said = codedSentence({ code, values }, language);
  return about === undefined ? said : `${about} ${said}`;
}

/** A coded text of the server in the language of the reader. */
export function codedSentence(text: CodedText, language: Language): string {
  return language === 'de' ? inWords(german, text) : (text.message ?? inEnglish(text));
}

/** The same, inside of a page. */
export function useCodedSentence(): (text: CodedText) => string {
  const language = useLanguage();
  return (text) => codedSentence(text, language);
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
