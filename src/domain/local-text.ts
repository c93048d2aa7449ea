import { z } from 'zod';
import { textSchema } from './basic-schemas.ts';

/** A text shown to people: one string, or one per language (`{ en: …, de: … }`). */
export const localTextSchema = z
  .union([textSchema, z.record(z.string().regex(/^[a-z]{2}$/, 'language-code'), textSchema)])
  .describe('A text, or one text per language: { en: …, de: … }');
export type LocalText = z.infer<typeof localTextSchema>;

/** The text in a language; else in English; else in any language. */
export function inLanguage(text: LocalText, language = 'en'): string {
  if (typeof text === 'string') return text;
  return text[language] ?? text['en'] ?? Object.values(text)[0] ?? '';
}
