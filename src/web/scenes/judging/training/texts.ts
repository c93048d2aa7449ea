import { defineTexts } from '../../../texts/define-texts.ts';

/** The texts of training and of the result of a round. */
export const trainingTexts = defineTexts({
  en: {
    feedback: 'Compared with the key',
    score: (right: number, all: number) => `${right} of ${all} correct`,
    allRight: 'All answers match the key.',
    exactly: 'Some grades differ. That does not count against you.',
    reason: 'Why the key says so',
    yours: 'You',
    key: 'Key',
    wrong: 'Different from the key',
    inexact: 'Correct, with a different grade',
    right: 'Same as the key',
    card: 'What the guideline says',
    next: 'Next unit',
    result: 'See the result',
    waiting: 'Comparing with the key …',
    offline: 'The comparison appears once you are back online. You can go on.',
    unknown: 'The key has no answer for this unit.',
    title: 'Result',
    trainingTitle: 'Training result',
    status: {
      admitted: 'You are admitted to the next round.',
      waived: 'The lead admitted you although a gate was not passed.',
      failed: 'Not passed yet.',
      awaiting: 'Finished; the result is not decided yet.',
      unfinished: 'Not finished yet.',
    },
    statusWhy: {
      admitted: 'You have judged every unit, and every gate of the training is passed.',
      waived: 'The waiver and its reason are on record.',
      failed:
        'Study the labels below again. ' +
        'The lead can open another training round with units you have not seen.',
      awaiting:
        'The training also asks how closely the trainees agree. That is decided, and shown here, ' +
        'when the lead closes it.',
      unfinished: 'The figures below cover what you have judged so far.',
    },
    notTogether:
      'The trainees do not agree as closely as the protocol requires. ' +
      'The lead can open another training round with units you have not seen.',
    between: 'Agreement between the trainees',
    judged: (judged: string, wanted: string) => `${judged} of ${wanted} units judged`,
    gates: 'Gate',
    target: 'Target',
    actual: 'Yours',
    actualAll: 'Reached',
    units: 'n',
    state: 'State',
    study: 'Study these again',
    studyNote: 'The labels where your answers differ most from the key, worst first.',
    questions: 'By label',
    question: 'Label',
    kappa: (measure: string) => `${measure} with the key`,
    rightColumn: 'Correct',
    wrongColumn: 'Wrong',
    missedColumn: 'Missed',
    extraColumn: 'Extra',
    missedHelp: 'Missed: the key has the label, you do not. Extra: you have it, the key does not.',
    agreement: 'Agreement with the others',
    agreementNote: 'Your answers compared with the majority of the others, on shared units.',
    overall: 'Overall',
    notClosed:
      'Your agreement with the others is shown once the round is closed, ' +
      'so that it does not influence anyone.',
    speed: 'Speed',
    perHour: 'units per hour of active time',
    progress: 'Judged',
    goOn: 'Continue judging',
    guideline: 'Guideline',
    none: 'none',
  },
  de: {
    feedback: 'Vergleich mit dem Schlüssel',
    score: (right, all) => `${right} von ${all} richtig`,
    allRight: 'Alle Antworten stimmen mit dem Schlüssel überein.',
    exactly: 'Einige Stufen weichen ab. Das zählt nicht als Fehler.',
    reason: 'Begründung des Schlüssels',
    yours: 'Sie',
    key: 'Schlüssel',
    wrong: 'Anders als im Schlüssel',
    inexact: 'Richtig, aber andere Stufe',
    right: 'Wie im Schlüssel',
    card: 'Was der Leitfaden sagt',
    next: 'Nächste Einheit',
    result: 'Zum Ergebnis',
    waiting: 'Wird mit dem Schlüssel verglichen …',
    offline: 'Der Vergleich erscheint, sobald Sie wieder online sind. Sie können weitermachen.',
    unknown: 'Der Schlüssel enthält keine Antwort zu dieser Einheit.',
    title: 'Ergebnis',
    trainingTitle: 'Trainingsergebnis',
    status: {
      admitted: 'Sie sind zur nächsten Runde zugelassen.',
      waived: 'Die Leitung hat Sie zugelassen, obwohl eine Hürde nicht genommen wurde.',
      failed: 'Noch nicht bestanden.',
      awaiting: 'Fertig; das Ergebnis steht noch nicht fest.',
      unfinished: 'Noch nicht fertig.',
    },
    statusWhy: {
      admitted: 'Sie haben alle Einheiten beurteilt, und jede Hürde des Trainings ist genommen.',
      waived: 'Die Ausnahme ist mit ihrer Begründung festgehalten.',
      failed:
        'Lesen Sie zu den Labels unten noch einmal nach. ' +
        'Die Leitung kann ein weiteres Training mit neuen Einheiten öffnen.',
      awaiting:
        'Das Training fragt auch, wie weit alle untereinander übereinstimmen. Das wird ' +
        'entschieden und hier gezeigt, wenn die Leitung es schließt.',
      unfinished: 'Die Zahlen unten gelten für das, was Sie bisher beurteilt haben.',
    },
    notTogether:
      'Die Antworten aller im Training stimmen nicht so weit überein wie verlangt. ' +
      'Die Leitung kann ein weiteres Training mit neuen Einheiten öffnen.',
    between: 'Übereinstimmung untereinander',
    judged: (judged, wanted) => `${judged} von ${wanted} Einheiten beurteilt`,
    gates: 'Hürde',
    target: 'Ziel',
    actual: 'Ihr Wert',
    actualAll: 'Erreicht',
    units: 'n',
    state: 'Stand',
    study: 'Noch einmal nachlesen',
    studyNote:
      'Die Labels, bei denen Ihre Antworten am stärksten vom Schlüssel abweichen, ' +
      'die schwächsten zuerst.',
    questions: 'Nach Label',
    question: 'Label',
    kappa: (measure) => `${measure} mit dem Schlüssel`,
    rightColumn: 'Richtig',
    wrongColumn: 'Falsch',
    missedColumn: 'Übersehen',
    extraColumn: 'Zu viel',
    missedHelp: 'Übersehen: nur im Schlüssel. Zu viel: nur bei Ihnen.',
    agreement: 'Übereinstimmung mit den anderen',
    agreementNote:
      'Ihre Antworten im Vergleich mit der Mehrheit der anderen, bei gemeinsamen Einheiten.',
    overall: 'Insgesamt',
    notClosed:
      'Wie gut Sie mit den anderen übereinstimmen, sehen Sie nach Abschluss der Runde, ' +
      'damit es niemanden beeinflusst.',
    speed: 'Tempo',
    perHour: 'Einheiten pro Stunde aktiver Zeit',
    progress: 'Beurteilt',
    goOn: 'Weiter urteilen',
    guideline: 'Leitfaden',
    none: 'keine',
  },
});
