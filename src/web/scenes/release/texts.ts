import { defineTexts } from '../../texts/define-texts.ts';

export const releaseTexts = defineTexts({
  en: {
    title: 'Release',
    lead:
      'A release is a folder that proves itself: the truth with its provenance, the raw ' +
      'judgments, the report, and everything needed to recompute each number.',
    obstacles: 'What stands in the way',
    looking: 'Checking every round, gate and unit.',
    clear: 'Nothing stands in the way',
    clearWhy:
      'All rounds are finished, all gates passed or were waived, and every unit that was asked ' +
      'for has a truth or was excluded for a reason.',
    needed: 'Must be resolved',
    optional: 'May be left out, for a reason',
    show: {
      gate: 'Agreement',
      round: 'Rounds',
      open: 'Adjudicate',
      awaiting: 'Rounds',
      units: 'Units',
    },
    cut: 'Cut a release',
    cutNote:
      'The release is made in the background; everyone can keep working. It appears below when ' +
      'it is complete, and is then recomputed and compared byte by byte.',
    version: 'Version',
    versionWhy: 'A release is never overwritten.',
    seed: 'Seed of the split',
    with_text: 'Publish the texts of units (otherwise only their hashes)',
    names: 'Name people (otherwise they appear under pseudonyms)',
    replies: 'Publish the replies of models in full (otherwise only their hashes)',
    sign: 'Sign with the key of this server',
    reason: 'Why is this left out?',
    reasonWhy: (units: string) =>
      `${units} are left out. The reason is printed in the release and its report.`,
    units: (count: number, text: string) => `${text} ${count === 1 ? 'unit' : 'units'}`,
    rounds: 'Rounds that are not finished',
    blocked: 'A release is possible once the points above are resolved.',
    noFolder:
      'This server has no folder for releases. Start it with --releases and a folder, or use ' +
      '“assay release” in a terminal.',
    start: 'Cut the release',
    step: {
      begin: 'Starting',
      reading: 'Reading the record',
      writing: 'Writing files',
      verifying: 'Recomputing and comparing',
    },
    under: (version: string) => `Version ${version}`,
    refused: (version: string) => `Version ${version} was not released`,
    failed: (version: string) => `Version ${version} could not be made`,
    failedWhy: 'Nothing was left behind. See the server log for details.',
    verifyFailed: (version: string) => `Version ${version} could not be verified`,
    releases: 'Releases',
    none: 'There is no release yet.',
    columns: {
      at: 'Cut',
      by: 'By',
      files: 'Files',
      size: 'Size',
      check: 'Verification',
      actions: 'Open',
    },
    verified: 'Recomputed, identical',
    differs: (count: string) => `${count} differ`,
    signed: 'signed',
    unsigned: 'not signed',
    wrongSignature: 'wrong signature',
    notYet: 'Not verified yet',
    elsewhere: 'Not on this server',
    verify: 'Verify',
    verifyOf: (version: string) => `Verify version ${version}`,
    archive: 'ZIP',
    archiveOf: (version: string) => `Download version ${version} as a ZIP archive`,
    pdf: 'PDF',
    pdfOf: (version: string) => `Download the report of version ${version} as a PDF`,
    report: 'Report',
    reportOf: (version: string) => `Report of version ${version}`,
    close: 'Close the report',
    manifest: 'SHA-256 of manifest.json',
    differences: (version: string) => `What differs in version ${version}`,
    moreDifferences: (count: string) => `and ${count} more`,
    byHand:
      'Readers can check a release without this server: with “assay verify”, “sha256sum -c ' +
      'SHA256SUMS”, or the button in report.html.',
  },
  de: {
    title: 'Veröffentlichung',
    lead:
      'Eine Veröffentlichung ist ein Ordner, der sich selbst beweist: die Wahrheit mit ihrer ' +
      'Herkunft, die Urteile, der Bericht und alles, um jede Zahl nachzurechnen.',
    obstacles: 'Was noch im Weg steht',
    looking: 'Runden, Hürden und Einheiten werden geprüft.',
    clear: 'Nichts steht im Weg',
    clearWhy:
      'Alle Runden sind abgeschlossen, alle Hürden genommen oder erlassen, und jede Einheit, ' +
      'nach der gefragt wurde, hat eine Wahrheit oder wurde mit Grund ausgeschlossen.',
    needed: 'Muss gelöst werden',
    optional: 'Darf mit Begründung fehlen',
    show: {
      gate: 'Übereinstimmung',
      round: 'Runden',
      open: 'Schlichten',
      awaiting: 'Runden',
      units: 'Einheiten',
    },
    cut: 'Veröffentlichung erstellen',
    cutNote:
      'Die Veröffentlichung entsteht im Hintergrund; alle können weiterarbeiten. Sie erscheint ' +
      'unten, sobald sie vollständig ist, und wird dann nachgerechnet und Byte für Byte ' +
      'verglichen.',
    version: 'Version',
    versionWhy: 'Eine Veröffentlichung wird nie überschrieben.',
    seed: 'Startwert der Aufteilung',
    with_text: 'Texte der Einheiten veröffentlichen (sonst nur ihre Hashes)',
    names: 'Personen nennen (sonst erscheinen sie unter Pseudonymen)',
    replies: 'Antworten der Modelle vollständig veröffentlichen (sonst nur ihre Hashes)',
    sign: 'Mit dem Schlüssel dieses Servers signieren',
    reason: 'Warum wird das weggelassen?',
    reasonWhy: (units: string) =>
      `${units} werden weggelassen. Die Begründung steht in der Veröffentlichung und im Bericht.`,
    units: (count: number, text: string) => `${text} ${count === 1 ? 'Einheit' : 'Einheiten'}`,
    rounds: 'Runden, die nicht abgeschlossen sind,',
    blocked: 'Eine Veröffentlichung ist möglich, sobald die Punkte oben gelöst sind.',
    noFolder:
      'Dieser Server hat keinen Ordner für Veröffentlichungen. Starten Sie ihn mit --releases ' +
      'und einem Ordner, oder nehmen Sie „assay release“ im Terminal.',
    start: 'Veröffentlichung erstellen',
    step: {
      begin: 'Beginnt',
      reading: 'Aufzeichnung wird gelesen',
      writing: 'Dateien werden geschrieben',
      verifying: 'Wird nachgerechnet und verglichen',
    },
    under: (version: string) => `Version ${version}`,
    refused: (version: string) => `Version ${version} wurde nicht veröffentlicht`,
    failed: (version: string) => `Version ${version} konnte nicht erstellt werden`,
    failedWhy: 'Es blieb nichts zurück. Näheres steht im Log des Servers.',
    verifyFailed: (version: string) => `Version ${version} konnte nicht geprüft werden`,
    releases: 'Veröffentlichungen',
    none: 'Es gibt noch keine Veröffentlichung.',
    columns: {
      at: 'Erstellt',
      by: 'Von',
      files: 'Dateien',
      size: 'Größe',
      check: 'Prüfung',
      actions: 'Öffnen',
    },
    verified: 'Nachgerechnet, gleich',
    differs: (count: string) => `${count} Abweichungen`,
    signed: 'signiert',
    unsigned: 'nicht signiert',
    wrongSignature: 'falsche Signatur',
    notYet: 'Noch nicht geprüft',
    elsewhere: 'Nicht auf diesem Server',
    verify: 'Prüfen',
    verifyOf: (version: string) => `Version ${version} prüfen`,
    archive: 'ZIP',
    archiveOf: (version: string) => `Version ${version} als ZIP-Archiv herunterladen`,
    pdf: 'PDF',
    pdfOf: (version: string) => `Bericht der Version ${version} als PDF herunterladen`,
    report: 'Bericht',
    reportOf: (version: string) => `Bericht der Version ${version}`,
    close: 'Bericht schließen',
    manifest: 'SHA-256 von manifest.json',
    differences: (version: string) => `Was in Version ${version} abweicht`,
    moreDifferences: (count: string) => `und ${count} weitere`,
    byHand:
      'Eine Veröffentlichung lässt sich ohne diesen Server prüfen: mit „assay verify“, ' +
      '„sha256sum -c SHA256SUMS“ oder der Schaltfläche in report.html.',
  },
});
