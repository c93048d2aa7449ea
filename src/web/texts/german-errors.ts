import type { ErrorCode } from '../../domain/errors.ts';

/**
 * The catalogue of errors in German, with the same places for values. The compiler sees to it that
 * none is missing.
 */
export const germanErrors: Readonly<Record<ErrorCode, string>> = {
  'file-not-found': '{file} gibt es nicht. Prüfen Sie den Pfad.',
  'file-unreadable': '{file} kann nicht gelesen werden: {reason}.',
  'file-unwritable': '{file} kann nicht geschrieben werden: {+reason}.',
  'file-exists': '{file} gibt es schon. Wählen Sie einen anderen Namen.',
  'folder-not-empty': '{file} ist nicht leer. Wählen Sie einen anderen Ordner.',
  'file-empty': 'die Datei ist leer, erwartet mindestens eine Zeile',
  'not-text': 'erwartet Text in UTF-8, kam {got}',
  'line-too-long': 'die Zeile ist länger als {limit} Bytes, erwartet eine Zeile je Eintrag',
  'bad-json': 'erwartet JSON, kam {got}',
  'duplicate-key': 'der Schlüssel {field} ist zweimal da, erwartet jeden einmal',
  'not-an-object': 'erwartet ein Objekt mit benannten Feldern, kam {+got}',
  'bad-csv': '{+reason}',
  'bad-yaml': '{+reason}',
  'bad-parquet': 'die Parquet-Datei kann nicht gelesen werden: {reason}',
  'missing-field': '{field} fehlt, erwartet {+expected}',
  'unknown-field': '{field} ist hier nicht bekannt{hint}',
  'wrong-value': '{field} ist {+got}, erwartet {+expected}',
  'no-protocol': 'Kein Protokoll gefunden.',
  'bad-expression': '{+reason}',
  'unknown-reference': '{field} verweist auf {got}, erwartet {+expected}',
  'guideline-incomplete': 'dem Leitfaden fehlt zu {question}: {part}',
  'unknown-task': 'die Aufgabe {got} gibt es im Protokoll nicht, erwartet {+expected}.',
  'unknown-round': 'die Runde {got} gibt es im Protokoll nicht, erwartet {+expected}.',
  'unknown-unit': '{field} {got} ist keine der Einheiten; Kennungen dürfen nicht geändert werden',
  'duplicate-unit': 'die Einheit {unit} stand schon in Zeile {line}',
  'duplicate-judgment': '{annotator} hat {unit} schon in Zeile {line} beurteilt',
  'constraint-broken': '{constraint} ist verletzt: {detail}',
  'not-applicable': '{field} ist beantwortet, wird aber nur gefragt, wenn {when}',
  'grade-without-label': 'grades.{field} ist angegeben, aber {field} ist keines der Labels',
  'not-verbatim': '{field} ist nicht wörtlich aus {source} übernommen{fix}',
  'wrong-guideline': '{field} ist {got}, erwartet {+expected}',
  'stale-task': 'unter einer älteren Fassung der Aufgabe beurteilt ({got}), erwartet {expected}',
  'same-annotator': '{files} sind beide von {annotator}; Übereinstimmung braucht zwei Personen',
  'mixed-annotators':
    '{field} ist {got}, aber die Zeilen darüber sind von {expected}; erwartet eine Person je Datei',
  'keys-differ': 'die Dateien beurteilen nicht dieselben Einheiten: {detail}.',
  'unknown-format': 'die Zeilen haben {got}; erwartet {+expected}',
  'unknown-policy': 'das Regelwerk {got} gibt es nicht, erwartet {+expected}',
  'unknown-subject': 'den Gegenstand {got} gibt es in {file} nicht, erwartet etwa {expected}',
  'no-judgments': 'zu {topic} gibt es keine Urteile.',
  'no-weight': 'das Modell {model} hat kein Gewicht. Geben Sie ihm eines im Panel des Protokolls.',
  'stale-terms':
    '{topic} wurde unter anderen Begriffen beurteilt ({got}); jetzt gelten {expected}. {+changes}',
  'stale-override':
    'die Korrektur von {unit} sagt, dass {field} {got} war, aber jetzt ist es {expected}',
  'too-much-missing':
    '{policy} bei K = {k}: {missing} von {units} Einheiten haben keine Wahrheit ({share} %), mehr als die {limit} %, die fehlen dürfen. Beurteilen oder entscheiden Sie sie.',
  'database-unreachable': 'Die Datenbank ist nicht erreichbar.',
  'database-locked': 'Die Datenbank ist gerade beschäftigt. Versuchen Sie es noch einmal.',
  'database-newer':
    'Die Datenbank ist neuer als dieses Programm. Installieren Sie ein neueres Assay.',
  'database-older': 'Die Datenbank ist älter als dieses Programm. Starten Sie den Server neu.',
  'database-unfit': 'Die Datenbank kann nicht benutzt werden.',
  'database-damaged': 'Die Datenbank ist beschädigt. Spielen Sie eine Sicherung ein.',
  'database-not-empty': 'Die Datenbank enthält schon einen Arbeitsbereich.',
  'database-in-use': 'Die Datenbank wird von einem anderen Programm benutzt.',
  'database-not-found': 'Diese Datenbank gibt es nicht.',
  'server-busy':
    'Es speichern gerade so viele zugleich, dass dies nicht an die Reihe kam. Versuchen Sie es noch einmal.',
  'commit-unknown':
    'Die Verbindung zur Datenbank brach beim Speichern ab; ob gespeichert wurde, ist nicht bekannt. Es wird noch einmal gesendet, und nichts wird doppelt gespeichert.',
  'key-reused':
    'Der Schlüssel {key} wurde schon für anderes benutzt ({what}). Laden Sie die Seite neu.',
  'backup-damaged': '{file} ist keine ganze Sicherung: {reason}.',
  'copy-differs':
    'Die Tabelle {table} ist nach dem Kopieren anders ({detail}). Nichts wurde behalten.',
  'needs-newer-node': 'Die Datenbank braucht Node {expected} oder neuer; dies ist {got}.',
  'not-signed-in': 'Melden Sie sich zuerst an.',
  'bad-credentials': 'Der Name oder das Passwort stimmt nicht.',
  csrf: 'Diese Sitzung ist nicht mehr die der Seite. Laden Sie die Seite neu.',
  forbidden: '{+reason}',
  'takes-part':
    'Sie nehmen an der Runde {round} (Anlauf {attempt}) teil, die noch offen ist. Bis sie geschlossen ist, sehen Sie weder die Antworten der anderen noch, was beim Annotieren verborgen ist.',
  'not-found': 'Das gibt es nicht: {+what}.',
  'wrong-method': '{method} ist an dieser Adresse nicht möglich, erwartet {expected}.',
  'login-taken':
    'Der Name {login} ist vergeben. Wählen Sie einen anderen, oder melden Sie sich an und öffnen Sie den Link noch einmal.',
  'link-expired':
    'Dieser Link wurde benutzt, zurückgezogen oder ist abgelaufen. Bitten Sie um einen neuen.',
  'too-many-attempts': 'Zu viele Versuche. Versuchen Sie es in {seconds} s noch einmal.',
  'too-large': 'Das ist zu groß: mehr als {limit}.',
  'headers-too-large': 'Die Kopfzeilen der Anfrage sind größer, als gelesen wird.',
  'too-slow': 'Die Anfrage kam nicht rechtzeitig an.',
  'wrong-content-type': 'Die Art des Inhalts ist {got}, erwartet {expected}.',
  'corpus-too-small': '{+detail}',
  'cannot-assign': '{+detail}',
  'cannot-split': '{+detail}',
  'round-locked': 'Die Runde {round} kann nicht geöffnet werden: {+detail}',
  'round-closed': 'Die Runde {round} ist geschlossen.',
  'not-assigned': '{unit} gehört in dieser Runde nicht zu Ihren Einheiten.',
  'not-admitted': '{+detail}',
  'already-judged':
    '{unit} ist schon beurteilt, und die bekannten Antworten wurden gezeigt. Eine Antwort im Training wird nicht geändert.',
  'draft-outdated': 'Von {unit} liegt schon ein neuerer Entwurf vor. Laden Sie ihn zuerst.',
  conflict: '{+detail}',
  'reason-required': 'Es braucht eine Begründung: {+what}.',
  'own-judgment': '{+detail}',
  usage: '{+reason}',
  internal: 'In Assay ist etwas schiefgegangen: {+reason}. Bitte melden Sie es.',
};
