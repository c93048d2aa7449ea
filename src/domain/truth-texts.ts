/** What is true of a unit and by what rule, in one line. */
export const truthTexts = {
  'truth-settled': 'Truth: {answers, and}, {rule}',
  'truth-ruled': 'Truth: {answers, and}, ruled by {by}: {reason}',
  'truth-excluded': 'Excluded by {by}: {reason}',
  'truth-open': 'No truth yet, a ruling is needed: {why, ;}',
  'truth-awaiting': 'No truth yet: {why, ;}',
  // The answers
  'no-label': 'no label',
  'nothing-answered': 'no answers',
  'label-with-grade': '{label} ({grade})',
  'answer-to': '{question} {answer}',
  // The rule
  'rule-single': 'a single judgment',
  'rule-unanimous': 'unanimous, {total} of {total}',
  'rule-majority': 'majority {for} of {total}',
  'rule-majorities': 'majority, at least {for} of {total}',
  'rule-weighted': 'weighted majority {for} of {total}',
  'rule-weighted-majorities': 'weighted majority, at least {for} of {total}',
  'rule-stored': 'the aggregate that the cache stores',
  'rule-tie-break': 'a tie that the heaviest annotator decided',
  'rule-dawid-skene': 'Dawid–Skene, probability at least {chance}',
  'rule-mace': 'MACE, probability at least {chance}',
} as const satisfies Record<string, string>;
