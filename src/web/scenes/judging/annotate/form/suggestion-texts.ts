import { defineTexts } from '../../../../texts/define-texts.ts';

/** What an assisted round says in the form. */
export const suggestionTexts = defineTexts({
  en: {
    title: 'Suggestion',
    by: (name: string) => `Suggestion by ${name}`,
    meaning:
      'A question stays unanswered until you accept the suggestion or answer it yourself. Your ' +
      'judgment will be marked as assisted: it does not count towards agreement, nor towards ' +
      'measuring the source of the suggestion.',
    without:
      'No suggestion here. Some units come without one, so that its influence can be measured. ' +
      'Judge as usual.',
    acceptAll: 'Accept all',
    accept: 'Accept',
    suggested: (answer: string) => `Suggested: ${answer}`,
    accepted: (answer: string) => `As suggested: ${answer}`,
    nothing: 'Nothing suggested.',
    noneLeft: 'There are no suggestions left to accept.',
  },
  de: {
    title: 'Vorschlag',
    by: (name) => `Vorschlag von ${name}`,
    meaning:
      'Beantwortet ist erst, was Sie annehmen oder selbst antworten. Ihr Urteil wird als ' +
      'unterstützt gekennzeichnet: Es zählt weder für die Übereinstimmung noch, um den Urheber ' +
      'des Vorschlags zu messen.',
    without:
      'Hier gibt es keinen Vorschlag. Einige Einheiten kommen ohne, damit sich sein Einfluss ' +
      'messen lässt. Urteilen Sie wie gewohnt.',
    acceptAll: 'Alle annehmen',
    accept: 'Annehmen',
    suggested: (answer) => `Vorschlag: ${answer}`,
    accepted: (answer) => `Wie vorgeschlagen: ${answer}`,
    nothing: 'Kein Vorschlag.',
    noneLeft: 'Es sind keine Vorschläge mehr offen.',
  },
});
