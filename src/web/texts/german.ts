import type { Language } from '../../domain/coded-text.ts';
import { germanErrors } from './german-errors.ts';
import { germanExpectations } from './german-expectations.ts';
import { germanHints } from './german-hints.ts';
import { germanRemarks } from './german-remarks.ts';

/** How German makes sentences of codes and values. */
export const german: Language = {
  plural: new Intl.PluralRules('de'),
  or: 'oder',
  and: 'und',
  templates: { ...germanErrors, ...germanExpectations, ...germanHints, ...germanRemarks },
};
