import type { parseTexts } from '../../domain/protocol-texts.ts';

/** Why a gate, a condition or a constraint cannot be read, in German. */
export const germanParse: Readonly<Record<keyof typeof parseTexts, string>> = {
  'path-inside': 'ein Pfad unterhalb des Ordners des Protokolls',
  'link-outside':
    'es ist ein Verweis auf {to}, außerhalb des Ordners des Protokolls; kopieren Sie die Datei ' +
    'in den Ordner',
  'not-a-file': 'es ist keine Datei',
  'not-a-gate':
    '„{text}“ ist keine Hürde, erwartet etwa „fleiss_kappa >= 0.70 overall“ oder „all quotas met“',
  'no-measure': '{got} ist kein Maß, erwartet {measures}',
  'no-bound': '.{got} gehört zu keinem Maß, erwartet .low für das untere Ende des Intervalls',
  'no-low-key':
    'die Übereinstimmung mit dem Schlüssel hat kein Intervall, erwartet ein Maß ohne .low',
  'target-above-1': 'das Ziel ist {target}, erwartet höchstens 1',
  'no-scope':
    '„{got}“ ist kein Bereich, erwartet overall, overall(pooled), overall(sets), per question, ' +
    'on <Frage> oder against key',
  'a-training': 'ein Training',
  'pilot-or-full': 'ein Pilot oder eine Hauptrunde: Training vergleicht mit bekannten Antworten',
  'a-person': '{name}, eine Person des Panels',
  'model-rule-or-import':
    'ein Modell oder eine Regel des Panels oder ein Annotator, dessen Urteile importiert wurden',
  'one-run': 'ein Lauf des Modells: {of}',
  'gate-of-assisted':
    'keine Hürde für die Übereinstimmung: Urteile mit Vorschlag sind nicht unabhängig. Die ' +
    'Hürde gehört zu einer Runde ohne Vorschläge',
  'consensus-of-assisted':
    'majority oder weighted, wenn eine Runde Vorschläge zeigt: Dieses Verfahren setzt ' +
    'unabhängige Annotatoren voraus',
  'assistance-of': 'ein Objekt mit by, suggested (Antworten) und shown (true oder false)',
  'annotators-given': 'zusammen mit annotators: {annotators} angegeben',
  'annotators-range':
    'eine kleinere und eine größere Zahl von Annotatoren in annotators, etwa 2..3',
  'no-range-in-training': 'eine einzige Zahl im Training, in dem alle jede Einheit beurteilen',
  'further-decided-by':
    'was entscheidet, welche Einheiten weitere Annotatoren bekommen: { share: 0.2 }, ' +
    '{ on: disagreement } oder beides',
  'nothing-decided': 'weder share noch on',
  'two-to-disagree':
    'flag, oder annotators ab 2, etwa 2..3: Einer allein kann sich nicht uneinig sein',
  'flag-among-asides':
    'flag unter asides der Aufgabe, damit Annotatoren eine Einheit markieren können',
  'with-disagreement': 'on: disagreement daneben',
  'closed-question': 'eine Frage mit vorgegebenen Antworten, bei der zwei uneinig sein können',
  'people-for-further':
    'höchstens die {named} Personen, die das Panel nennt. Nennen Sie {most} unter panel, oder ' +
    'verlangen Sie weniger Annotatoren',
  'key-needed': '„{gate}“ braucht den Schlüssel der Runde, die Datei mit den bekannten Antworten',
  'at-character': '{problem} (Zeichen {place})',
  'too-long': 'länger als {longest} Zeichen',
  'quote-not-closed': 'ein Anführungszeichen ist nicht geschlossen',
  'unexpected-character':
    '„{character}“ ist hier unerwartet; ein Wert mit solchen Zeichen steht in doppelten ' +
    'Anführungszeichen',
  'second-implication': 'ein zweites „=>“, erwartet Klammern um eines von beiden',
  'unexpected-rest': '„{text}“ ist hier unerwartet, erwartet =>, and, or oder das Ende',
  'nested-too-deep': 'mehr als {levels} Ebenen tief verschachtelt',
  'expected-token': 'erwartet {expected}, gefunden {got}',
  'no-question': '{got} ist keine Frage der Aufgabe, erwartet {ids}',
  'nominal-alone':
    '{question} ist nominal und wird deshalb mit einem Wert verglichen, etwa {example}',
  'no-such-value': '{question} hat keinen Wert {value}, erwartet {known}',
  'not-ordinal': '{question} ist nicht ordinal, {operator} hat dort keine Bedeutung',
  'many-combinations':
    'eine Liste über {combinations} Kombinationen von Antworten auf {questions, and}, die ' +
    'sie verbindet',
  'many-comparisons':
    'eine Liste von {count} Vergleichen über {combinations} Kombinationen von Antworten auf ' +
    '{questions, and}',
  'all-together': '{what} insgesamt',
  'questions-count': '{count} {count?Frage:Fragen}',
  'choices-count': '{count} {count?Antwort:Antworten} zur Auswahl',
  'comparisons-count': '{count} {count?Vergleich:Vergleiche}',
  'fewer-combinations':
    'höchstens {most}; lassen Sie eine Bedingung weg, die einige davon mit den anderen verbindet',
  'fewer-comparisons':
    'höchstens {most} über so viele; kürzen Sie die Bedingungen, oder ' +
    'verbinden Sie weniger Fragen',
  unmeetable: 'eine Liste, die keine Antworten auf {questions, and} erfüllen können',
  meetable: 'Bedingungen, die alle erfüllbar sind',
  'a-question': 'eine Frage',
  'a-value': 'ein Wert',
  'the-end': 'das Ende',
};
