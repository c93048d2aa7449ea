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
    none: 'Nothing changed but how it is written.',
    groups: {
      rules: 'Rules',
      asked: 'What is asked; judgments given before are stale',
      wording: 'Wording and plans',
    },
    reason: 'Reason',
    reasonWhy:
      'The rules change after the first judgment. The reason is shown with your name wherever ' +
      'the rules are.',
    guidelineChange: (before: string, after: string) => `Guideline ${before} → ${after}`,
    stale: (tasks: string) => `Judgments on ${tasks} under the old questions are stale.`,
    change: { added: 'added', removed: 'removed', changed: 'changed' },
    cards: 'Guideline cards',
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
    none: 'Nur die Schreibweise hat sich geändert.',
    groups: {
      rules: 'Regeln',
      asked: 'Was gefragt wird; frühere Urteile sind veraltet',
      wording: 'Wortlaut und Planung',
    },
    reason: 'Begründung',
    reasonWhy:
      'Die Regeln ändern sich nach dem ersten Urteil. Die Begründung steht mit Ihrem Namen ' +
      'überall, wo die Regeln stehen.',
    guidelineChange: (before, after) => `Leitfaden ${before} → ${after}`,
    stale: (tasks) => `Urteile zu ${tasks} unter den alten Fragen sind veraltet.`,
    change: { added: 'neu', removed: 'entfernt', changed: 'geändert' },
    cards: 'Karten des Leitfadens',
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
