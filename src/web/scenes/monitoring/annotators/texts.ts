import { defineTexts } from '../../../texts/define-texts.ts';

export const annotatorsTexts = defineTexts({
  en: {
    title: 'Annotators',
    lead: 'How fast everybody works, how far they go with the others, and who stands out.',
    speed: 'Speed and hours',
    speedNote: (low: string, high: string, from: string, to: string) =>
      `Units per active hour; pauses are left out. Allowed: ${low} to ${high}, expected: ${from} to ${to} (shaded). A dot is everybody’s own speed over all weeks, a stroke that of one week.`,
    perHour: 'Units per hour',
    units: 'Units',
    hours: 'Active hours',
    period: 'Worked',
    state: 'State',
    flags: { fast: 'Faster than allowed', slow: 'Slower than allowed', few: 'Too little to say' },
    unknown: 'Not known',
    expected: 'As expected',
    allowed: 'Allowed, not as expected',
    weeks: 'Week by week',
    week: 'Week',
    consistency: 'Against the majority of the others',
    consistencyNote: ({
      median,
      deviation,
      votes,
      times,
      gap,
    }: {
      readonly median: string;
      readonly deviation: string;
      readonly votes: string;
      readonly times: string;
      readonly gap: string;
    }) =>
      `Share of answers that equal the majority of the others; ties of the others are left out. Median ${median}, median deviation ${deviation} percentage points. Stands out: more than ${times} deviations and at least ${gap} percentage points below the median, more than chance explains, from ${votes} answers on. A smaller difference is not worth a talk.`,
    consistencyPlain:
      'Share of answers that equal the majority of the others; ties of the others are left out.',
    agreement: 'Agreement with the others',
    judged: 'Judged',
    uncertain: 'Uncertain',
    outlier: 'Stands out',
    inline: 'With the others',
    detail: 'By label',
    extra: 'Said it applies, others not',
    missed: 'Said not, others that it applies',
    tied: 'Others tied',
    alone: 'Nobody else',
    noSpeeds: 'Nobody’s speed is known yet.',
    drawn: (shown: string, all: string) =>
      `Drawn are the ${shown} of ${all} who are furthest from what is expected.`,
    chart: (count: number) =>
      `Units per hour of ${count} annotators with the limits. The numbers stand in the table below.`,
  },
  de: {
    title: 'Annotierende',
    lead: 'Wie schnell alle arbeiten, wie weit sie mit den anderen gehen, und wer herausfällt.',
    speed: 'Tempo und Stunden',
    speedNote: (low, high, from, to) =>
      `Einheiten je aktiver Stunde; Pausen zählen nicht. Erlaubt: ${low} bis ${high}, erwartet: ${from} bis ${to} (schattiert). Ein Punkt ist das Tempo über alle Wochen, ein Strich das einer Woche.`,
    perHour: 'Einheiten je Stunde',
    units: 'Einheiten',
    hours: 'Aktive Stunden',
    period: 'Gearbeitet',
    state: 'Stand',
    flags: {
      fast: 'Schneller als erlaubt',
      slow: 'Langsamer als erlaubt',
      few: 'Zu wenig, um es zu sagen',
    },
    unknown: 'Nicht bekannt',
    expected: 'Wie erwartet',
    allowed: 'Erlaubt, nicht wie erwartet',
    weeks: 'Woche für Woche',
    week: 'Woche',
    consistency: 'Gegen die Mehrheit der anderen',
    consistencyNote: ({ median, deviation, votes, times, gap }) =>
      `Anteil der Antworten, die der Mehrheit der anderen gleichen; Gleichstände der anderen bleiben außen vor. Median ${median}, Median der Abweichungen ${deviation} Prozentpunkte. Heraus fällt, wer um mehr als ${times} Abweichungen und mindestens ${gap} Prozentpunkte unter dem Median liegt, weiter als der Zufall erklärt, ab ${votes} Antworten. Ein kleinerer Unterschied ist kein Gespräch wert.`,
    consistencyPlain:
      'Anteil der Antworten, die der Mehrheit der anderen gleichen; Gleichstände der anderen bleiben außen vor.',
    agreement: 'Übereinstimmung mit den anderen',
    judged: 'Beurteilt',
    uncertain: 'Unsicher',
    outlier: 'Fällt heraus',
    inline: 'Mit den anderen',
    detail: 'Nach Label',
    extra: 'Sagt ja, andere nein',
    missed: 'Sagt nein, andere ja',
    tied: 'Andere gleich',
    alone: 'Niemand sonst',
    noSpeeds: 'Noch ist von niemandem das Tempo bekannt.',
    drawn: (shown, all) =>
      `Gezeichnet sind die ${shown} von ${all}, die am weitesten vom Erwarteten entfernt sind.`,
    chart: (count) =>
      `Einheiten je Stunde von ${count} Annotierenden mit den Grenzen. Die Zahlen stehen in der Tabelle darunter.`,
  },
});
