import type { judgeTexts } from '../../domain/evaluation/judge-texts.ts';

/** Texts about a judge, in German. */
export const germanJudge: Readonly<Record<keyof typeof judgeTexts, string>> = {
  'alt-test-few':
    'Niemand hat mindestens {least} der Einheiten beurteilt, zu denen Urteile des Modells und ' +
    'von {people} Personen vorliegen; höchstens sind es {most}.',
  'alt-test-people':
    'Der Test vergleicht das Modell mit mindestens zwei Personen; hier {count?ist:sind} es ' +
    '{count}.',
  'answers-not-numbers':
    'Abstände zwischen Antworten brauchen Antworten, die Zahlen sind; sonst gilt accuracy.',
  'few-human-judgments':
    '{n} {n?menschliches Urteil ist:menschliche Urteile sind} wenig: Unter {least} ist das ' +
    'vorhersagegestützte Intervall etwas zu schmal.',
  'few-of-an-answer':
    'Zu einer der beiden Antworten gibt es {count} {count?menschliches Urteil:menschliche ' +
    'Urteile}: Unter {least} ist das vorhersagegestützte Intervall zu schmal.',
  'human-model-columns': 'die Spalten human und model',
  'number-or-yes-no': 'eine Zahl, yes oder no',
  'interval-exact': 'exaktes Intervall von Clopper und Pearson',
  'interval-lang-reiczigel': 'Intervall von Lang und Reiczigel',
  'interval-price-bonett': 'Intervall einer Differenz von Medianen nach Price und Bonett',
  'interval-newcombe': 'Newcombes Intervall einer Differenz',
  'interval-normal': 'Normalintervall eines Mittelwerts',
  'interval-prediction-powered': 'vorhersagegestützte Schätzung (PPI++)',
  'judge-by-chance':
    'Das Modell sagt bei einem wahren Nein mindestens so oft Ja wie bei einem wahren Ja; seine ' +
    'Antworten sagen nichts über den Anteil.',
  'no-human-judgments': 'Zu keiner Einheit gibt es ein menschliches Urteil und eines des Modells.',
  'no-interval-no-spread': 'Kein Intervall: Alle Werte sind gleich.',
  'no-negatives': 'Bei keiner Einheit ist die wahre Antwort Nein.',
  'no-positives': 'Bei keiner Einheit ist die wahre Antwort Ja.',
  'no-unjudged': 'Personen haben jede Einheit beurteilt, die das Modell beurteilt hat.',
  'judge-where': ' bei {question}',
  'judge-passed':
    '{judge} kann eine Person ersetzen{where}: Mit einem Spielraum von {epsilon} stimmt das ' +
    'Modell mit den anderen mindestens so gut überein wie {won} von {count} Personen ' +
    '(je bis zu {units} Einheiten).',
  'judge-failed':
    'Es ist nicht gezeigt, dass {judge} eine Person ersetzen kann{where}: Mit einem Spielraum ' +
    'von {epsilon} stimmt das Modell mit den anderen so gut überein wie {won} von {count} ' +
    'Personen; nötig ist mindestens die Hälfte (je bis zu {units} Einheiten).',
  'judge-passed-some':
    'Bei {passed} von {count} Fragen stimmt {judge} mit den anderen mindestens so gut überein ' +
    'wie die Hälfte der Personen, mit einem Spielraum von {epsilon}{failed}{unknown}.',
  'judge-passed-none':
    'Bei keiner der {count} Fragen ist nachgewiesen, dass {judge} mit den anderen so gut ' +
    'übereinstimmt wie die Hälfte der Personen, mit einem Spielraum von ' +
    '{epsilon}{failed}{unknown}.',
  'judge-misses':
    'Zu beachten: Seltene Antworten zählen im Test kaum, und es ist nicht sicher, dass {judge} ' +
    'von diesen die Hälfte findet: {parts, ;}.',
  'judge-found': '{answer}{where} ({found} von {n})',
  'judge-left-out':
    'Zu beachten: {judge} hat {count} von {of} Einheiten mit bekannter Wahrheit ' +
    'beantwortet{where}; wie es bei den übrigen wäre, ist nicht bekannt.',
  'judge-one-answer':
    'Als einzige Antwort kam {answer} vor; wer immer so antwortet, wäre ebenso gut.',
  'judge-wide-margin':
    'Zu beachten: Ein Spielraum von {epsilon} ist größer als {widestMargin}, der größte, den die ' +
    'Autoren des Tests empfehlen.',
  'judge-not-on': '; nicht gezeigt ist es bei {names, and}',
  'judge-too-few': '; zu wenige Einheiten gibt es bei {names, and}',
  'judge-unknown': 'Zu wenige Urteile, um zu sagen, ob {judge} eine Person ersetzen kann: {why}',
  'judge-without-people':
    'Keine Person hat diese Einheiten beurteilt; nichts zeigt, ob {judge} eine ersetzen kann.',
};
