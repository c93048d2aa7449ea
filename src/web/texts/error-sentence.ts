import { inWords } from '../../domain/coded-text.ts';
import type { CodedText, Language as Catalogue } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import type { Fault } from '../../domain/fault.ts';
import { ApiError, OfflineError } from '../api/client.ts';
import type { Language } from './define-texts.ts';
import { useLanguage } from './language.tsx';
import { sharedTexts } from './shared-texts.ts';

let german: Catalogue | null = null;
let germanFields: Readonly<Record<string, string>> = {};
let loading: Promise<void> | null = null;

/** Loads what the server says in German; where that fails, it is shown in English. */
export function loadGerman(): Promise<void> {
  loading ??= import('./german.ts').then(
    (loaded) => void ({ german, germanFields } = loaded),
    () => undefined,
  );
  return loading;
}

/** What went wrong in a sentence, in the language of the reader. */
export function errorSentence(error: unknown, language: Language): string {
  if (error instanceof OfflineError) return sharedTexts[language].errors.offline;
  if (error instanceof ApiError)
    return codedSentence(inForm({ ...error.faults[0], ...codeOf(error) }, language), language);
  return error instanceof Error ? error.message : String(error);
}

/**
 * A fault in a sentence, with the entry or unit that it is about; `called` is what the page calls
 * the field.
 */
export function faultSentence(fault: SaidFault, language: Language, called?: string): string {
  const { about } = fault;
  const { code, values } = called === undefined ? inForm(fault, language) : fault;
  const named = called === undefined ? values : { ...values, field: called };
  const said = codedSentence({ code, values: named }, language);
  return about === undefined ? said : `${about} ${said}`;
}

type SaidFault = Pick<CodedText, 'code' | 'values' | 'message'> &
  Partial<Pick<Fault, 'about' | 'file' | 'line'>>;

function codeOf({ code, values, message }: ApiError): CodedText {
  return { code, values, message };
}

/** A fault of what somebody filled in, with the German word for the field. */
function inForm(fault: SaidFault, language: Language): CodedText {
  const { code, values, message, file, line } = fault;
  const text: CodedText = message === undefined ? { code, values } : { code, values, message };
  const { field } = values;
  const isOfForm = isAboutField.has(code) && file === undefined && line === undefined;
  if (language !== 'de' || !isOfForm || typeof field !== 'string') return text;
  const word = Object.hasOwn(germanFields, field) ? germanFields[field] : undefined;
  return word === undefined ? text : { ...text, values: { ...values, field: word } };
}

const isAboutField: ReadonlySet<string> = new Set(['missing-field', 'wrong-value']);

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
