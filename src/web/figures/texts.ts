import { defineTexts } from '../texts/define-texts.ts';

/** What the pages of figures say in common. */
export const figureTexts = defineTexts({
  en: {
    task: 'Task',
    scope: 'Judgments',
    whole: 'All that count',
    run: (round: string, attempt: number) => (attempt > 1 ? `${round}, attempt ${attempt}` : round),
    rests: (judgments: string, guideline: string) =>
      `From ${judgments} ${judgments === '1' ? 'judgment' : 'judgments'}, guideline ${guideline}.`,
    stale: (count: string) =>
      count === '1'
        ? '1 judgment with other questions or another guideline is not counted.'
        : `${count} judgments with other questions or another guideline are not counted.`,
    simulated: 'The judgments are simulated.',
    label: 'Label',
    annotator: 'Annotator',
    value: 'Value',
    interval: '95 % interval',
    axis: (title: string, from: string, to: string) => `${title}, ${from} to ${to}`,
    n: 'n',
    unit: 'Unit',
    nothing: 'There are no judgments yet',
    allStale: 'No judgments count yet',
    nothingWhy: 'Figures appear here as soon as the first judgments are saved.',
    loadMore: 'Show more',
    bands: {
      poor: 'Poor',
      slight: 'Slight',
      fair: 'Fair',
      moderate: 'Moderate',
      substantial: 'Substantial',
      'almost perfect': 'Almost perfect',
    },
  },
  de: {
    task: 'Aufgabe',
    scope: 'Urteile',
    whole: 'Alle, die zählen',
    run: (round, attempt) => (attempt > 1 ? `${round}, ${attempt}. Versuch` : round),
    rests: (judgments, guideline) =>
      `Aus ${judgments} ${judgments === '1' ? 'Urteil' : 'Urteilen'}, Leitfaden ${guideline}.`,
    stale: (count) =>
      count === '1'
        ? '1 Urteil mit anderen Fragen oder anderem Leitfaden wird nicht mitgezählt.'
        : `${count} Urteile mit anderen Fragen oder anderem Leitfaden werden nicht mitgezählt.`,
    simulated: 'Die Urteile sind simuliert.',
    label: 'Label',
    annotator: 'Annotator',
    value: 'Wert',
    interval: '95-%-Intervall',
    axis: (title, from, to) => `${title}, ${from} bis ${to}`,
    n: 'n',
    unit: 'Einheit',
    nothing: 'Es gibt noch keine Urteile',
    allStale: 'Noch zählt kein Urteil',
    nothingWhy: 'Zahlen erscheinen hier, sobald die ersten Urteile gespeichert sind.',
    loadMore: 'Mehr anzeigen',
    bands: {
      poor: 'Schlecht',
      slight: 'Gering',
      fair: 'Mäßig',
      moderate: 'Mittel',
      substantial: 'Deutlich',
      'almost perfect': 'Fast vollständig',
    },
  },
});
