import { storedJson } from '../stored-json.ts';
import { isIndependent } from './assistance.ts';
import type { Asides } from './judgment.ts';

/**
 * Why a unit got a further annotator: it was drawn, whatever is answered (`share`), or the first
 * ones disagreed, or one of them flagged it.
 */
export const furtherReasons = ['share', 'disagreement', 'flag'] as const;
export type FurtherReason = (typeof furtherReasons)[number];

/** Whether the answers of the first annotators decided that a unit gets a further one. */
export function followsAnswers(reason: FurtherReason | null | undefined): boolean {
  return reason === 'disagreement' || reason === 'flag';
}

/** Why agreement leaves a judgment out. */
export type Apart = 'assisted' | 'further';

/**
 * Why agreement leaves a judgment out; null where it does not. A judgment is not independent with
 * a suggestion in sight. One that was asked for because of the first answers is on a unit that was
 * selected for its disagreement: with such judgments Fleiss' κ comes out too high, and the κ of
 * pairs too low.
 * @example whyApart({ further: 'share' }) // null
 */
export function whyApart(asides: Pick<Asides, 'assistance' | 'further'>): Apart | null {
  if (!isIndependent(asides)) return 'assisted';
  return followsAnswers(asides.further) ? 'further' : null;
}

/** Why a stored judgment is a further one; null for one of the first. */
export function storedFurther(asides: string, entry: object): FurtherReason | null {
  // Looking for the word first: few judgments have it, and parsing costs the most.
  if (!asides.includes('"further":')) return null;
  return storedJson<Asides>(asides, 'judgment', 'asides', entry).further ?? null;
}
