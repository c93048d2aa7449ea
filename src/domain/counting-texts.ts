/** Why a judgment does not count, by code; each reads on from "does not count:". */
export const countingTexts = {
  'uncounted-superseded': 'a later judgment replaced it',
  'uncounted-stale': 'given under other questions or another guideline version',
  'uncounted-training': 'given in training',
  'uncounted-invalid': 'an answer is missing or off its scale',
  'uncounted-not-on-panel': 'not on the panel',
  'uncounted-weight-0': 'weight 0',
  'uncounted-not-admitted': 'the annotator has not passed the training',
  'uncounted-round-not-passed': 'round {round} has not passed yet',
  'uncounted-round-failed': 'round {round} missed its gate',
  'uncounted-round-not-named': 'truth in the protocol does not name round {round}',
  'uncounted-outside-rounds': 'imported outside a round',
  // Why a judgment from a file does not fit a round
  'unit-not-in-round': 'the unit is not in the round',
  'annotator-not-in-round': '{annotator} does not take part in it',
  'no-slot-left': '{annotator} was not given the unit, and no place on it is free',
} as const satisfies Record<string, string>;
