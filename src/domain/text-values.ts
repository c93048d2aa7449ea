import type { CodedText, TextValue, TextValues } from './coded-text.ts';
import { inEnglish } from './english.ts';
import type { TextCode } from './texts.ts';

/** A text of the catalogue, to be put into words by each language. */
export function codedText(code: TextCode, values: TextValues = {}): CodedText {
  return { code, values };
}

/** A list of choices: `a, b or c`; of very many, the first are shown and the rest counted. */
export function oneOf(choices: readonly (string | number | boolean)[]): readonly TextValue[] {
  if (choices.length === 0) return [codedText('nothing')];
  const shown = choices.slice(0, choices.length > 12 ? 11 : 12).map(String);
  const rest = choices.length - shown.length;
  return rest === 0 ? shown : [...shown, codedText('more', { count: rest })];
}

/** Where something appeared before: on a line, at an index from 1, or somewhere. */
export function earlierPlace(line: number | null, index: number | null = null): CodedText {
  if (line !== null) return codedText('on-line', { line });
  return index === null ? codedText('before') : codedText('in-entry', { index: index - 1 });
}

/** What was found, for a message: quoted, shortened, with its type where that is the point. */
export function foundValue(value: unknown): TextValue {
  if (value === undefined) return codedText('nothing');
  if (Array.isArray(value)) return codedText('array', { count: value.length });
  if (value !== null && typeof value === 'object') return codedText('object');
  // A line may be megabytes long, and a cut must not fall inside a surrogate pair.
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : String(value);
  return text.length > 60 ? `${text.slice(0, 57).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** What was found, in English. */
export function printValue(value: unknown): string {
  return inEnglish(codedText('all-of', { list: foundValue(value) }));
}

/** `a`, `a or b`, `a, b or c`, in English. */
export function printChoice(
  choices: readonly (string | number | boolean)[],
  last: 'or' | 'and' = 'or',
): string {
  return inEnglish(codedText(last === 'or' ? 'one-of' : 'all-of', { list: oneOf(choices) }));
}

/**
 * Why a text cannot be stored unchanged, or null: PostgreSQL has no zero character, and a lone
 * surrogate would be read back as another character. One check for everything that people write.
 * @example unstorable('plain') // null
 */
export function unstorable(text: string): CodedText | null {
  if (text.includes('\0')) return codedText('zero-character');
  return text.isWellFormed() ? null : codedText('half-surrogate');
}

/**
 * Whether a text can be stored unchanged.
 * @example isStorable('a\u0000b') // false
 */
export function isStorable(text: string): boolean {
  return unstorable(text) === null;
}
