import type { Answer } from '../answer.ts';
import { storedJson } from '../stored-json.ts';
import type { Answers, Asides } from './judgment.ts';

/** Answers that are suggested to the annotator of a unit. */
export interface Suggestion {
  /** The annotator whose answers they are: a run of a model, a rule, an imported annotator. */
  readonly by: string;
  readonly suggested: Answers;
}

/**
 * What a judgment of an assisted round says of the suggestion on its unit, for ever. Whether a
 * question's suggestion was accepted is what {@link suggestionUse} reads from both.
 */
export interface Assistance extends Suggestion {
  /** False in the blind control share: the annotator did not see it. */
  readonly shown: boolean;
}

/** What became of the suggestion on a question. */
export type SuggestionUse = 'accepted' | 'changed' | 'none';

/**
 * What became of the suggestion on a question: `accepted` where the answer is the suggested one,
 * `changed` where it is another or there is none, `none` where nothing was suggested.
 * @example suggestionUse(1, 1) // 'accepted'
 */
export function suggestionUse(
  suggested: Answer | undefined,
  answer: Answer | undefined,
): SuggestionUse {
  if (suggested === undefined) return 'none';
  return suggested === answer ? 'accepted' : 'changed';
}

/**
 * Whether a judgment was given without seeing a suggestion. Only such judgments show how well
 * people agree, and how good the suggestions are.
 */
export function isIndependent({ assistance }: Pick<Asides, 'assistance'>): boolean {
  return assistance?.shown !== true;
}

/** What a stored judgment says of a suggestion; null for one outside of assisted rounds. */
export function storedAssistance(asides: string, entry: object): Assistance | null {
  // Looking for the word first: few judgments have it, and parsing costs the most.
  if (!asides.includes('"assistance":')) return null;
  return storedJson<Asides>(asides, 'judgment', 'asides', entry).assistance ?? null;
}
