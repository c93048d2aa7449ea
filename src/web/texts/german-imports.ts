import type { importTexts } from '../../domain/import-texts.ts';

/** What is said about imports, verdicts and cases, in German. */
export const germanImports: Readonly<Record<keyof typeof importTexts, string>> = {
  'rounds-not-kept':
    '{count} {count?Zeile nennt:Zeilen nennen} eine Runde, die nicht aufbewahrt wird: Importierte ' +
    'Urteile gehören zu keiner.',
  'names-joined':
    '{count} Urteile stehen unter der bekannten Schreibweise ihres Annotators: A0 und a0 sind ' +
    'ein Name.',
  'before-project':
    '{count} Urteile wurden gegeben, mehr als zehn Jahre bevor das Projekt angelegt wurde.',
  'answers-filled':
    '{count} {count?Zeile hatte:Zeilen hatten} keine Antwort auf {question}; die Zuordnung gab ' +
    'eine.',
  'judgments-count': '{count} von {total} {total?Urteil zählt:Urteilen zählen}.',
  'uncounted-judgments':
    '{count} {count?Urteil:Urteile} von {annotator} {count?zählt:zählen} nicht: {why}.',
  'more-uncounted': 'Auch die Urteile von {count} weiteren {count?Person:Personen} zählen nicht.',
  'ruling-leaves-open': '{unit} bleibt offen: Niemand beantwortet {questions, and}.',
  'claim-differs': '{unit}: {question} soll {claimed} gewesen sein, ist aber jetzt {agreed}.',
  'still-open': 'offen',
  'of-record': '[{index}] {warning}',
  'record-left-out': '{about}{fault}; weggelassen',
  'ranks-have-gaps': 'die Ränge sind {ranks, and}, erwartet: 1 bis {count} ohne Lücke',
  'ruling-unused': 'Der Entscheid zu {unit} bleibt ungenutzt: {why}.',
  'not-among-units': 'sie ist nicht unter den Einheiten',
  'nobody-judged-it': 'niemand hat sie beurteilt, und die Korrektur allein lässt Fragen offen',
  'not-all-judged-it':
    'noch nicht alle haben sie beurteilt, und die Korrektur allein lässt Fragen offen',
  'older-questions':
    '{topic}: {count} {count?Urteil wurde:Urteile wurden} unter älteren Fragen gegeben und ' +
    '{count?bleibt außen vor, bis es:bleiben außen vor, bis sie} neu gegeben ' +
    '{count?wird:werden}.',
  'units-without-id':
    '{count} {count?Einheit hat keine Kennung und bleibt:Einheiten haben keine Kennung und ' +
    'bleiben} weg.',
  'units-repeated':
    '{count} {count?Einheit ist:Einheiten sind} doppelt vorhanden und {count?zählt:zählen} einmal.',
  'units-elsewhere':
    '{count} {count?Einheit gehört:Einheiten gehören} zu zwei Gegenständen und ' +
    '{count?zählt:zählen} für den ersten.',
  'units-undated':
    '{count} {count?Einheit hat:Einheiten haben} kein lesbares Datum und {count?zählt:zählen} ' +
    'als älteste, mit dem Gewicht für undatierte.',
  'own-unit':
    'Sie haben diese Einheit beurteilt. Jemand anderes entscheidet darüber, wenn nicht eine ' +
    'Leitung eigene Entscheide erlaubt.',
};
