/** Texts about a judge: a model that may stand in for a person. */
export const judgeTexts = {
  'alt-test-few':
    'Nobody judged at least {least} of the units that the judge and {people} people judged; ' +
    'the most is {most}.',
  'alt-test-people':
    'The test compares the judge with at least two people; there {count?is:are} {count}.',
  'answers-not-numbers':
    'Distances between answers need answers that are numbers; use the scoring accuracy.',
  'few-human-judgments':
    '{n} human {n?judgment is:judgments are} few: below {least} the prediction-powered interval ' +
    'is somewhat too narrow.',
  'few-of-an-answer':
    'One of the two answers has {count} human {count?judgment:judgments}: below {least} the ' +
    'prediction-powered interval is too narrow.',
  'human-model-columns': 'the columns human and model',
  'number-or-yes-no': 'a number, yes or no',
  'interval-exact': 'exact interval of Clopper and Pearson',
  'interval-lang-reiczigel': 'interval of Lang and Reiczigel',
  'interval-price-bonett': 'Price and Bonett’s interval of a difference of medians',
  'interval-newcombe': 'Newcombe’s interval of a difference',
  'interval-normal': 'normal interval of a mean',
  'interval-prediction-powered': 'prediction-powered inference (PPI++)',
  'judge-by-chance':
    'The judge says yes to a true no at least as often as to a true yes, so its answers say ' +
    'nothing about the share.',
  'no-human-judgments': 'No unit has both a human judgment and one by the judge.',
  'no-interval-no-spread': 'No interval: all values are the same.',
  'no-negatives': 'No unit has no as its true answer.',
  'no-positives': 'No unit has yes as its true answer.',
  'no-unjudged': 'People judged every unit that the model judged.',
  // One sentence about a judge, never stronger than the numbers
  'judge-where': ' on {question}',
  'judge-passed':
    '{judge} may stand in for a person{where}: within a margin of {epsilon} it agrees with the ' +
    'others at least as well as {won} of {count} people do (up to {units} units each).',
  'judge-failed':
    'It is not shown that {judge} may stand in for a person{where}: within a margin of {epsilon} ' +
    'it agrees with the others as well as {won} of {count} people do, but at least half are ' +
    'needed (up to {units} units each).',
  'judge-passed-some':
    'On {passed} of {count} questions {judge} agrees with the others at least as well as half ' +
    'of the people do, within a margin of {epsilon}{failed}{unknown}.',
  'judge-passed-none':
    'On none of {count} questions is it shown that {judge} agrees with the others as well as ' +
    'half of the people do, within a margin of {epsilon}{failed}{unknown}.',
  'judge-misses':
    'Note that rare answers hardly count in the test, and that it is not certain that {judge} ' +
    'finds half of these: {parts, ;}.',
  'judge-found': '{answer}{where} ({found} of {n})',
  'judge-left-out':
    'Note that {judge} answered {count} of {of} units with a truth{where}; how it would do on ' +
    'the others is not known.',
  'judge-one-answer':
    'The only answer that occurs is {answer}, so a judge that always says it would do as well.',
  'judge-wide-margin':
    'Note that a margin of {epsilon} is wider than {widestMargin}, the widest that the authors ' +
    'of the test suggest.',
  'judge-not-on': '; this is not shown on {names, and}',
  'judge-too-few': '; there are too few units to say on {names, and}',
  'judge-unknown': 'Too few judgments to say whether {judge} may stand in for a person: {why}',
  'judge-without-people':
    'No people judged these units, so nothing shows whether {judge} may stand in for one.',
} as const satisfies Record<string, string>;
