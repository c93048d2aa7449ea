import { codedText } from '../domain/text-values.ts';
import { refuse } from '../domain/fault.ts';

/**
 * Refuses a text that one of the two databases could not keep as it is: PostgreSQL has no zero
 * character, and half a surrogate pair would
 * come back as another character. Both databases refuse it alike, so that every workspace can be
 * copied to either.
 */
export function checkText(value: unknown): void {
  if (typeof value !== 'string') return;
  if (value.includes('\0')) refuse('not-text', { got: codedText('zero-character') });
  if (!value.isWellFormed()) refuse('not-text', { got: codedText('half-surrogate') });
}
