import type { Translated } from './define-texts.ts';
import type { en } from './en.ts';

/** The gates that every round has, beside those that its protocol names. */
const ownGates: Readonly<Record<string, string>> = {
  'all quotas met': 'alles beurteilt',
  'same guideline': 'gleicher Leitfaden',
  'same questions': 'gleiche Fragen',
};

/** What several scenes say, in German. */
export const de: Translated<typeof en> = {
  product: 'Assay',
  claim: 'Eine Grundwahrheit, die standhält',
  skip: 'Zum Inhalt springen',
  loading: 'Wird geladen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  saved: 'Gespeichert',
  back: 'Zurück',
  again: 'Erneut versuchen',
  discard: 'Verwerfen',
  search: 'Suchen',
  all: 'Alle',
  none: 'Keine',
  yes: 'Ja',
  no: 'Nein',
  more: 'Mehr',
  details: 'Einzelheiten',
  of: 'von',
  copy: 'Kopieren',
  copied: 'Kopiert',
  optional: 'optional',
  navigation: 'Hauptnavigation',
  projectNavigation: 'Projekt',
  menu: 'Menü',
  account: 'Konto',
  signOut: 'Abmelden',
  simulated: 'Simuliert',
  simulatedWhy:
    'Die Urteile in diesem Projekt sind simuliert, mit Annotierenden von bekanntem Verhalten.',
  nothingHere: 'Hier ist noch nichts.',
  sortBy: 'Sortieren nach',
  showPassword: 'Passwort zeigen oder verbergen',
  noSuchPage: 'Diese Seite gibt es nicht.',
  backHome: 'Zur Startseite',
  removed: 'Entfallen',
  added: 'Neu',
  scheme: { title: 'Darstellung', light: 'Hell', dark: 'Dunkel', auto: 'Wie das System' },
  languageNames: { en: 'English', de: 'Deutsch' },
  roles: {
    lead: 'Leitung',
    adjudicator: 'Schlichtung',
    annotator: 'Annotation',
    reviewer: 'Prüfung',
  },
  roundKinds: { training: 'Training', pilot: 'Pilot', full: 'Hauptrunde' },
  roundStates: {
    locked: 'Gesperrt',
    ready: 'Kann geöffnet werden',
    open: 'Offen',
    closed: 'Geschlossen',
  },
  gate: {
    passed: 'Bestanden',
    failed: 'Nicht bestanden',
    waived: 'Erlassen',
    none: 'Keine Hürde',
    missing: 'Noch kein Wert',
    superseded: 'Überholt',
    name: (gate) => ownGates[gate] ?? gate,
  },
  keymaps: {
    assay: 'Assay',
    prodigy: 'Prodigy',
    'label-studio': 'Label Studio',
    argilla: 'Argilla',
  },
  places: {
    home: 'Start',
    profile: 'Profil',
    lead: 'Überblick',
    agreement: 'Übereinstimmung',
    annotators: 'Annotierende',
    labels: 'Labels',
    checklists: 'Checklisten',
    models: 'Modelle',
    units: 'Einheiten',
    people: 'Personen',
    protocol: 'Protokoll',
    guideline: 'Leitfaden',
    files: 'Import und Export',
    release: 'Veröffentlichung',
    evaluation: 'Auswertung',
    audit: 'Prüfspur',
    adjudicate: 'Schlichten',
    questions: 'Fragen',
    meeting: 'Besprechung',
    verdicts: 'Verdikte',
  },
  estimate: {
    n: (n: string) => `n = ${n}`,
    noValue: 'kein Wert',
    interval: '95-%-Intervall',
    target: (target: string) => `Ziel ${target}`,
    lowTarget: (target: string) => `Ziel ${target} für das untere Ende`,
    skipped: (count: string) => `${count} Einheiten waren nicht verwendbar`,
  },
  outbox: {
    clear: 'Alles ist gespeichert',
    sending: (count: number) =>
      count === 1 ? '1 Änderung wird gespeichert' : `${count} Änderungen werden gespeichert`,
    offline: (count: number) => {
      if (count === 0) return 'Keine Verbindung. Ihre Arbeit bleibt in diesem Browser.';
      if (count === 1)
        return 'Keine Verbindung. 1 Eingabe liegt in diesem Browser und wird gesendet.';
      return `Keine Verbindung. ${count} Eingaben liegen in diesem Browser und werden gesendet.`;
    },
    signedOut: (count: number) =>
      `Sie wurden abgemeldet. ${count === 1 ? '1 Eingabe liegt' : `${count} Eingaben liegen`} in ` +
      `diesem Browser und ${count === 1 ? 'wird' : 'werden'} gesendet, sobald Sie sich wieder ` +
      'anmelden.',
    refused: (count: number) =>
      count === 1 ? '1 Eingabe wurde abgelehnt' : `${count} Eingaben wurden abgelehnt`,
    refusedWhy: 'Was Sie eingegeben haben, bleibt hier, bis Sie es erneut senden oder verwerfen.',
    leaving: 'Ein Teil Ihrer Arbeit wurde noch nicht gesendet.',
    kinds: { draft: 'Entwurf', judgment: 'Urteil', fact: 'Angabe zur Arbeit' },
    unkept:
      'Dieser Browser kann Ihre Arbeit nicht aufbewahren (privates Fenster?). Schließen Sie ihn ' +
      'erst, wenn alles gespeichert ist.',
  },
  help: {
    title: 'Tastenkürzel',
    preset: (name: string) => `Tastenbelegung: ${name}`,
    change: 'Im Profil ändern',
    off: 'Kürzel mit einzelnen Tasten sind in Ihrem Profil ausgeschaltet.',
    groups: {
      general: 'Überall',
      moving: 'Bewegen',
      answering: 'Antworten',
      submitting: 'Abgeben',
      ruling: 'Entscheiden',
      viewing: 'Ansehen',
    },
  },
  keys: {
    Enter: 'Enter',
    Escape: 'Esc',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
    Backspace: 'Rück',
    Delete: 'Entf',
    Tab: 'Tab',
    Space: 'Leer',
    Shift: 'Umschalt',
    Ctrl: 'Strg',
    Alt: 'Alt',
  },
  errors: {
    title: 'Das hat nicht geklappt',
    hidden: 'Verborgen, solange Sie beurteilen',
    offline: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    broken: 'Auf dieser Seite ist etwas schiefgegangen.',
    reload: 'Seite neu laden',
    more: (count: number) => `und ${count} weitere`,
    rows: (count: number) => `${count} Zeilen:`,
  },
};
