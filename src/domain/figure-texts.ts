/** Why there is no figure, by code. */
export const figureTexts = {
  'no-value': 'no value',
  // Measures of agreement
  'no-ratings': 'There are no ratings.',
  'no-pairs': 'No unit was rated by at least two annotators.',
  'no-variance':
    'Chance agreement is 1: no two answers differ, so nothing is left to agree on beyond chance.',
  'no-disagreement': 'All pairable answers are the same, so no disagreement is possible.',
  'negative-ratio': 'A ratio scale starts at 0, but a value is below 0.',
  'category-not-chosen': 'Nobody chose this category on a unit that was rated twice.',
  'no-votes': 'The annotator has not voted.',
  'not-answered': 'The annotator has not answered.',
  'no-majority': 'The others have no majority on any unit of this annotator.',
  'nothing-to-average': 'There are no questions to take the mean of.',
  'no-question-valued': 'None of the questions has a value.',
  'nominal-ac2': 'AC2 weighs near misses, and a nominal scale has none.',
  'not-two-annotators': 'Cohen’s κ compares exactly two annotators; there are {count}.',
  'nominal-weights': 'Weights need an order, and a nominal scale has none.',
  'not-binary':
    'Positive and negative agreement are for questions with two answers; this one has {count}.',
  'nothing-measurable': 'No question of the task can be measured.',
  'not-measured': '{question} is not measured.',
  'key-per-annotator': 'Agreement with the key is measured per annotator.',
  'scales-differ': 'The questions have different scales, so their answers cannot be pooled.',
  'weighted-per-question': 'Weighted measures are taken per question.',
  'not-label-sets': 'Label sets need at most 31 questions, each answered with yes or no.',
  'set-measures':
    'For label sets, only krippendorff_alpha (MASI distance) and percent_agreement are available.',
  // How an interval was computed, or why there is none
  'interval-jeffreys-share': 'Jeffreys’ posterior of the counts',
  'interval-jeffreys': 'Jeffreys’ posterior over the rating patterns',
  'interval-gwet': 'Gwet’s variance with t(n − 1)',
  'interval-fleiss-cohen-everitt': 'variance of Fleiss, Cohen and Everitt (1969)',
  'interval-linearised': 'linearised variance of a ratio with t(n − 1)',
  'interval-bootstrap':
    'bootstrap over units, percentiles of {resamples} resamples, seed {seed}{left}',
  'interval-bootstrap-blocks':
    'bootstrap over units drawn together, {resamples} resamples, seed {seed}{left}',
  'interval-influence': 'infinitesimal jackknife, symmetric in log odds',
  'interval-wilson': 'Wilson’s interval of a share',
  'interval-survey': 'Wilson’s interval with the variance of the sampling design',
  'interval-census': 'every unit was judged, so nothing is estimated',
  'interval-days': 'Student’s t over {n} days',
  'resamples-left-out': ', {without} without a value left out',
  'mean-of-questions': 'mean of {count} questions{left}',
  'questions-left-out': ', {without} without a value left out',
  'pooled-decisions': '{decisions} decisions on {count} questions as one list',
  'no-interval-asked': 'No interval was asked for.',
  'no-interval-few-per-class':
    'No interval: the classes have {n} units each (harmonic mean), at least {least} are needed.',
  'no-interval-few':
    'No interval: {n} {n?unit is:units are} too few; an interval needs at least {least}.',
  'no-interval-few-positives':
    'No interval: it rests on {n} {n?unit:units} of one class; it needs at least {least}.',
  'no-interval-edge': 'No interval: the measure is at the end of its range, or does not vary.',
  'no-interval-largest':
    'No interval: chance inflates the largest of several gaps by an unknown amount.',
  'no-interval-one-unit': 'No interval: only one unit was rated.',
  'no-interval-resamples':
    'No interval: hardly any of {resamples} resamples (seed {seed}{left}) has a value.',
  'no-interval-metric':
    'No interval: Gwet’s variance is for nominal and interval scales, not for {metric}.',
  'no-interval-description': 'No interval: the figure describes these units and estimates nothing.',
  'no-interval-gwet-overall': 'No interval: Gwet’s variance is for one question at a time.',
  'no-interval-pooled': 'No interval: decisions on one unit depend on each other.',
  'no-interval-draws': 'No interval: there are too many units to resample.',
  'no-interval-pair-mean': 'No interval for the mean over the questions of a pair.',
  'no-interval-speed': 'No interval: the figure is units over active hours.',
  // Measures of systems
  'a-probability': 'a probability from 0 to 1',
  'no-relevant': 'No document is relevant.',
  'no-ideal-gain': 'No judged document is worth anything, so the best gain is 0.',
  'no-preferences': 'No preference was stated between two documents that count.',
  'no-citation': 'The answer cites nothing.',
  'not-in-run': 'The run has nothing for the query.',
  'not-compared': 'There is no truth or no prediction.',
  'nothing-predicted': 'Nothing was predicted.',
  'nothing-to-find': 'Nothing is true and nothing was predicted.',
  'one-class': 'All truths or all predictions are the same.',
  'not-in-predictions': 'There is no prediction for the unit.',
  // Planning
  'one-annotator': 'Agreement needs at least two annotators.',
  'extreme-prevalence':
    'At a prevalence of 0 or 1 everybody agrees by chance alone, and κ has no value.',
  'full-kappa':
    'At κ = 1 the large-sample variance is 0, which says nothing about the units needed.',
  'impossible-kappa': 'Annotators with the same prevalence cannot disagree as much as κ = {kappa}.',
  // Labels, speed and splits
  'no-answers': 'There are no units with an answer.',
  'several-values': 'The question has several values; see the share of each.',
  'empty-distribution': 'One of the two distributions has no counts.',
  'no-label-columns': 'There are no labels.',
  'no-finite-odds': 'No label has finite odds in every part.',
  'nothing-judged': 'Nothing was judged.',
  'time-unknown': 'The time of these judgments is not known.',
  'few-timed':
    '{timed} {timed?unit:units} in {seconds} {seconds?second:seconds} say nothing about an hour.',
  'no-times': 'No judgment has a time.',
  'idle-week': 'Nothing was judged in this week.',
  'not-asked': 'This was not asked in this week.',
  // Forecast
  'nothing-remains': 'Nothing remains.',
  'not-begun': 'Nothing has been judged yet.',
  'idle-days': 'Nothing was judged in the last {count} {count?day:days}.',
  'one-day': 'One day is too little for a range.',
  'uneven-pace': 'The pace varies too much to name a latest day.',
  // Gates
  'no-interval': 'There is no interval, so its lower end is not known.',
  'low-not-above':
    'The expected value is {expected}, not above the target {target}: no number of units is ' +
    'enough.',
  'low-unplanned': 'The number of units can be planned only for Fleiss’ and Cohen’s κ.',
  'nothing-assigned': 'Nothing was assigned.',
  'nobody-trained': 'Nobody has finished the training.',
  'nothing-shared':
    'In their latest attempts, {annotators, and} judged no unit that another trainee judged too.',
  'figures-hidden': 'You take part in this round; its figures are shown when it is closed.',
  'questions-changed': 'The questions or scales have changed since.',
  'guideline-changed': 'Judged under guideline {before}; the current protocol has guideline {now}.',
  // What a gate was taken over
  'scope-question': '{question}',
  'scope-every-question': 'every question',
  'scope-macro': 'overall (macro)',
  'scope-pooled': 'overall (pooled)',
  'scope-sets': 'overall (sets)',
  'scope-key': 'against the key',
  'scope-own-key': '{annotator} against the key',
  'scope-assignments': 'all assignments',
  'scope-questions': 'questions and scales',
  'scope-guideline': 'guideline',
} as const satisfies Record<string, string>;
