import { inWords, sentence } from './coded-text.ts';
import type { CodedText, Language, TextValues } from './coded-text.ts';
import { errorCatalogue } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import { textCatalogue } from './texts.ts';
import type { TextCode } from './texts.ts';

const language: Language = {
  plural: new Intl.PluralRules('en'),
  decimalMark: '.',
  or: 'or',
  and: 'and',
  templates: {
    ...textCatalogue,
    ...Object.fromEntries(
      Object.entries(errorCatalogue).map(([code, { message }]) => [code, message]),
    ),
  },
};

/** The English sentence of a code and its values. */
export function english(code: ErrorCode | TextCode, values: TextValues = {}): string {
  return sentence(language, code, values);
}

/** The English sentence of a coded text. */
export function inEnglish(text: CodedText): string {
  return inWords(language, text);
}
