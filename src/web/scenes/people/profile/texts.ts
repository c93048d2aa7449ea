import { defineTexts } from '../../../texts/define-texts.ts';

export const profileTexts = defineTexts({
  en: {
    title: 'Profile',
    you: 'You',
    name: 'Full name',
    login: 'Name to sign in with',
    loginWhy: 'It stands beside your judgments and cannot be changed.',
    language: 'Language',
    appearance: 'Appearance',
    appearanceWhy: 'Kept in this browser.',
    keyboard: 'Keyboard',
    keymap: 'Key map',
    keymapWhy: 'Keys as you know them from another tool. Press ? in any scene to see all of them.',
    singleKeys: 'Single-key shortcuts',
    singleKeysWhy:
      'Switch off when you dictate, or when keys are hit by accident. Combinations with Ctrl or Command go on working.',
    keymaps: {
      assay: 'Digits toggle labels, q w e grade, y and n answer, Enter submits.',
      prodigy: 'a accepts, x rejects, Space passes over, Backspace undoes, digits choose.',
      'label-studio':
        'Digits toggle labels, z x c grade, Ctrl+Enter submits, Ctrl+Space passes over.',
      argilla:
        'Digits choose, Enter submits, Backspace passes over, left and right go from unit to unit.',
    },
    password: 'Password',
    current: 'Current password',
    next: 'New password',
    nextWhy: 'At least 10 characters. All your other sessions end.',
    change: 'Change password',
    changed: (count: number) =>
      count === 0
        ? 'Password changed.'
        : count === 1
          ? 'Password changed. One other session was ended.'
          : `Password changed. ${count} other sessions were ended.`,
    saved: 'Saved',
    roles: 'Your roles',
    project: 'Project',
    role: 'Role',
    workspace: 'Whole workspace',
    tokens: (project: string) => `Tokens in ${project}`,
    tokensNote:
      'With these, programs act in the project as you, as far as your roles there go. Whoever has one has it until it ends.',
    tokenName: 'What it is for',
    scope: 'Scope',
    scopes: { read: 'Read', write: 'Read and write' },
    until: 'Until',
    actions: 'Actions',
    end: 'End',
    ended: 'Ended',
  },
  de: {
    title: 'Profil',
    you: 'Sie',
    name: 'Voller Name',
    login: 'Name zum Anmelden',
    loginWhy: 'Er steht bei Ihren Urteilen und lässt sich nicht ändern.',
    language: 'Sprache',
    appearance: 'Darstellung',
    appearanceWhy: 'Gilt in diesem Browser.',
    keyboard: 'Tastatur',
    keymap: 'Tastenbelegung',
    keymapWhy:
      'Tasten, wie Sie sie aus einem anderen Werkzeug kennen. Mit ? sehen Sie überall, welche es gibt.',
    singleKeys: 'Kürzel mit einzelnen Tasten',
    singleKeysWhy:
      'Ausschalten, wenn Sie diktieren oder Tasten versehentlich treffen. Kombinationen mit Strg oder Command gehen weiter.',
    keymaps: {
      assay: 'Ziffern wählen Labels, q w e stufen ab, y und n antworten, Enter gibt ab.',
      prodigy:
        'a nimmt an, x lehnt ab, Leertaste übergeht, Rücktaste nimmt zurück, Ziffern wählen.',
      'label-studio':
        'Ziffern wählen Labels, z x c stufen ab, Strg+Enter gibt ab, Strg+Leertaste übergeht.',
      argilla:
        'Ziffern wählen, Enter gibt ab, Rücktaste übergeht, links und rechts wechseln die Einheit.',
    },
    password: 'Passwort',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    nextWhy: 'Mindestens 10 Zeichen. Alle Ihre anderen Sitzungen enden.',
    change: 'Passwort ändern',
    changed: (count: number) =>
      count === 0
        ? 'Passwort geändert.'
        : count === 1
          ? 'Passwort geändert. Eine andere Sitzung wurde beendet.'
          : `Passwort geändert. ${count} andere Sitzungen wurden beendet.`,
    saved: 'Gespeichert',
    roles: 'Ihre Rollen',
    project: 'Projekt',
    role: 'Rolle',
    workspace: 'Ganzer Arbeitsbereich',
    tokens: (project: string) => `Token in ${project}`,
    tokensNote:
      'Mit diesen handeln Programme im Projekt an Ihrer Stelle, so weit Ihre Rollen dort reichen. Wer eines hat, behält es, bis es endet.',
    tokenName: 'Wofür es ist',
    scope: 'Umfang',
    scopes: { read: 'Lesen', write: 'Lesen und schreiben' },
    until: 'Bis',
    actions: 'Aktionen',
    end: 'Beenden',
    ended: 'Beendet',
  },
});
