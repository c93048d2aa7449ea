import { defineTexts } from '../../../texts/define-texts.ts';

export const labelsTexts = defineTexts({
  en: {
    title: 'Labels',
    lead:
      'How often each label is true, whether there are enough positives, and how keyword ' +
      'labels compare.',
    prevalence: 'Prevalence in the truth',
    note: (settled: string, unsettled: string, least: string, low: string, high: string) =>
      `${settled} units have a settled truth, ${unsettled} do not yet. Limits: at least ` +
      `${least} positives per label, prevalence between ${low} and ${high} (dashed lines).`,
    positives: 'Positives',
    share: 'Prevalence',
    check: 'Limits',
    flags: { few: 'Too few positives', rare: 'Too rare', frequent: 'Too frequent' },
    within: 'Within',
    values: 'By answer',
    answer: 'Answer',
    units: 'Units',
    weak: (rule: string) => `Truth against ${rule}`,
    weakNote: (units: string) =>
      `On ${units} units that have both. The rule has no vote; the table shows how ` +
      'misleading keyword labels would be. Differences are in percentage points. “Outside” ' +
      'means that the rule’s share is outside the 95 % interval of the truth.',
    truth: 'Truth',
    rule: 'Rule',
    delta: 'Difference',
    differs: 'Outside',
    alikeRow: 'Within',
    missed: 'Only in the truth',
    extra: 'Only by the rule',
    alike: 'Units with exactly the same labels',
    distance: 'Jensen–Shannon distance of the distributions (0: the same, 1: nothing in common)',
    result: '95 % interval',
  },
  de: {
    title: 'Labels',
    lead:
      'Wie oft jedes Label zutrifft, ob es genug positive gibt und wie Stichwort-Labels ' +
      'abschneiden.',
    prevalence: 'Häufigkeit in der Wahrheit',
    note: (settled, unsettled, least, low, high) =>
      `${settled} Einheiten haben eine feststehende Wahrheit, ${unsettled} noch nicht. ` +
      `Grenzen: mindestens ${least} positive je Label, Häufigkeit zwischen ${low} und ` +
      `${high} (gestrichelte Linien).`,
    positives: 'Positive',
    share: 'Häufigkeit',
    check: 'Grenzen',
    flags: { few: 'Zu wenige positive', rare: 'Zu selten', frequent: 'Zu häufig' },
    within: 'Innerhalb',
    values: 'Nach Antwort',
    answer: 'Antwort',
    units: 'Einheiten',
    weak: (rule) => `Wahrheit gegen ${rule}`,
    weakNote: (units) =>
      `Auf ${units} Einheiten, die beides haben. Die Regel hat keine Stimme; die Tabelle ` +
      'zeigt, wie irreführend Stichwort-Labels wären. Unterschiede in Prozentpunkten. ' +
      '„Außerhalb“ heißt: Der Anteil nach der Regel liegt außerhalb des 95-%-Intervalls der ' +
      'Wahrheit.',
    truth: 'Wahrheit',
    rule: 'Regel',
    delta: 'Unterschied',
    differs: 'Außerhalb',
    alikeRow: 'Innerhalb',
    missed: 'Nur in der Wahrheit',
    extra: 'Nur nach der Regel',
    alike: 'Einheiten mit genau denselben Labels',
    distance: 'Jensen-Shannon-Abstand der Verteilungen (0: gleich, 1: nichts gemeinsam)',
    result: '95-%-Intervall',
  },
});
