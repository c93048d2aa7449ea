import { defineTexts } from '../../texts/define-texts.ts';

export const agreementTexts = defineTexts({
  en: {
    title: 'Agreement',
    lead: 'How far annotators agree beyond chance: label by label, week by week, pair by pair.',
    labels: 'By label',
    labelsNote: (measure: string, annotators: string, names: string, units: string) =>
      `${measure} over ${annotators === '1' ? 'one annotator' : `${annotators} annotators`}${names} and ${units === '1' ? 'one unit' : `${units} units`}. The bar is the 95 % interval.`,
    targetNote: 'The dashed line is the target of the gate.',
    overall: 'Mean over the labels',
    measure: 'Measure',
    leading: (measure: string) => `${measure} (named by the gate)`,
    band: 'Band',
    basis: { presence: 'whether it applies', answers: 'the answers as they are' },
    all: 'All coefficients',
    allNote:
      'A dash means that there is no value; the reason stands in the table above when its measure is chosen.',
    warnings: 'Read with care',
    weeks: 'Week by week',
    weeksNote:
      'A control chart: points outside the limits, or nine in a row on one side of the centre, are more than chance.',
    of: 'Of',
    week: 'Week',
    centre: 'Centre',
    limits: 'Limits',
    signal: 'Signal',
    signals: { outside: 'outside the limits', run: 'nine in a row on one side' },
    noWeeks: 'No week has a value yet.',
    chartLabel: (measure: string, label: string, weeks: number) =>
      `${measure} of ${label} by week, ${weeks} weeks, with control limits. The numbers stand in the table below.`,
    pairs: 'Pair by pair',
    pairsNote:
      'Cohen’s κ of every pair on the units that both judged. Choose a pair to see where they differ.',
    apart: (count: string) => `${count} pairs share no unit.`,
    noPairs: 'No two annotators share a unit yet.',
    tooMany: (count: string) =>
      `A map of ${count} annotators could not be read: the pairs stand in the table, those that agree least first.`,
    pairTable: 'Pairs',
    pair: 'Pair',
    kappa: 'Cohen’s κ',
    percent: 'Percent agreement',
    units: 'Units',
    differ: (first: string, second: string) => `Where ${first} and ${second} differ`,
    differCount: (count: string) => `${count} answers differ.`,
    answerOf: (name: string) => `Answer of ${name}`,
    none: 'They differ nowhere.',
  },
  de: {
    title: 'Übereinstimmung',
    lead: 'Wie weit Annotierende über den Zufall hinaus übereinstimmen: Label für Label, Woche für Woche, Paar für Paar.',
    labels: 'Nach Label',
    labelsNote: (measure, annotators, names, units) =>
      `${measure} über ${annotators === '1' ? 'einen Annotierenden' : `${annotators} Annotierende`}${names} und ${units === '1' ? 'eine Einheit' : `${units} Einheiten`}. Der Balken ist das 95-%-Intervall.`,
    targetNote: 'Die gestrichelte Linie ist das Ziel der Hürde.',
    overall: 'Mittel über die Labels',
    measure: 'Maß',
    leading: (measure) => `${measure} (von der Hürde verlangt)`,
    band: 'Stufe',
    basis: { presence: 'ob es zutrifft', answers: 'die Antworten, wie sie sind' },
    all: 'Alle Koeffizienten',
    allNote:
      'Ein Strich heißt, dass es keinen Wert gibt; der Grund steht in der Tabelle darüber, wenn ihr Maß gewählt ist.',
    warnings: 'Mit Vorsicht lesen',
    weeks: 'Woche für Woche',
    weeksNote:
      'Eine Regelkarte: Punkte außerhalb der Grenzen, oder neun hintereinander auf einer Seite der Mitte, sind mehr als Zufall.',
    of: 'Von',
    week: 'Woche',
    centre: 'Mitte',
    limits: 'Grenzen',
    signal: 'Zeichen',
    signals: { outside: 'außerhalb der Grenzen', run: 'neun hintereinander auf einer Seite' },
    noWeeks: 'Noch hat keine Woche einen Wert.',
    chartLabel: (measure, label, weeks) =>
      `${measure} von ${label} nach Woche, ${weeks} Wochen, mit Regelgrenzen. Die Zahlen stehen in der Tabelle darunter.`,
    pairs: 'Paar für Paar',
    pairsNote:
      'Cohens κ jedes Paars auf den Einheiten, die beide beurteilt haben. Wählen Sie ein Paar, um zu sehen, wo die beiden voneinander abweichen.',
    apart: (count) => `${count} Paare haben keine gemeinsame Einheit.`,
    noPairs: 'Noch haben keine zwei Annotierenden eine gemeinsame Einheit.',
    tooMany: (count) =>
      `Eine Karte von ${count} Annotierenden wäre nicht lesbar: Die Paare stehen in der Tabelle, die mit der geringsten Übereinstimmung zuerst.`,
    pairTable: 'Paare',
    pair: 'Paar',
    kappa: 'Cohens κ',
    percent: 'Prozentuale Übereinstimmung',
    units: 'Einheiten',
    differ: (first, second) => `Wo ${first} und ${second} voneinander abweichen`,
    differCount: (count) => `${count} Antworten weichen ab.`,
    answerOf: (name) => `Antwort von ${name}`,
    none: 'Sie weichen nirgends voneinander ab.',
  },
});
