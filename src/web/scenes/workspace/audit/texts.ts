import { defineTexts } from '../../../texts/define-texts.ts';

export const auditTexts = defineTexts({
  en: {
    title: 'Audit log',
    lead:
      'Everything that was done, newest first. Each entry’s hash covers the entry before it, ' +
      'so nothing can be changed or removed without a trace. ' +
      'Numbers missing here belong to other projects of the workspace.',
    log: 'Log',
    at: 'When',
    actor: 'Who',
    action: 'What',
    object: 'Object',
    detail: 'Detail',
    number: 'No.',
    hash: 'Hash',
    isBrief: 'Hide judgments',
    filter: 'Filter',
    all: 'all',
    from: 'From',
    to: 'To',
    reset: 'Clear filters',
    nothing: 'No entries match.',
  },
  de: {
    title: 'Prüfspur',
    lead:
      'Alles, was getan wurde, das Neueste zuerst. Der Hash jedes Eintrags umfasst den vorigen, ' +
      'sodass nichts unbemerkt geändert oder entfernt werden kann. ' +
      'Nummern, die hier fehlen, gehören zu anderen Projekten des Arbeitsbereichs.',
    log: 'Prüfspur',
    at: 'Wann',
    actor: 'Wer',
    action: 'Was',
    object: 'Gegenstand',
    detail: 'Einzelheiten',
    number: 'Nr.',
    hash: 'Hash',
    isBrief: 'Urteile ausblenden',
    filter: 'Filter',
    all: 'alle',
    from: 'Von',
    to: 'Bis',
    reset: 'Filter zurücksetzen',
    nothing: 'Keine passenden Einträge.',
  },
});
