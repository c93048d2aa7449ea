import type { storageTexts } from '../../domain/storage-texts.ts';

/** What is wrong with databases, backups, Parquet files and outdated judgments, in German. */
export const germanStorage: Readonly<Record<keyof typeof storageTexts, string>> = {
  // Why a database cannot be used
  'database-full': 'auf der Platte ist kein Platz mehr',
  'database-read-only': 'sie ist schreibgeschützt',
  'database-unopened':
    'die Datei lässt sich nicht öffnen, oder in ihren Ordner darf nicht geschrieben werden',
  'not-a-database': 'es ist keine Datenbankdatei',
  'disk-failure': 'die Platte ist voll oder konnte nicht gelesen oder beschrieben werden ({code})',
  'database-held': 'ein anderes Programm sperrt die Datenbank',
  'database-away': 'die Datenbank ist nicht erreichbar',
  'database-broken': 'die Datenbank ist beschädigt',
  'database-slow': 'die Datenbank antwortet nicht rechtzeitig',
  'foreign-tables': 'sie enthält Tabellen eines anderen Programms',
  'postgres-too-old': 'es ist PostgreSQL {got}, erwartet: {expected} oder neuer',
  'wrong-encoding': 'ihre Kodierung ist {got}, erwartet: UTF8',
  'no-schema-right':
    'ihr Konto darf keine Schemata anlegen; geben Sie ihm das Recht create auf der Datenbank',
  'rows-misfit': 'ihre Zeilen passen nicht zusammen: {problem}',
  'log-differs': 'sie hat keine Prüfsummen, und die Prüfspur zeigt eine Änderung: {problem}',
  'table-has-rows': 'die Tabelle {table} hat Zeilen',
  'moved-by-force': 'mit --force wird sie beiseite gelegt',
  'logs-left':
    '{files, and} enthält vielleicht noch Arbeit; mit --force wird alles beiseite gelegt',
  'rows-copied': '{got} Zeilen wurden gelesen, {kept} geschrieben',
  // What is wrong with a backup
  'not-a-workspace': 'es ist kein Arbeitsbereich von Assay',
  'not-a-backup': 'sie beginnt nicht wie eine Sicherung von Assay',
  'backup-unversioned': 'sie nennt keine Version',
  'backup-line-unreadable': 'Zeile {line} ist kein JSON',
  'backup-row-unreadable': 'Zeile {line} (Tabelle {table}, Datensatz {row}) ist kein JSON',
  'backup-row-misfit':
    'Reihe {row} der Tabelle {table} (Zeile {line}) passt nicht zu deren Spalten',
  'backup-line-unknown': 'Zeile {line} ist weder ein Datensatz der Tabelle {table} noch deren Ende',
  'backup-endless': 'ihr Ende fehlt',
  'backup-goes-on': 'sie geht nach ihrem Ende weiter (Zeile {line})',
  'backup-cut': 'sie endet mitten in der Tabelle {table}',
  'table-twice': 'die Tabelle {table} kommt zweimal vor',
  'table-missing': 'die Tabelle {table} fehlt',
  'database-emptied': 'die Datei ist leer; löschen Sie sie, um neu zu beginnen',
  'column-missing': 'die Spalte {column} der Tabelle {table} fehlt',
  'log-end-differs':
    'ihre Prüfspur endet nicht dort, wo sie es angibt; `assay audit verify` sagt mehr',
  'table-unknown': 'sie enthält etwas, das keine Tabelle von Assay ist',
  'columns-unknown': 'die Spalten der Tabelle {table} sind unbekannt',
  'table-count': 'sie hat {got} Tabellen, nennt aber {expected}',
  'table-unlisted': 'die Tabelle {table} steht nicht in ihrem Verzeichnis',
  'manifest-unreadable': 'ihr Verzeichnis ist nicht lesbar',
  'manifest-differs': 'ihr Verzeichnis passt nicht zu ihren Tabellen',
  'manifest-changed': 'ihre erste Zeile oder ihr Verzeichnis wurde geändert',
  'schema-changed': 'ihre Tabellen, Indexe oder Trigger wurden geändert',
  'row-count-differs': 'die Tabelle {table} hat {got} Zeilen, geschrieben wurden {expected}',
  'rows-changed':
    'die Tabelle {table} hat {rows} Zeilen, aber nicht mit dem Inhalt, der geschrieben wurde',
  'perhaps-worked-in':
    '{difference} (wenn Sie in dieser Datei gearbeitet haben, sichern Sie sie mit assay ' +
    'backup)',
  'row-by-log': '{difference}; ihre Prüfspur nennt sie: {problem}',
  // What is wrong with a Parquet file
  'parquet-name': 'eine Spalte heißt {column}',
  'parquet-rows': 'sie gibt {rows} Zeilen an, erwartet: höchstens {limit}',
  'parquet-undescribed': 'eine Spalte hat keine Beschreibung',
  'parquet-codec': 'sie ist mit {got} komprimiert, erwartet: {expected}',
  'parquet-cells': 'sie gibt {rows} Zeilen mit {columns} Spalten an, das sind zu viele',
  'parquet-parts': 'sie gibt {rows} Zeilen an, ihre Teile haben aber {got}',
  'parquet-size': 'sie gibt mehr als {limit} Bytes an',
  'parquet-page': 'eine Seite gibt mehr Bytes an, als sie haben kann',
  'parquet-page-size': 'eine Seite gibt {got} Bytes an, erwartet höchstens {limit}',
  'parquet-outside': 'eine Spalte liegt bei {start}–{end}, außerhalb der Datei',
  'parquet-column-rows': 'die Spalte {column} hat {got} Zeilen, erwartet: {expected}',
  'parquet-long-text': 'ein Text ist länger als {limit} Bytes',
  'parquet-encoding': 'ein Text ist nicht UTF-8',
  'parquet-characters': 'ihre Texte haben mehr als {limit} Zeichen',
  'parquet-nested-decimals':
    '{column} enthält Dezimalzahlen mit mehr als {digits} Ziffern in Listen oder Objekten, ' +
    'erwartet an diesen Stellen: Text',
  'parquet-decimal-places': 'die Dezimalzahlen von {column} haben {places} Stellen',
  'parquet-decimal-bytes': 'eine Dezimalzahl hat {got} Bytes, erwartet: höchstens {limit}',
  'parquet-decoder': '{problem}',
  'reading-slow': 'das Lesen dauert länger als {seconds} Sekunden',
  'reading-large':
    'das Lesen braucht mehr als {megabytes} Megabyte Speicher oder bringt das lesende Programm ' +
    'zum Absturz',
  // What shows that judgments are stale
  'stale-not-repeated':
    '{count} {count?Urteil stammt aus dieser Version und wurde:Urteile stammen aus dieser ' +
    'Version und wurden} nicht wiederholt.',
  'terms-show': 'Die Urteile zeigen es: {parts, ;}.',
  'terms-without': 'kein Begriff hat {answers, and}',
  'terms-unanswered': 'kein Urteil beantwortet {questions, and}',
  'terms-alike':
    'Jede Antwort ist weiter möglich; also haben sich Beschreibungen oder unbenutzte Werte ' +
    'geändert.',
};
