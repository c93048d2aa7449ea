/** Texts besides faults: what blocks a round, and who is not admitted. */
export const remarkTexts = {
  // What blocks a round
  'round-comes-first': 'The round {round} comes first.',
  'round-still-open': 'The round {round} is still open, with {judged} of {wanted} judgments.',
  'admissions-needed':
    '{needed} admitted annotators are needed after the round {round}; there ' +
    '{admitted?is:are} {admitted}.',
  'round-is-open': 'It is already open.',
  'round-has-passed': 'It has already passed.',
  'round-not-passed':
    'The round {round} did not pass. {checks, .} Repeat it, or waive the gate with your name and ' +
    'a reason.',
  'retired-not-passed':
    'The round {round}, which the protocol no longer has, did not pass. {checks, .} Put it back ' +
    'into the protocol and repeat it, or waive the gate with your name and a reason.',
  'round-superseded':
    'The round {round} is superseded. {checks, .} Repeat it, or waive the gate with your name ' +
    'and a reason.',
  'retired-superseded':
    'The round {round}, which the protocol no longer has, is superseded. {checks, .} Put it back ' +
    'into the protocol and repeat it, or waive the gate with your name and a reason.',
  'check-superseded': 'Expected {gate}. {why}',
  'check-missed': '{gate} was not reached: {actual} ({scope}, n = {n}).',
  'check-unvalued': '{gate} has no value ({scope}). {why}',
  'more-checks': 'And {count} more.',
  // Why somebody is not admitted
  'training-not-started': '{annotator} has not done the training',
  'training-not-finished': '{annotator} has not finished the training',
  'training-undecided':
    '{annotator} has finished the training, whose gates are decided when it is closed',
  'training-not-passed': '{annotator} did not reach the gate of the training',
  'training-to-study': '{annotator} did not reach the gate of the training; to study: {study, and}',
  // Why a label is on one side of a split only
  'split-no-row': 'no row has it',
  'split-one-row': 'only one row has it',
  'split-one-group': 'all {count} rows that have it belong to one group',
  'split-no-room': 'the sizes of the two sides leave no room for it',
} as const satisfies Record<string, string>;
