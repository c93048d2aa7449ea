import { defineTexts } from '../../texts/define-texts.ts';

export const overviewTexts = defineTexts({
  en: {
    assisted: {
      mark: 'Assisted',
      facts: (by: string, control: string) =>
        `Annotators see suggestions by ${by}; ${control} of the units are judged blind. These ` +
        'judgments are marked and do not count for agreement.',
      monitor: 'How suggestions are used',
    },
    tasks: 'Tasks',
    title: 'Overview',
    lead: 'The state of the rounds, what blocks them, and what needs attention.',
    path: 'Rounds',
    pathOf: (task: string) => `Rounds: ${task}`,
    progress: 'Judgments',
    runFacts: (attempt: number, guideline: string, seed: number | null) =>
      `Attempt ${attempt} · guideline ${guideline} · ` +
      `${seed === null ? 'imported units, not drawn' : `seed ${seed}`}`,
    opened: (date: string, by: string) => `opened ${date} by ${by}`,
    closed: (date: string) => `closed ${date}`,
    notNeeded: 'Not needed',
    notNeededWhy: 'The previous round passed.',
    hold: (passed: string, all: string) => `${passed} of ${all} passed`,
    lowest: (scope: string, value: string, n: string) => `lowest: ${scope} ${value} (n = ${n})`,
    value: (value: string, target: string, n: string) => `${value}, target ${target} (n = ${n})`,
    checks: 'All conditions',
    check: { scope: 'Of', target: 'Target', actual: 'Value', result: 'Result' },
    stillRunning: 'The value changes until the round is closed.',
    soFar: 'so far',
    earlier: 'Earlier attempts',
    waivedBy: (by: string, reason: string) => `Waived by ${by}: ${reason}`,
    withdrawnBy: (by: string, reason: string) => `Waiver withdrawn by ${by}: ${reason}`,
    withdraw: 'Withdraw waiver',
    withdrawWhy: 'The gate blocks again. The waiver and its withdrawal stay on record.',
    retired: 'Rounds that the protocol no longer has',
    retiredWhy: 'A gate that did not pass still blocks what comes after it, until it is waived.',
    ruleChanges: 'Changes to the rules',
    changedBy: (by: string, at: string, version: number) => `${by}, ${at}, version ${version}`,
    people: 'By annotator',
    access: (count: string) => `Given access to the answers: ${count}`,
    accessWhy: 'While this round was open, these people were given a role that can see answers.',
    accessRoles: { lead: 'lead', adjudicator: 'adjudicator', reviewer: 'reviewer' },
    accessKinds: {
      invite: (role: string, by: string, _: string) => `${by} made a link for a ${role}`,
      enter: (role: string, by: string, person: string) =>
        `${person} joined as ${role}, through a link from ${by}`,
      grant: (role: string, by: string, person: string) => `${by} made ${person} a ${role}`,
      'password-link': (role: string, by: string, person: string) =>
        `${by} made a password link for ${person}, who is ${role}`,
    },
    accessTakesPart: (by: string) => `${by} judges in this round`,
    staleQuestions: 'Judged under different questions than the current ones.',
    staleGuideline: 'Judged under a different guideline than the current one.',
    admissions: 'Admission after training',
    admission: {
      admitted: 'Admitted',
      waived: 'Admitted by waiver',
      failed: 'Not admitted',
      awaiting: 'Decided when the training is closed',
      unfinished: 'Training not finished',
    },
    study: (labels: string) => `to study: ${labels}`,
    open: 'Open the round',
    opening: 'Units and places for judgments stored',
    repeat: 'Repeat with new units',
    judge: 'Judge my units',
    close: 'Close the round',
    waive: 'Waive a gate',
    admit: 'Admit anyway',
    openTitle: (round: string) => `Open ${round}`,
    openWhy:
      'Draws units that nobody has judged yet and assigns them. The seed decides every ' +
      'random choice and is saved with the round.',
    seed: 'Seed',
    seedWhy: 'The same seed draws the same units.',
    annotators: 'Annotators',
    noAnnotators: 'No annotator has joined the project yet.',
    invite: 'Invite people',
    handOut: 'How units are assigned',
    balanced: 'Now, in equal shares',
    claimed: 'On demand: each annotator takes the next unit',
    notAdmitted: 'not admitted',
    notHere: 'has not joined yet',
    tooFew: (needed: number, chosen: number) =>
      `Each unit is judged by ${needed} people; ${chosen === 1 ? '1 is' : `${chosen} are`} chosen.`,
    closeTitle: (round: string) => `Close ${round}`,
    closeWhy: 'In a closed round nothing can be judged or revised. Its gate then counts.',
    closeIncomplete: (missing: string) => `Close with ${missing} judgments missing`,
    waiveTitle: (round: string) => `Waive a gate of ${round}`,
    waiveWhy:
      'Work continues although the gate did not pass. The waiver is recorded with your name ' +
      'and a reason.',
    gate: 'Gate',
    reason: 'Reason',
    figures: 'Figures',
    figuresOf: (task: string) => `Figures: ${task}`,
    agreement: 'Agreement',
    lowestLabel: (label: string) => `Lowest: ${label}`,
    units: 'Units',
    unitsDrawn: (drawn: string, all: string) => `${drawn} of ${all} drawn`,
    truth: 'Truth',
    forecast: 'Forecast',
    between: (from: string, to: string) => `between ${from} and ${to}`,
    fromOn: (from: string) => `${from} at the earliest`,
    pace: (pace: string, days: number) =>
      `${pace} judgments a day (n = ${days} ${days === 1 ? 'day' : 'days'})`,
    remaining: (count: string) => `${count} judgments to go`,
    noOpen: 'No round is open.',
    allJudged: 'Everything in the open rounds is judged.',
    waitingUnits: (count: number, written: string) =>
      count === 1 ? '1 unit needs a ruling' : `${written} units need a ruling`,
    uncountedUnits: (count: number, written: string) =>
      count === 1
        ? '1 unit was judged and does not count'
        : `${written} units were judged and do not count`,
    attention: 'Needs attention',
    nothing: 'Nothing stands out.',
    signals: (count: number) =>
      count === 1
        ? '1 week stands out on the control charts'
        : `${count} weeks stand out on the control charts`,
    fast: (names: string) => `Faster than the limit: ${names}`,
    slow: (names: string) => `Slower than the limit: ${names}`,
    outliers: (names: string) => `Far from the others: ${names}`,
    standing_out: (names: string) => `Stood out in the last weeks: ${names}`,
    andMore: (names: string, more: string) => `${names} and ${more} more`,
    few: (labels: string) => `Too few positives: ${labels}`,
    rare: (labels: string) => `Rarer than the limit: ${labels}`,
    frequent: (labels: string) => `More frequent than the limit: ${labels}`,
    staleJudgments: (count: string) => `${count} judgments from an older version are left out`,
  },
  de: {
    assisted: {
      mark: 'Unterstützt',
      facts: (by, control) =>
        `Annotierende sehen Vorschläge von ${by}; ${control} der Einheiten werden blind ` +
        'beurteilt. Diese Urteile sind gekennzeichnet und zählen nicht für die Übereinstimmung.',
      monitor: 'Wie Vorschläge genutzt werden',
    },
    tasks: 'Aufgaben',
    title: 'Überblick',
    lead: 'Der Stand der Runden, was sie aufhält und was Aufmerksamkeit braucht.',
    path: 'Runden',
    pathOf: (task) => `Runden: ${task}`,
    progress: 'Urteile',
    runFacts: (attempt, guideline, seed) =>
      `${attempt}. Versuch · Leitfaden ${guideline} · ` +
      `${seed === null ? 'importierte Einheiten, nicht gezogen' : `Startwert ${seed}`}`,
    opened: (date, by) => `geöffnet am ${date} von ${by}`,
    closed: (date) => `geschlossen am ${date}`,
    notNeeded: 'Nicht nötig',
    notNeededWhy: 'Die vorige Runde hat bestanden.',
    hold: (passed, all) => `${passed} von ${all} erfüllt`,
    lowest: (scope, value, n) => `am niedrigsten: ${scope} ${value} (n = ${n})`,
    value: (value, target, n) => `${value}, Ziel ${target} (n = ${n})`,
    checks: 'Alle Bedingungen',
    check: { scope: 'Von', target: 'Ziel', actual: 'Wert', result: 'Ergebnis' },
    stillRunning: 'Der Wert ändert sich, bis die Runde geschlossen ist.',
    soFar: 'bisher',
    earlier: 'Frühere Versuche',
    waivedBy: (by, reason) => `Erlassen von ${by}: ${reason}`,
    withdrawnBy: (by, reason) => `Erlass zurückgenommen von ${by}: ${reason}`,
    withdraw: 'Erlass zurücknehmen',
    withdrawWhy: 'Die Hürde sperrt wieder. Erlass und Rücknahme bleiben verzeichnet.',
    retired: 'Runden, die nicht mehr im Protokoll stehen',
    retiredWhy: 'Eine nicht genommene Hürde sperrt weiter, was danach kommt, bis sie erlassen ist.',
    ruleChanges: 'Änderungen der Regeln',
    changedBy: (by, at, version) => `${by}, ${at}, Fassung ${version}`,
    people: 'Nach Annotator',
    access: (count: string) => `Einsicht in die Antworten erhalten: ${count}`,
    accessWhy:
      'Während diese Runde offen war, erhielten diese Personen eine Rolle, die Antworten sieht.',
    accessRoles: { lead: 'Leitung', adjudicator: 'Schlichtung', reviewer: 'Prüfung' },
    accessKinds: {
      invite: (role: string, by: string, _: string) =>
        `${by} hat einen Link für die Rolle ${role} erstellt`,
      enter: (role: string, by: string, person: string) =>
        `${person} ist in der Rolle ${role} beigetreten, über einen Link von ${by}`,
      grant: (role: string, by: string, person: string) =>
        `${by} hat ${person} die Rolle ${role} gegeben`,
      'password-link': (role: string, by: string, person: string) =>
        `${by} hat einen Passwort-Link für ${person} (${role}) erstellt`,
    },
    accessTakesPart: (by: string) => `${by} urteilt in dieser Runde`,
    staleQuestions: 'Unter anderen Fragen als den aktuellen beurteilt.',
    staleGuideline: 'Unter einem anderen Leitfaden als dem aktuellen beurteilt.',
    admissions: 'Zulassung nach dem Training',
    admission: {
      admitted: 'Zugelassen',
      waived: 'Durch Erlass zugelassen',
      failed: 'Nicht zugelassen',
      awaiting: 'Entscheidung, wenn das Training geschlossen ist',
      unfinished: 'Training nicht fertig',
    },
    study: (labels) => `nachlesen: ${labels}`,
    open: 'Runde öffnen',
    opening: 'Einheiten und Plätze für Urteile gespeichert',
    repeat: 'Mit neuen Einheiten wiederholen',
    judge: 'Meine Einheiten beurteilen',
    close: 'Runde schließen',
    waive: 'Hürde erlassen',
    admit: 'Trotzdem zulassen',
    openTitle: (round) => `${round} öffnen`,
    openWhy:
      'Zieht Einheiten, die noch niemand beurteilt hat, und verteilt sie. Der Startwert ' +
      'bestimmt jede zufällige Auswahl und wird mit der Runde gespeichert.',
    seed: 'Startwert',
    seedWhy: 'Derselbe Startwert zieht dieselben Einheiten.',
    annotators: 'Annotierende',
    noAnnotators: 'Noch ist kein Annotator im Projekt.',
    invite: 'Personen einladen',
    handOut: 'Wie Einheiten verteilt werden',
    balanced: 'Jetzt, zu gleichen Teilen',
    claimed: 'Auf Abruf: Alle nehmen sich die nächste Einheit',
    notAdmitted: 'nicht zugelassen',
    notHere: 'noch nicht beigetreten',
    tooFew: (needed, chosen) =>
      `Jede Einheit beurteilen ${needed} Personen; ` +
      `gewählt ${chosen === 1 ? 'ist 1' : `sind ${chosen}`}.`,
    closeTitle: (round) => `${round} schließen`,
    closeWhy:
      'In einer geschlossenen Runde kann nichts mehr beurteilt oder geändert werden, und ' +
      'ihre Hürde zählt.',
    closeIncomplete: (missing) => `Schließen, obwohl ${missing} Urteile fehlen`,
    waiveTitle: (round) => `Eine Hürde von ${round} erlassen`,
    waiveWhy:
      'Die Arbeit geht weiter, obwohl die Hürde nicht genommen ist. Der Erlass wird mit ' +
      'Ihrem Namen und einem Grund festgehalten.',
    gate: 'Hürde',
    reason: 'Grund',
    figures: 'Zahlen',
    figuresOf: (task) => `Zahlen: ${task}`,
    agreement: 'Übereinstimmung',
    lowestLabel: (label) => `Am niedrigsten: ${label}`,
    units: 'Einheiten',
    unitsDrawn: (drawn, all) => `${drawn} von ${all} gezogen`,
    truth: 'Wahrheit',
    forecast: 'Prognose',
    between: (from, to) => `zwischen ${from} und ${to}`,
    fromOn: (from) => `frühestens ${from}`,
    pace: (pace, days) => `${pace} Urteile am Tag (n = ${days} ${days === 1 ? 'Tag' : 'Tage'})`,
    remaining: (count) => `${count} Urteile stehen aus`,
    noOpen: 'Keine Runde ist offen.',
    allJudged: 'In den offenen Runden ist alles beurteilt.',
    waitingUnits: (count, written) =>
      count === 1
        ? '1 Einheit braucht einen Entscheid'
        : `${written} Einheiten brauchen einen Entscheid`,
    uncountedUnits: (count, written) =>
      count === 1
        ? '1 Einheit wurde beurteilt und zählt nicht'
        : `${written} Einheiten wurden beurteilt und zählen nicht`,
    attention: 'Braucht Aufmerksamkeit',
    nothing: 'Nichts fällt auf.',
    signals: (count) =>
      count === 1
        ? '1 Woche fällt in den Regelkarten auf'
        : `${count} Wochen fallen in den Regelkarten auf`,
    fast: (names) => `Schneller als die Grenze: ${names}`,
    slow: (names) => `Langsamer als die Grenze: ${names}`,
    outliers: (names) => `Weit ab von den anderen: ${names}`,
    standing_out: (names) => `In den letzten Wochen auffällig: ${names}`,
    andMore: (names, more) => `${names} und ${more} weitere`,
    few: (labels) => `Zu wenige positive: ${labels}`,
    rare: (labels) => `Seltener als die Grenze: ${labels}`,
    frequent: (labels) => `Häufiger als die Grenze: ${labels}`,
    staleJudgments: (count) => `${count} Urteile aus einer älteren Fassung zählen nicht`,
  },
});
