import type { remarkTexts } from '../../domain/remark-texts.ts';

/** What is said beside faults, in German. */
export const germanRemarks: Readonly<Record<keyof typeof remarkTexts, string>> = {
  'round-comes-first': 'zuerst kommt die Runde {round}',
  'round-still-open': 'die Runde {round} ist noch offen, mit {judged} von {wanted} Urteilen',
  'admissions-needed':
    'nach der Runde {round} braucht es {needed} zugelassene Annotierende, aber es gibt ' +
    '{admitted}',
  'round-is-open': 'sie ist schon offen',
  'round-has-passed': 'sie ist schon bestanden',
  'round-not-passed':
    'die Runde {round} ist nicht bestanden ({checks, ;}). Wiederholen Sie sie, oder erlassen ' +
    'Sie die Hürde mit Ihrem Namen und einer Begründung',
  'check-missed': '{gate} ({scope}) ist {actual} bei n = {n}, erwartet mindestens {target}',
  'check-unvalued': '{gate} ({scope}): {why}',
  'training-not-started': '{annotator} hat das Training nicht gemacht',
  'training-not-finished': '{annotator} hat das Training nicht beendet',
  'training-not-passed': '{annotator} hat die Hürde des Trainings nicht erreicht',
  'training-to-study':
    '{annotator} hat die Hürde des Trainings nicht erreicht; nachzulesen: {study, and}',
};
