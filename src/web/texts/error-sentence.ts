import { inWords } from '../../domain/coded-text.ts';
import type { CodedText, Language as Catalogue } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import type { Fault } from '../../domain/fault.ts';
import { ApiError, OfflineError } from '../api/client.ts';
import type { Language } from './define-texts.ts';
import { useLanguage } from './language.tsx';
import { sharedTexts } from './shared-texts.ts';

let german: Catalogue | null = null;
let loading: Promise<void> | null = null;

/** Loads what the server says in German; where that fails, it is shown in English. */
export function loadGerman(): Promise<void> {
  loading ??= import('./german.ts').then(
    (loaded) => void (german = loaded.german),
    () => undefined,
  );
  return loading;
}

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
function codedSentence(text: CodedText, language: Language): string {
  if (language === 'de' && german !== null) return inWords(german, text);
  return text.message ?? inEnglish(text);
}

/** The same, inside of a page. */
export function useCodedSentence(): (text: CodedText) => string {
  const language = useLanguage();
  return (text) => codedSentence(text, language);
}
