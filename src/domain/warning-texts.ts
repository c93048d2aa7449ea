const agree = 'The annotators agree on {percent} % but the chance-corrected coefficient';
const readBeside = 'Read AC1, and the agreement on each answer, beside it.';
const dominates = `one answer dominates, so chance alone would give much agreement. ${readBeside}`;

/** What a reader should know before believing a figure, by code. */
export const warningTexts = {
  quoted: '“{text}”',
  'paradox-low-kappa': `${agree} is only {kappa}: ${dominates}`,
  'paradox-no-kappa': `${agree} has no value: ${dominates}`,
  'paradox-dominance':
    `${agree} is only {kappa}: {share} % of the answers are {answer}, so chance alone would give ` +
    `much agreement. ${readBeside}`,
  'kappa-paradox': '{question}: kappa paradox. {paradox}',
  'nobody-answered': '{question}: nobody answered it.',
  'prevalence-outside':
    '{question}: prevalence. {percent} % of the answers are positive, outside the limits of ' +
    '{lowest} % to {highest} %.',
  'prevalence-above':
    '{question}: prevalence. {percent} % of the answers are {answer}, above the limit of ' +
    '{limit} %.',
  'answers-unused':
    '{question}: prevalence. Nobody answered {answers}, so nothing is known about agreement on it.',
  'full-agreement': '{questions, and}: full agreement. {proof}',
  'no-spread':
    'Nobody differs on {n?the only unit:any unit} (n = {n}); as far as these tell, up to ' +
    '{percent} % of all units may be differed on (95 %).',
  'below-round-size':
    'n is below the {kind} size: {compared} {compared?unit:units} compared, but the round ' +
    '{round} asks for {asked}.',
  'only-common':
    'Only the {common} {common?unit:units} that all judged were compared; left out: {left, and}.',
  'left-of': '{count} of {annotator}',
  'judged-once': '{count} {count?unit:units} judged by one annotator only: not compared.',
  'assisted-not-compared':
    '{count} {count?judgment was:judgments were} given with a suggestion in sight: not ' +
    'independent, so not compared.',
  'further-not-compared':
    '{count} {count?judgment was:judgments were} asked for because of the first answers: ' +
    'agreement is over the first judgments of each unit.',
  'assisted-counted':
    '{count} {count?judgment was:judgments were} given with a suggestion in sight. ' +
    '{count?It counts:They count}, but {count?is:are} not independent.',
  'contradicting-grades':
    '{count} {count?label was:labels were} ticked with a grade that says {count?it does:they do} ' +
    'not apply; {count?it is:they are} read as not ticked.',
  'no-task-hash':
    '{task}: {count} {count?judgment has:judgments have} no task_hash, so a question that ' +
    'changed under the same guideline version goes unnoticed.',
  'read-as-ratings':
    'The first row was read as ratings, because it looks like those below. Pass --header if it ' +
    'names the annotators.',
  'read-as-header':
    'The first row ({names, and}) was read as the names of the annotators. Pass --no-header if ' +
    'it holds ratings.',
  'later-votes':
    '{count} {count?vote repeats:votes repeat} an earlier one of the same annotator on the ' +
    'same unit; the last one counts.',
  'missing-word': '{word} counts as an answer like any other; a missing answer is an empty cell.',
  'like-keywords':
    'The truth does not differ notably from the keywords on any of the {count} labels ({units} ' +
    'units). Were annotators shown them?',
} as const satisfies Record<string, string>;
