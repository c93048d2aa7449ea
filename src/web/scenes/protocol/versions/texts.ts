import { defineTexts } from '../../../texts/define-texts.ts';

export const protocolTexts = defineTexts({
  en: {
    title: 'Protocol',
    lead:
      'What is asked, who answers, with what weight, and which gates apply. Versions are ' +
      'added, never changed.',
    versions: 'Versions',
    version: 'Version',
    columns: { guideline: 'Guideline', created: 'Since', by: 'By', hash: 'Hash' },
    inForce: 'active',
    show: 'Show',
    shown: 'Shown',
    compare: 'Compare with',
    changes: (from: number, to: number) => `From version ${from} to version ${to}`,
    none: 'No changes that affect judgments.',
    guidelineChange: (before: string, after: string) => `Guideline ${before} → ${after}`,
    stale: (tasks: string) => `Judgments on ${tasks} under the old questions are stale.`,
    change: { added: 'added', removed: 'removed', changed: 'changed' },
    questions: 'Questions',
    constraints: 'Constraints',
    cards: 'Guideline cards',
    chapters: 'Guideline chapters',
    file: 'Protocol file',
    guidelineFile: 'Guideline',
    otherFiles: 'Other files',
    lines: (count: string) => `${count} lines`,
    edit: 'New version',
    editTitle: 'Add a version of the protocol',
    editWhy:
      'The file is checked first, and all faults are listed. Judgments under changed ' +
      'questions or another guideline become stale: they are kept but left out of figures.',
    added:
      'Files that the protocol refers to, such as policies, keywords and keys, are part of ' +
      'the version.',
    fileName: 'Name of another file, as in the protocol',
    addFile: 'Add file',
    save: 'Check and activate',
    made: (version: number) => `Version ${version} is now active.`,
    unchanged: 'This content already exists as a version.',
    staleNow: (count: string) => `${count} judgments are now stale.`,
  },
  de: {
    title: 'Protokoll',
    lead:
      'Was gefragt wird, wer antwortet, mit welchem Gewicht und welche Hürden gelten. ' +
      'Fassungen kommen hinzu, keine wird geändert.',
    versions: 'Fassungen',
    version: 'Fassung',
    columns: { guideline: 'Leitfaden', created: 'Seit', by: 'Von', hash: 'Hash' },
    inForce: 'aktiv',
    show: 'Zeigen',
    shown: 'Gezeigt',
    compare: 'Vergleichen mit',
    changes: (from, to) => `Von Fassung ${from} zu Fassung ${to}`,
    none: 'Keine Änderungen, die Urteile betreffen.',
    guidelineChange: (before, after) => `Leitfaden ${before} → ${after}`,
    stale: (tasks) => `Urteile zu ${tasks} unter den alten Fragen sind veraltet.`,
    change: { added: 'neu', removed: 'entfernt', changed: 'geändert' },
    questions: 'Fragen',
    constraints: 'Bedingungen',
    cards: 'Karten des Leitfadens',
    chapters: 'Kapitel des Leitfadens',
    file: 'Protokolldatei',
    guidelineFile: 'Leitfaden',
    otherFiles: 'Weitere Dateien',
    lines: (count) => `${count} Zeilen`,
    edit: 'Neue Fassung',
    editTitle: 'Eine Fassung des Protokolls hinzufügen',
    editWhy:
      'Die Datei wird zuerst geprüft, alle Fehler werden aufgelistet. Urteile unter ' +
      'geänderten Fragen oder einem anderen Leitfaden veralten: Sie bleiben erhalten, zählen ' +
      'aber nicht mehr.',
    added:
      'Dateien, die das Protokoll nennt, etwa Regelwerke, Stichwörter und Schlüssel, gehören ' +
      'zur Fassung.',
    fileName: 'Name einer weiteren Datei, wie im Protokoll',
    addFile: 'Datei hinzufügen',
    save: 'Prüfen und aktivieren',
    made: (version) => `Fassung ${version} ist jetzt aktiv.`,
    unchanged: 'Diesen Inhalt gibt es schon als Fassung.',
    staleNow: (count) => `${count} Urteile sind jetzt veraltet.`,
  },
});
