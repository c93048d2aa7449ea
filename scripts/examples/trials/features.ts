import type { QuerySource } from './queries.ts';
import type { Fit } from './fit.ts';
import type { TrialSource } from './trial-source.ts';

/**
 * What a search heuristic thinks of a pair. Annotators must never see it: it would tell them what
 * to answer.
 */
export interface Heuristic {
  readonly band: 'likely_2' | 'likely_1' | 'hard_negative';
  readonly heuristic_score: number;
  readonly term_hits: readonly string[];
  readonly features: Readonly<Record<string, number | boolean | null>>;
}

const stopWords = new Set([
  'in',
  'the',
  'for',
  'to',
  'a',
  'with',
  'of',
  'and',
  'over',
  'now',
  'old',
  'year',
  'trials',
  'phase',
  'recruiting',
  'open',
  'enrolment',
  'completed',
  '2',
  '3',
  '15',
  '65',
]);

/** Scores a pair by overlapping words and the fields that can be compared mechanically. */
export function heuristicOf(query: QuerySource, trial: TrialSource, fit: Fit): Heuristic {
  const asked = new Set(query.conditions.flatMap(words));
  const conditionWords = new Set(trial.conditions.flatMap(words));
  const trialWords = new Set([...conditionWords, ...words(trial.title)]);
  const terms = [...new Set(words(query.query))];
  const hits = terms.filter((word) => trialWords.has(word));
  const features = {
    condition_exact: trial.conditions.some((condition) =>
      query.conditions.some((wanted) => wanted.toLowerCase() === condition.toLowerCase()),
    ),
    condition_token_overlap: share(
      [...asked].filter((word) => conditionWords.has(word)).length,
      asked.size,
    ),
    query_token_overlap: share(hits.length, terms.length),
    status_match: compared(fit.status),
    phase_match: compared(fit.phase),
    location_match_score:
      fit.location === 'yes'
        ? 1
        : fit.location === 'no' &&
            trial.places.some((place) => place.endsWith(query.place?.country ?? '-'))
          ? 0.5
          : 0,
  };
  const raw =
    6 * Number(features.condition_exact) +
    4 * features.condition_token_overlap +
    3 * features.query_token_overlap +
    1.5 * Number(features.status_match) +
    1.5 * Number(features.phase_match) +
    2 * features.location_match_score;
  const score = Math.round(raw * 10) / 10;
  return {
    band: score >= 12 ? 'likely_2' : score >= 6 ? 'likely_1' : 'hard_negative',
    heuristic_score: score,
    term_hits: hits,
    features,
  };
}

function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !stopWords.has(word));
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 1000;
}

function compared(check: Fit['status']): boolean | null {
  return check === 'not_asked' ? null : check === 'yes';
}
