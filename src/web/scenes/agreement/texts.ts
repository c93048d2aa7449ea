import { defineTexts } from '../../texts/define-texts.ts';

export const agreementTexts = defineTexts({
  en: {
    title: 'Agreement',
    lead: 'How well annotators agree beyond chance: by label, by week and by pair.',
    labels: 'By label',
    labelsNote: (measure: string, annotators: string, names: string, units: string) =>
      `${measure} over ${annotators === '1' ? 'one annotator' : `${annotators} annotators`}` +
      `${names} and ${units === '1' ? 'one unit' : `${units} units`}. ` +
      'The bar is the 95 % interval.',
    targetNote: 'The dashed line is the target of the gate.',
    lowTargetNote: 'The dashed line is the target of the gate for the lower end of the interval.',
    bothTargetsNote:
      'The dashed line is the target of the gate for the value, or for the lower end of its ' +
      'interval.',
    overall: 'Mean over the labels',
    measure: 'Measure',
    leading: (measure: string) => `${measure} (named by the gate)`,
    band: 'Band',
    all: 'All coefficients',
    allNote: 'A dash means no value. Choose the measure above to see the reason.',
    warnings: 'Read with care',
    weeks: 'Week by week',
    weeksNote:
      'What was known at the end of each week, compared with the weeks before. Points outside ' +
      'the limits, or nine in a row on one side of the centre, are unlikely to be chance.',
    of: 'Of',
    week: 'Week',
    centre: 'Centre',
    unfinished: (week: string) => `${week} (unfinished)`,
    legendUnfinished: 'Unfinished week: may still move',
    outInWeek: (
      week: string,
      annotator: string,
      known: string | null,
      { units, kappa, others }: Readonly<Record<'units' | 'kappa' | 'others', string>>,
    ) =>
      `${annotator} stands out in ${week}` +
      `${known === null ? '' : `, as is known since ${known}`}: κ ${kappa} with the others, who ` +
      `have ${others} among themselves (${units} judgments).`,
    standsOut: (annotator: string) => `${annotator} stands out`,
    limits: 'Limits',
    signal: 'Signal',
    signals: { outside: 'outside the limits', run: 'nine in a row on one side' },
    legend: 'Legend',
    legendValue: 'Value of the week',
    legendInterval: '95 % interval',
    legendTarget: 'Target of the gate',
    legendLowTarget: 'Target of the gate for the lower end of the interval',
    legendSignal: 'Signal, below the target, or somebody stands out',
    below: 'below the target',
    belowTarget: (weeks: string, target: string) => `Below the target of ${target}: ${weeks}`,
    belowLowTarget: (weeks: string, target: string) =>
      `Lower end of the interval below the target of ${target}: ${weeks}`,
    noValueShort: 'no value',
    noWeeks: 'No week has a value yet.',
    chartLabel: (measure: string, label: string, weeks: number) =>
      `${measure} of ${label} by week, ${weeks} weeks, with control limits. The table below ` +
      'has the numbers.',
    pairs: 'Pair by pair',
    pairsNote: (measure: string) =>
      `${measure} for every pair on the units that both judged. Choose a pair to see where they ` +
      'differ.',
    apart: (count: string) => `${count} pairs share no unit.`,
    noPairs: 'No two annotators share a unit yet.',
    tooMany: (count: string) =>
      `A map of ${count} annotators would be unreadable. The table lists the pairs, lowest ` +
      'agreement first.',
    pairTable: 'Pairs',
    pair: 'Pair',
    units: 'Units',
    differ: (first: string, second: string) => `Where ${first} and ${second} differ`,
    differCount: (count: string) => `${count} answers differ.`,
    confusion: (first: string, second: string) => `How ${first} and ${second} answered`,
    confusionNote: 'Units for every pair of answers. A number opens its units.',
    confusionOf: (label: string, differ: string, units: string) =>
      `${label}: ${differ} of ${units} differ`,
    moreConfusions: (count: number) => `${count} more`,
    noConfusion: (labels: string) => `No difference: ${labels}.`,
    cell: (count: string, first: string, own: string, second: string, other: string) =>
      `${count}: ${first} says ${own}, ${second} says ${other}`,
    answerOf: (name: string) => `Answer of ${name}`,
    none: 'They agree everywhere.',
  },
  de: {
    title: 'Übereinstimmung',
    lead:
      'Wie gut Annotierende über den Zufall hinaus übereinstimmen: nach Label, nach Woche und ' +
      'nach Paar.',
    labels: 'Nach Label',
    labelsNote: (measure, annotators, names, units) =>
      `${measure} über ` +
      `${annotators === '1' ? 'einen Annotierenden' : `${annotators} Annotierende`}${names} und ` +
      `${units === '1' ? 'eine Einheit' : `${units} Einheiten`}. ` +
      'Der Balken ist das 95-%-Intervall.',
    targetNote: 'Die gestrichelte Linie ist das Ziel der Hürde.',
    lowTargetNote:
      'Die gestrichelte Linie ist das Ziel der Hürde für das untere Ende des Intervalls.',
    bothTargetsNote:
      'Die gestrichelte Linie ist das Ziel der Hürde für den Wert oder für das untere Ende ' +
      'seines Intervalls.',
    overall: 'Mittel über die Labels',
    measure: 'Maß',
    leading: (measure) => `${measure} (von der Hürde verlangt)`,
    band: 'Stufe',
    all: 'Alle Koeffizienten',
    allNote: 'Ein Strich bedeutet: kein Wert. Wählen Sie oben das Maß, um den Grund zu sehen.',
    warnings: 'Mit Vorsicht lesen',
    weeks: 'Woche für Woche',
    weeksNote:
      'Was am Ende jeder Woche bekannt war, verglichen mit den Wochen davor. Punkte außerhalb ' +
      'der Grenzen oder neun hintereinander auf einer Seite der Mitte sind kaum Zufall.',
    of: 'Von',
    week: 'Woche',
    centre: 'Mitte',
    unfinished: (week) => `${week} (unfertig)`,
    legendUnfinished: 'Unfertige Woche: kann sich noch ändern',
    outInWeek: (week, annotator, known, { units, kappa, others }) =>
      `${annotator} fällt in ${week} auf${known === null ? '' : `, bekannt seit ${known}`}: κ ` +
      `${kappa} mit den anderen, die untereinander ${others} haben (${units} Urteile).`,
    standsOut: (annotator) => `${annotator} fällt auf`,
    limits: 'Grenzen',
    signal: 'Zeichen',
    signals: { outside: 'außerhalb der Grenzen', run: 'neun hintereinander auf einer Seite' },
    legend: 'Legende',
    legendValue: 'Wert der Woche',
    legendInterval: '95-%-Intervall',
    legendTarget: 'Ziel der Hürde',
    legendLowTarget: 'Ziel der Hürde für das untere Ende des Intervalls',
    legendSignal: 'Zeichen, unter dem Ziel, oder jemand fällt auf',
    below: 'unter dem Ziel',
    belowTarget: (weeks, target) => `Unter dem Ziel von ${target}: ${weeks}`,
    belowLowTarget: (weeks, target) =>
      `Unteres Ende des Intervalls unter dem Ziel von ${target}: ${weeks}`,
    noValueShort: 'kein Wert',
    noWeeks: 'Noch hat keine Woche einen Wert.',
    chartLabel: (measure, label, weeks) =>
      `${measure} von ${label} nach Woche, ${weeks} Wochen, mit Regelgrenzen. Die Zahlen ` +
      'stehen in der Tabelle darunter.',
    pairs: 'Paar für Paar',
    pairsNote: (measure) =>
      `${measure} jedes Paars auf den Einheiten, die beide beurteilt haben. Wählen Sie ein ` +
      'Paar, um zu sehen, wo die beiden voneinander abweichen.',
    apart: (count) => `${count} Paare haben keine gemeinsame Einheit.`,
    noPairs: 'Noch hat keine Einheit Urteile von zwei Annotierenden.',
    tooMany: (count) =>
      `Eine Karte von ${count} Annotierenden wäre nicht lesbar. Die Tabelle zeigt die Paare, ` +
      'die geringste Übereinstimmung zuerst.',
    pairTable: 'Paare',
    pair: 'Paar',
    units: 'Einheiten',
    differ: (first, second) => `Wo ${first} und ${second} voneinander abweichen`,
    differCount: (count) => `${count} Antworten weichen ab.`,
    confusion: (first, second) => `Wie ${first} und ${second} antworteten`,
    confusionNote: 'Einheiten für jedes Paar von Antworten. Eine Zahl öffnet ihre Einheiten.',
    confusionOf: (label, differ, units) => `${label}: ${differ} von ${units} verschieden`,
    moreConfusions: (count) => `${count} weitere`,
    noConfusion: (labels) => `Kein Unterschied: ${labels}.`,
    cell: (count, first, own, second, other) =>
      `${count}: ${first} sagt ${own}, ${second} sagt ${other}`,
    answerOf: (name) => `Antwort von ${name}`,
    none: 'Sie stimmen überall überein.',
  },
});
