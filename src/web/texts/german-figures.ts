import type { figureTexts } from '../../domain/figure-texts.ts';

/** Why there is no figure, in German. */
export const germanFigures: Readonly<Record<keyof typeof figureTexts, string>> = {
  'no-value': 'kein Wert',
  'no-ratings': 'Es gibt keine Urteile.',
  'no-pairs': 'Keine Einheit wurde von mindestens zwei Annotierenden beurteilt.',
  'no-variance':
    'Schon durch Zufall wäre die Übereinstimmung vollständig: Keine zwei Antworten ' +
    'unterscheiden sich.',
  'no-disagreement':
    'Alle vergleichbaren Antworten sind gleich, also kann es keinen Widerspruch geben.',
  'negative-ratio': 'Eine Verhältnisskala beginnt bei 0, aber ein Wert liegt darunter.',
  'category-not-chosen':
    'Niemand wählte diese Antwort bei einer Einheit, die zweimal beurteilt wurde.',
  'no-votes': 'Diese Person hat nicht abgestimmt.',
  'not-answered': 'Diese Person hat nicht geantwortet.',
  'no-majority': 'Die anderen haben bei keiner Einheit dieser Person eine Mehrheit.',
  'nothing-to-average': 'Es gibt keine Fragen, über die gemittelt werden könnte.',
  'no-question-valued': 'Keine der Fragen hat einen Wert.',
  'nominal-ac2':
    'AC2 gewichtet, was nur knapp verfehlt ist; das gibt es auf einer Nominalskala nicht.',
  'not-two-annotators': 'Cohens κ vergleicht genau zwei Annotierende; hier sind es {count}.',
  'nominal-weights': 'Gewichte brauchen eine Ordnung, und eine Nominalskala hat keine.',
  'not-binary':
    'Positive und negative Übereinstimmung gibt es für Fragen mit zwei Antworten; diese hat ' +
    '{count}.',
  'nothing-measurable': 'Keine Frage der Aufgabe kann gemessen werden.',
  'not-measured': '{question} wird nicht gemessen.',
  'key-per-annotator': 'Die Übereinstimmung mit den bekannten Antworten wird je Person gemessen.',
  'scales-differ':
    'Die Fragen haben verschiedene Skalen; ihre Antworten können nicht zusammengenommen werden.',
  'weighted-per-question': 'Gewichtete Maße werden je Frage berechnet.',
  'not-label-sets':
    'Label-Mengen gibt es nur für höchstens 31 Fragen, die mit Ja oder Nein beantwortet werden.',
  'set-measures':
    'Für Label-Mengen gibt es nur krippendorff_alpha (MASI-Abstand) und percent_agreement.',
  // How an interval was computed, or why there is none
  'interval-jeffreys-share': 'Jeffreys’ A-posteriori-Verteilung der Anzahlen',
  'interval-jeffreys': 'Jeffreys’ A-posteriori-Verteilung über die Urteilsmuster',
  'interval-gwet': 'Gwets Varianz mit t(n − 1)',
  'interval-fleiss-cohen-everitt': 'Varianz von Fleiss, Cohen und Everitt (1969)',
  'interval-linearised': 'linearisierte Varianz eines Quotienten mit t(n − 1)',
  'interval-bootstrap':
    'Bootstrap über die Einheiten, Perzentile von {resamples} Stichproben, Startwert {seed}{left}',
  'interval-bootstrap-blocks':
    'Bootstrap über gemeinsam gezogene Einheiten, {resamples} Stichproben, Startwert {seed}{left}',
  'interval-influence': 'infinitesimales Jackknife, symmetrisch in den logarithmierten Chancen',
  'interval-wilson': 'Wilsons Intervall eines Anteils',
  'interval-survey': 'Wilsons Intervall mit der Varianz des Stichprobenplans',
  'interval-census': 'jede Einheit wurde beurteilt, geschätzt wird nichts',
  'interval-days': 'Students t über {n} Tage',
  'resamples-left-out': ', {without} ohne Wert weggelassen',
  'mean-of-questions': 'Mittel von {count} Fragen{left}',
  'questions-left-out': ', {without} ohne Wert weggelassen',
  'pooled-decisions': '{decisions} Entscheidungen zu {count} Fragen als eine Liste',
  'no-interval-asked': 'Ein Intervall war nicht verlangt.',
  'no-interval-few-per-class':
    'Kein Intervall: Die Klassen haben je {n} Einheiten (harmonisches Mittel), nötig sind {least}.',
  'no-interval-few':
    'Kein Intervall: {n} {n?Einheit ist:Einheiten sind} zu wenig; nötig sind mindestens {least}.',
  'no-interval-few-positives':
    'Kein Intervall: Es beruht auf {n} {n?Einheit:Einheiten} einer Klasse; nötig sind mindestens ' +
    '{least}.',
  'no-interval-edge':
    'Kein Intervall: Das Maß liegt am Ende seines Bereichs oder ändert sich nicht.',
  'no-interval-largest':
    'Kein Intervall: Der Zufall vergrößert die größte von mehreren Lücken, um wie viel, ist ' +
    'nicht bekannt.',
  'no-interval-one-unit': 'Kein Intervall: Nur eine Einheit wurde beurteilt.',
  'no-interval-resamples':
    'Kein Intervall: Kaum eine von {resamples} Stichproben (Startwert {seed}{left}) hat ' +
    'einen Wert.',
  'no-interval-metric':
    'Kein Intervall: Gwets Varianz gilt für Nominal- und Intervallskalen, nicht für {metric}.',
  'no-interval-description':
    'Kein Intervall: Die Zahl beschreibt diese Einheiten und schätzt nichts.',
  'no-interval-gwet-overall': 'Kein Intervall: Gwets Varianz gilt für eine einzelne Frage.',
  'no-interval-pooled':
    'Kein Intervall: Entscheidungen zu derselben Einheit hängen voneinander ab.',
  'no-interval-draws': 'Kein Intervall: Es sind zu viele Einheiten, um neue Stichproben zu ziehen.',
  'no-interval-pair-mean': 'Kein Intervall für das Mittel über die Fragen eines Paars.',
  'no-interval-speed': 'Kein Intervall: Die Zahl ist Einheiten durch aktive Stunden.',
  'a-probability': 'eine Wahrscheinlichkeit von 0 bis 1',
  'no-relevant': 'Kein Dokument ist relevant.',
  'no-ideal-gain': 'Kein beurteiltes Dokument ist etwas wert, der bestmögliche Gewinn ist also 0.',
  'no-preferences': 'Für kein Paar von Dokumenten, die zählen, ist eine Präferenz angegeben.',
  'no-citation': 'Die Antwort nennt keine Quelle.',
  'not-in-run': 'Der Lauf enthält nichts zu dieser Anfrage.',
  'not-compared': 'Es fehlt die Wahrheit oder die Vorhersage.',
  'nothing-predicted': 'Nichts wurde vorhergesagt.',
  'nothing-to-find': 'Nichts ist wahr, und nichts wurde vorhergesagt.',
  'one-class': 'Alle Wahrheiten oder alle Vorhersagen sind gleich.',
  'not-in-predictions': 'Zu der Einheit gibt es keine Vorhersage.',
  'one-annotator': 'Für Übereinstimmung braucht es mindestens zwei Annotierende.',
  'extreme-prevalence':
    'Bei einer Prävalenz von 0 oder 1 stimmen alle schon durch Zufall überein, und κ hat ' +
    'keinen Wert.',
  'full-kappa':
    'Bei κ = 1 ist die Varianz großer Stichproben 0; das sagt nichts über die nötigen Einheiten.',
  'impossible-kappa':
    'Annotierende mit gleicher Prävalenz können sich nicht so sehr widersprechen wie bei ' +
    'κ = {kappa}.',
  'no-answers': 'Es gibt keine Einheiten mit einer Antwort.',
  'several-values': 'Die Frage hat mehrere Werte; siehe den Anteil eines jeden.',
  'empty-distribution': 'Eine der beiden Verteilungen ist leer.',
  'no-label-columns': 'Es gibt keine Labels.',
  'no-finite-odds': 'Kein Label hat in jedem Teil endliche Chancen.',
  'nothing-judged': 'Nichts wurde beurteilt.',
  'few-timed':
    '{timed} {timed?Einheit:Einheiten} in {seconds} {seconds?Sekunde:Sekunden} sagen nichts über ' +
    'eine Stunde.',
  'time-unknown': 'Die Zeit dieser Urteile ist nicht bekannt.',
  'no-times': 'Kein Urteil hat eine Zeit.',
  'idle-week': 'In dieser Woche wurde nichts beurteilt.',
  'not-asked': 'Danach wurde in dieser Woche nicht gefragt.',
  'nothing-remains': 'Es bleibt nichts zu tun.',
  'not-begun': 'Noch wurde nichts beurteilt.',
  'idle-days': 'In den letzten {count} {count?Tag:Tagen} wurde nichts beurteilt.',
  'one-day': 'Ein Tag ist für eine Spanne zu wenig.',
  'uneven-pace': 'Das Tempo schwankt zu sehr, um einen spätesten Termin zu nennen.',
  'no-interval': 'Es gibt kein Intervall, sein unteres Ende ist also nicht bekannt.',
  'low-not-above':
    'Erwartet wird {expected}, nicht mehr als das Ziel {target}: Keine Zahl von Einheiten genügt.',
  'low-unplanned': 'Die Zahl der Einheiten lässt sich nur für Fleiss’ und Cohens κ planen.',
  'nothing-assigned': 'Nichts wurde zugeteilt.',
  'nobody-trained': 'Niemand hat das Training beendet.',
  'nothing-shared':
    'In ihren letzten Versuchen: keine Einheit von {annotators, and}, die auch andere beurteilt ' +
    'haben.',
  'figures-hidden':
    'Sie nehmen an dieser Runde teil; ihre Zahlen werden gezeigt, sobald sie geschlossen ist.',
  'questions-changed': 'Fragen oder Skalen haben sich seither geändert.',
  'guideline-changed': 'Unter Leitfaden {before} beurteilt; das Protokoll hat jetzt {now}.',
  'scope-question': '{question}',
  'scope-every-question': 'jede Frage',
  'scope-macro': 'insgesamt (Mittel)',
  'scope-pooled': 'insgesamt (zusammengenommen)',
  'scope-sets': 'insgesamt (Mengen)',
  'scope-key': 'gegen die bekannten Antworten',
  'scope-own-key': '{annotator} gegen die bekannten Antworten',
  'scope-assignments': 'alle Zuteilungen',
  'scope-questions': 'Fragen und Skalen',
  'scope-guideline': 'Leitfaden',
};
