import { defineTexts } from '../../../texts/define-texts.ts';

type Deviations = Readonly<Record<'median' | 'deviation' | 'votes' | 'times' | 'gap', string>>;

/** A lower and an upper limit; null where the protocol sets none. */
type Bounds = readonly [string, string] | null;

export const annotatorsTexts = defineTexts({
  en: {
    title: 'Annotators',
    lead: 'How fast annotators work, how well they agree with the others, and who stands out.',
    speed: 'Speed and hours',
    speedNote: (allowed: Bounds, expected: Bounds) =>
      'Units per active hour; pauses are left out. ' +
      (allowed === null ? 'The protocol sets no limits. ' : `Allowed: ${allowed.join(' to ')}. `) +
      (expected === null ? '' : `Expected: ${expected.join(' to ')} (shaded). `) +
      'A dot is an annotator’s speed over all weeks, a tick that of one week.',
    perHour: 'Units per hour',
    units: 'Units',
    hours: 'Active hours',
    period: 'Worked',
    state: 'State',
    flags: { fast: 'Faster than allowed', slow: 'Slower than allowed', few: 'Not enough data' },
    unknown: 'Unknown',
    within: 'Within the limits',
    unexpected: 'Not as expected',
    expected: 'As expected',
    allowed: 'Allowed, but not as expected',
    weeks: 'Week by week',
    week: 'Week',
    consistency: 'Against the majority of the others',
    consistencyNote: ({ median, deviation, votes, times, gap }: Deviations) =>
      'Share of answers that match the majority of the others; ties are left out. Median ' +
      `${median}, median deviation ${deviation} percentage points. Annotators with at least ` +
      `${votes} answers stand out when they are more than ${times} deviations and ${gap} ` +
      'percentage points below the median: a notable difference that chance does not explain.',
    consistencyPlain: 'Share of answers that match the majority of the others; ties are left out.',
    agreement: 'Agreement with the others',
    judged: 'Judged',
    uncertain: 'Uncertain',
    outlier: 'Stands out',
    stoodOut: (weeks: string) => `Stood out in ${weeks}`,
    inline: 'With the others',
    detail: 'By label',
    extra: 'Applies, others disagree',
    missed: 'Does not apply, others disagree',
    tied: 'Others tied',
    alone: 'Nobody else',
    legend: 'Legend',
    legendSpeed: 'Over all weeks',
    legendWeek: 'One week',
    legendExpected: 'Expected range',
    legendLimit: 'Allowed limits',
    legendFlagged: 'Outside the limits',
    noSpeeds: 'No speeds are known yet.',
    drawn: (shown: string, all: string) =>
      `Shows the ${shown} of ${all} annotators whose speed is most unusual.`,
    chart: (count: number) =>
      `Units per hour of ${count} annotators. The table below has the numbers.`,
  },
  de: {
    title: 'Annotierende',
    lead:
      'Wie schnell Annotierende arbeiten, wie gut sie mit den anderen übereinstimmen und wer ' +
      'auffällt.',
    speed: 'Tempo und Stunden',
    speedNote: (allowed, expected) =>
      'Einheiten je aktiver Stunde; Pausen zählen nicht. ' +
      (allowed === null
        ? 'Das Protokoll setzt keine Grenzen. '
        : `Erlaubt: ${allowed.join(' bis ')}. `) +
      (expected === null ? '' : `Erwartet: ${expected.join(' bis ')} (schattiert). `) +
      'Ein Punkt ist das Tempo über alle Wochen, ein Strich das einer Woche.',
    perHour: 'Einheiten je Stunde',
    units: 'Einheiten',
    hours: 'Aktive Stunden',
    period: 'Gearbeitet',
    state: 'Stand',
    flags: { fast: 'Schneller als erlaubt', slow: 'Langsamer als erlaubt', few: 'Zu wenige Daten' },
    unknown: 'Nicht bekannt',
    within: 'Innerhalb der Grenzen',
    unexpected: 'Nicht wie erwartet',
    expected: 'Wie erwartet',
    allowed: 'Erlaubt, aber nicht wie erwartet',
    weeks: 'Woche für Woche',
    week: 'Woche',
    consistency: 'Gegen die Mehrheit der anderen',
    consistencyNote: ({ median, deviation, votes, times, gap }) =>
      'Anteil der Antworten, die mit der Mehrheit der anderen übereinstimmen; Gleichstände ' +
      `zählen nicht. Median ${median}, mittlere Abweichung (Median) ${deviation} ` +
      `Prozentpunkte. Auffällig ist, wer bei mindestens ${votes} Antworten um mehr als ` +
      `${times} Abweichungen und ${gap} Prozentpunkte unter dem Median liegt: ein deutlicher ` +
      'Unterschied, den der Zufall nicht erklärt.',
    consistencyPlain:
      'Anteil der Antworten, die mit der Mehrheit der anderen übereinstimmen; Gleichstände ' +
      'zählen nicht.',
    agreement: 'Übereinstimmung mit den anderen',
    judged: 'Beurteilt',
    uncertain: 'Unsicher',
    outlier: 'Auffällig',
    stoodOut: (weeks) => `Auffällig in ${weeks}`,
    inline: 'Mit den anderen',
    detail: 'Nach Label',
    extra: 'Sagt ja, andere nein',
    missed: 'Sagt nein, andere ja',
    tied: 'Andere gleich',
    alone: 'Niemand sonst',
    legend: 'Legende',
    legendSpeed: 'Über alle Wochen',
    legendWeek: 'Eine Woche',
    legendExpected: 'Erwarteter Bereich',
    legendLimit: 'Erlaubte Grenzen',
    legendFlagged: 'Außerhalb der Grenzen',
    noSpeeds: 'Noch ist kein Tempo bekannt.',
    drawn: (shown, all) =>
      `Zeigt die ${shown} von ${all} Annotierenden mit dem ungewöhnlichsten Tempo.`,
    chart: (count) =>
      `Einheiten je Stunde von ${count} Annotierenden. Die Zahlen stehen in der Tabelle ` +
      'darunter.',
  },
});
