import type { releaseTexts } from '../../domain/release/release-texts.ts';

/** Texts about releases, in German. */
export const germanRelease: Readonly<Record<keyof typeof releaseTexts, string>> = {
  'each-file-once': 'jede Datei einmal',
  'judgments-file': 'eine Datei im Ordner judgments',
  'obstacle-round-not-opened': 'Die Runde {round} wurde nie geöffnet.',
  'obstacle-round-open': 'Die Runde {round} ist noch offen.',
  'obstacle-gate':
    'Die Hürde von {round} ist nicht genommen. {checks, .} Wiederholen Sie die Runde, oder ' +
    'erlassen Sie die Hürde mit einer Begründung.',
  'obstacle-open':
    'Aufgabe {task}: {count} {count?Einheit wartet:Einheiten warten} auf einen Entscheid: ' +
    '{units, and}.',
  'obstacle-awaiting':
    'Aufgabe {task}: {count} {count?Einheit wartet:Einheiten warten} auf Urteile: {units, and}.',
  'obstacle-uncounted':
    'Aufgabe {task}: {count} {count?Einheit wurde:Einheiten wurden} beurteilt, aber nichts davon ' +
    'zählt, denn {why}: {units, and}.',
  'obstacle-undrawn':
    'Aufgabe {task}: {count} {count?Einheit wurde:Einheiten wurden} nicht gezogen, und das ' +
    'Protokoll verlangt alle Einheiten: {units, and}.',
  'obstacle-no-truth': 'Aufgabe {task}: keine Einheit hat eine Wahrheit.',
  'obstacle-split-sizes':
    'Aufgabe {task}: die Aufteilung verlangt {wanted} Einheiten, aber nur {available} haben eine ' +
    'Wahrheit.',
  'left-out-units': 'das Weglassen von Einheiten ohne Wahrheit',
  'no-such-folder': 'es gibt keinen solchen Ordner und kein solches Archiv',
  'lacks-file': '{file} fehlt darin',
  'not-plain-files':
    'darin sind Verknüpfungen, Pipes, Geräte oder verschlüsselte Dateien ({names, and}); eine ' +
    'Veröffentlichung hat nur einfache Dateien',
  'zip-none': 'es ist weder ein Ordner noch ein ZIP-Archiv',
  'zip-large':
    'das Archiv enthält {files} {files?Datei:Dateien} mit {got} Bytes, mehr als eine ' +
    'Veröffentlichung dieser Größe hat',
  'zip-name': 'der Name {name} im Archiv führt woandershin oder steht für zwei Dateien',
  'zip-hidden': 'das Archiv enthält Bytes, die zu keiner seiner Dateien gehören',
  'zip-damaged': '{name} im Archiv ist beschädigt',
  'differs-missing': 'fehlt',
  'differs-line-ends':
    'unterscheidet sich nur in den Zeilenenden, wie nach einer Kopie, die LF zu CRLF macht; ' +
    'Veröffentlichungen als ZIP-Archiv oder mit `* -text` in .gitattributes weitergeben',
  'differs-extra': 'gehört nicht zur Veröffentlichung',
  'differs-hash': 'hat den Hash {got}, laut {list} aber {expected}',
  'differs-row': 'Zeile {row}: {field} ist {got}, nachgerechnet {expected}',
  'differs-whole-row': 'Zeile {row} ist {got}, nachgerechnet {expected}',
  'differs-row-count': 'hat {got} Zeilen, nachgerechnet {expected}',
  'differs-field': '{field} ist {got}, nachgerechnet {expected}',
  'differs-bytes': 'weicht ab Byte {at} von dem ab, was die Aufzeichnung ergibt',
  'differs-unreadable': 'ist nicht lesbar: {reason}',
  'differs-unit':
    'Zeile {row}: {field} von {unit} ist {got}, aus dem Text nachgerechnet {expected}',
  'differs-duplicates': 'die Paare fast gleicher Texte passen nicht zu den Texten',
  'differs-signature': 'ist keine Signatur über dieses Manifest',
  'differs-armour': 'ist eine gültige Signatur, aber Zeilenenden oder Leerzeichen sind verändert',
  'differs-signer': 'ist keine Signatur mit dem Schlüssel in {file}',
  'differs-unsigned': 'fehlt, obwohl ein Unterzeichner genannt ist',
  'differs-program':
    'führt ein Programm mit dem SHA-256 {got} aus, das nicht das von Assay {version} ist und ' +
    'alles zeigen kann',
  'differs-entry': 'ist kein Eintrag einer Prüfspur hinter dem Ende der Aufzeichnung',
  'differs-head':
    'hat den Hash {got}, das aufbewahrte Ende ist aber {expected}: es ist eine andere ' +
    'Veröffentlichung',
  'differs-head-none':
    'fehlt: eine Veröffentlichung aus Dateien hat keinen Eintrag der Prüfspur, das aufbewahrte ' +
    'Ende {expected} sagt also nichts über sie',
  'differs-head-earlier':
    'ist {got}: das aufbewahrte Ende {expected} ist älter als die Veröffentlichung und kann sie ' +
    'nicht belegen; bewahren Sie eines von danach auf',
  'differs-head-later':
    'ist {got}: das aufbewahrte Ende {expected} gehört zu einem späteren Eintrag; nennen Sie ' +
    'auch den Arbeitsbereich (--database), dessen Prüfspur beide verbindet',
  'differs-entry-unknown': 'steht nicht in der Prüfspur des Arbeitsbereichs',
  'differs-log':
    'ist durch das aufbewahrte Ende nicht belegt: die Prüfspur des Arbeitsbereichs weicht an ' +
    '{count} {count?Stelle:Stellen} von dem ab, was geschrieben wurde; siehe `assay audit verify`',
  'differs-workspace': 'der Arbeitsbereich hat keinen Eintrag über diese Veröffentlichung',
};
