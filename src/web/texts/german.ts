import type { Language } from '../../domain/coded-text.ts';
import { germanChanges } from './german-changes.ts';
import { germanChecklists } from './german-checklists.ts';
import { germanDiscussion } from './german-discussion.ts';
import { germanErrors } from './german-errors.ts';
import { germanExpectations } from './german-expectations.ts';
import { germanExtract } from './german-extract.ts';
import { germanFigures } from './german-figures.ts';
import { germanHints } from './german-hints.ts';
import { germanImports } from './german-imports.ts';
import { germanMeasures } from './german-measures.ts';
import { germanModels } from './german-models.ts';
import { germanGuard } from './german-guard.ts';
import { germanJudge } from './german-judge.ts';
import { germanParse } from './german-parse.ts';
import { germanRelease } from './german-release.ts';
import { germanRemarks } from './german-remarks.ts';
import { germanTruth } from './german-truth.ts';
import { germanStorage } from './german-storage.ts';
import { germanWarnings } from './german-warnings.ts';

/** What forms call the fields of a request; those of files keep the names that they have there. */
export const germanFields: Readonly<Record<string, string>> = {
  annotator: 'Die Person',
  budget: 'Das Budget',
  cap: 'Die Höchstzahl',
  days: 'Die Gültigkeit in Tagen',
  email: 'Die E-Mail-Adresse',
  gate: 'Die Hürde',
  k: 'K',
  language: 'Die Sprache',
  login: 'Der Anmeldename',
  name: 'Der Name',
  password: 'Das Passwort',
  policy: 'Das Regelwerk',
  question: 'Die Frage',
  reason: 'Die Begründung',
  role: 'Die Rolle',
  round: 'Die Runde',
  seed: 'Der Startwert',
  task: 'Die Aufgabe',
  text: 'Der Text',
  title: 'Der Titel',
  unit: 'Die Einheit',
  units: 'Die Zahl der Einheiten',
  url: 'Die Adresse',
  version: 'Die Version',
};

/** How German makes sentences of codes and values. */
export const german: Language = {
  plural: new Intl.PluralRules('de'),
  decimalMark: ',',
  or: 'oder',
  and: 'und',
  templates: {
    ...germanChanges,
    ...germanChecklists,
    ...germanDiscussion,
    ...germanErrors,
    ...germanExpectations,
    ...germanExtract,
    ...germanFigures,
    ...germanHints,
    ...germanImports,
    ...germanMeasures,
    ...germanModels,
    ...germanGuard,
    ...germanJudge,
    ...germanParse,
    ...germanRelease,
    ...germanRemarks,
    ...germanTruth,
    ...germanStorage,
    ...germanWarnings,
  },
};
