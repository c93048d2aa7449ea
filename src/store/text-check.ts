import { unstorable } from '../domain/text-values.ts';
import { refuse } from '../domain/fault.ts';

/**
 * Refuses text that one of the databases cannot store unchanged: PostgreSQL has no zero character,
 * and a lone surrogate would be read back as another character. So every workspace can be copied.
 */
export function checkText(value: unknown): void {
  const wrong = typeof value === 'string' ? unstorable(value) : null;
  if (wrong !== null) refuse('not-text', { got: wrong });
}
