import type { judgeTexts } from '../../domain/evaluation/judge-texts.ts';

/** What is said of a judge, in German. */
export const germanJudge: Readonly<Record<keyof typeof judgeTexts, string>> = {
  'alt-test-few':
    'Niemand hat mindestens {least} der Einheiten beurteilt, zu denen Urteile des Modells und ' +
    'von {people} Personen vorliegen; höchstens sind es {most}.',
  'alt-test-people':
    'Der Test vergleicht das Modell mit mindestens zwei Personen; hier {count?ist:sind} es ' +
    '{count}.',
  'interval-exact': 'exaktes Intervall von Clopper und Pearson',
  'interval-lang-reiczigel': 'Intervall von Lang und Reiczigel',
  'interval-newcombe': 'Newcombes Intervall einer Differenz',
  'interval-normal': 'normales Intervall eines Mittelwerts',
  'interval-prediction-powered': 'vorhersagegestützte Schätzung (PPI++)',
  'judge-by-chance':
    'Das Modell sagt bei einem wahren Nein mindestens so oft Ja wie bei einem wahren Ja; seine ' +
    'Antworten sagen nichts über den Anteil.',
  'no-human-judgments': 'Zu keiner Einheit gibt es ein menschliches Urteil und eines des Modells.',
  'no-interval-no-spread': 'Kein Intervall: Alle Werte sind gleich.',
  'no-negatives': 'Bei keiner Einheit ist die wahre Antwort Nein.',
  'no-positives': 'Bei keiner Einheit ist die wahre Antwort Ja.',
  'no-unjudged': 'Personen haben jede Einheit beurteilt, die das Modell beurteilt hat.',
};
