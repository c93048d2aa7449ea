import type { intakeTexts } from '../../domain/intake-texts.ts';

/** What an import leaves out, and how it recognised a format, in German. */
export const germanIntake: Readonly<Record<keyof typeof intakeTexts, string>> = {
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
  'skipped-status': '{count} {count?Antwort:Antworten} mit dem Status {status}',
  'skipped-statusless': '{count} {count?Antwort:Antworten} ohne Status',
  'skipped-unknown-status': '{count} {count?Antwort:Antworten} mit unbekanntem Status',
  'skipped-by-mapping': '{count} in {field}, wie die Zuordnung es sagt',
  'skipped-repeated':
    '{count} {count?Datensatz, der:Datensätze, die} doppelt {count?vorkommt:vorkommen}',
  'skipped-faulty': '{count} {count?Datensatz:Datensätze} mit Fehlern',
  'skipped-outside-terms':
    '{count} {count?Antwort:Antworten} außerhalb der Begriffe: {question} = {answer}',
  'skipped-other-topics': '{count} {count?Eintrag anderer Themen:Einträge anderer Themen}',
  'skipped-aggregates':
    '{count} {count?Aggregat, das:Aggregate, die} neu berechnet {count?wird:werden}; ' +
    '--annotator übernimmt die ohne Stimmen als Urteile',
  'skipped-unknown-units': '{count} {count?Urteil:Urteile} zu Einheiten, die es nicht gibt',
  'skipped-fault': '{count} {count?Urteil:Urteile} mit einem Fehler: {fault}',
  // How a format was recognised
  'starts-as-parquet': 'sie beginnt wie eine Parquet-Datei',
  'not-parquet-bytes': 'ihre ersten Bytes sind nicht die einer Parquet-Datei',
  'file-is-empty': 'sie ist leer',
  'json-unreadable': 'sie beginnt wie JSON, aber ihr erstes Objekt ist nicht lesbar',
  'json-endless':
    'sie beginnt wie JSON, aber ihr erstes Objekt endet nicht innerhalb von {limit} Zeichen',
  'looks-like-export': 'sie sieht aus wie ein Export aus {tool}',
  'looks-like-json-min':
    'sie sieht aus wie der JSON-MIN-Export aus Label Studio; exportieren Sie besser JSON',
  'looks-like-gold-pack': 'sie hat Labels und Synonyme, wie ein Goldpaket',
  'looks-like-rag-table':
    'ihre Spalten sind die einer Exporttabelle zu Retrieval, Grounding oder Generation',
  'has-rows-of': 'ihre Zeilen haben {fields, and}',
  'has-columns': 'ihre Spalten sind {columns, and}',
  'has-annotator-column': 'sie hat eine Spalte für die annotierende Person',
  'has-four-fields': 'ihre Zeilen haben vier Felder, das letzte eine ganze Zahl',
  'has-bare-matrix': 'ihre Zellen sind 0 und 1, ohne Kopfzeile',
  'has-raw-judgments': 'sie hat Urteile unter raw oder aggregated',
  'has-override-lists': 'sie hat Listen von Korrekturen nach Thema',
  'separated-by-tabs':
    'ihre Spalten {columns, and} sind durch Tabulatoren getrennt; speichern Sie sie mit ' +
    'Kommas',
  'separated-by-semicolons':
    'ihre Spalten sind durch Semikolons getrennt; speichern Sie sie mit Kommas',
  'neither-json-nor-table': 'sie ist weder JSON noch eine Tabelle mit Spalten',
};
