import { defineTexts } from '../../../texts/define-texts.ts';

export const mineTexts = defineTexts({
  en: {
    title: 'My judgments',
    open: 'You can revise a judgment until the round closes; the latest one counts.',
    closed: 'The round is closed. You can view your judgments, but not change them.',
    search: 'Search units',
    searchWhy: 'Words in the unit, or part of its id',
    found: (count: string, isAll: boolean) =>
      count === '1'
        ? `1 judgment${isAll ? '' : ' found'}`
        : `${count} judgments${isAll ? '' : ' found'}`,
    unit: 'Unit',
    text: 'Begins with',
    answers: 'Your answers',
    at: 'Judged',
    flagged: 'second look requested',
    none: 'You have judged nothing in this round yet.',
    noneFound: 'None of your units contains that.',
    noLabel: 'no label applies',
    revise: 'Revise',
    goOn: 'Continue judging',
    result: 'Result',
  },
  de: {
    title: 'Meine Urteile',
    open: 'Bis die Runde schließt, können Sie Urteile ändern; das letzte zählt.',
    closed: 'Die Runde ist geschlossen. Sie können Ihre Urteile ansehen, aber nicht ändern.',
    search: 'Einheiten suchen',
    searchWhy: 'Wörter der Einheit oder ein Teil ihrer Kennung',
    found: (count, isAll) =>
      count === '1'
        ? `1 Urteil${isAll ? '' : ' gefunden'}`
        : `${count} Urteile${isAll ? '' : ' gefunden'}`,
    unit: 'Einheit',
    text: 'Beginnt mit',
    answers: 'Ihre Antworten',
    at: 'Beurteilt',
    flagged: 'zweiter Blick erbeten',
    none: 'Sie haben in dieser Runde noch nicht geurteilt.',
    noneFound: 'Keine Ihrer Einheiten enthält das.',
    noLabel: 'kein Label trifft zu',
    revise: 'Ändern',
    goOn: 'Weiter urteilen',
    result: 'Ergebnis',
  },
});
