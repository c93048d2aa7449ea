/** What changed between two versions of a protocol, by code. */
export const changeTexts = {
  'change-value': '{what}: {before} → {after}',
  'change-added': '{what}: added',
  'change-removed': '{what}: removed',
  'change-text': '{what}: changed',
  'change-order': '{what}: {before} → {after}',
  'change-entries': '{what}: {changed} changed, {added} added, {removed} removed',
  'no-setting': 'none',
  // What changed
  'part-of-protocol': '{part}',
  'part-of-task': '{part} of the task {task}',
  'part-of-question': '{part} of the question {question} ({task})',
  'text-of-value': 'text of the value {value} of the question {question} ({task})',
  'part-of-round': '{part} of the round {round}',
  'part-of-entry': '{part} of {entry} on the panel',
  'part-of-file': '{part} in {file}',
  'known-answers': 'known answers in {file}',
  'keywords-in': 'keywords in {file}',
  'the-task': 'task {task}',
  'the-question': 'question {question} ({task})',
  'the-value': 'value {value} of the question {question} ({task})',
  'the-round': 'round {round}',
  'the-entry': '{entry} on the panel',
  'named-file': 'file {file}',
  'the-constraint': 'constraint {constraint} ({task})',
  'order-of-tasks': 'order of the tasks',
  'order-of-questions': 'order of the questions ({task})',
  'order-of-values': 'order of the values of the question {question} ({task})',
  'order-of-constraints': 'order of the constraints ({task})',
  'order-of-rounds': 'order of the rounds',
  'order-of-panel': 'order of the panel',
  'version-of-guideline': 'version of the guideline',
  'guideline-title': 'title of the guideline',
  'guideline-card': 'guideline on {question}',
  'guideline-chapter': 'chapter {title} of the guideline',
  'order-of-guideline': 'order of the guideline',
  // What a reason is required for
  'changed-rules': 'a change to the rules after the first judgment ({changes, ;})',
  'a-withdrawal': 'withdrawing a waiver',
} as const satisfies Record<string, string>;

/** Why a gate, a condition or a constraint cannot be read, by code. */
export const parseTexts = {
  'path-inside': 'a path below the folder of the protocol',
  'link-outside':
    'it is a link to {to}, outside the folder of the protocol; copy the file into the folder',
  'not-a-file': 'it is not a file',
  // Gates
  'not-a-gate':
    '"{text}" is not a gate, expected something like "fleiss_kappa >= 0.70 overall" or "all ' +
    'quotas met"',
  'no-measure': '{got} is not a measure, expected {measures}',
  'no-bound': '.{got} is not part of a measure, expected .low for the lower end of its interval',
  'no-low-key': 'agreement with the key has no interval, expected a measure without .low',
  'target-above-1': 'the target is {target}, expected at most 1',
  'no-scope':
    '"{got}" is not a scope, expected overall, overall(pooled), overall(sets), per question, on ' +
    '<question> or against key',
  'a-training': 'a training',
  'pilot-or-full': 'a pilot or a full round: training compares with known answers',
  'a-person': '{name}, a person of the panel',
  'model-rule-or-import':
    'a model or a rule of the panel, or an annotator whose judgments were imported',
  'one-run': 'one run of the model: {of}',
  'gate-of-assisted':
    'no gate on agreement: judgments with a suggestion in sight are not independent. Put the ' +
    'gate on a round without assistance',
  'consensus-of-assisted':
    'majority or weighted where a round is assisted: this method takes annotators to be ' +
    'independent',
  'assistance-of': 'an object with by, suggested (answers) and shown (true or false)',
  'annotators-given': 'given with annotators: {annotators}',
  'annotators-range': 'a smaller and a larger number of annotators in annotators, such as 2..3',
  'no-range-in-training': 'one number in a training, where everybody judges every unit',
  'further-decided-by':
    'what decides which units get further annotators: { share: 0.2 }, { on: disagreement } or both',
  'nothing-decided': 'neither share nor on',
  'two-to-disagree':
    'flag, or annotators from 2 on, such as 2..3: one annotator alone cannot disagree',
  'flag-among-asides': 'flag among the asides of the task, so that annotators can flag a unit',
  'with-disagreement': 'on: disagreement beside it',
  'closed-question': 'a question with given answers, on which two can disagree',
  'people-for-further':
    'at most the {named} people whom the panel names. Name {most} of them under panel, or ask ' +
    'for fewer annotators',
  'key-needed': '"{gate}" needs the key of the round, the file with the known answers',
  // Conditions and constraints
  'at-character': '{problem} (character {place})',
  'too-long': 'longer than {longest} characters',
  'quote-not-closed': 'a double quote is not closed',
  'unexpected-character':
    'unexpected "{character}"; a value with such characters must be in double quotes',
  'second-implication': 'a second "=>", expected parentheses around one of the two',
  'unexpected-rest': 'unexpected "{text}", expected =>, and, or, or the end',
  'nested-too-deep': 'nested more than {levels} levels deep',
  'expected-token': 'expected {expected}, got {got}',
  'no-question': '{got} is not a question of the task, expected {ids}',
  'nominal-alone': '{question} is nominal, so it must be compared with a value, such as {example}',
  'no-such-value': '{question} has no value {value}, expected {known}',
  'not-ordinal': '{question} is not ordinal, so {operator} has no meaning on it',
  'many-combinations':
    'a list over {combinations} combinations of answers to {questions, and}, which it ' +
    'ties together',
  'many-comparisons':
    'a list of {count} comparisons over {combinations} combinations of answers to {questions, and}',
  'all-together': '{what} in all',
  'questions-count': '{count} {count?question:questions}',
  'choices-count': '{count} {count?answer:answers} to choose from',
  'comparisons-count': '{count} {count?comparison:comparisons}',
  'fewer-combinations':
    'at most {most}; leave out a constraint that ties some of them to the others',
  'fewer-comparisons':
    'at most {most} over so many; shorten the constraints, or tie fewer questions together',
  unmeetable: 'a list that no answers to {questions, and} can satisfy',
  meetable: 'constraints that can all be satisfied',
  'a-question': 'a question',
  'a-value': 'a value',
  'the-end': 'the end',
} as const satisfies Record<string, string>;
