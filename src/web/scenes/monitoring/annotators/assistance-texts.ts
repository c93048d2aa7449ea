import { defineTexts } from '../../../texts/define-texts.ts';

/** How suggestions are used in assisted rounds. */
export const assistanceTexts = defineTexts({
  en: {
    title: (by: string) => `Suggestions by ${by}`,
    note:
      'A judgment accepts a suggestion when it keeps every suggested answer. Control units are ' +
      'judged without seeing the suggestion; they show how often people give the suggested ' +
      'answers anyway. The difference, in percentage points, is the anchoring. Time saved is the ' +
      'median time without the suggestion minus the median time with it.',
    all: 'All',
    shown: 'Assisted',
    control: 'Control',
    accepted: 'Accepted',
    acceptedAnswer: 'Answer accepted',
    blind: 'Same, blind',
    anchoring: 'Anchoring',
    state: 'State',
    saved: 'Seconds saved',
    byQuestion: 'Suggestions by label',
    unknown: 'Too few',
    anchored: 'Anchored',
    notShown: 'Not shown',
    noControl: 'Nothing has been judged blind yet, so anchoring and time saved are unknown.',
    meaning: (count: string) =>
      `${count} assisted judgments are marked. They are not independent: they count towards the ` +
      'truth, but not towards agreement, nor towards measuring the source of the suggestions.',
  },
  de: {
    title: (by) => `Vorschläge von ${by}`,
    note:
      'Ein Urteil nimmt einen Vorschlag an, wenn es alle vorgeschlagenen Antworten übernimmt. ' +
      'Kontrolleinheiten wurden beurteilt, ohne ihn zu sehen: So oft sind die Antworten ohnehin ' +
      'die vorgeschlagenen. Der Unterschied in Prozentpunkten ist die Ankerwirkung. Zeit: Median ' +
      'ohne minus Median mit Vorschlag.',
    all: 'Alle',
    shown: 'Unterstützt',
    control: 'Kontrolle',
    accepted: 'Angenommen',
    acceptedAnswer: 'Antwort angenommen',
    blind: 'Blind ebenso',
    anchoring: 'Ankerwirkung',
    state: 'Stand',
    saved: 'Gesparte Sekunden',
    byQuestion: 'Vorschläge nach Label',
    unknown: 'Zu wenige',
    anchored: 'Verankert',
    notShown: 'Nicht belegt',
    noControl:
      'Noch wurde nichts blind beurteilt; Ankerwirkung und gesparte Zeit sind daher unbekannt.',
    meaning: (count) =>
      `${count} unterstützte Urteile sind gekennzeichnet. Sie sind nicht unabhängig: Sie zählen ` +
      'für die Wahrheit, aber weder für die Übereinstimmung noch, um den Urheber der Vorschläge ' +
      'zu messen.',
  },
});
