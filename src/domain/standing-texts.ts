/** Why a unit has no truth yet, and how its answers contradict each other, by code. */
export const standingTexts = {
  'question-tied': '{question} is tied between {answers, and}',
  'question-unanswered': '{question} has no judgment that counts',
  'ruling-faulty': 'the ruling leaves a fault: {fault}',
  'unit-flagged': '{count} {count?annotator:annotators} asked for a second look',
  'unit-of-failed-round': 'round {round} missed its gate, so its judgments do not count',
  'unit-of-unpassed-round': 'round {round} has not passed yet, so its judgments do not count',
  'nobody-has-judged': 'nobody has judged it',
  'waits-for': 'waits for {names, and}',
  'judgments-uncounted': '{count} {count?judgment does:judgments do} not count: {reason}',
  'another-annotator': 'another annotator',
  // How answers break a constraint
  'answers-contradict': '{premise, and} but {conclusion, and}',
  'answers-forbidden': '{constraint}: {answers, and}',
  'answer-is': '{question}={answer}',
  'answer-missing': 'missing',
  'answer-given': 'given',
} as const satisfies Record<string, string>;
