import type { hintTexts } from '../../domain/hint-texts.ts';

/** Hints, what is wrong with a table, and things, in German. */
export const germanHints: Readonly<Record<keyof typeof hintTexts, string>> = {
  'check-spelling': '; prüfen Sie die Schreibweise, oder lassen Sie es weg',
  'expected-fields': '; erwartet: {fields, and}',
  'questions-are': '; die Fragen sind {questions, and}',
  'only-answers': '; die Aufgabe hat außer den Antworten keine Felder',
  'asides-are': '; neben den Antworten gibt es {asides, and}',
  'columns-are':
    '; erwartet: {columns}, oder ein Feld der Einheit. Ordnen Sie es null zu, um es wegzulassen',
  'not-a-label': '; es ist keines der Labels',
  'gold-columns': '; die Abschnitte eines Gold-Pakets haben {columns, and}',
  'no-mapping-needed': '; {kind} im Format {format} brauchen keine Zuordnung',
  'mapping-keys': '; eine Zuordnung kann {keys, and} haben',
  'mapping-uses': '; {kind} im Format {format} benutzen {keys, and}',
  'unreadable-field':
    ' (in {count} {count?Annotation:Annotationen}) und hat {got}; ordnen Sie es null zu, um es ' +
    'wegzulassen',
  'unmapped-field':
    ' (in {count} {count?Annotation:Annotationen}); ordnen Sie es {targets} zu, oder null, um ' +
    'es wegzulassen',
  'nearest-passage': '; die nächste Stelle ist {passage} bei {start}–{end}',
  'draw-lacks-units': 'es gibt {available} Einheiten, aber {wanted} sind nötig',
  'draw-lacks-easy': 'es gibt {available} leichte Einheiten, aber {wanted} sind nötig',
  'draw-lacks-hard': 'es gibt {available} schwierige Einheiten, aber {wanted} sind nötig',
  'draw-has-no-room':
    '{size} Einheiten bieten keinen Platz für die Mindestzahlen von {labels, and}',
  'no-draw-fits': 'keine von {draws} Ziehungen hielt die Mindestzahlen von {labels, and} ein',
  'label-is-scarce': '{label} hat {available} von {wanted} Einheiten',
  'used-before': ', denn {used} von {all} wurden schon benutzt',
  'cr-line-ends':
    'die Zeilen enden nur mit Wagenrücklauf; speichern Sie die Datei mit Zeilenenden von Unix ' +
    'oder Windows',
  'not-a-table':
    'die Datei enthält JSON, erwartet eine Tabelle mit Kommas: eine Kopfzeile, dann Zeilen',
  'unnamed-columns':
    'die Kopfzeile hat mehrere Spalten ohne Namen, erwartet ein Name für jede; auch Kommas am ' +
    'Zeilenende ergeben Spalten',
  'column-twice': 'die Spalte {column} steht zweimal da, erwartet jede einmal',
  'field-count-header':
    'die Zeile hat {got} {got?Feld:Felder}, erwartet {expected} wie in der Kopfzeile',
  'field-count-first':
    'die Zeile hat {got} {got?Feld:Felder}, erwartet {expected} wie in der ersten Zeile',
  'field-count-labels':
    'die Zeile hat {got} {got?Feld:Felder}, erwartet {expected}, eines je Label',
  'field-count-qrels':
    'die Zeile hat {got} {got?Feld:Felder}, erwartet Anfrage, 0, Dokument und Stufe',
  'field-count-run':
    'die Zeile hat {got} {got?Feld:Felder}, erwartet Anfrage, Q0, Dokument, Rang, Punktzahl ' +
    'und Lauf',
  'measure-of-judgments': 'ein Maß dessen, was --judgments {format} hat',
  'field-count-preferences':
    'die Zeile hat {got} {got?Feld:Felder}, erwartet Anfrage, Gruppe, Teil, Dokument und Stufe',
  'field-count-reference':
    'die Zeile hat {got} {got?Feld:Felder}, erwartet Anfrage, Maß, Mittelwert und ' +
    'Standardabweichung',
  'bare-quote':
    'ein Anführungszeichen in einem Feld ohne Anführungszeichen; setzen Sie das Feld in ' +
    'Anführungszeichen und verdoppeln Sie die darin',
  'open-quote':
    'ein Feld in Anführungszeichen ist nicht geschlossen, erwartet ein Anführungszeichen am ' +
    'Ende',
  'after-quote':
    'nach einem Feld in Anführungszeichen steht {got}, erwartet ein Trennzeichen oder das ' +
    'Zeilenende',
  'columns-clash': 'die Spalten {first} und {second} sind beide {column}, erwartet eine',
  'header-lacks': 'in der Kopfzeile fehlt {missing, and}, erwartet {expected} in der ersten Zeile',
  'header-differs': 'die Kopfzeile ist {got}, erwartet keine Kopfzeile, oder genau {expected, and}',
  'yaml-too-deep': 'die Datei hat mehr als {levels} Ebenen, oder verweist auf sich selbst',
  'yaml-second-document': 'hier beginnt ein zweites Dokument, erwartet eines',
  'yaml-broken': 'erwartet YAML: {problem}',
  'yaml-aliases': 'die Verweise (*) vervielfachen sich ohne Grenze, erwartet die Werte selbst',
  'yaml-alias-unknown': '*{name} verweist auf nichts, erwartet &{name} davor',
  'parquet-bytes':
    'eine Spalte enthält Bytes, erwartet Text, Zahlen, true und false, oder Listen davon',
  'parquet-vectors':
    'eine Spalte enthält Vektoren, erwartet Text, Zahlen, true und false, oder Listen davon',
  'parquet-damaged': 'ihr Aufbau ist beschädigt',
  unit: 'Einheit {id}',
  run: 'Durchgang {id}',
  release: 'Veröffentlichung {version}',
  evaluation: 'Auswertung {id}',
  'run-of-task': 'Durchgang {id} der Aufgabe {task}',
  waiver: 'Erlass {id}',
  'own-run': 'Durchgang {id}, an dem Sie teilnehmen',
  project: 'Projekt {id}',
  'protocol-version': 'Fassung {version} des Protokolls von {project}',
  round: 'Runde {id}',
  task: 'Aufgabe {id}',
  subject: 'Gegenstand {id}',
  account: 'Konto {id}',
  'account-to-invite': 'Konto {id}; laden Sie die Person mit einem Link ein',
  'account-for-link': 'Konto {id}, das einen Link bekommen könnte',
  member: 'Mitglied {id}',
  'member-with-role': 'Mitglied {id} mit der Rolle {role}',
  'annotator-here': 'Annotierende Person {id}',
  'model-job': 'Auftrag {id} an Modelle',
  'model-attempt': 'Antwort {id} eines Modells',
  'showing-model-votes': 'die Stimmen der Modelle zu zeigen',
  'hiding-model-votes': 'die Stimmen der Modelle zu verbergen',
  'annotator-in-project': 'Annotierende Person {id} im Projekt {project}',
  'judgment-of': 'Urteil von {annotator} zu {task}',
  import: 'Import {id}',
  invitation: 'Einladung, die zurückgezogen werden könnte',
  session: 'Sitzung, die beendet werden könnte',
  'mail-address': 'eine E-Mail-Adresse',
  'webhook-address': 'eine öffentliche Adresse, die mit https:// beginnt, ohne Passwort',
  webhook: 'Webhook',
  token: 'Token, das widerrufen werden könnte',
  address: 'diese Adresse',
  page: 'diese Seite',
  ruling: 'Entscheid',
  judgment: 'Urteil',
  fact: 'Angabe',
  'a-ruling': 'einen Entscheid',
  'a-waiver': 'einen Erlass',
  'allowing-own-rulings': 'eigene Entscheide zu erlauben',
  'forbidding-own-rulings': 'eigene Entscheide zu verbieten',
  'role-lead': 'Leitung',
  'role-adjudicator': 'Schlichtung',
  'role-annotator': 'Annotation',
  'role-reviewer': 'Prüfung',
  'free-text': 'freien Text',
  'grades-or-choices': 'Stufen oder Mehrfachauswahl',
};
