import { defineTexts } from '../../../texts/define-texts.ts';

export const profileTexts = defineTexts({
  en: {
    title: 'Profile',
    you: 'You',
    name: 'Full name',
    login: 'Login',
    loginWhy: 'Your judgments carry this name. It cannot be changed.',
    language: 'Language',
    appearance: 'Appearance',
    appearanceWhy: 'Saved in this browser.',
    keyboard: 'Keyboard',
    keymap: 'Key map',
    keymapWhy: 'Use the keys you know from another tool. Press ? on any page to see them all.',
    singleKeys: 'Single-key shortcuts',
    singleKeysWhy:
      'Turn these off if you dictate or hit keys by accident. ' +
      'Combinations with Ctrl or Command keep working.',
    keymaps: {
      assay: 'Digits toggle labels, q w e grade, y and n answer, Enter submits.',
      prodigy: 'a accepts, x rejects, Space skips, Backspace undoes, digits choose.',
      'label-studio': 'Digits toggle labels, z x c grade, Ctrl+Enter submits, Ctrl+Space skips.',
      argilla: 'Digits choose, Enter submits, Backspace skips, left and right change the unit.',
    },
    password: 'Password',
    current: 'Current password',
    next: 'New password',
    nextWhy: 'At least 10 characters. You are signed out everywhere else.',
    change: 'Change password',
    changed: (count: number) =>
      count === 0 ? 'Password changed.' : `Password changed. Other sessions ended: ${count}.`,
    notices: {
      title: 'Messages',
      note: 'By e-mail, in plain text, in your language. Messages never contain answers.',
      off: 'This server does not send mail. Its operator can turn mail on.',
      email: 'E-mail address',
      emailWhy: 'Leave it empty to get no messages. Only you see it.',
      which: 'Tell me when',
      events: {
        round: 'a round is open for me',
        cases: 'cases wait for my ruling',
        gate: 'a round did not pass its gate',
        digest: 'once a week: a summary of progress',
      },
      saved: 'Saved.',
      test: 'Send a test message',
      tested: 'On its way.',
    },
    sessions: {
      title: 'Where you are signed in',
      note: 'Sign out any device that you do not recognise, then change your password.',
      device: 'Device',
      unknown: 'Unknown device',
      current: 'this one',
      used: 'Last used',
      since: 'Since',
      actions: 'Actions',
      end: 'Sign out',
      endOthers: 'Sign out everywhere else',
    },
    saved: 'Saved',
    roles: 'Your roles',
    project: 'Project',
    role: 'Role',
    workspace: 'Whole workspace',
    tokens: (project: string) => `Tokens in ${project}`,
    tokensNote:
      'Programs use these to act in the project as you, within your roles. ' +
      'A token works until it expires or you revoke it.',
  },
  de: {
    title: 'Profil',
    you: 'Sie',
    name: 'Voller Name',
    login: 'Anmeldename',
    loginWhy: 'Ihre Urteile tragen diesen Namen. Er lässt sich nicht ändern.',
    language: 'Sprache',
    appearance: 'Darstellung',
    appearanceWhy: 'Gilt für diesen Browser.',
    keyboard: 'Tastatur',
    keymap: 'Tastenbelegung',
    keymapWhy:
      'Tasten, wie Sie sie aus einem anderen Programm kennen. Mit ? zeigt jede Seite ihre Tasten.',
    singleKeys: 'Tastenkürzel aus einer Taste',
    singleKeysWhy:
      'Schalten Sie sie aus, wenn Sie diktieren oder Tasten versehentlich treffen. ' +
      'Kombinationen mit Strg oder Command funktionieren weiterhin.',
    keymaps: {
      assay: 'Ziffern wählen Labels, q w e stufen ein, j und n antworten, Enter gibt ab.',
      prodigy: 'a nimmt an, x lehnt ab, Leertaste überspringt, Rücktaste macht rückgängig.',
      'label-studio':
        'Ziffern wählen Labels, z x c stufen ein, Strg+Enter gibt ab, Strg+Leertaste überspringt.',
      argilla: 'Ziffern wählen, Enter gibt ab, Rücktaste überspringt, Pfeile wechseln die Einheit.',
    },
    password: 'Passwort',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    nextWhy: 'Mindestens 10 Zeichen. Überall sonst werden Sie abgemeldet.',
    change: 'Passwort ändern',
    changed: (count) =>
      count === 0
        ? 'Passwort geändert.'
        : `Passwort geändert. Andere beendete Sitzungen: ${count}.`,
    notices: {
      title: 'Nachrichten',
      note:
        'Per E-Mail, als einfacher Text, in Ihrer Sprache. ' +
        'Eine Nachricht enthält nie Antworten.',
      off: 'Dieser Server verschickt keine E-Mails. Wer ihn betreibt, kann das einschalten.',
      email: 'E-Mail-Adresse',
      emailWhy: 'Lassen Sie sie leer, um keine Nachrichten zu bekommen. Nur Sie sehen sie.',
      which: 'Benachrichtigen, wenn',
      events: {
        round: 'eine Runde für mich offen ist',
        cases: 'Fälle auf meinen Entscheid warten',
        gate: 'eine Runde ihre Hürde nicht genommen hat',
        digest: 'einmal in der Woche: ein Überblick über den Stand',
      },
      saved: 'Gespeichert.',
      test: 'Testnachricht senden',
      tested: 'Unterwegs.',
    },
    sessions: {
      title: 'Wo Sie angemeldet sind',
      note: 'Melden Sie Geräte ab, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
      device: 'Gerät',
      unknown: 'Unbekanntes Gerät',
      current: 'dieses',
      used: 'Zuletzt benutzt',
      since: 'Seit',
      actions: 'Aktionen',
      end: 'Abmelden',
      endOthers: 'Überall sonst abmelden',
    },
    saved: 'Gespeichert',
    roles: 'Ihre Rollen',
    project: 'Projekt',
    role: 'Rolle',
    workspace: 'Ganzer Arbeitsbereich',
    tokens: (project) => `Token in ${project}`,
    tokensNote:
      'Damit handeln Programme im Projekt in Ihrem Namen und mit Ihren Rollen. ' +
      'Ein Token gilt, bis es abläuft oder Sie es widerrufen.',
  },
});
