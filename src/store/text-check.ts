import { codedText } from '../domain/text-values.ts';
import { refuse } from '../domain/fault.ts';

/**
 * Refuses text that one of the databases cannot store unchanged: PostgreSQL has no zero character,
 * and a lone surrogate would be read back as another character. So every workspace can be copied.
 */
export function checkText(value: unknown): void {
  if (typeof value !== 'string') return;
  if (value.includes('\0')) refuse('not-text', { got: codedText('zero-character') });
  if (!value.isWellFormed()) refuse('not-text', { got: codedText('half-surrogate') });
}
