import { defineTexts } from '../../../texts/define-texts.ts';

export const meetingTexts = defineTexts({
  en: {
    title: 'Meeting',
    lead:
      'What there is to discuss, from the record as it is now. Begin the meeting to keep this ' +
      'agenda and to record decisions beside each point.',
    held: (title: string) => `Meeting: ${title}`,
    heldLead: (by: string, when: string) =>
      `Begun by ${by}, ${when}. The agenda is kept as it was.`,
    week: (week: string) => `Week ${week}`,
    begin: 'Begin the meeting…',
    beginTitle: 'Begin the meeting',
    beginWhy: 'The agenda is kept as it is now, with its figures. It cannot be changed afterwards.',
    name: 'Title',
    beginDo: 'Begin',
    print: 'Print',
    add: 'Add a point…',
    addTitle: 'Put something on the agenda',
    addField: 'What should be discussed?',
    addDo: 'Put on the agenda',
    nothing: 'There is nothing to discuss.',
    hidden: (tasks: string) =>
      `You are judging in an open round of ${tasks}, so its points are left out.`,
    standing: 'How things stand',
    task: 'Task',
    judgments: 'Judgments',
    agreement: 'Agreement',
    sections: {
      put: 'Put on the agenda',
      question: 'Open questions',
      label: 'Labels below target',
      unit: 'Hardest units',
      flag: 'Flagged units',
      week: 'Weeks that stand out',
      annotator: 'Annotators who stand out',
      speed: 'Speed',
    },
    target: (target: string) => `target ${target}`,
    lowTarget: (target: string) => `target ${target} for the lower end of the interval`,
    same: (share: string, judgments: string) =>
      `${share} of answers the same, ${judgments} judgments`,
    asked: (when: string) => `asked ${when}`,
    outInWeek: (
      week: string,
      known: string | null,
      { units, kappa, others }: Readonly<Record<'units' | 'kappa' | 'others', string>>,
    ) =>
      `${week}${known === null ? '' : `, as is known since ${known}`}: κ ${kappa} with the ` +
      `others, who have ${others} among themselves (${units} judgments)`,
    outlier: (usual: string) => `agrees less with the others than they do (median ${usual})`,
    fast: (slowest: string, fastest: string) =>
      `works faster than expected (${slowest} to ${fastest} units per hour)`,
    slow: (slowest: string, fastest: string) =>
      `works more slowly than expected (${slowest} to ${fastest} units per hour)`,
    perHour: 'units per hour',
    by: (name: string, when: string) => `${name}, ${when}`,
    more: (count: string) => `and ${count} more`,
    remove: 'Remove from the agenda',
    decision: 'Decision',
    decide: 'Record a decision',
    decideField: 'What was decided?',
    correct: 'Correct',
    corrected: 'Corrected:',
    decideDo: 'Record',
    general: 'Anything else',
    decisions: 'Decisions',
    earlier: 'Meetings so far',
    noneEarlier: 'No meeting has been held yet.',
    columns: {
      meeting: 'Meeting',
      at: 'When',
      by: 'Begun by',
      points: 'Points',
      decisions: 'Decisions',
    },
    back: 'Today’s agenda',
  },
  de: {
    title: 'Besprechung',
    lead:
      'Was es zu besprechen gibt, aus den Daten von jetzt. Mit dem Beginn der Besprechung wird ' +
      'diese Tagesordnung festgehalten, und zu jedem Punkt lassen sich Beschlüsse notieren.',
    held: (title) => `Besprechung: ${title}`,
    heldLead: (by, when) => `Begonnen von ${by}, ${when}. Die Tagesordnung bleibt, wie sie war.`,
    week: (week) => `Woche ${week}`,
    begin: 'Besprechung beginnen …',
    beginTitle: 'Besprechung beginnen',
    beginWhy:
      'Die Tagesordnung wird mit ihren Zahlen festgehalten und lässt sich danach nicht mehr ' +
      'ändern.',
    name: 'Titel',
    beginDo: 'Beginnen',
    print: 'Drucken',
    add: 'Punkt hinzufügen …',
    addTitle: 'Auf die Tagesordnung setzen',
    addField: 'Worüber soll gesprochen werden?',
    addDo: 'Auf die Tagesordnung setzen',
    nothing: 'Es gibt nichts zu besprechen.',
    hidden: (tasks) =>
      `Sie urteilen in einer offenen Runde von ${tasks}; diese Punkte fehlen hier.`,
    standing: 'Stand der Dinge',
    task: 'Aufgabe',
    judgments: 'Urteile',
    agreement: 'Übereinstimmung',
    sections: {
      put: 'Auf die Tagesordnung gesetzt',
      question: 'Offene Fragen',
      label: 'Labels unter dem Ziel',
      unit: 'Schwierigste Einheiten',
      flag: 'Markierte Einheiten',
      week: 'Auffällige Wochen',
      annotator: 'Auffällige Annotierende',
      speed: 'Tempo',
    },
    target: (target) => `Ziel ${target}`,
    lowTarget: (target) => `Ziel ${target} für das untere Ende des Intervalls`,
    same: (share, judgments) => `${share} der Antworten gleich, ${judgments} Urteile`,
    asked: (when) => `gefragt ${when}`,
    outInWeek: (week, known, { units, kappa, others }) =>
      `${week}${known === null ? '' : `, bekannt seit ${known}`}: κ ${kappa} mit den anderen, ` +
      `die untereinander ${others} haben (${units} Urteile)`,
    outlier: (usual) =>
      `stimmt mit den anderen weniger überein als diese untereinander (Median ${usual})`,
    fast: (slowest, fastest) =>
      `arbeitet schneller als erwartet (${slowest} bis ${fastest} Einheiten je Stunde)`,
    slow: (slowest, fastest) =>
      `arbeitet langsamer als erwartet (${slowest} bis ${fastest} Einheiten je Stunde)`,
    perHour: 'Einheiten je Stunde',
    by: (name, when) => `${name}, ${when}`,
    more: (count) => `und ${count} weitere`,
    remove: 'Von der Tagesordnung nehmen',
    decision: 'Beschluss',
    decide: 'Beschluss notieren',
    decideField: 'Was wurde beschlossen?',
    correct: 'Berichtigen',
    corrected: 'Berichtigt:',
    decideDo: 'Notieren',
    general: 'Sonstiges',
    decisions: 'Beschlüsse',
    earlier: 'Bisherige Besprechungen',
    noneEarlier: 'Es hat noch keine Besprechung stattgefunden.',
    columns: {
      meeting: 'Besprechung',
      at: 'Wann',
      by: 'Begonnen von',
      points: 'Punkte',
      decisions: 'Beschlüsse',
    },
    back: 'Tagesordnung von heute',
  },
});
