/** What is said of a judge: a model that may stand in for a person. */
export const judgeTexts = {
  'alt-test-few':
    'Nobody judged at least {least} of the units that the judge and {people} people judged; ' +
    'the most is {most}.',
  'alt-test-people':
    'The test compares the judge with at least two people; {count} {count?is:are} there.',
  'interval-exact': 'exact interval of Clopper and Pearson',
  'interval-lang-reiczigel': 'interval of Lang and Reiczigel',
  'interval-newcombe': 'Newcombe’s interval of a difference',
  'interval-normal': 'normal interval of a mean',
  'interval-prediction-powered': 'prediction-powered inference (PPI++)',
  'judge-by-chance':
    'The judge says yes to a true no at least as often as to a true yes, so its answers say ' +
    'nothing about the share.',
  'no-human-judgments': 'No unit has both a human judgment and one of the judge.',
  'no-interval-no-spread': 'No interval: all values are the same.',
  'no-negatives': 'On no unit is the true answer no.',
  'no-positives': 'On no unit is the true answer yes.',
  'no-unjudged': 'People judged every unit that the model judged.',
} as const satisfies Record<string, string>;
