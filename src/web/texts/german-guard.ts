import type { guardErrors } from '../../domain/evaluation/guard-errors.ts';
import type { guardTexts } from '../../domain/evaluation/guard-texts.ts';

/** What the guard of an evaluation says, in German. */
export const germanGuard: Readonly<Record<keyof typeof guardTexts, string>> = {
  'guard-system': 'Das System ist {name}',
  'guard-override': 'geben Sie mit --override einen Grund an',
  'guard-overridden':
    'geben Sie einen Grund an, um trotzdem fortzufahren, wie es hier geschehen ist',
  'guard-reason': 'geben Sie unten einen Grund an, um trotzdem fortzufahren',
  'guard-made-by': '{system} wurde mit {name} erstellt',
  'file-per-system': 'eine Datei je System, und keine bei RAG',
  'look-unreadable': 'die Zeile ist kein Eintrag',
  'look-order':
    'der Eintrag ist nicht an seinem Platz; davor wurde etwas entfernt, eingefügt oder verschoben',
  'look-changed': 'der Eintrag wurde verändert',
  'look-removed': 'es fehlen Einträge, die in der Prüfspur stehen',
};

/** Why a system is not measured against a release, in German. */
export const germanGuardErrors: Readonly<Record<keyof typeof guardErrors, string>> = {
  'circular-own':
    '{who}, und {count} {count?Urteil:Urteile} von {annotators, and} {count?zählt:zählen} in ' +
    'dieser Wahrheit. Das Ergebnis wäre zirkulär: Messen Sie an einer Wahrheit, die andere ' +
    'gemacht haben, oder {way}.',
  'circular-family':
    '{who}, aus derselben Familie wie {annotators, and}: {count} {count?Urteil:Urteile} dieser ' +
    'Familie {count?zählt:zählen} in dieser Wahrheit. Das Ergebnis wäre zirkulär: Messen Sie an ' +
    'einer Wahrheit, die andere gemacht haben, oder {way}.',
  'circular-rule':
    '{who}, und {count} {count?Urteil:Urteile} der Regel {annotators, and} {count?hat:haben} ' +
    'Gewicht in dieser Wahrheit. Das Ergebnis wäre zirkulär: Geben Sie Regeln das Gewicht 0, ' +
    'oder {way}.',
  'circular-ruling':
    '{who}, und {annotators, and} hat über {count} {count?Einheit:Einheiten} dieser Wahrheit ' +
    'entschieden. Das Ergebnis wäre zirkulär: Messen Sie an einer Wahrheit, die andere gemacht ' +
    'haben, oder {way}.',
  'circular-suggestion':
    '{who}, und {count} {count?Urteil:Urteile} in dieser Wahrheit {count?wurde:wurden} mit einem ' +
    'Vorschlag von {annotators, and} vor Augen gegeben. Das Ergebnis wäre zirkulär: Messen Sie ' +
    'an einer Wahrheit, die ohne ihn entstand, oder {way}.',
  'training-id':
    'Diese Zeile hat die Kennung von {unit}, an der gemessen wird. Entfernen Sie sie aus den ' +
    'Trainingsdaten und trainieren Sie neu, oder {way}.',
  'training-hash':
    'Diese Zeile hat den Inhalt von {unit}, an der gemessen wird. Entfernen Sie sie aus den ' +
    'Trainingsdaten und trainieren Sie neu, oder {way}.',
  'training-text':
    'Diese Zeile hat den Text von {unit}, an der gemessen wird. Entfernen Sie sie aus den ' +
    'Trainingsdaten und trainieren Sie neu, oder {way}.',
  'training-near':
    'Diese Zeile hat fast denselben Text wie {unit}, an der gemessen wird (Ähnlichkeit ' +
    '{similarity}). Entfernen Sie sie aus den Trainingsdaten und trainieren Sie neu, oder {way}.',
  'ledger-broken':
    'Das Verzeichnis der Blicke auf die Testdaten ist beschädigt: {reason}. Es wurde nichts ' +
    'gemessen. Stellen Sie es aus einer Kopie wieder her.',
  'ledger-locked':
    'Eine andere Auswertung schreibt gerade in das Verzeichnis der Blicke auf die Testdaten. ' +
    'Warten Sie, bis sie fertig ist. Wenn keine läuft, entfernen Sie {file}.',
  'evaluation-under-way':
    'Gerade läuft eine andere Auswertung an einer Veröffentlichung von {project}. Versuchen Sie ' +
    'es gleich noch einmal.',
};
