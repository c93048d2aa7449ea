/** What is said beside faults: why there is no figure, blocks, checklists. */
export const remarkTexts = {
  // What blocks a round
  'round-comes-first': 'the round {round} comes first',
  'round-still-open': 'the round {round} is still open, with {judged} of {wanted} judgments',
  'admissions-needed':
    '{needed} admitted annotators are needed after the round {round}, but there ' +
    '{admitted?is:are} {admitted}',
  'round-is-open': 'it is already open',
  'round-has-passed': 'it has already passed',
  'round-not-passed':
    'the round {round} did not pass ({checks, ;}). Repeat it, or waive the gate with your name ' +
    'and a reason',
  'check-missed': '{gate} ({scope}) is {actual} on {n}, expected at least {target}',
  'check-unvalued': '{gate} ({scope}): {why}',
  // Why somebody is not admitted
  'training-not-started': '{annotator} has not done the training',
  'training-not-finished': '{annotator} has not finished the training',
  'training-not-passed': '{annotator} did not reach the gate of the training',
  'training-to-study': '{annotator} did not reach the gate of the training; to study: {study, and}',
} as const satisfies Record<string, string>;
