import { defineTexts } from '../../texts/define-texts.ts';

export const comparisonTexts = defineTexts({
  en: {
    compare: 'Models beside each other',
    compareNote: (families: string) =>
      'Runs of one model are not independent, so agreement is measured between families ' +
      `(${families}), each represented by the majority of its runs. Stability is how well the ` +
      'runs of one family agree.',
    oneFamily: 'There is only one family, so there is no agreement between families.',
    between: 'Agreement between families',
    split: 'Split',
    splitOf: (split: string, answered: string) => `${split} of ${answered}`,
    stability: (family: string) => `Stability of ${family}`,
    humans: 'Models against people',
    humansNote:
      'Compared with the truth from the judgments and rulings of people alone. The ensemble is ' +
      'the weighted majority of all runs.',
    noHumans: 'Only models have judged these units.',
    ensemble: 'Ensemble',
    percent: 'Agreement',
    confusion: (question: string) => `Confusion: ${question}`,
    confusionNote: 'Units by what people say (rows) and what the ensemble says (columns).',
    confusionHead: 'People ↓ Ensemble →',
    splits: 'Where the ensemble splits',
    splitsNone: 'The families never differ.',
    against: 'Where all models agree against the people',
    againstNote: 'Look here first: either the guideline is unclear, or the models share an error.',
    againstNone: 'There is no such unit.',
    differ: (count: string) =>
      count === '1' ? '1 unit and question' : `${count} units and questions`,
    answers: { yes: 'yes', no: 'no' } as Readonly<Record<string, string>>,
  },
  de: {
    compare: 'Modelle nebeneinander',
    compareNote: (families) =>
      'Läufe eines Modells sind nicht unabhängig. Übereinstimmung wird deshalb ' +
      `zwischen Familien gemessen (${families}), jede mit der Mehrheit ihrer Läufe. ` +
      'Stabilität ist, wie weit die Läufe einer Familie übereinstimmen.',
    oneFamily: 'Es gibt nur eine Familie, also keine Übereinstimmung zwischen Familien.',
    between: 'Übereinstimmung zwischen Familien',
    split: 'Gespalten',
    splitOf: (split, answered) => `${split} von ${answered}`,
    stability: (family) => `Stabilität von ${family}`,
    humans: 'Modelle gegen Menschen',
    humansNote:
      'Im Vergleich mit der Wahrheit, die sich allein aus Urteilen und Entscheiden von Menschen ' +
      'ergibt. Das Ensemble ist die gewichtete Mehrheit aller Läufe.',
    noHumans: 'Außer Modellen hat niemand diese Einheiten beurteilt.',
    ensemble: 'Ensemble',
    percent: 'Übereinstimmung',
    confusion: (question) => `Verwechslungen: ${question}`,
    confusionNote: 'Einheiten nach dem, was Menschen (Zeilen) und was das Ensemble (Spalten) sagt.',
    confusionHead: 'Menschen ↓ Ensemble →',
    splits: 'Wo das Ensemble gespalten ist',
    splitsNone: 'Die Familien weichen nirgends voneinander ab.',
    against: 'Wo alle Modelle anders antworten als die Menschen',
    againstNote:
      'Hier zuerst nachsehen: Entweder ist der Leitfaden unklar, oder die Modelle ' +
      'teilen einen Fehler.',
    againstNone: 'Eine solche Einheit gibt es nicht.',
    differ: (count) => (count === '1' ? '1 Einheit und Frage' : `${count} Einheiten und Fragen`),
    answers: { yes: 'ja', no: 'nein' },
  },
});
