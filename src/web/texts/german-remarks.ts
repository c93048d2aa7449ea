import type { remarkTexts } from '../../domain/remark-texts.ts';

/** Texts besides faults, in German. */
export const germanRemarks: Readonly<Record<keyof typeof remarkTexts, string>> = {
  'round-comes-first': 'Zuerst kommt die Runde {round}.',
  'round-still-open': 'Die Runde {round} ist noch offen, mit {judged} von {wanted} Urteilen.',
  'admissions-needed':
    'Nach der Runde {round} sind {needed} zugelassene Annotierende nötig; es gibt {admitted}.',
  'round-is-open': 'Sie ist schon offen.',
  'round-has-passed': 'Sie ist schon bestanden.',
  'round-not-passed':
    'Die Runde {round} ist nicht bestanden. {checks, .} Wiederholen Sie sie, oder erlassen Sie ' +
    'die Hürde mit Ihrem Namen und einer Begründung.',
  'retired-not-passed':
    'Die Runde {round}, die nicht mehr im Protokoll steht, ist nicht bestanden. {checks, .} ' +
    'Nehmen Sie sie wieder auf und wiederholen Sie sie, oder erlassen Sie die Hürde mit Ihrem ' +
    'Namen und einer Begründung.',
  'round-superseded':
    'Die Runde {round} ist überholt. {checks, .} Wiederholen Sie sie, oder erlassen Sie die ' +
    'Hürde mit Ihrem Namen und einer Begründung.',
  'retired-superseded':
    'Die Runde {round}, die nicht mehr im Protokoll steht, ist überholt. {checks, .} Nehmen Sie ' +
    'sie wieder auf und wiederholen Sie sie, oder erlassen Sie die Hürde mit Ihrem Namen und ' +
    'einer Begründung.',
  'check-superseded': 'Erwartet: {gate}. {why}',
  'check-missed': '{gate}: nicht erreicht, {actual} ({scope}, n = {n}).',
  'check-unvalued': '{gate}: kein Wert ({scope}). {why}',
  'more-checks': 'Und {count} weitere.',
  'training-not-started': '{annotator} hat das Training nicht gemacht',
  'training-not-finished': '{annotator} hat das Training nicht beendet',
  'training-undecided':
    '{annotator} hat das Training beendet; über seine Hürden wird entschieden, wenn es ' +
    'geschlossen ist',
  'training-not-passed': '{annotator} hat die Hürde des Trainings nicht genommen',
  'training-to-study':
    '{annotator} hat die Hürde des Trainings nicht genommen; nachzulesen: {study, and}',
  // Why a label is on one side of a split only
  'split-no-row': 'keine Zeile hat es',
  'split-one-row': 'nur eine Zeile hat es',
  'split-one-group': 'alle {count} Zeilen, die es haben, gehören zu einer Gruppe',
  'split-no-room': 'die Größen der beiden Seiten lassen keinen Platz dafür',
};
