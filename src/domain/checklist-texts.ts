const kept = '{judgments} judgments with their versions ({stale} stale), {entries} audit entries';
const speedKnown = '{week}: the speed of {known} of {all} annotators is known';

/** The items of the checklists, and the numbers behind them in sentences, by code. */
export const checklistTexts = {
  'checklist-training': 'Every annotator has passed the training',
  'checklist-pilot': 'The pilot has reached its gate',
  'checklist-tool': 'The tool is set up and was tried',
  'checklist-sampling': 'The sampling plan is approved',
  'checklist-weekly-agreement': 'Agreement is measured on units that several people judged',
  'checklist-speed': 'Speed is monitored',
  'checklist-edge-cases': 'Edge cases are written down',
  'checklist-questions': 'Annotators’ questions are answered',
  'checklist-final-agreement': 'The final round has reached its gate',
  'checklist-rulings': 'Every unit that was drawn has a truth or a reason why not',
  'checklist-split': 'Dev and test are split',
  'checklist-documentation': 'The dataset is documented',
  'checklist-archive': 'The judgments are archived under a version',
  'no-training-round': 'The protocol has no training round for this task.',
  'no-annotators-yet': 'There are no annotators yet.',
  'all-admitted': '{admitted} of {people} annotators are admitted after {round}.',
  'some-admitted':
    '{admitted} of {people} annotators are admitted after {round}; not yet {missing, and}{missed}.',
  'also-missed': '; {first}',
  'no-such-round': 'The protocol has no such round for this task.',
  'round-unopened': 'The round {round} has not been opened yet.',
  'round-running': 'The round {round} is still open; {first}.',
  'conditions-hold': '{passed} of {all} conditions of {round} hold{waived}; {first}.',
  'round-ungated': 'The round {round} is closed, and has no gate to reach.',
  'gate-superseded': 'The round {round} reached its gate, and is superseded. {why}',
  'also-waived': ', {count} waived',
  'no-gate': 'it has no gate',
  'gate-value': '{gate}: {value, 0.000} on {n}',
  'tool-facts':
    'Protocol version {version}, {units} units, {annotators} annotators, {judgments} judgments ' +
    'saved in it.',
  'no-full-round': 'The protocol has no full round for this task.',
  'sampling-facts': '{round}: {plan, and}; in the protocol that {by} activated on {at}; {drawn}.',
  'plan-all-units': 'all units',
  'plan-units': '{count} {count?unit:units}',
  'plan-strata': 'by {by} with at least {floor} each',
  'plan-hard': '{percent} % hard',
  'not-drawn': 'not drawn yet',
  'drawn-with': 'drawn with seed {seed}',
  'taken-over': 'the units were adopted unchanged, not drawn',
  'no-second-judgment': 'No unit got a second judgment in {week}.',
  'week-unvalued': '{week}: {why}',
  'week-agreement': '{week}: {measure} {value, 0.000} on {units} {units?unit:units}{interval}.',
  'week-interval': ', interval {low, 0.000} to {high, 0.000}',
  'nobody-judged': 'Nobody judged in {week}.',
  'speeds-unlimited': `${speedKnown}; the protocol sets no limits.`,
  'speeds-inside': `${speedKnown}; none is outside the limits.`,
  'speeds-outside': `${speedKnown}; outside the limits: {who, and}.`,
  'speed-fast': '{annotator} {speed, 0.0} an hour (fast)',
  'speed-slow': '{annotator} {speed, 0.0} an hour (slow)',
  'edge-case-facts':
    '{registered} in the register, {fresh} of them from {week}; {flagged} flagged ' +
    '{flagged?unit waits:units wait} for a ruling.',
  'questions-answered': '{asked} asked, {open} unanswered.',
  'questions-open': '{asked} asked, {open} unanswered, the oldest from {at}.',
  'no-unit-drawn': 'None of {units} {units?unit:units} was drawn yet.',
  'account-facts': '{account}.',
  'no-split': 'Nothing was split; {settled} settled units are available.',
  'release-unsplit': 'Release {version} was cut without a split.',
  'split-stratified': 'Release {version}: {dev} dev, {test} test, stratified.',
  'split-plain': 'Release {version}: {dev} dev, {test} test, not stratified.',
  'guideline-whole':
    'Guideline {version}: all {questions} questions are explained; {proposals} proposed changes ' +
    'are not in it.',
  'guideline-lacking':
    'Guideline {version}: not fully explained: {questions, and}; {proposals} proposed changes ' +
    'are not in it.',
  'archive-unreleased': `${kept}; no release was cut yet.`,
  'archive-released': `${kept}; release {version}.`,
  'archive-behind': `${kept}; release {version} has {released} of the judgments.`,
  'archive-cut': `${kept}, whose end was cut off.`,
} as const satisfies Record<string, string>;
