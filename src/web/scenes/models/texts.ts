import { defineTexts } from '../../texts/define-texts.ts';

export const modelsTexts = defineTexts({
  en: {
    title: 'Models',
    lead:
      'Each run of a model is an annotator: what it was asked, what it answered and ' +
      'cost, and how it compares with the other models and the people.',
    noneAsked: 'No model has been asked about this task yet',
    noneWhy:
      'Runs and costs appear here as soon as the first replies arrive. Imported judgments of ' +
      'models are compared as well.',
    keys: 'This server cannot reach every model',
    keysWhy:
      'Set the variable where the server or assay worker runs, then start it again. ' +
      'Keys are read from the environment and are never stored or shown.',
    job: 'Under way',
    jobs: 'Earlier jobs',
    jobNote: (mode: string, models: string, by: string, at: string) =>
      `${models}, ${mode}, started by ${by}, ${at}`,
    modes: { now: 'at once', batch: 'in batches' },
    replayed: (file: string) => `replayed from ${file}`,
    states: { running: 'Running', paused: 'Paused', done: 'Done' },
    judged: 'Cells judged',
    open: 'Still to ask',
    pending: 'In batches',
    givenUp: 'Given up',
    rate: 'Rate',
    perMinute: (count: string) => `${count} per minute`,
    left: 'Time left',
    inBatches: 'Batches take up to a day',
    unknown: 'unknown',
    spent: 'Spent on this task',
    onTheWay: (amount: string) => `and up to ${amount} pending`,
    ofBudget: (amount: string) => `of ${amount}`,
    pause: 'Pause',
    resume: 'Continue',
    pausedWhy: (reason: string) => `Paused: ${reason}.`,
    batches: 'Batches',
    batch: (entry: string, requests: string) => `${entry}: ${requests} requests`,
    phases: {
      prepared: 'prepared',
      submitting: 'being submitted',
      submitted: 'submitted',
      'taken-in': 'taken in',
      'given-up': 'given up',
    },
    start: 'Ask models',
    startNote:
      'Models are asked only for missing answers. You see the estimate first; nothing is sent ' +
      'until you start.',
    fields: {
      models: 'Models',
      mode: 'How',
      budget: 'Budget',
      k: 'Most recent units (K)',
      recording: 'Replies from',
      outside: 'Keep the answers outside rounds',
    },
    ofPanel: (models: string) => `The panel: ${models}`,
    ofPreset: (name: string, models: string) => `Preset ${name}: ${models}`,
    ofList: 'A list of models',
    list: 'Models with their runs',
    listHelp: 'For example gpt-5.1:1,gpt-5-mini:3',
    modeNow: 'At once',
    modeBatch: 'In batches, at a lower price',
    budgetHelp: (currency: string) =>
      `In ${currency}. Requests stop before the task costs more. Leave empty for no limit.`,
    kHelp: 'Only this many units of each subject. Leave empty for all.',
    ofK: (k: string) => `K = ${k}`,
    provider: 'The provider',
    recorded: (file: string) => `Recording ${file}`,
    outsideHelp: {
      open: (round: string) => `The answers count in the open round ${round}.`,
      missing:
        'No open round includes models. Outside rounds, answers are kept and compared, but do ' +
        'not count.',
      outside: 'This task is not judged in rounds, so the answers count.',
    },
    estimate: 'Estimate',
    estimateTitle: 'Estimated requests and cost',
    estimateNote: (cells: string, judged: string, pending: string, givenUp: string) =>
      `${cells} cells, of which ${judged} are judged, ${pending} pending and ${givenUp} given up.`,
    prices: (date: string) => `Prices of ${date}.`,
    noPrices: 'The protocol has no price table, so costs are unknown.',
    staleCells: (count: string) =>
      `${count} judgments were made under other questions or prompts. To ask again, use assay ` +
      'extract --invalidate.',
    nothingOpen: 'Nothing is left to ask: every cell is judged or given up.',
    startNow: 'Start',
    started: 'Started. A worker begins within a few seconds.',
    columns: {
      model: 'Model',
      run: 'Run',
      runs: 'Runs',
      requests: 'Requests',
      input: 'Tokens read',
      output: 'Tokens written',
      cost: 'Cost',
      asked: 'Asked',
      valid: 'Valid',
      invalid: 'Invalid, by kind',
      refused: 'Refused',
      failed: 'No reply',
      latency: 'Latency',
      state: 'State',
      started: 'Started',
      by: 'By',
      unit: 'Unit',
      outcome: 'Outcome',
      at: 'At',
      reply: 'Reply',
      people: 'People',
    },
    runsTitle: 'Runs',
    runsNote:
      'A reply that is invalid, refused or cut off is an attempt, never a judgment. Calls ' +
      'without a reply may be repeated.',
    atLeast: (amount: string) => `≥ ${amount}`,
    late: (count: string) =>
      count === '1'
        ? '1 reply arrived after the round was closed. It was paid for and is kept as an ' +
          'attempt, but is not a judgment.'
        : `${count} replies arrived after the round was closed. They were paid for and are kept ` +
          'as attempts, but are not judgments.',
    lateShow: 'Show them',
    seconds: (value: string) => `${value} s`,
  },
  de: {
    title: 'Modelle',
    lead:
      'Jeder Lauf eines Modells ist ein Annotator: was er gefragt wurde, was er geantwortet und ' +
      'gekostet hat und wie er im Vergleich mit den anderen Modellen und den Menschen ' +
      'abschneidet.',
    noneAsked: 'Zu dieser Aufgabe wurde noch kein Modell befragt',
    noneWhy:
      'Läufe und Kosten erscheinen hier, sobald die ersten Antworten da sind. ' +
      'Importierte Urteile von Modellen werden trotzdem verglichen.',
    keys: 'Dieser Server erreicht nicht jedes Modell',
    keysWhy:
      'Setzen Sie die Variable dort, wo der Server oder assay worker läuft, und ' +
      'starten Sie ihn neu. Schlüssel werden nur aus der Umgebung gelesen und nie ' +
      'gespeichert oder gezeigt.',
    job: 'In Arbeit',
    jobs: 'Frühere Aufträge',
    jobNote: (mode, models, by, at) => `${models}, ${mode}, gestartet von ${by}, ${at}`,
    modes: { now: 'sofort', batch: 'in Stapeln' },
    replayed: (file) => `wiedergegeben aus ${file}`,
    states: { running: 'Läuft', paused: 'Angehalten', done: 'Fertig' },
    judged: 'Beurteilte Zellen',
    open: 'Noch zu fragen',
    pending: 'In Stapeln',
    givenUp: 'Aufgegeben',
    rate: 'Tempo',
    perMinute: (count) => `${count} pro Minute`,
    left: 'Restzeit',
    inBatches: 'Stapel dauern bis zu einem Tag',
    unknown: 'unbekannt',
    spent: 'Ausgaben für diese Aufgabe',
    onTheWay: (amount) => `und bis zu ${amount} unterwegs`,
    ofBudget: (amount) => `von ${amount}`,
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    pausedWhy: (reason) => `Angehalten: ${reason}.`,
    batches: 'Stapel',
    batch: (entry, requests) => `${entry}: ${requests} Anfragen`,
    phases: {
      prepared: 'vorbereitet',
      submitting: 'wird übergeben',
      submitted: 'übergeben',
      'taken-in': 'übernommen',
      'given-up': 'aufgegeben',
    },
    start: 'Modelle befragen',
    startNote:
      'Gefragt wird nur, was fehlt. Zuerst wird die Schätzung gezeigt; vor dem Start ' +
      'wird nichts gesendet.',
    fields: {
      models: 'Modelle',
      mode: 'Wie',
      budget: 'Budget',
      k: 'Neueste Einheiten (K)',
      recording: 'Antworten von',
      outside: 'Antworten außerhalb der Runden aufbewahren',
    },
    ofPanel: (models) => `Das Panel: ${models}`,
    ofPreset: (name, models) => `Vorlage ${name}: ${models}`,
    ofList: 'Eine Liste von Modellen',
    list: 'Modelle mit ihren Läufen',
    listHelp: 'Etwa gpt-5.1:1,gpt-5-mini:3',
    modeNow: 'Sofort',
    modeBatch: 'In Stapeln, zu niedrigerem Preis',
    budgetHelp: (currency) =>
      `In ${currency}. Bevor die Aufgabe mehr kostet, wird angehalten. Leer lassen für keine ` +
      'Grenze.',
    kHelp: 'Nur so viele Einheiten je Gegenstand. Leer lassen für alle.',
    ofK: (k) => `K = ${k}`,
    provider: 'Anbieter',
    recorded: (file) => `Aufzeichnung ${file}`,
    outsideHelp: {
      open: (round) => `Die Antworten zählen in der offenen Runde ${round}.`,
      missing:
        'Keine offene Runde enthält Modelle. Außerhalb der Runden werden Antworten aufbewahrt ' +
        'und verglichen, zählen aber nicht.',
      outside: 'Diese Aufgabe wird nicht in Runden beurteilt, die Antworten zählen also.',
    },
    estimate: 'Schätzen',
    estimateTitle: 'Geschätzte Anfragen und Kosten',
    estimateNote: (cells, judged, pending, givenUp) =>
      `${cells} Zellen, davon ${judged} beurteilt, ${pending} unterwegs und ${givenUp} aufgegeben.`,
    prices: (date) => `Preise vom ${date}.`,
    noPrices: 'Das Protokoll hat keine Preistabelle, die Kosten sind also unbekannt.',
    staleCells: (count) =>
      `${count} Urteile wurden unter anderen Fragen oder Prompts gefällt. Um noch einmal zu ` +
      'fragen, nehmen Sie assay extract --invalidate.',
    nothingOpen: 'Es ist nichts mehr zu fragen: Jede Zelle ist beurteilt oder aufgegeben.',
    startNow: 'Starten',
    started: 'Gestartet. Ein Worker beginnt in wenigen Sekunden.',
    columns: {
      model: 'Modell',
      run: 'Lauf',
      runs: 'Läufe',
      requests: 'Anfragen',
      input: 'Token (Eingabe)',
      output: 'Token (Ausgabe)',
      cost: 'Kosten',
      asked: 'Gefragt',
      valid: 'Gültig',
      invalid: 'Ungültig, nach Art',
      refused: 'Abgelehnt',
      failed: 'Ohne Antwort',
      latency: 'Wartezeit',
      state: 'Zustand',
      started: 'Gestartet',
      by: 'Von',
      unit: 'Einheit',
      outcome: 'Ergebnis',
      at: 'Am',
      reply: 'Antwort',
      people: 'Menschen',
    },
    runsTitle: 'Läufe',
    runsNote:
      'Eine Antwort, die ungültig, abgelehnt oder abgeschnitten ist, ist ein Versuch ' +
      'und nie ein Urteil. Aufrufe ohne Antwort können wiederholt werden.',
    atLeast: (amount) => `≥ ${amount}`,
    late: (count) =>
      count === '1'
        ? '1 Antwort kam nach dem Ende der Runde. Sie ist bezahlt und bleibt als Versuch ' +
          'erhalten, ist aber kein Urteil.'
        : `${count} Antworten kamen nach dem Ende der Runde. Sie sind bezahlt und bleiben als ` +
          'Versuche erhalten, sind aber keine Urteile.',
    lateShow: 'Zeigen',
    seconds: (value) => `${value} s`,
  },
});
