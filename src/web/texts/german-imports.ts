import type { importTexts } from '../../domain/import-texts.ts';

/** Texts about imports, verdicts and cases, in German. */
export const germanImports: Readonly<Record<keyof typeof importTexts, string>> = {
  'units-made':
    'Die Aufgabe hatte keine Einheiten: {count} {count?wurde:wurden} aus {name} gemacht.',
  'units-to-make': 'Die Aufgabe hat keine Einheiten: Der Import macht zuerst {count} aus {name}.',
  'rounds-not-kept':
    '{count} {count?Zeile nennt:Zeilen nennen} eine Runde, die nicht aufbewahrt wird: ' +
    'Importierte Urteile gehören zu keiner.',
  'names-joined':
    '{count} {count?Urteil steht:Urteile stehen} unter der bekannten Schreibweise des Namens: A0 ' +
    'und a0 sind derselbe Name.',
  'before-project':
    '{count} {count?Urteil wurde:Urteile wurden} gegeben, bevor das Projekt angelegt wurde.',
  'ahead-of-clock':
    '{count} {count?Urteil hat:Urteile haben} eine Zeit, die laut der Uhr dieses Rechners in der ' +
    'Zukunft liegt.',
  'answers-filled':
    '{count} {count?Zeile hatte:Zeilen hatten} keine Antwort auf {question}; die Zuordnung gab ' +
    'eine.',
  'judgments-count': '{count} von {total} {total?Urteil zählt:Urteilen zählen}.',
  'judgments-count-now': '{count} von {total} {total?Urteil zählt:Urteilen zählen} vorerst.',
  'counted-once-passed':
    '{count} {count?Urteil:Urteile} von {annotator} {count?zählt:zählen}, sobald die Runde ' +
    '{round} bestanden ist.',
  'uncounted-judgments':
    '{count} {count?Urteil:Urteile} von {annotator} {count?zählt:zählen} nicht: {why}.',
  'more-uncounted': 'Auch die Urteile von {count} weiteren {count?Person:Personen} zählen nicht.',
  'ruling-leaves-open': '{unit} bleibt offen: Es fehlt eine Antwort auf {questions, and}.',
  'claim-differs':
    '{unit}: Laut dem Entscheid war {question} {claimed}, jetzt ist es aber {agreed}.',
  'still-open': 'offen',
  'of-record': '[{index}] {warning}',
  'record-left-out': '{about}{fault}; weggelassen',
  'keys-kept': 'kein Teil eines Eintrags, aber bei seinen Einheiten aufbewahrt: {fields, and}',
  'ranks-have-gaps': 'die Ränge sind {ranks, and}, erwartet: 1 bis {count} ohne Lücke',
  'ruling-unused': 'Der Entscheid zu {unit} bleibt ungenutzt: {why}.',
  'not-among-units': 'sie ist nicht unter den Einheiten',
  'no-judgment-counts': 'keines ihrer Urteile zählt, und die Korrektur allein lässt Fragen offen',
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
    'Sie haben diese Einheit beurteilt. Jemand anderes muss darüber entscheiden, es sei denn, ' +
    'die Leitung erlaubt eigene Entscheide.',
  // What an import leaves out
  'skipped-ignored': '{count} {count?Zeile wurde:Zeilen wurden} im Werkzeug ignoriert',
  'skipped-rejected': '{count} {count?abgelehnte Auswahl:abgelehnte Auswahlen}',
  'skipped-spans': '{count} {count?markierte Stelle:markierte Stellen}',
  'skipped-relations': '{count} {count?Beziehung:Beziehungen}',
  'skipped-comments': '{count} {count?Kommentar:Kommentare}',
  'skipped-drafts': '{count} {count?Entwurf:Entwürfe}',
  'skipped-predictions': '{count} {count?Vorhersage:Vorhersagen}',
  'skipped-suggestions': '{count} {count?Vorschlag:Vorschläge}',
  'skipped-cancelled': '{count} {count?abgebrochene Annotation:abgebrochene Annotationen}',
  'skipped-unlabelled': '{count} ohne Label (nicht annotiert, oder keines trifft zu)',
  'skipped-instances': '{count} {count?Instanz:Instanzen} ohne Label',
  'skipped-survey-pages': '{count} {count?Seite:Seiten} einer Umfrage, etwa eine Einwilligung',
  'skipped-status': '{count} {count?Antwort:Antworten} mit dem Status {status}',
  'skipped-statusless':
    '{count} {count?Antwort:Antworten} ohne Status; die Zuordnung without_status: submitted ' +
    'behandelt {count?sie:sie} als abgegeben',
  'skipped-unknown-status': '{count} {count?Antwort:Antworten} mit unbekanntem Status',
  'skipped-by-mapping': '{count} in {field}, wie die Zuordnung es sagt',
  'so-many-units': '{count} Einheiten; importieren Sie die übrigen danach',
  'so-many-annotators': 'die Urteile von {count} Annotierenden',
  'kept-rows':
    '{count} Zeichen an Entscheiden, Änderungen und zurückgestellten Zeilen; importieren Sie ' +
    'sie in Teilen oder auf der Kommandozeile',
  'given-annotator':
    'ein Name; tragen Sie ihn unter „Annotator“ ein, wenn alle von einer Person sind',
  'label-rows': '{label} in {count} {count?Zeile:Zeilen}',
  'skipped-mapping-entry': '{entry} der Zuordnung, weil die Datei kein solches Feld hat',
  'skipped-score': '{count} {count?Wert:Werte} von {field}, weder Text noch Zahl',
  'skipped-repeated':
    '{count} {count?Datensatz, der:Datensätze, die} doppelt {count?vorkommt:vorkommen}',
  'skipped-faulty': '{count} {count?Datensatz:Datensätze} mit Fehlern',
  'skipped-outside-terms':
    '{count} {count?Antwort:Antworten} außerhalb der Begriffe: {question} = {answer}',
  'skipped-other-topics': '{count} {count?Eintrag anderer Themen:Einträge anderer Themen}',
  'skipped-aggregates':
    '{count} {count?Aggregat, das:Aggregate, die} neu berechnet {count?wird:werden}; ' +
    'mit einem Namen unter „Annotator“ werden die ohne Stimmen Urteile',
  'skipped-unknown-units': '{count} {count?Urteil:Urteile} zu Einheiten, die es nicht gibt',
  'skipped-fault': '{count} {count?Urteil:Urteile} mit einem Fehler: {fault}',
  'guessed-answers':
    'Die Datei trennt Antworten nicht von Daten. Als Antworten gelten: {columns, and}',
  'annotator-assumed':
    'Die Datei sagt nicht, wer annotiert hat. Die vorgeschlagene Zuordnung verwendet ' +
    '{annotator}: Ersetzen Sie das durch den richtigen Namen',
  'fields-unreadable':
    'Die vorgeschlagene Zuordnung lässt {fields, and} aus: keine Antworten, die Assay lesen ' +
    'kann, sondern zum Beispiel Bereiche eines Bildes',
  'columns-left-out':
    'Die Aufgabe hat nichts mit dem Namen {columns, and}; die vorgeschlagene Zuordnung lässt ' +
    '{count?es:sie} daher aus',
  'zip-method': 'sie ist mit {method} gepackt, was hier nicht entpackt werden kann',
  'one-object': 'sie ist ein einziges JSON-Objekt, mit Listen in {lists, and}',
  'columns-guessed':
    'Die erste Zeile sieht nach Daten aus, nicht nach Spaltennamen; darum benennt die ' +
    'vorgeschlagene Zuordnung die Spalten: {columns, and}. Ändern Sie sie, wo sie falsch sind',
  'rows-numbered': 'Kein Feld benennt die Zeilen, darum werden sie in {field} nummeriert',
  'statusless-taken':
    '{count} {count?Antwort hat:Antworten haben} keinen Status. Die vorgeschlagene Zuordnung ' +
    'behandelt {count?sie:sie} als abgegeben: Streichen Sie without_status, wenn das falsch ist',
  // How a format was recognised
  'starts-as-parquet': 'sie beginnt wie eine Parquet-Datei',
  'not-parquet-bytes': 'ihre ersten Bytes sind nicht die einer Parquet-Datei',
  'file-is-empty': 'sie ist leer',
  'json-unreadable': 'sie beginnt wie JSON, aber ihr erstes Objekt ist nicht lesbar',
  'json-endless':
    'sie beginnt wie JSON, aber ihr erstes Objekt endet nicht innerhalb von {limit} Zeichen',
  'looks-like-export': 'sie sieht aus wie ein Export aus {tool}',
  'looks-like-json-min': 'sie sieht wie der JSON-MIN-Export von Label Studio aus',
  'looks-like-gold-pack': 'sie hat Labels und Synonyme, wie ein Gold-Paket',
  'looks-like-rag-table':
    'ihre Spalten sind die einer Exporttabelle zu Retrieval, Grounding oder Generation',
  'has-rows-of': 'ihre Zeilen haben {fields, and}',
  'has-columns': 'ihre Spalten sind {columns, and}',
  'has-annotator-column': 'sie hat eine Spalte für die annotierende Person',
  'has-four-fields': 'ihre Zeilen haben vier Felder, das letzte eine ganze Zahl',
  'has-bare-matrix': 'ihre Zellen sind 0 und 1, ohne Kopfzeile',
  'has-raw-judgments': 'sie hat Urteile unter raw oder aggregated',
  'has-override-lists': 'sie hat Listen von Korrekturen nach Thema',
  'neither-json-nor-table': 'sie ist weder JSON noch eine Tabelle mit Spalten',
  'foreign-spans':
    'sie ist {name} und markiert Stellen in Dokumenten; wandeln Sie sie in JSON-Zeilen mit dem ' +
    'Text und seinen Stellen um, etwa {"text": "Anna ging.", "label": [[0, 4, "PERSON"]]}',
  'foreign-fasttext':
    'sie ist eine Trainingsdatei von fastText, mit __label__ vor jedem Text; wandeln Sie sie in ' +
    'eine Tabelle mit einer Spalte für das Label und einer für den Text um',
  'foreign-markup':
    'sie ist XML oder HTML; exportieren Sie stattdessen eine Tabelle, JSON oder JSON-Zeilen',
  'foreign-database':
    'sie ist eine SQLite-Datenbank; exportieren Sie zuerst ihre Zeilen, mit dem Werkzeug, das ' +
    'sie angelegt hat',
  'skipped-revised':
    '{count} frühere {count?Annotation, die später geändert wurde:Annotationen, die später ' +
    'geändert wurden}',
  'skipped-rejected-annotations':
    '{count} {count?Annotation, die eine Prüfung zurückwies:Annotationen, die eine Prüfung ' +
    'zurückwies}',
  'skipped-untouched':
    '{count} aus einer Vorhersage oder anderen Annotation übernommene und nie geänderte ' +
    '{count?Annotation:Annotationen}',
  'skipped-reviews': '{count} {count?Prüfung:Prüfungen} übernommener Annotationen',
  'skipped-history': 'der Verlauf von {count} {count?Annotation:Annotationen}',
  'skipped-agreement': 'die im Werkzeug berechnete Übereinstimmung in {count} {count?Zeile:Zeilen}',
  'skipped-unannotated': '{count} {count?Zeile:Zeilen} ohne Annotation',
  'skipped-differing':
    '{field}, das sich zwischen den Zeilen von {count} {count?Einheit:Einheiten} unterscheidet',
  'also-judgments':
    'Die Datei enthält auch {count} {count?Urteil:Urteile}; mit „Urteile“ unter „Was sie ' +
    'enthält“ {count?wird es:werden sie} importiert.',
  'looks-like-beir': 'ihre Kopfzeile ist die von BEIR-Relevanzurteilen',
  'has-six-fields': 'ihre Zeilen haben sechs Felder, wie ein TREC-Lauf',
  'separated-by': 'Die Felder sind durch {delimiter} getrennt.',
  'delimiter-semicolon': 'Strichpunkte',
  'delimiter-tab': 'Tabulatoren',
  'read-as-encoding': 'Die Datei ist nicht in UTF-8; sie wurde als {encoding} gelesen.',
  'read-sheet': 'Das Blatt {sheet} wurde gelesen.',
  'sheet-titles': 'Was über der Kopfzeile steht, wurde weggelassen: {titles, and}.',
  'other-sheets': 'Andere Blätter wurden nicht gelesen: {sheets, and}.',
  'skipped-pending':
    '{count} {count?Eintrag, den noch niemand annotiert hat:Einträge, die noch niemand ' +
    'annotiert hat}',
  'skipped-no-traces':
    '{count} {count?Wert oder Eintrag einer Warteschlange, der:Werte oder Einträge einer ' +
    'Warteschlange, die} zu keinem Trace {count?gehört:gehören}',
  'skipped-other-spans': '{count} {count?Span:Spans} anderer Operationen',
  'looks-like-log': 'sie beginnt wie ein Auswertungslog oder ein Trace',
};
