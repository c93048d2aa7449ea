import type { ErrorCode } from '../../domain/errors.ts';
import { germanAccessErrors } from './german-access.ts';
import { germanExtractErrors } from './german-extract.ts';
import { germanGuardErrors } from './german-guard.ts';

/** The catalogue of errors in German, with the same placeholders. */
export const germanErrors: Readonly<Record<ErrorCode, string>> = {
  'file-not-found': '{file} gibt es nicht. Prüfen Sie den Pfad.',
  'file-unreadable': '{file} kann nicht gelesen werden: {reason}.',
  'file-unwritable': '{file} kann nicht geschrieben werden: {reason}.',
  'package-incomplete':
    'Eine Datei von Assay selbst kann nicht gelesen werden: {reason}. Installieren Sie Assay ' +
    'neu.',
  'file-exists':
    '{file} gibt es schon. Wählen Sie einen anderen Namen, oder ersetzen Sie die Datei mit ' +
    '--force.',
  'folder-not-empty': '{file} ist nicht leer. Wählen Sie einen anderen Ordner.',
  'bad-workbook': 'die Tabelle kann nicht gelesen werden: {reason}',
  'nothing-taken': 'aus der Datei wurde nichts importiert. Weggelassen: {left, ;}.',
  'file-empty': 'die Datei ist leer, erwartet mindestens eine Zeile',
  'not-text': 'erwartet Text in UTF-8, gefunden: {got}',
  'line-too-long': 'die Zeile ist länger als {limit} Bytes, erwartet eine Zeile je Eintrag',
  'row-too-large': 'die Zeile enthält {got} Zeichen, erwartet höchstens {limit}',
  'bad-json': 'erwartet JSON, gefunden: {got}',
  'json-over-lines':
    'erwartet ein Objekt pro Zeile, gefunden: JSON über mehrere Zeilen; schreiben Sie jedes ' +
    'Objekt in eine eigene Zeile',
  'duplicate-key': 'der Schlüssel {field} steht zweimal da, erwartet jeder Schlüssel einmal',
  'not-an-object': 'erwartet ein Objekt mit benannten Feldern, gefunden: {got}',
  'bad-csv': '{reason}',
  'bad-yaml': '{reason}',
  'bad-parquet': 'die Parquet-Datei kann nicht gelesen werden: {reason}',
  'records-faulty':
    '{wrong} von {all} Einträgen haben Fehler, deshalb wurde nichts importiert. Beheben Sie ' +
    'sie, oder lassen Sie sie aus (--skip-invalid).',
  'missing-field': '{field} fehlt, erwartet: {expected}',
  'unfit-labels':
    'Labels, die hier keine Antworten sind: {labels, ;}. Sagen Sie in der Zuordnung, was sie ' +
    'bedeuten: {mapping}',
  'unknown-field': '{field} ist hier nicht bekannt{hint}',
  'wrong-value': '{field} ist {got}, erwartet: {expected}',
  'no-protocol':
    'Kein Protokoll gefunden. Geben Sie --protocol an, oder führen Sie in diesem Ordner assay ' +
    'init aus.',
  'bad-expression': '{field}: {reason}',
  'unknown-reference': '{field} verweist auf {got}, erwartet: {expected}',
  'guideline-incomplete': 'im Leitfaden zu {question} fehlt: {part}',
  'unknown-task': 'die Aufgabe {got} gibt es im Protokoll nicht, erwartet: {expected}',
  'unknown-round': 'die Runde {got} gibt es im Protokoll nicht, erwartet: {expected}',
  'unknown-unit': 'die Einheit {got} ({field}) gibt es nicht. Ändern Sie Kennungen nicht.',
  'no-units-yet':
    'die Aufgabe {task} hat noch keine Einheiten. Importieren Sie sie zuerst. Auch eine Tabelle ' +
    'von Stimmen, eine qrels-Datei oder ein Lauf lässt sich als Einheiten importieren.',
  'preference-conflict':
    'die Präferenzen der Gruppe {group} zur Anfrage {query} widersprechen sich',
  'duplicate-unit': 'die Einheit {unit} kommt {place} schon vor',
  'duplicate-judgment': '{annotator} hat {unit} {place} schon beurteilt',
  'constraint-broken': '{constraint} ist verletzt: {detail}',
  'not-applicable': '{field} ist beantwortet, wird aber nur gefragt, wenn {when}',
  'grade-without-label': 'grades.{field} ist angegeben, aber {field} ist keines der Labels',
  'not-verbatim': '{field} ist nicht wörtlich aus {source} übernommen{hint}',
  'wrong-guideline': '{field} ist {got}, erwartet: {expected}',
  'stale-task': 'unter einer älteren Fassung der Aufgabe beurteilt ({got}), erwartet: {expected}',
  'same-annotator':
    '{files, and} sind beide von {annotator}, aber Übereinstimmung braucht zwei Personen. Mit ' +
    '--retest vergleichen Sie jemanden mit sich selbst.',
  'mixed-annotators':
    '{field} ist {got}, aber die Zeilen darüber sind von {expected}; erwartet eine Person je ' +
    'Datei',
  'keys-differ':
    'die Dateien beurteilen nicht dieselben Einheiten: {detail}. Mit --overlap vergleichen Sie ' +
    'die gemeinsamen.',
  'unknown-format': 'die Zeilen haben {got}, erwartet: {expected}',
  'answers-differ':
    '{annotator} hat {unit} mit {answers, and} beantwortet. Wählen Sie mit --precedence, was ' +
    'zählt.',
  'unit-changed':
    'Die Einheit {unit} gibt es schon mit anderem Inhalt, und Einheiten ändern sich nie. Geben ' +
    'Sie dem neuen Inhalt eine eigene Kennung.',
  'judged-in-workbench':
    '{annotator} hat {unit} schon in der Werkbank beurteilt, mit anderen Antworten. Dieses ' +
    'Urteil bleibt erhalten.',
  'gold-pack-files':
    'Ein Gold-Paket besteht aus drei Dateien: Abschnitte, Matrix und Labels. Geben Sie neben ' +
    'den Abschnitten --matrix und --labels an.',
  'no-labels': 'Die Aufgabe {task} hat keine Labels, also gibt es kein Gold-Paket davon.',
  'cache-is-whole':
    'Ein Urteils-Cache enthält alle Läufe aller Modelle unter den jetzigen Fragen. Lassen Sie ' +
    '{names, and} weg.',
  'shape-unsupported':
    'Die Aufgabe hat {what}, was eine Datei für {tool} nicht aufnehmen kann. Exportieren Sie ' +
    'JSONL, CSV oder Label-Studio-JSON.',
  'no-policies':
    'Das Protokoll {project} hat keine Regelwerke. Ergänzen Sie sie, und fügen Sie diese ' +
    'Fassung dem Projekt hinzu.',
  'unknown-policy': 'das Regelwerk {got} gibt es nicht, erwartet: {expected}',
  'unknown-subject':
    'den Gegenstand {got} gibt es in {file} nicht, erwartet zum Beispiel: {expected}',
  'no-judgments':
    'zu {topic} gibt es keine Urteile. Holen Sie sie zuerst ein, oder prüfen Sie den Namen des ' +
    'Themas.',
  'no-weight':
    'das Modell {model} hat kein Gewicht, und Gewichte werden nie geraten. Setzen Sie eines ' +
    'mit --weights oder im Panel des Protokolls.',
  'stale-terms':
    '{topic} wurde unter anderen Begriffen beurteilt ({got}); jetzt gelten {expected}. ' +
    '{changes} Stellen Sie die Begriffe wieder her, oder verwerfen Sie mit --invalidate die ' +
    'Urteile zu {topic} und holen Sie sie neu ein.',
  'stale-override':
    'Die Korrektur von {unit} sagt, dass {field} {got} war, aber jetzt ist es {expected}.',
  'too-much-missing':
    '{policy} bei K = {k}: {missing} von {units} Einheiten haben keine Wahrheit ({share} %), ' +
    'mehr als die erlaubten {limit} %. Beurteilen oder entscheiden Sie sie, oder geben Sie ' +
    '--max-missing an.',
  'not-a-release': '{folder} ist keine Veröffentlichung: {reason}.',
  'folder-exists':
    '{folder} gibt es schon. Eine Veröffentlichung wird nie überschrieben: Nennen Sie einen ' +
    'anderen Ordner.',
  'bad-version': 'Die Version {got} eignet sich nicht für einen Dateinamen, erwartet etwa 1.0.',
  'release-exists':
    'Version {version} wurde schon veröffentlicht. Eine Veröffentlichung wird nie überschrieben: ' +
    'Nehmen Sie die nächste Version.',
  'release-under-way':
    'Eine Veröffentlichung von {project} wird gerade erstellt oder geprüft. Warten Sie, bis sie ' +
    'fertig ist.',
  'no-release-folder':
    'Dieser Server hat keinen Ordner für Veröffentlichungen. Starten Sie ihn mit --releases und ' +
    'einem Ordner.',
  'no-release-key':
    'Dieser Server hat keinen Schlüssel zum Signieren. Starten Sie ihn mit --release-key und ' +
    'einer Schlüsseldatei.',
  'database-unreachable':
    'Die Datenbank {database} ist nicht erreichbar: {reason}. Prüfen Sie, ob sie läuft und ob ' +
    'die Adresse stimmt.',
  'database-locked':
    'Ein anderes Programm sperrt die Datenbank {database} schon zu lange. Versuchen Sie es ' +
    'noch einmal, oder beenden Sie es.',
  'nothing-saved': 'Zurzeit lässt sich nichts speichern: {reason}.',
  'no-project':
    'In dieser Datenbank gibt es noch kein Projekt. Geben Sie mit --protocol den Ordner seines ' +
    'Protokolls an.',
  'database-newer':
    'Die Datenbank {database} hat Version {got}, aber dieses Programm kennt nur Versionen bis ' +
    '{expected}. Installieren Sie ein neueres Assay.',
  'database-older':
    'Die Datenbank {database} hat Version {got}, erwartet {expected}. Starten Sie den Server ' +
    'einmal, um sie zu aktualisieren.',
  'database-unfit': 'Die Datenbank {database} kann nicht benutzt werden: {reason}.',
  'database-damaged':
    'Die Datenbank {database} ist beschädigt: {reason}. Spielen Sie mit assay restore eine ' +
    'Sicherung ein; mit --force bleibt die beschädigte Datei daneben erhalten.',
  'row-damaged':
    'In der Tabelle {table} ist die Zeile {row} beschädigt: {column} ist nicht lesbar. Spielen ' +
    'Sie eine Sicherung ein.',
  'database-not-empty':
    'Die Datenbank {database} enthält schon einen Arbeitsbereich ({detail}). Nennen Sie eine ' +
    'leere.',
  'database-in-use':
    'Die Datenbank {database} wird von einem anderen Programm benutzt. Beenden Sie es zuerst.',
  'database-not-found':
    'Unter {database} gibt es keine Datenbank. Prüfen Sie den Pfad, oder legen Sie mit assay ' +
    'serve oder assay import --protocol eine an.',
  'server-busy':
    'Der Server ist überlastet: Diese Anfrage hat {seconds} s gewartet. Senden Sie sie noch ' +
    'einmal.',
  'commit-unknown':
    'Die Verbindung zur Datenbank brach beim Speichern ab; ob gespeichert wurde, ist ' +
    'unbekannt. Senden Sie dieselbe Anfrage noch einmal, mit demselben Schlüssel.',
  'key-reused':
    'Der Schlüssel {key} wurde schon für etwas anderes verwendet ({what}). Verwenden Sie für ' +
    'neuen Inhalt einen neuen Schlüssel.',
  'selection-changed':
    'Der Filter traf auf {expected} Einheiten zu, als Sie nachsahen, und trifft jetzt auf {got} ' +
    'zu. Sehen Sie die Liste noch einmal an und wiederholen Sie den Schritt.',
  'backup-damaged':
    '{file} ist keine vollständige Sicherung: {reason}. Spielen Sie eine andere ein.',
  'backup-locked':
    '{file} ist verschlüsselt. Geben Sie mit --identity die Datei eines geheimen Schlüssels an, ' +
    'für den sie verschlüsselt ist.',
  'copy-differs':
    'Die Tabelle {table} weicht nach dem Kopieren ab ({detail}). Die Kopie wurde verworfen.',
  'needs-newer-node':
    'Die Datenbank braucht Node {expected} oder neuer; dies ist {got}. Installieren Sie ein ' +
    'neueres Node.',
  ...germanAccessErrors,
  'corpus-too-small':
    '{size} {size?Einheit kann:Einheiten können} nicht gezogen werden: Nur {units} ' +
    '{units?ist:sind} verfügbar{used}.',
  'no-units': 'Es gibt noch keine Einheiten. Importieren Sie sie zuerst.',
  'all-units-used': 'Alle {units} Einheiten wurden schon benutzt. Fügen Sie weitere hinzu.',
  'key-used-up':
    'Diese Annotierenden kennen die Antworten zu allen {units} Einheiten des Schlüssels. ' +
    'Ergänzen Sie ihn in einer neuen Fassung des Protokolls.',
  'key-units-unknown':
    'Der Schlüssel des Trainings nennt Einheiten, die es nicht gibt: {units, and}. Importieren ' +
    'Sie sie zuerst, oder berichtigen Sie den Schlüssel.',
  'equally-hard':
    'Die Runde verlangt einen Anteil schwieriger Einheiten, aber alle sind gleich schwierig.',
  'floors-impossible':
    'So kann nicht gezogen werden: {problems, ;}. Senken Sie die Mindestzahl, ziehen Sie eine ' +
    'andere Zahl von Einheiten, oder fügen Sie Einheiten hinzu.',
  'hardness-unsaid':
    'Die Runde {round} verlangt einen Anteil schwieriger Einheiten, nennt aber weder ein Feld ' +
    'noch Regeln, die sie erkennen.',
  'nobody-to-assign':
    'Es ist niemand da, dem Einheiten zugeteilt werden könnten. Laden Sie Annotierende ein, ' +
    'oder nennen Sie sie.',
  'too-few-annotators':
    'Jede Einheit geht an {wanted} verschiedene Annotierende, aber es gibt nur {people}. ' +
    'Nehmen Sie weitere hinzu, oder verlangen Sie weniger je Einheit.',
  'too-few-people':
    'Jede Einheit geht außer an die Läufe der Modelle an {wanted} verschiedene Personen, aber es ' +
    'gibt nur {people}. Nehmen Sie Personen hinzu, verlangen Sie weniger je Einheit, oder lassen ' +
    'Sie `annotators` der Runde weg, damit jede Einheit an alle geht.',
  'annotator-twice':
    '{annotator} steht zweimal unter den Annotierenden, erwartet jede Person einmal.',
  'nothing-to-claim':
    'Jede Einheit der Runde {round} geht an alle, es gibt also nichts zu beanspruchen. Teilen ' +
    'Sie ausgewogen zu.',
  'cannot-split': '{detail}',
  'round-locked': 'Die Runde {round} kann nicht geöffnet werden. {blocks, .}',
  'round-not-open': 'Die Runde {round} ist nicht offen. Öffnen Sie sie vor dem Import.',
  'not-for-round':
    'Das Urteil von {annotator} über {unit} passt nicht in die Runde {round}: {why}.',
  'round-closed': 'Die Runde {round} ist geschlossen.',
  'judgments-missing':
    'In der Runde {round} fehlen {missing} von {wanted} Urteilen, von {names, and}. ' +
    'Warten Sie darauf, oder schließen Sie die Runde unvollständig.',
  'closed-incomplete':
    'In der Runde {round}, die geschlossen ist, {missing?fehlt:fehlen} {missing} ' +
    '{missing?Urteil:Urteile}.',
  'gate-undecided':
    'Die Runde {round} ist noch offen, ihre Hürde also nicht entschieden. Schließen Sie die ' +
    'Runde zuerst.',
  'units-resolved':
    'Jede Einheit der Runde {round} hat eine Wahrheit, wartet in einer anderen Runde oder wurde ' +
    'ausgeschlossen: es gibt nichts zu entscheiden.',
  'project-changed':
    'Die Runden oder das Protokoll haben sich inzwischen geändert. Sehen Sie sie noch einmal ' +
    'an.',
  'people-changed':
    'Jemand, der teilnehmen sollte, darf hier nicht mehr urteilen. Sehen Sie die Personen noch ' +
    'einmal an.',
  'project-exists':
    'Das Projekt {project} gibt es schon. Fügen Sie stattdessen eine neue Fassung seines ' +
    'Protokolls hinzu.',
  'version-added':
    'Jemand anderes hat inzwischen Fassung {version} hinzugefügt. Vergleichen Sie zuerst mit ' +
    'ihr.',
  'not-assigned': '{unit} gehört in dieser Runde nicht zu Ihren Einheiten.',
  'not-admitted': 'Nicht zugelassen: {reasons, ;}.',
  'already-judged':
    '{unit} ist schon beurteilt, und die bekannten Antworten wurden gezeigt. Antworten im ' +
    'Training lassen sich nicht ändern.',
  'judged-before':
    'Sie haben {unit} schon beurteilt. Laden Sie die Einheit neu, um das Urteil zu ändern.',
  'suggestion-not-shown':
    'Das Urteil zu {unit} nennt einen Vorschlag von {by}, der nicht gezeigt wurde. Laden Sie die ' +
    'Einheit neu.',
  'revised-meanwhile': '{unit} wurde inzwischen geändert. Laden Sie die Einheit neu.',
  'draft-outdated': 'Von {unit} gibt es schon einen neueren Entwurf. Laden Sie ihn zuerst.',
  'ruling-unknown': 'Den Entscheid {ruling} zu {unit} gibt es nicht. Laden Sie den Fall neu.',
  'ruled-meanwhile': '{by} hat inzwischen über {unit} entschieden. Laden Sie den Fall neu.',
  'reason-required': 'Hierfür ist eine Begründung nötig: {what}.',
  'own-judgment':
    'Sie haben {unit} selbst beurteilt. Jemand anderes muss entscheiden, es sei denn, die ' +
    'Leitung erlaubt eigene Entscheide.',
  'own-ruling':
    '{by} hat {unit} beurteilt und kann nicht darüber entscheiden. Jemand anderes muss ' +
    'entscheiden, es sei denn, die Leitung erlaubt eigene Entscheide.',
  'rules-unjudged':
    '{by} kann nicht über {unit} entscheiden, weil das Urteil von {by} dazu in einer offenen ' +
    'Runde noch aussteht.',
  usage: '{reason}',
  internal: 'In Assay ist etwas schiefgegangen: {reason}. Bitte melden Sie es.',
  'unknown-model':
    'Das Modell {model} steht weder im Panel noch in einer Vorlage, und Gewichte werden nie ' +
    'geraten. Nehmen Sie es in das Panel des Protokolls auf.',
  'provider-unknown':
    'Assay weiß nicht, wie das Modell {model} zu erreichen ist. Geben Sie im Panel seinen ' +
    'provider an: {providers}.',
  'reply-too-large':
    'Eine Antwort zur Aufgabe {task} hätte {what}, aber Modelle erlauben höchstens {most}. ' +
    'Teilen Sie die Aufgabe.',
  'key-missing':
    'Für das Modell {model} gibt es keinen Schlüssel: Die Umgebungsvariable {variable} ist nicht ' +
    'gesetzt. Setzen Sie sie, oder nennen Sie im Panel mit key_env eine andere.',
  'key-not-allowed':
    'Das Protokoll will den Schlüssel in {variable} für das Modell {model} an {address} senden ' +
    'lassen, und niemand hat das erlaubt. Geben Sie --allow-key {variable} an, oder beantworten ' +
    'Sie die Frage in einem Terminal.',
  'own-key-refused':
    'Das Modell {model} hat einen eigenen Schlüssel oder eine eigene Adresse, und Schlüssel ' +
    'dieses Servers gehen nur an Dienste, die sein Betreiber angegeben hat. Nennen Sie im Panel ' +
    'mit service einen davon: {services}.',
  'service-unknown':
    'Den Dienst {service} für das Modell {model} gibt es hier nicht, nur {services}. Nennen Sie ' +
    'im Panel einen davon, oder lassen Sie ihn mit --services angeben.',
  'service-key-missing':
    'Der Dienst {service} des Modells {model} hat zurzeit keinen Schlüssel. Wer ihn mit ' +
    '--services angegeben hat, kann ihn setzen.',
  'unit-too-large':
    'Die Anfrage mit der Einheit {unit} hat mindestens {tokens} Token, aber {model} nimmt ' +
    'höchstens {most}. Kürzen Sie die Einheit, oder überlassen Sie sie anderen Annotierenden.',
  'bad-recording': 'erwartet eine aufgezeichnete Antwort als JSON, gefunden: {got}',
  ...germanExtractErrors,
  ...germanGuardErrors,
};
