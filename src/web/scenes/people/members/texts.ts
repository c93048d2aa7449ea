import { defineTexts } from '../../../texts/define-texts.ts';

export const peopleTexts = defineTexts({
  en: {
    title: 'People',
    lead: 'Who is in the project and in which role, and links to invite more people.',
    onlyLeads: 'Only leads can see who is in a project.',
    members: 'Members',
    membersNote: 'Workspace leads can lead every project. They are not listed here.',
    name: 'Name',
    login: 'Login',
    role: 'Role',
    since: 'Since',
    state: 'State',
    states: {
      active: 'Active',
      disabled: 'Disabled',
      withdrawn: 'Withdrawn',
      expired: 'Expired',
      open: 'Open',
    },
    left: (date: string) => `Left ${date}`,
    remove: 'Remove role',
    removeTitle: (name: string, role: string) => `Remove role ${role} from ${name}`,
    removeWhy: 'Their judgments stay. You can add them again at any time.',
    add: 'Add role',
    addTitle: 'Add a role for someone who has an account',
    invitations: 'Invitations',
    invitationsNote:
      'Each link works once, for one person. A reviewer can read everything and change nothing.',
    invite: 'Invite someone',
    inviteTitle: 'Create an invitation',
    days: 'Days valid',
    make: 'Create link',
    linkMade: 'Copy the link now. It is not shown again.',
    linkWhy: (role: string, date: string) =>
      `Send it to one person. It gives them the role ${role} and is valid until ${date}.`,
    link: 'Link',
    by: 'Created by',
    made: 'Created',
    until: 'Valid until',
    used: (date: string) => `Used ${date}`,
    withdraw: 'Withdraw',
    actions: 'Actions',
    roleWhat: {
      lead: 'opens rounds, invites people, changes the protocol',
      adjudicator: 'rules on open cases',
      annotator: 'judges units',
      reviewer: 'reads everything, changes nothing',
    },
    first: {
      title: 'The project is ready',
      why:
        'Send each person a link below, now or later. Anyone who joins after a round has opened ' +
        'finds their units waiting.',
      open: (round: string) => `Next: open ${round}`,
    },
    panel: {
      title: 'The panel’s people',
      note:
        'The people that the protocol names. A link for a name works only under that name, once, ' +
        'within 14 days.',
      name: 'Name',
      state: 'State',
      seen: 'Last seen',
      judged: 'Judged',
      actions: 'Actions',
      invite: 'Invite',
      again: 'New link',
      inviteAll: (count: number) => (count === 1 ? 'Invite 1 person' : `Invite all ${count}`),
      arrivals: {
        judged: 'Judges',
        joined: 'Joined, has not judged yet',
        invited: (date: string) => `Invited, link not used (until ${date})`,
        expired: 'Link expired unused',
        none: 'Not invited',
        odd: 'Not a valid login: use lower case without spaces in the protocol',
      },
      made: 'Copy the links now. They are not shown again.',
      madeWhy: (date: string) => `Send each to the person it names. They are valid until ${date}.`,
      copyAll: 'Copy all',
      outsiders: (count: number) =>
        count === 1 ? '1 member is not on the panel' : `${count} members are not on the panel`,
      outsidersWhy:
        'They may judge, but their judgments have weight 0: they are kept and compared, never ' +
        'counted. Add them to the panel in the protocol, or remove their role.',
      judgments: (count: string) => `${count} judgments`,
    },
    access: {
      open: 'Access',
      title: (name: string) => `Access for ${name}`,
      linkWhy:
        'A link to set a new password works once, for three days. The old password stays valid ' +
        'until it is used.',
      makeLink: 'Create password link',
      linkMade: 'Copy the link now. It is not shown again.',
      link: 'Link',
      linkUntil: (date: string) => `Send it to this person only. It is valid until ${date}.`,
      sessions: 'Signed in',
      noSession: 'Not signed in anywhere.',
      endAll: 'End all sessions',
    },
    webhooks: {
      title: 'Webhooks',
      note:
        'The address of another program, such as a chat, that gets a signed request for each ' +
        'event. Requests never contain answers. While anyone is judging, they contain nothing ' +
        'about agreement or open cases either.',
      add: 'Add webhook',
      addTitle: 'Add a webhook',
      url: 'Address',
      urlWhy: 'A public https address. Requests are signed with a secret that you see once.',
      events: 'Events',
      scope: 'Of',
      here: 'this project',
      everywhere: 'all projects',
      forAll: 'Send events from all projects in the workspace',
      actions: 'Actions',
      test: 'Test',
      remove: 'Remove',
      made: 'Copy the secret now. It is not shown again.',
      madeWhy:
        'Check each request with it: x-assay-signature is v1= and the HMAC-SHA256 of ' +
        'x-assay-timestamp, a dot and the body, in hex.',
      secret: 'Secret',
      log: 'Messages',
      at: 'Since',
      event: 'Event',
      to: 'To',
      state: 'State',
      attempts: 'Attempts',
      testEvent: 'Test message',
      states: { waiting: 'On its way', sent: 'Sent', 'given-up': 'Given up' },
    },
    invitedFor: 'For',
    tokens: 'Tokens for programs',
    tokensNote: 'A token lets a program act in this project as you, within the scope you choose.',
    scope: 'Scope',
    scopes: { read: 'Read', write: 'Read and write' },
    makeToken: 'Create token',
    tokenName: 'Purpose',
    secret: 'Token',
    secretMade: 'Copy the token now. It is not shown again.',
    end: 'Revoke',
    ended: 'Revoked',
  },
  de: {
    title: 'Personen',
    lead: 'Wer mit welcher Rolle dabei ist, und Links, um weitere Personen einzuladen.',
    onlyLeads: 'Nur die Leitung sieht, wer zum Projekt gehört.',
    members: 'Mitglieder',
    membersNote:
      'Wer den Arbeitsbereich leitet, leitet alle Projekte und ist hier nicht aufgeführt.',
    name: 'Name',
    login: 'Anmeldename',
    role: 'Rolle',
    since: 'Seit',
    state: 'Stand',
    states: {
      active: 'Aktiv',
      disabled: 'Gesperrt',
      withdrawn: 'Zurückgezogen',
      expired: 'Abgelaufen',
      open: 'Offen',
    },
    left: (date) => `Ausgeschieden ${date}`,
    remove: 'Rolle entziehen',
    removeTitle: (name, role) => `Rolle entziehen: ${role}, ${name}`,
    removeWhy: 'Die Urteile bleiben erhalten. Sie können die Rolle jederzeit wieder vergeben.',
    add: 'Rolle vergeben',
    addTitle: 'Eine Rolle an jemanden mit Konto vergeben',
    invitations: 'Einladungen',
    invitationsNote:
      'Jeder Link gilt einmal, für eine Person. Die Rolle Prüfung liest alles und ändert nichts.',
    invite: 'Jemanden einladen',
    inviteTitle: 'Einladung erstellen',
    days: 'Gültigkeit in Tagen',
    make: 'Link erstellen',
    linkMade: 'Kopieren Sie den Link jetzt. Er wird nicht noch einmal angezeigt.',
    linkWhy: (role, date) =>
      `Schicken Sie ihn einer Person. Er gibt ihr die Rolle ${role} und gilt bis ${date}.`,
    link: 'Link',
    by: 'Von',
    made: 'Erstellt',
    until: 'Gültig bis',
    used: (date) => `Eingelöst ${date}`,
    withdraw: 'Zurückziehen',
    actions: 'Aktionen',
    roleWhat: {
      lead: 'öffnet Runden, lädt ein, ändert das Protokoll',
      adjudicator: 'entscheidet, was offen ist',
      annotator: 'beurteilt Einheiten',
      reviewer: 'liest alles, ändert nichts',
    },
    first: {
      title: 'Das Projekt ist bereit',
      why:
        'Schicken Sie unten allen einen Link, jetzt oder später. Wer kommt, wenn die Runde schon ' +
        'offen ist, findet die eigenen Einheiten vor.',
      open: (round) => `Weiter: ${round} öffnen`,
    },
    panel: {
      title: 'Personen des Panels',
      note:
        'Die Personen, die das Protokoll nennt. Ein Link für einen Namen gilt nur unter diesem ' +
        'Namen, einmal, vierzehn Tage lang.',
      name: 'Name',
      state: 'Stand',
      seen: 'Zuletzt hier',
      judged: 'Beurteilt',
      actions: 'Aktionen',
      invite: 'Einladen',
      again: 'Neuer Link',
      inviteAll: (count) => (count === 1 ? '1 Person einladen' : `Alle ${count} einladen`),
      arrivals: {
        judged: 'Urteilt',
        joined: 'Beigetreten, noch kein Urteil',
        invited: (date) => `Eingeladen, Link nicht eingelöst (bis ${date})`,
        expired: 'Link ungenutzt abgelaufen',
        none: 'Nicht eingeladen',
        odd: 'Kein Anmeldename: im Protokoll kleinschreiben, ohne Leerzeichen',
      },
      made: 'Kopieren Sie die Links jetzt. Sie werden nicht noch einmal angezeigt.',
      madeWhy: (date) => `Schicken Sie jeden der Person, die er nennt. Sie gelten bis ${date}.`,
      copyAll: 'Alle kopieren',
      outsiders: (count) =>
        count === 1
          ? '1 Mitglied gehört nicht zum Panel'
          : `${count} Mitglieder gehören nicht zum Panel`,
      outsidersWhy:
        'Sie dürfen urteilen, aber ihre Urteile haben Gewicht 0: Sie werden aufbewahrt und ' +
        'verglichen, zählen aber nie. Nehmen Sie sie im Protokoll ins Panel auf oder entziehen ' +
        'Sie die Rolle.',
      judgments: (count) => `${count} Urteile`,
    },
    access: {
      open: 'Zugang',
      title: (name) => `Zugang von ${name}`,
      linkWhy:
        'Ein Link für ein neues Passwort gilt drei Tage lang und nur einmal. Das alte Passwort ' +
        'gilt, ' +
        'bis er eingelöst ist.',
      makeLink: 'Passwort-Link erstellen',
      linkMade: 'Kopieren Sie den Link jetzt. Er wird nicht noch einmal angezeigt.',
      link: 'Link',
      linkUntil: (date) => `Schicken Sie ihn nur dieser Person. Er gilt bis ${date}.`,
      sessions: 'Angemeldet',
      noSession: 'Zurzeit nirgends.',
      endAll: 'Alle Sitzungen beenden',
    },
    webhooks: {
      title: 'Webhooks',
      note:
        'Die Adresse eines anderen Programms, etwa eines Chats, das zu jedem Ereignis eine ' +
        'signierte Anfrage bekommt. Anfragen enthalten nie Antworten. Solange jemand urteilt, ' +
        'enthalten sie auch nichts über Übereinstimmung oder offene Fälle.',
      add: 'Webhook hinzufügen',
      addTitle: 'Webhook hinzufügen',
      url: 'Adresse',
      urlWhy:
        'Eine öffentliche https-Adresse. Anfragen werden mit einem Geheimnis signiert, das Sie ' +
        'einmal sehen.',
      events: 'Ereignisse',
      scope: 'Von',
      here: 'diesem Projekt',
      everywhere: 'allen Projekten',
      forAll: 'Ereignisse aller Projekte des Arbeitsbereichs senden',
      actions: 'Aktionen',
      test: 'Testen',
      remove: 'Entfernen',
      made: 'Kopieren Sie das Geheimnis jetzt. Es wird nicht noch einmal angezeigt.',
      madeWhy:
        'Prüfen Sie jede Anfrage damit: x-assay-signature ist v1= und der HMAC-SHA256 aus ' +
        'x-assay-timestamp, einem Punkt und dem Inhalt, hexadezimal.',
      secret: 'Geheimnis',
      log: 'Nachrichten',
      at: 'Seit',
      event: 'Ereignis',
      to: 'An',
      state: 'Stand',
      attempts: 'Versuche',
      testEvent: 'Testnachricht',
      states: { waiting: 'Unterwegs', sent: 'Gesendet', 'given-up': 'Aufgegeben' },
    },
    invitedFor: 'Für',
    tokens: 'Token für Programme',
    tokensNote:
      'Mit einem Token handelt ein Programm in Ihrem Namen im Projekt, im gewählten Umfang.',
    scope: 'Umfang',
    scopes: { read: 'Lesen', write: 'Lesen und schreiben' },
    makeToken: 'Token erstellen',
    tokenName: 'Zweck',
    secret: 'Token',
    secretMade: 'Kopieren Sie das Token jetzt. Es wird nicht noch einmal angezeigt.',
    end: 'Widerrufen',
    ended: 'Widerrufen',
  },
});
