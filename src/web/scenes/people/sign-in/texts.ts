import { defineTexts } from '../../../texts/define-texts.ts';

export const signInTexts = defineTexts({
  en: {
    title: 'Sign in',
    login: 'Name to sign in with',
    loginHint: 'It stands beside your judgments and cannot be changed later.',
    badLogin:
      'Letters from a to z, digits and . _ @ + - only, with a letter or a digit first. No spaces.',
    password: 'Password',
    passwordHint: 'At least 10 characters. A sentence is good.',
    signIn: 'Sign in',
    keptWork: 'What you have written is kept in this browser and is sent after you sign in again.',
    keptRuling:
      'What you have written is kept in this browser. It is there when you have signed in again.',
    forgotten: 'No account, or the password forgotten? Ask the lead of your project for a link.',
    invitation: 'You are invited',
    toProject: (project: string, role: string) => `To the project ${project}, as ${role}.`,
    toWorkspace: 'To lead this workspace: all projects, people and settings.',
    by: (by: string, until: string) =>
      `Invited by ${by}. The link holds until ${until} and can be used once.`,
    fullName: 'Your full name',
    create: 'Create account',
    haveAccount: 'I have an account already',
    joinAs: (name: string) => `Join as ${name}`,
    notMe: 'This is not me',
    read: 'Open to read',
    readWhy:
      'You will see everything that was judged, ruled and computed, and can change nothing. No account is needed.',
    newPassword: 'Set a new password',
    newPasswordFor: (login: string) => `For the account ${login}. All its other sessions end.`,
    set: 'Set password and sign in',
    expired: 'This link no longer holds',
    toSignIn: 'To the sign-in page',
    roles: {
      lead: 'lead',
      adjudicator: 'adjudicator',
      annotator: 'annotator',
      reviewer: 'reviewer',
    },
  },
  de: {
    title: 'Anmelden',
    login: 'Name zum Anmelden',
    loginHint: 'Er steht bei Ihren Urteilen und lässt sich später nicht ändern.',
    badLogin:
      'Nur Buchstaben ohne Umlaute, Ziffern und . _ @ + -, am Anfang ein Buchstabe oder eine Ziffer. Keine Leerzeichen.',
    password: 'Passwort',
    passwordHint: 'Mindestens 10 Zeichen. Ein Satz ist gut.',
    signIn: 'Anmelden',
    keptWork:
      'Was Sie geschrieben haben, liegt in diesem Browser und wird gesendet, sobald Sie sich wieder anmelden.',
    keptRuling:
      'Was Sie geschrieben haben, liegt in diesem Browser. Es ist wieder da, sobald Sie sich angemeldet haben.',
    forgotten:
      'Kein Konto, oder das Passwort vergessen? Bitten Sie die Leitung Ihres Projekts um einen Link.',
    invitation: 'Sie sind eingeladen',
    toProject: (project: string, role: string) => `Zum Projekt ${project}, ${role}.`,
    toWorkspace: 'Zur Leitung dieses Arbeitsbereichs: alle Projekte, Personen und Einstellungen.',
    by: (by: string, until: string) =>
      `Eingeladen von ${by}. Der Link gilt bis ${until} und kann einmal benutzt werden.`,
    fullName: 'Ihr voller Name',
    create: 'Konto anlegen',
    haveAccount: 'Ich habe schon ein Konto',
    joinAs: (name: string) => `Als ${name} beitreten`,
    notMe: 'Das bin ich nicht',
    read: 'Zum Lesen öffnen',
    readWhy:
      'Sie sehen alles, was beurteilt, entschieden und berechnet wurde, und können nichts ändern. Ein Konto ist nicht nötig.',
    newPassword: 'Neues Passwort setzen',
    newPasswordFor: (login: string) => `Für das Konto ${login}. Alle anderen Sitzungen enden.`,
    set: 'Passwort setzen und anmelden',
    expired: 'Dieser Link gilt nicht mehr',
    toSignIn: 'Zur Anmeldung',
    roles: {
      lead: 'in der Leitung',
      adjudicator: 'zur Schlichtung',
      annotator: 'zum Annotieren',
      reviewer: 'zur Prüfung',
    },
  },
});
