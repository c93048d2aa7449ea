import type { CodedText, TextValues } from './coded-text.ts';

/**
 * Everything that Assay says beside faults, as code and English template: what was expected or
 * found, remarks on figures and files, and what blocks a round.
 */
export const textCatalogue = {
  // What was found
  nothing: 'nothing',
  object: 'an object',
  array: 'an array of {count}',
  more: '{count} more',
  // Joins a list with "and"
  'all-of': '{list, and}',
} as const satisfies Record<string, string>;

/** A code of the catalogue. */
export type TextCode = keyof typeof textCatalogue;

/** A coded text, to be put into words by a language. */
export function text(code: TextCode, values: TextValues = {}): CodedText {
  return { code, values };
}
