import { defineTexts } from '../../texts/define-texts.ts';

export const auditTexts = defineTexts({
  en: {
    title: 'Audit log',
    lead: 'Everything that was done, latest first. Entries are chained: each one’s hash covers the one before, so that none can be changed or taken out unseen.',
    log: 'Log',
    at: 'When',
    actor: 'Who',
    action: 'What',
    object: 'On',
    detail: 'Detail',
    number: 'No.',
    hash: 'Hash',
    judging: 'Leave out judgments',
  },
  de: {
    title: 'Protokollbuch',
    lead: 'Alles, was getan wurde, das Neueste zuerst. Die Einträge sind verkettet: Der Hash jedes Eintrags umfasst den davor, so dass keiner unbemerkt geändert oder entfernt werden kann.',
    log: 'Buch',
    at: 'Wann',
    actor: 'Wer',
    action: 'Was',
    object: 'Woran',
    detail: 'Einzelheiten',
    number: 'Nr.',
    hash: 'Hash',
    judging: 'Urteile auslassen',
  },
});
