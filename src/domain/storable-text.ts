import type { CodedText } from './coded-text.ts';
import { codedText } from './text-values.ts';

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
