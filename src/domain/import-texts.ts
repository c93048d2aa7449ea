/** What is said about an import, before verdicts are believed, and about a case, by code. */
export const importTexts = {
  // Imports
  'rounds-not-kept':
    '{count} {count?row names:rows name} a round, which is not kept: imported judgments belong ' +
    'to none.',
  'names-joined':
    '{count} {count?judgment is:judgments are} stored under the known spelling of the annotator: ' +
    'A0 and a0 are one name.',
  'before-project':
    '{count} {count?judgment was:judgments were} given more than ten years before ' +
    'the project was created.',
  'answers-filled':
    '{count} {count?row had:rows had} no answer to {question}; the mapping gave one.',
  'judgments-count': '{count} of {total} {total?judgment:judgments} will count.',
  'uncounted-judgments': '{count} {count?judgment:judgments} by {annotator} will not count: {why}.',
  'more-uncounted': 'Nor do the judgments by {count} more {count?annotator:annotators} count.',
  'ruling-leaves-open': '{unit} stays open: nobody answers {questions, and}.',
  'claim-differs': '{unit}: {question} is said to have been {claimed}, but is now {agreed}.',
  'still-open': 'open',
  'of-record': '[{index}] {warning}',
  'record-left-out': '{about}{fault}; left out',
  'ranks-have-gaps': 'the ranks are {ranks, and}, expected 1 to {count} without a gap',
  // Verdicts
  'ruling-unused': 'The ruling on {unit} is unused: {why}.',
  'not-among-units': 'it is not among the units',
  'nobody-judged-it': 'nobody has judged it, and the correction alone leaves questions open',
  'not-all-judged-it':
    'not everybody has judged it yet, and the correction alone leaves questions open',
  'older-questions':
    '{topic}: {count} {count?judgment was:judgments were} given under older questions, and ' +
    '{count?is left out until it is:are left out until they are} given again.',
  'units-without-id': '{count} {count?unit has no id and is:units have no id and are} left out.',
  'units-repeated':
    '{count} {count?unit appears:units appear} twice and {count?counts:count} once.',
  'units-elsewhere':
    '{count} {count?unit belongs:units belong} to two subjects and {count?counts:count} for the ' +
    'first.',
  'units-undated':
    '{count} {count?unit has:units have} no readable date and {count?counts:count} as the ' +
    'oldest, with the weight for undated units.',
  // Cases
  'own-unit': 'You judged this unit. Somebody else rules on it, unless a lead allows own rulings.',
} as const satisfies Record<string, string>;
