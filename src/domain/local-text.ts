/** A text shown to people: one string, or one per language (`{ en: …, de: … }`). */
export type LocalText = string | Record<string, string>;

/** The text in a language; else in English; else in any language. */
export function inLanguage(text: LocalText, language = 'en'): string {
  if (typeof text === 'string') return text;
  return text[language] ?? text['en'] ?? Object.values(text)[0] ?? '';
}
