import { defineTexts } from '../../../texts/define-texts.ts';

export const signInTexts = defineTexts({
  en: {
    title: 'Sign in',
    login: 'Login',
    loginGiven: 'This link is for this login, which the panel names.',
    loginHint: 'Your judgments will carry this name. It cannot be changed later.',
    badLogin:
      'Use letters from a to z, digits and . _ @ + - only, and start with a letter or a digit.',
    password: 'Password',
    passwordHint: 'At least 10 characters. A sentence works well.',
    signIn: 'Sign in',
    savedWork: 'Your work is saved in this browser and will be sent when you sign in again.',
    savedRuling: 'Your ruling is saved in this browser. It will be there when you sign in again.',
    forgotten: 'No account, or forgot your password? Ask the lead of your project for a link.',
    invitation: 'You are invited',
    toProject: (project: string, role: string) => `To the project ${project}, as ${role}.`,
    toWorkspace: 'As lead of this workspace, with all its projects, people and settings.',
    by: (by: string, until: string) =>
      `Invited by ${by}. The link is valid until ${until} and works once.`,
    fullName: 'Your full name',
    create: 'Create account',
    haveAccount: 'I already have an account',
    joinAs: (name: string) => `Join as ${name}`,
    notMe: 'This is not me',
    read: 'Open read-only',
    readWhy:
      'You can see all judgments, rulings and results, but change nothing. ' +
      'You do not need an account.',
    newPassword: 'Set a new password',
    newPasswordFor: (login: string) =>
      `For the account ${login}. It is signed out everywhere else.`,
    set: 'Set password and sign in',
    expired: 'This link is no longer valid',
    toSignIn: 'Go to the sign-in page',
    roles: {
      lead: 'lead',
      adjudicator: 'adjudicator',
      annotator: 'annotator',
      reviewer: 'reviewer',
    },
  },
  de: {
    title: 'Anmelden',
    login: 'Anmeldename',
    loginGiven: 'Dieser Link gilt für diesen Anmeldenamen, den das Panel nennt.',
    loginHint: 'Ihre Urteile tragen diesen Namen. Er lässt sich später nicht ändern.',
    badLogin:
      'Nur Buchstaben von a bis z, Ziffern und . _ @ + -, ' +
      'beginnend mit einem Buchstaben oder einer Ziffer.',
    password: 'Passwort',
    passwordHint: 'Mindestens 10 Zeichen. Ein Satz ist gut.',
    signIn: 'Anmelden',
    savedWork:
      'Ihre Arbeit ist in diesem Browser gespeichert und wird gesendet, ' +
      'sobald Sie sich wieder anmelden.',
    savedRuling:
      'Ihr Entscheid ist in diesem Browser gespeichert. Er ist wieder da, sobald Sie sich ' +
      'angemeldet haben.',
    forgotten:
      'Kein Konto oder Passwort vergessen? Bitten Sie die Leitung Ihres Projekts um einen Link.',
    invitation: 'Sie sind eingeladen',
    toProject: (project, role) => `Zum Projekt ${project}, ${role}.`,
    toWorkspace: 'Zur Leitung dieses Arbeitsbereichs: alle Projekte, Personen und Einstellungen.',
    by: (by, until) => `Eingeladen von ${by}. Der Link gilt bis ${until} und funktioniert einmal.`,
    fullName: 'Ihr voller Name',
    create: 'Konto anlegen',
    haveAccount: 'Ich habe schon ein Konto',
    joinAs: (name) => `Als ${name} beitreten`,
    notMe: 'Das bin ich nicht',
    read: 'Zum Lesen öffnen',
    readWhy:
      'Sie sehen alle Urteile, Entscheide und Ergebnisse, können aber nichts ändern. Ein Konto ' +
      'ist nicht nötig.',
    newPassword: 'Neues Passwort festlegen',
    newPasswordFor: (login) => `Für das Konto ${login}. Überall sonst wird es abgemeldet.`,
    set: 'Passwort festlegen und anmelden',
    expired: 'Dieser Link ist nicht mehr gültig',
    toSignIn: 'Zur Anmeldung',
    roles: {
      lead: 'in der Leitung',
      adjudicator: 'zur Schlichtung',
      annotator: 'zum Annotieren',
      reviewer: 'zur Prüfung',
    },
  },
});
