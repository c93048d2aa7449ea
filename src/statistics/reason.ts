/**
 * Why there is no figure, or what to know about it: a code and its values, of which each language
 * makes a sentence.
 */
export interface Reason {
  readonly code: string;
  readonly values: Readonly<Record<string, ReasonValue>>;
}

/** What a reason speaks of. */
export type ReasonValue = string | number | Reason | readonly ReasonValue[];

/** The codes that statistics gives; the catalogue of texts has a sentence for each. */
export const reasonCodes = [
  'no-ratings',
  'no-pairs',
  'no-variance',
  'no-disagreement',
  'negative-ratio',
  'category-not-chosen',
  'no-votes',
  'no-majority',
  'nothing-to-average',
  'no-question-valued',
  'no-answers',
  'empty-distribution',
  'no-label-columns',
  'no-finite-odds',
  'one-annotator',
  'extreme-prevalence',
  'full-kappa',
  'impossible-kappa',
  'paradox-low-kappa',
  'paradox-no-kappa',
  'interval-jeffreys',
  'interval-jeffreys-share',
  'interval-gwet',
  'interval-fleiss-cohen-everitt',
  'interval-linearised',
  'interval-bootstrap',
  'interval-bootstrap-blocks',
  'interval-influence',
  'no-interval-edge',
  'no-interval-largest',
  'interval-wilson',
  'interval-survey',
  'interval-census',
  'no-interval-asked',
  'no-interval-few',
  'no-interval-few-per-class',
  'no-interval-few-positives',
  'no-interval-one-unit',
  'no-interval-resamples',
  'no-interval-metric',
  'no-interval-description',
  'mean-of-questions',
  'questions-left-out',
  'resamples-left-out',
  'alt-test-few',
  'alt-test-people',
  'answers-not-numbers',
  'few-human-judgments',
  'few-of-an-answer',
  'interval-exact',
  'interval-lang-reiczigel',
  'interval-newcombe',
  'interval-price-bonett',
  'interval-normal',
  'interval-prediction-powered',
  'judge-by-chance',
  'judge-one-answer',
  'no-human-judgments',
  'no-interval-no-spread',
  'no-negatives',
  'no-positives',
  'no-unjudged',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** A reason of statistics. */
export function reason(code: ReasonCode, values: Reason['values'] = {}): Reason {
  return { code, values };
}
